// A supplier of tests that speaks OCTO: what it lists, what places it has and how it answers are set by the test.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays } from '../../domain/dates.ts';
import { until } from './open-gateway.ts';
import type { TestHouse } from './open-house.ts';

export type OctoCall = { method: string; path: string; body: Record<string, unknown> };
type OctoReply = { status: number; body: unknown; headers?: Record<string, string> };
type Fields = Record<string, unknown>;

export const octoPrice = (net: number, currency = 'MYR') => ({
  ...{ original: 200, retail: 200, net, currency, currencyPrecision: 2, includedTaxes: [] },
});

/** A product with one option and one unit; `more` in place of its fields. */
export const octoProduct = (id: string, more: Fields = {}) => ({
  ...{ id, internalName: id, title: id, locale: 'en', timeZone: 'Asia/Kuala_Lumpur', availabilityRequired: true },
  ...{ availabilityType: 'START_TIME', defaultCurrency: 'MYR', availableCurrencies: ['MYR'], pricingPer: 'UNIT' },
  options: [{ id: 'DEFAULT', title: 'Walk', units: [{ id: 'adult', type: 'ADULT', pricingFrom: [octoPrice(100)] }] }],
  ...more,
});

/** A departure of a day: at a time, or the whole day for ''. */
export const octoPlace = (on: string, time: string, more: Fields = {}) => ({
  ...{ id: `${on}T${time || '00:00'}:00+08:00`, localDateTimeStart: `${on}T${time || '00:00'}:00+08:00` },
  ...{ allDay: time === '', available: true, status: 'AVAILABLE', vacancies: 9 },
  unitPricing: [{ unitId: 'adult', ...octoPrice(100) }],
  ...more,
});

export const octoError = (error: string, more: Fields = {}): OctoReply => ({
  status: 400,
  body: { error, errorMessage: `text of ${error}`, ...more },
});

export type OctoFake = Awaited<ReturnType<typeof serveOcto>>;

export async function serveOcto() {
  const bookings = new Map<string, Fields>();
  const fake = {
    endpoint: '',
    bookings,
    heard: [] as OctoCall[],
    products: [] as unknown[],
    placesOf: (on: string, _product: string): unknown[] => [octoPlace(on, '09:00'), octoPlace(on, '14:00')],
    /** Of a booking when it is held. */
    booking: (): Fields => ({ pricing: octoPrice(100) }),
    /** An answer in place of the usual one; `cut` after the usual one was made. */
    instead: (_call: OctoCall): OctoReply | 'cut' | undefined => undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  function change(uuid: string, what: string): OctoReply {
    const booking = bookings.get(uuid);
    if (!booking) return octoError('INVALID_BOOKING_UUID', { uuid });
    const turns: Record<string, string> = { confirm: 'CONFIRMED', cancel: 'CANCELLED' };
    if (turns[what]) bookings.set(uuid, { ...booking, status: turns[what] });
    return { status: 200, body: bookings.get(uuid) };
  }

  function hold(body: Fields): OctoReply {
    const uuid = String(body.uuid);
    const utcExpiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const usual = { uuid, status: 'ON_HOLD', utcExpiresAt, unitItems: body.unitItems, voucher: null };
    if (!bookings.has(uuid))
      bookings.set(uuid, { ...usual, supplierReference: `S-${uuid.slice(0, 8)}`, ...fake.booking() });
    return { status: 200, body: bookings.get(uuid) };
  }

  function answer({ method, path, body }: OctoCall): OctoReply {
    const [, root, id = '', what = ''] = path.split('/');
    if (root === 'products') return { status: 200, body: fake.products };
    if (root === 'availability') {
      const days: string[] = [];
      for (let on = String(body.localDateStart); on <= String(body.localDateEnd); on = addDays(on, 1)) days.push(on);
      return { status: 200, body: days.flatMap((on) => fake.placesOf(on, String(body.productId))) };
    }
    if (root === 'bookings') return id ? change(id, what) : hold(body);
    return { status: 404, body: { message: `no ${method} ${path}` } };
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const path = (request.url ?? '').replace('/octo', '');
    const call = { method: request.method ?? '', path, body: (text ? JSON.parse(text) : {}) as Fields };
    fake.heard.push(call);
    const instead = fake.instead(call);
    const reply = instead && instead !== 'cut' ? instead : answer(call);
    if (instead === 'cut') return request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/octo`;
  return fake;
}

/** Connects the supplier to the first owner; its id. */
export async function connectOcto(test: TestHouse, { endpoint }: OctoFake, admin: string): Promise<string> {
  const supplier = {
    ...{
      name: 'Fake supplier',
      contacts: [],
      language: 'en' as const,
      zone: 'Asia/Kuala_Lumpur',
      address: '',
      note: '',
    },
    ...{ active: true, keepsStock: false, getsMails: false },
  };
  const { id } = (await test.call('consoleSupplierSave', supplier, { token: admin })).data;
  const link = { endpoint, key: 'key-of-tests', prefixed: true, priceBy: 'retail' as const, markupPercent: 0 };
  const saved = await test.call('consoleOctoSave', { id, revision: 0, active: true, ...link }, { token: admin });
  if (saved.code !== 200) throw new Error(`not connected: ${saved.code} ${saved.msg}`);
  return id;
}

/** A product of the supplier's on sale here under its name; its id. */
export async function takeOcto(test: TestHouse, id: string, productRef: string, admin: string): Promise<string> {
  const as = { token: admin };
  const taken = await test.call('consoleOctoTake', { id, productRef, type: 3, city: 'testville' }, as);
  if (taken.code !== 200) throw new Error(`not taken: ${taken.code} ${taken.msg}`);
  const { productId } = taken.data;
  const { document, revision } = (await test.call('consoleProduct', { id: productId }, as)).data;
  const texts = { en: productRef, zh_CN: productRef };
  const named = { ...document, names: texts, overviews: texts };
  await test.call('consoleProductSave', { id: productId, revision, document: named }, as);
  const state = { id: productId, revision: revision + 1, state: 'published' as const };
  // Its places are read meanwhile.
  const publish = () => test.call('consoleProductState', state, as);
  const published = await until(publish, ({ code }) => code === 200);
  if (published.code !== 200) throw new Error(`not on sale: ${JSON.stringify(published)}`);
  return productId;
}
