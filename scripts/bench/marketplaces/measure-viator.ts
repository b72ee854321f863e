// What Viator asks of a reservation system: nine of ten answers within a second for check and reserve, within five for booking (decision
// 0431). Eight of its connections check, reserve and book, one after the other, each time another product, day and party.
import { performance } from 'node:perf_hooks';
import { channelRoots } from '../../../contract/calls.ts';
import { addDays, todayIn } from '../../../domain/dates.ts';
import { keyMarks, keyRules, keyStartLength } from '../../../domain/systems.ts';
import { type Database, inTransaction, sql } from '../../../server/platform/db.ts';
import { hashToken, makeToken } from '../../../server/platform/make-ids.ts';
import { insertApiKey } from '../../../server/systems/keys.sql.ts';
import { type Connection, openConnection } from '../ask-house.ts';
import { makeSeries } from '../make-series.ts';
import { type Bench, type Group, type Measured, plainRow } from '../measure.ts';
import { runLoad } from '../run-load.ts';
import { short } from '../write-table.ts';

const load = { clients: 8, days: 30, parties: [1, 2], places: 4 } as const;
const steps = ['check', 'reserve', 'booking'] as const;
const goals = { check: 1000, reserve: 1000, booking: 5000 } as const;

/** A key of the agency of this bench, which has the deposit. */
async function makeKey(database: Database): Promise<string> {
  const { rows } = await sql<{
    owner: number;
    partner: number;
    account: number;
  }>`SELECT l.owner_id AS owner, l.partner_id AS partner, a.account_id AS account FROM ledger_account l
    JOIN account a ON a.owner_id = l.owner_id AND a.partner_id = l.partner_id AND a.kind = 'main'
    WHERE l.kind = 'deposit' ORDER BY l.balance_minor DESC LIMIT 1`.execute(database.house);
  const [found] = rows;
  if (!found) throw new Error('no partner has a deposit');
  const key = keyMarks.live + makeToken();
  await inTransaction(database.forOwner(found.owner), async (owner) => {
    await insertApiKey(owner, {
      ...{ partner_id: found.partner, account_id: found.account, name: 'Viator', key_hash: hashToken(key) },
      ...{ start: key.slice(0, keyStartLength), scopes: ['viator'], is_test: false, networks: [] },
      ...{ per_minute: keyRules.perMinute.most, made_by: 'Viator' },
    });
    await sql`UPDATE partner SET systems_open = true WHERE owner_id = ${owner.id} AND partner_id = ${found.partner}`.execute(
      owner,
    );
  });
  return key;
}

type Sale = { option: string; on: string; people: number };

/** Packages that Viator may sell, with places on each of the days. */
async function listOptions(database: Database): Promise<string[]> {
  const { rows } = await sql<{
    option: string;
  }>`SELECT DISTINCT p.product_id || '-' || k.package_id AS option FROM product p
      JOIN package k USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id)
    WHERE p.type = 3 AND p.instant AND p.on_shelf AND k.on_shelf AND k.open_days IS NULL AND NOT k.oversell AND s.ticket_type = 10001
      AND k.min_quantity = 1 AND ${load.days} <= (SELECT count(DISTINCT d.play_on) FROM departure d WHERE d.owner_id = k.owner_id
        AND d.package_id = k.package_id AND d.capacity - d.held - d.sold >= ${load.places}
        AND d.play_on BETWEEN current_date + 3 AND current_date + ${load.days + 2}::int)`.execute(database.house);
  return rows.map(({ option }) => option);
}

async function ask(
  connection: Connection,
  key: string,
  path: string,
  sent: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const request = {
    ...{ method: 'POST' as const, path: channelRoots.viator + path, body: JSON.stringify(sent) },
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  };
  const { status, body } = await connection.ask(request);
  if (status !== 200) throw new Error(`${path}: ${status} ${body.toString('utf8', 0, 80)}`);
  return JSON.parse(body.toString('utf8'));
}

const party = (people: number) => ({ totalTravelers: people, tickets: [{ type: 'ADULT', quantity: people }] });
const checkOf = ({ option, on, people }: Sale) => ({
  ...{ supplierId: 1, travelDate: on, ...party(people), productOptions: [{ productOptionId: option }] },
});
/** Undefined where the answer names no start that can be booked. */
function openStart(answer: ReturnType<typeof JSON.parse>): { startTime?: string } | undefined {
  const [option] = answer.productOptions ?? [];
  return option?.events?.find(({ status }: { status: string }) => status === 'AVAILABLE');
}

