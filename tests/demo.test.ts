// The demo shop as a newcomer sees it: it has a history, every way to pay that needs no outside account, and a bank transfer with its
// account.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeedFile, SeedText } from '../contract/seed.ts';
import { demoMerchant, readDemo } from '../demo/load-demo.ts';
import { addDays, todayIn } from '../domain/dates.ts';
import { languages } from '../domain/languages.ts';
import { serveGateway } from '../sandbox/serve-gateway.ts';
import { actAtGateway } from '../scripts/demo/act-at-gateway.ts';
import { liveHistory } from '../scripts/demo/live-history.ts';
import { prepareDemo } from '../scripts/demo/prepare-demo.ts';
import { root } from '../scripts/open-database.ts';
import { readConfig } from '../server/platform/config.ts';
import { sql } from '../server/platform/db.ts';
import { loadSeed } from '../server/upkeep/load-seed.ts';
import { markDemoLoaded } from '../server/upkeep/seed.sql.ts';
import { openTestHouse, type TestHouse } from './build/open-house.ts';
import { findProduct, newKey, orderProduct, placeOrder } from './build/place-orders.ts';

const host = 'demo.test';
const secret = 'secret-of-the-demo';
const gateway = await serveGateway({
  ...{ port: 0, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:0', secretOf: () => secret },
});
const baseUrl = `http://127.0.0.1:${gateway.port}`;
const demo = readDemo({ baseUrl, secret, address: 'http://localhost', withHistory: true });
let test: TestHouse;
let agent: string | undefined;

beforeAll(async () => {
  // The work of the past is the past's own process's.
  test = await openTestHouse({ env: { ROLE: 'web' } });
  const hostnames = [host, 'localhost'].map((one) => ({ host: one, customerService: false }));
  for (const owner of demo.owners) Object.assign(owner, { hostnames, days: 20 });
  await loadSeed(test.database, demo, () => undefined, new Date());
}, 90_000);
afterAll(async () => {
  await test.close();
  await gateway.close();
});

it('has a history: orders of every day in many states, made with a moved clock that is removed afterwards', async () => {
  const { database, databaseUrl } = test;
  const past = { days: 15, gateway: actAtGateway(baseUrl, demoMerchant, secret) };
  const live = () => liveHistory(database, readConfig({ PORT: '0' }, root), databaseUrl, () => undefined, past);
  await live();
  const count = async (text: string) => Number((await sql.raw<{ n: number }>(text).execute(database.house)).rows[0]?.n);
  const orders = await count('SELECT count(*) AS n FROM purchase');
  expect(orders).toBeGreaterThan(15);
  expect(await count('SELECT count(DISTINCT status) AS n FROM purchase')).toBeGreaterThan(3);
  expect(await count('SELECT count(DISTINCT placed_at::date) AS n FROM purchase')).toBeGreaterThan(10);
  expect(
    await count("SELECT count(*) AS n FROM purchase WHERE placed_at < now() - interval '13 days'"),
  ).toBeGreaterThan(0);
  expect(await count("SELECT count(*) AS n FROM payment WHERE settled_at < now() - interval '5 days'")).toBeGreaterThan(
    0,
  );
  expect(await count("SELECT count(*) AS n FROM pg_namespace WHERE nspname = 'moved_clock'")).toBe(0);
  expect(
    await count("SELECT count(*) AS n FROM pg_attrdef WHERE pg_get_expr(adbin, adrelid) LIKE '%moved_clock%'"),
  ).toBe(0);
  agent = await test.signIn('agent@example.com', 'agent-2026', host);
  expect((await test.call('bill', {}, { token: agent, host })).data.figures.deposit.amountMinor).toBeGreaterThanOrEqual(
    2_000_000,
  );
  // The lines of the statement have the days of the history, not all the day on which it was loaded.
  const bill = (await test.call('bill', { size: 50 }, { token: agent, host })).data;
  const days = new Set(bill.list.map(({ at }) => at.slice(0, 10)));
  expect(days.size).toBeGreaterThan(3);
  expect(Math.min(...[...days].map((day) => Date.parse(day)))).toBeLessThan(Date.now() - 14 * 86_400_000);
  const { list } = (await test.call('consoleQueues', {}, { token: await desk('operations'), host })).data;
  expect(list.filter((one) => one.count > 0).map((one) => one.key)).toEqual(
    expect.arrayContaining(['toConfirm', 'unread', 'cancels', 'reviews', 'lowStock', 'secondCheck']),
  );
  const countOf = (key: string) => list.find((queue) => queue.key === key)?.count;
  expect([countOf('partners'), countOf('cancels')]).toEqual([2, 3]);
  const finance = await test.call('consoleQueues', {}, { token: await desk('finance'), host });
  const ofFinance = (key: string) => finance.data.list.find((queue) => queue.key === key)?.count;
  expect(ofFinance('transfers')).toBeGreaterThanOrEqual(2);
  expect(ofFinance('refundFailed')).toBe(1);
  const tomorrow = await count(
    `SELECT count(*) AS n FROM sub_order s JOIN driver d USING (owner_id, sub_order_no)
      WHERE s.play_on = ('${todayIn('Asia/Kuala_Lumpur', Date.now())}'::date + 1)`,
  );
  expect(tomorrow).toBe(1);
  const offers = await test.call('consoleOffers', {}, { token: await desk('content'), host });
  expect(offers.data.list.map(({ state, products }) => [state, products.length])).toEqual([['shown', 4]]);
  const span = {
    from: addDays(todayIn('Asia/Kuala_Lumpur', Date.now()), -20),
    to: addDays(todayIn('Asia/Kuala_Lumpur', Date.now()), 20),
  };
  const settlement = await test.call('consoleSettlement', span, { token: await desk('finance'), host });
  expect(new Set(settlement.data.balances.map(({ supplierName }) => supplierName))).toEqual(
    new Set(['Andaman Blue', 'Lion City Day Tours']),
  );
  expect(settlement.data.unknown).toBe(0);
  // No card names a day of the history.
  const shown = (await test.call('searchProducts', { size: 40 }, { host })).data.list.map(({ nextOn }) => nextOn ?? '');
  expect(shown.filter((day) => day && day < todayIn('Asia/Jakarta', Date.now()))).toEqual([]);
  expect(shown.filter(Boolean).length).toBeGreaterThan(20);
  await live();
  expect(await count('SELECT count(*) AS n FROM purchase')).toBe(orders);
  // An open ticket has no past days: its card shows no next day.
  const sim = await findProduct(test, 'Thailand Tourist SIM', { token: agent, host });
  expect(sim).toMatchObject({ nextOn: null, onSale: true });
}, 90_000);

it('accepts a bank transfer in ringgit and in dollars, with instructions in the reader’s language', async () => {
  const token = await test.signIn('member@example.com', 'member-2026', host);
  const on = addDays(todayIn('Asia/Kuala_Lumpur', Date.now()), 2);
  const orderNo = await placeOrder(test, token, { host, product: 'batu caves', on });
  const offered = (await test.call('payInfo', { id: orderNo }, { token, host })).data.channels;
  expect(offered.map((one) => one.channel)).toEqual(expect.arrayContaining(['offline', 'sandbox']));
  const begun = await test.call('paying', { id: orderNo, channel: 'offline' }, { token, host, key: newKey() });
  expect(begun.data).toMatchObject({ status: 102 });
  const answer = async (language: string) =>
    (await test.call('offlineInfo', { id: orderNo }, { token, host, language })).data.currencies.map((one) => [
      one.payable.currency,
      one.instructions,
      one.account?.swift,
    ]);
  const [english, chinese, thai] = await Promise.all(['en', 'zh_CN', 'th'].map(answer));
  expect(english?.map((one) => one[0])).toEqual(['MYR', 'USD']);
  expect(english?.map((one) => one[2])).toEqual(['DEMOMYKL', 'DEMOMYKL']);
  expect(chinese?.[0]?.[1]).toContain('马币');
  expect(thai?.[0]?.[1]).toContain('ริงกิต');
}, 30_000);

const desk = (name: string) => test.signIn(`${name}@example.com`, `${name}-2026`, host);

const english = (text: SeedText): string => {
  const phrase = typeof text === 'string' ? demo.phrases[text.slice(1)] : text;
  return (phrase as Record<string, string> | undefined)?.en ?? '';
};
const everySubtype = [
  ...new Map((demo.owners[0]?.products ?? []).map((one) => [one.subtype, english(one.names)])).entries(),
];

it.each(everySubtype)(
  'sells subtype %i: %s, paid from the deposit (§1 types; §1 type 1; §1 type 2; §1 type 3; §1 type 4; §1 type 8; §1 type 11; §1 type 14; §1 type 16; §1 type 10)',
  async (_, name) => {
    agent ??= await test.signIn('agent@example.com', 'agent-2026', host);
    const as = { token: agent, host };
    const product = await findProduct(test, name, as);
    expect(product.name).toBe(name);
    const placed = await orderProduct(test, product, as);
    expect([placed.code, placed.msg]).toEqual([200, expect.any(String)]);
    const id = placed.data.orderNo;
    const paid = await test.call('paying', { id, channel: 'deposit' }, { ...as, key: newKey() });
    expect(paid.code, paid.msg).toBe(200);
    expect((await test.call('isPaySuccess', { id }, as)).data).toMatchObject({ paid: true, late: false });
  },
  30_000,
);

it('sells shows with a seating plan and its description in each language (§3 product)', async () => {
  const plans = new Map([
    ['Knock Kitchen', '舞台'],
    ['Muay Thai Night', '擂台'],
  ]);
  for (const [name, middle] of plans) {
    const { id } = await findProduct(test, name, { host });
    const { seatPlan } = (await test.call('productDetail', { id }, { host, language: 'zh_CN' })).data;
    expect(seatPlan?.alt).toContain(middle);
    const answer = await test.fetch(seatPlan?.src ?? '', { host });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
  const alts = demo.owners.flatMap((owner) => owner.products.map((one) => one.seatPlanAlts)).filter(Boolean);
  expect(alts.map((one) => Object.keys(one as object).sort())).toEqual(alts.map(() => [...languages].sort()));
});

it('places the steps of a day tour, so that its map has a route (§2 googleMap)', async () => {
  const { id } = await findProduct(test, 'Mount Fuji and Hakone', { host });
  const { points } = (await test.call('tripMap', { product: id }, { host })).data;
  expect(points.filter(({ kind, lat }) => kind === 'step' && lat !== null).length).toBe(5);
});

it('a seed whose seating plan is no picture is refused, naming the product', async () => {
  const [owner] = demo.owners;
  const given = owner?.products.find((one) => one.seatPlanPicture);
  const wrong = { ...given, key: 'broken-plan', seatPlanPicture: Buffer.from('no picture').toString('base64') };
  const file = { ...demo, owners: [{ ...owner, products: [wrong] }] } as SeedFile;
  await expect(loadSeed(test.database, file, () => undefined, new Date())).rejects.toThrow(
    'product broken-plan: seatPlanPicture is no jpg, png or webp of at most 1 MB',
  );
});

it('sells a tour with a pick-up area, and a seed whose area crosses itself is refused, naming the product (§5 transfers)', async () => {
  const { areaIds } = await findProduct(test, 'Phi Phi Islands', { host });
  const { list } = (await test.call('regionAreasByIds', { areaIds }, { host, language: 'zh_CN' })).data;
  expect(list.map(({ name }) => name)).toEqual(['普吉西海岸']);
  const given = demo.owners[0]?.products.find((one) => one.pickupAreas);
  const ring = [
    [98, 7],
    [99, 8],
    [98, 8],
    [99, 7],
  ] as [number, number][];
  const wrong = { ...given, key: 'broken-area', pickupAreas: [{ names: { en: 'Crossed' }, ring }] };
  const file = { ...demo, owners: [{ ...demo.owners[0], products: [wrong] }] } as unknown as SeedFile;
  await expect(loadSeed(test.database, file, () => undefined, new Date())).rejects.toThrow(
    'product broken-area: the ring of a pick-up area has too few corners or crosses itself',
  );
});

it('shows no two products by one drawing (rules §13, pictures)', () => {
  const subjects = demo.owners.flatMap((owner) =>
    owner.products.map(({ scene }) => JSON.stringify((scene as { kind: string }).kind)),
  );
  expect(subjects.filter((subject, at) => subjects.indexOf(subject) !== at)).toEqual([]);
});

it('asks for a hotel only where the tour picks up (§3 fields)', () => {
  const tours = demo.owners.flatMap((owner) => owner.products).filter(({ type }) => type === 1);
  const atHotel = tours.filter(({ redemption, orderFields }) => redemption === 'pickup' || !orderFields);
  expect(atHotel.filter(({ redemption }) => redemption !== 'pickup').map(({ key }) => key)).toEqual([]);
  expect(atHotel.length).toBeGreaterThan(3);
});

it('says no two things of one product: waiting, check-out, days of an open ticket and photography (§3 product)', () => {
  const products = demo.owners.flatMap((owner) => owner.products);
  const phrasesIn = (texts: unknown) => ((texts ?? []) as SeedText[]).map(String);
  const wrong = products.filter((product) => {
    const phrases = [...phrasesIn(product.notices), ...phrasesIn(product.excluded)];
    const { freeWaitingMinutes: waits, checkOut } = product;
    const minutes = phrases.map((text) => /^@driver-waits-(\d+)$/.exec(text)?.[1]).find(Boolean);
    const hour = phrases.map((text) => /^@check-out-(\d+)$/.exec(text)?.[1]).find(Boolean);
    const days = phrases.map((text) => /^@valid-(\d+)-days$/.exec(text)?.[1]).find(Boolean);
    const mayPhotograph = phrases.includes('@no-flash') || phrases.includes('@camera-fee');
    return (
      (minutes && Number(minutes) !== waits) ||
      (hour && `${hour}:00` !== checkOut) ||
      (days && product.packages.some(({ openDays }) => openDays !== Number(days))) ||
      (mayPhotograph && ((product.amenities ?? []) as string[]).includes('noPhotos'))
    );
  });
  expect(wrong.map(({ key }) => key)).toEqual([]);
});

it('started on another port, has its address there, unless it was given one of its own', async () => {
  const { house } = test.database;
  await markDemoLoaded(house);
  // No other process serves the demo.
  await sql`UPDATE channel_setting SET base_url = 'http://127.0.0.1:9' WHERE channel = 'sandbox'`.execute(house);
  const dataFolder = mkdtempSync(join(tmpdir(), 'demo-'));
  const startFrom = async (address: string) => {
    await sql`UPDATE owner SET address = ${address} WHERE code = 'demo'`.execute(house);
    await prepareDemo(test.database, { ...readConfig({}, root), port: 4123, dataFolder }, () => undefined);
    return (await sql<{ address: string }>`SELECT address FROM owner WHERE code = 'demo'`.execute(house)).rows[0]
      ?.address;
  };
  expect(await startFrom('http://localhost:3000')).toBe('http://localhost:4123');
  expect(await startFrom('https://shop.example')).toBe('https://shop.example');
}, 60_000);
