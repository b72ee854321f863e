// A stand-in for Mozio's interface for sellers (transfers v2) with code of its own: searches that fill slowly and expire, reservations that
// are decided later, cancelling, control. README.md lists what it plays and what it does not. Nothing of the house is imported.
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { type Call, json, type Reply, serveFake } from '../kit/serve-fake.ts';

export type MozioOptions = {
  /** 0 takes any free port. */
  port: number;
  apiKey: string;
  controlToken: string;
  log?: (line: string) => void;
};

type Vehicle = { result_id: string; provider: string; vehicle: string; seats: number; bags: number; price: number };

/** For each search, whatever it is for: two sedans, of which the second is cheaper, and a van. */
const usualVehicles: Vehicle[] = [
  { result_id: 'r1', provider: 'Dummy External Provider', vehicle: 'Sedan', seats: 3, bags: 3, price: 120 },
  { result_id: 'r2', provider: 'Second Dummy', vehicle: 'Sedan', seats: 3, bags: 2, price: 95.5 },
  { result_id: 'r3', provider: 'Dummy External Provider', vehicle: 'Van', seats: 7, bags: 7, price: 180 },
];

type Search = { id: string; currency: string; people: number; polls: number; at: number; expired: boolean };
export type MozioReservation = {
  id: string;
  searchId: string;
  resultId: string;
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
  number: string;
  polls: number;
  /** As it was sent. */
  sent: Record<string, unknown>;
};

type Settings = {
  /** Empty polls of a search before its results. */
  pollsBefore: number;
  /** One result a poll instead of all at once. */
  trickles: boolean;
  /** Polls of a reservation before it is decided. */
  reservePolls: number;
  fails: boolean;
  refusesCancel: boolean;
  vehicles: Vehicle[];
  pollsPerMinute: number;
  searchSeconds: number;
};

const usual: Settings = {
  ...{ pollsBefore: 3, trickles: false, reservePolls: 1, fails: false, refusesCancel: false },
  ...{ vehicles: usualVehicles, pollsPerMinute: 30, searchSeconds: 1200 },
};

type Fake = {
  options: MozioOptions;
  settings: Settings;
  searches: Map<string, Search>;
  /** What each search was asked with. */
  searchBodies: Record<string, unknown>[];
  reservations: MozioReservation[];
  polled: number[];
};

type Wish = Partial<Settings> & { status: MozioReservation['status'] };

export async function serveMozio(options: MozioOptions): Promise<OpenServer> {
  const { log = () => undefined } = options;
  const fake: Fake = {
    ...{ options, settings: { ...usual }, searches: new Map(), searchBodies: [], reservations: [], polled: [] },
  };
  return serveFake<Wish>(
    { port: options.port, log },
    {
      controlToken: options.controlToken,
      answer: (call) => answer(fake, call),
      control: (control) => answerControl(fake, control),
      stop: async () => undefined,
    },
  );
}

const detail = (status: number, text: string) => json(status, { detail: text });
const refuse = (field: string, text: string) => json(400, { [field]: [text] });

function answer(fake: Fake, { method, path, headers, body }: Call): Reply | undefined {
  const [, version, room, id = '', what = ''] = path.split('/');
  if (version !== 'v2' || !path.endsWith('/')) return undefined;
  if (headers['api-key'] !== fake.options.apiKey) return detail(403, 'Invalid API key.');
  const readBody = (): Record<string, unknown> => JSON.parse(body || '{}');
  if (room === 'search') {
    if (method === 'POST' && !id) return startSearch(fake, readBody());
    if (method === 'GET' && what === 'poll') return limited(fake) ?? pollSearch(fake, id);
  }
  if (room === 'reservations') {
    if (method === 'POST' && !id) return reserve(fake, readBody());
    if (method === 'GET' && what === 'poll') return limited(fake) ?? pollReservation(fake, id);
    if (method === 'GET' && id) return showReservation(fake, id);
    if (method === 'DELETE' && id) return cancel(fake, id);
  }
  return undefined;
}

function limited(fake: Fake): Reply | undefined {
  const since = Date.now() - 60_000;
  fake.polled = [...fake.polled.filter((at) => at > since), Date.now()];
  return fake.polled.length > fake.settings.pollsPerMinute ? detail(429, 'Request was throttled.') : undefined;
}

const searchFields = ['start_address', 'end_address', 'mode', 'pickup_datetime', 'num_passengers', 'currency'];

function startSearch(fake: Fake, input: Record<string, unknown>): Reply {
  const missing = searchFields.filter((name) => input[name] === undefined || input[name] === '');
  if (missing.length) return json(400, Object.fromEntries(missing.map((name) => [name, ['This field is required.']])));
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(String(input.pickup_datetime)))
    return refuse('pickup_datetime', 'Wrong format.');
  if (input.mode !== 'one_way') return refuse('mode', 'Not played here.');
  const id = `search${fake.searches.size + 1}`;
  const { currency, num_passengers: people } = input;
  const fresh = { polls: 0, at: Date.now(), expired: false };
  fake.searches.set(id, { id, currency: String(currency), people: Number(people), ...fresh });
  fake.searchBodies.push(input);
  return json(201, { search_id: id });
}