function bookingOf({ option, on, people }: Sale, hold: string, startTime: string | undefined, reference: string) {
  const Traveller = Array.from({ length: people }, (_, at) => ({
    ...{
      TravellerIdentifier: String(at + 1),
      GivenName: 'Ann',
      Surname: 'Lee',
      AgeBand: 'Adult',
      LeadTraveller: at === 0,
    },
  }));
  const data = {
    ...{ ResellerId: '1000', SupplierId: 1, ExternalReference: reference, Timestamp: new Date().toISOString() },
    ...{ BookingReference: reference, TravelDate: on, SupplierProductCode: option, Traveller },
    ...{ AvailabilityHoldReference: hold, ContactEmail: 'ann@buyer.example' },
    ...(startTime ? { TourOptions: { TourDepartureTime: startTime } } : {}),
  };
  return { requestType: 'BookingRequest', data };
}

type Times = Record<(typeof steps)[number], number[]>;

/** One sale: checked, held and booked. Throws where one of them is refused. */
async function sell(connection: Connection, key: string, sale: Sale, reference: string, times?: Times): Promise<void> {
  const timed = async <Answer>(step: keyof Times, work: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    const answer = await work();
    times?.[step].push(performance.now() - began);
    return answer;
  };
  const start = openStart(await timed('check', () => ask(connection, key, '/v2/availability/check', checkOf(sale))));
  if (!start) throw new Error(`check: ${sale.option} on ${sale.on} cannot be booked`);
  const wish = {
    ...checkOf(sale),
    productOptionId: sale.option,
    ...(start.startTime && { startTime: start.startTime }),
  };
  const held = await timed('reserve', () => ask(connection, key, '/v2/reserve', wish));
  if (held.status !== 'RESERVED') throw new Error(`reserve: ${held.status} ${held.reason}`);
  const message = bookingOf(sale, held.reference, start.startTime, reference);
  const { data } = await timed('booking', () => ask(connection, key, '/booking', message));
  if (data.TransactionStatus?.Status !== 'CONFIRMED') throw new Error(`booking: ${JSON.stringify(data).slice(0, 200)}`);
}

const pointOf = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** Products that sell what Viator can say are found by selling one of each. */
async function findSales(bench: Bench, key: string) {
  const connection = openConnection(bench.side.port);
  const today = todayIn('UTC', Date.now());
  const sold: string[] = [];
  for (const [at, option] of (await listOptions(bench.side.database)).entries())
    await sell(connection, key, { option, on: addDays(today, 2), people: 1 }, `FIRST${at}`).then(
      () => sold.push(option),
      () => undefined,
    );
  connection.close();
  if (!sold.length) throw new Error('no product can be sold by Viator');
  const ways = load.parties.flatMap((people) =>
    Array.from({ length: load.days }, (_, at) => ({ people, on: addDays(today, at + 3) })),
  );
  return makeSeries(sold, ways, (option, way): Sale => ({ option, ...way }));
}

export const viator: Group = {
  name: 'viator',
  references: [],
  async measure(bench): Promise<Measured[]> {
    // One for each connection: the limit of a key is not measured here.
    const keys: string[] = [];
    while (keys.length < load.clients) keys.push(await makeKey(bench.side.database));
    const sales = await findSales(bench, keys[0] ?? '');
    const times: Times = { check: [], reserve: [], booking: [] };
    const { failed, reasons, done } = await runLoad(
      { clients: load.clients, seconds: bench.options.seconds },
      (client) => {
        const connection = openConnection(bench.side.port);
        const work = () => sell(connection, keys[client] ?? '', sales.next(), `BENCH${sales.count}`, times);
        return Object.assign(work, { close: connection.close });
      },
    );
    const questions = `${sales.basis} packages × ${load.days} days × 1 or 2 people, no sale twice`;
    const varies = `${questions}; ${done} sales by ${load.clients} connections`;
    return steps.map((step) => {
      const sorted = Float64Array.from(times[step]).sort();
      const p90 = pointOf(sorted, 0.9);
      const isLate = !(p90 < goals[step]);
      return {
        ...plainRow(bench, `Viator: ${step}`, `p90 ${short(p90)} ms, asked for ${goals[step]} ms`, varies),
        ...{ p50: pointOf(sorted, 0.5), p99: pointOf(sorted, 0.99) },
        ...{ failed: failed + (isLate ? 1 : 0), reasons: isLate ? [...reasons, `p90 ${short(p90)} ms`] : reasons },
      };
    });
  },
};