function findSearch(fake: Fake, id: string): Search | undefined {
  const search = fake.searches.get(id);
  const isOver = !search || search.expired || Date.now() - search.at > fake.settings.searchSeconds * 1000;
  return isOver ? undefined : search;
}

function pollSearch(fake: Fake, id: string): Reply {
  const search = findSearch(fake, id);
  if (!search) return detail(404, 'Search not found or expired.');
  const { pollsBefore, trickles } = fake.settings;
  search.polls += 1;
  const at = search.polls - pollsBefore - 1;
  if (at < 0) return json(200, { results: [], more_coming: true });
  const all = fake.settings.vehicles.filter(({ seats }) => seats >= search.people);
  const results = (trickles ? all.slice(at, at + 1) : all).map((vehicle) => describe(vehicle, search.currency));
  return json(200, { results, more_coming: trickles && at + 1 < all.length });
}

const describe = ({ result_id, provider, vehicle, seats, bags, price }: Vehicle, currency: string) => ({
  ...{ result_id, vehicle_id: `v-${result_id}` },
  total_price: {
    total_price: { value: price.toFixed(2), compact: String(Math.round(price)), display: `${currency} ${price}` },
  },
  steps: [
    {
      details: {
        provider: { name: provider },
        vehicle: { vehicle_type: { name: vehicle }, max_passengers: seats, max_bags: bags },
        ...{ amenities: [], wait_time: { minutes_included: 60 } },
      },
    },
  ],
});

const guestFields = ['email', 'country_code_name', 'phone_number', 'first_name', 'last_name'];

function reserve(fake: Fake, input: Record<string, unknown>): Reply {
  const search = findSearch(fake, String(input.search_id));
  if (!search) return detail(404, 'Search not found or expired.');
  const missing = guestFields.filter((name) => !input[name]);
  if (missing.length) return json(400, Object.fromEntries(missing.map((name) => [name, ['This field is required.']])));
  const vehicle = fake.settings.vehicles.find((vehicle) => vehicle.result_id === input.result_id);
  if (!vehicle) return refuse('result_id', 'Unknown result.');
  // Not refused for a search that has one already: who sends twice has two cars.
  const at = fake.reservations.length + 1;
  const names = { id: `res${at}`, searchId: search.id, resultId: vehicle.result_id, number: `MOZ${100_000 + at}` };
  fake.reservations.push({ ...names, status: 'pending', polls: 0, sent: input });
  return json(202, { status: 'pending' });
}

const shown = ({ id, number, status }: MozioReservation) => ({ id, confirmation_number: number, status });

function pollReservation(fake: Fake, searchId: string): Reply {
  const mine = fake.reservations.filter((reservation) => reservation.searchId === searchId);
  if (!mine.length) return detail(404, 'No reservation for this search.');
  for (const reservation of mine) {
    reservation.polls += 1;
    if (reservation.status === 'pending' && reservation.polls > fake.settings.reservePolls)
      reservation.status = fake.settings.fails ? 'failed' : 'completed';
  }
  const [first] = mine;
  const status = first?.status === 'cancelled' ? 'completed' : first?.status;
  const problems = status === 'failed' ? { non_field_errors: ['The provider has no car.'] } : {};
  return json(200, { status, reservations: status === 'completed' ? mine.map(shown) : [], ...problems });
}

function showReservation(fake: Fake, id: string): Reply {
  const found = fake.reservations.find((reservation) => reservation.id === id);
  return found ? json(200, shown(found)) : detail(404, 'Not found.');
}

function cancel(fake: Fake, id: string): Reply {
  const found = fake.reservations.find((reservation) => reservation.id === id);
  if (!found) return detail(404, 'Not found.');
  if (fake.settings.refusesCancel) return refuse('non_field_errors', 'Too late to cancel.');
  if (found.status === 'cancelled') return refuse('non_field_errors', 'Already cancelled.');
  found.status = 'cancelled';
  return json(202, { cancelled: 1, refunded: 1 });
}

function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'settings') return Object.assign(fake.settings, id === 'usual' ? usual : wish);
  if (room === 'expire') {
    for (const search of fake.searches.values()) search.expired = true;
    return { expired: fake.searches.size };
  }
  if (room === 'searches') return { asked: fake.searchBodies };
  if (room !== 'reservations') return undefined;
  if (method === 'GET') return { reservations: fake.reservations };
  const found = fake.reservations.find((reservation) => reservation.id === id);
  return found && Object.assign(found, { status: wish.status ?? found.status });
}
