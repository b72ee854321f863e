// Limited offers (§2 home, §3, decision 0470): set by content staff, the same price on cards, pages, calendars and orders, and over with
// the first request after their end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { nextTurn, offerAt } from '../../domain/offers.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { priceNow } from '../catalog/offer/apply-offer.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let token: string;
let id: string;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  id = (await findProduct(test, 'Silver Tower')).id;
});
afterAll(() => test.close());

const minute = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000)
    .toLocaleString('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' })
    .slice(0, 16)
    .replace(' ', 'T');
const save = (input: Partial<InputOf<'consoleOfferSave'>>) =>
  test.call(
    'consoleOfferSave',
    {
      ...{ name: 'Rain', percent: 20, startsAt: minute(-1), endsAt: minute(2), active: true, productIds: [id] },
      ...input,
    },
    { token },
  );
const offers = async () => (await test.call('consoleOffers', {}, { token })).data.list;
const card = async (as = {}) => (await test.call('searchProducts', { ids: [id] }, as)).data.list[0];

describe('a limited offer', () => {
  it('refuses what is no offer by its fields', async () => {
    const refused = await save({ name: ' ', endsAt: minute(-2), productIds: [] });
    expect(refused.code).toBe(200001);
    const { fields } = refused.data as unknown as { fields: Record<string, string> };
    expect(Object.keys(fields).sort()).toEqual(['endsAt', 'name', 'productIds']);
    expect(fields.endsAt).toBe('The end must be after the start and still to come');
    expect((await save({ percent: 91 })).code).toBe(200001);
    expect((await save({ startsAt: minute(-5), endsAt: minute(-2) })).code).toBe(200001);
    const agent = await test.call('consoleOffers', {}, { token: await test.signIn('agent@one.example', 'agent-2026') });
    expect(agent.code).not.toBe(200);
  });

  it('shows its price, the price before and its end everywhere the product is shown', async () => {
    const before = await card();
    expect(before?.offer).toBeUndefined();
    expect((await save({})).code).toBe(200);
    const now = await card();
    expect(now?.from.amountMinor).toBe(8000);
    expect(now?.offer).toMatchObject({ percent: 20, before: before?.from });
    expect((await test.call('promotions', {})).data.offers.map((offer) => offer.id)).toEqual([id]);
    const page = (await test.call('productDetail', { id })).data;
    expect([page.from.amountMinor, page.offer?.before.amountMinor]).toEqual([8000, 10_000]);
    const [adult] = page.packages[0]?.skus ?? [];
    expect([adult?.from.amountMinor, adult?.retail.amountMinor]).toEqual([8000, 10_000]);
    const packageId = page.packages[0]?.id ?? '';
    const days = (await test.call('inventories', { packageId, from: playOn, to: playOn })).data.days;
    expect(days[0]?.prices[0]?.price.amountMinor).toBe(8000);
  });

  it('is paid by an order as a step of its own; an agent whose own price is lower keeps that', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    const { lines } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(lines[0]?.ladder.map(({ step, amount }) => [step, amount.amountMinor])).toEqual([
      ['listed', 10_000],
      ['offer', -2000],
    ]);
    const inn = await findProduct(test, 'inn', { token: agent });
    const [before] = (await test.call('searchProducts', { ids: [inn.id] }, { token: agent })).data.list;
    const { id: offerId, revision } = (await save({ percent: 4, productIds: [inn.id] })).data;
    const [after] = (await test.call('searchProducts', { ids: [inn.id] }, { token: agent })).data.list;
    expect([after?.from, after?.offer]).toEqual([before?.from, undefined]);
    expect((await test.call('searchProducts', { ids: [inn.id] })).data.list[0]?.offer?.percent).toBe(4);
    expect((await test.call('consoleOfferDelete', { id: offerId, revision }, { token })).code).toBe(200);
    expect((await test.call('searchProducts', { ids: [inn.id] })).data.list[0]?.offer).toBeUndefined();
  });

  it('is over with the first request after its end, and an order at its price is refused', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const seen = await fillOrder(test, agent);
    expect(seen.seenTotal.amountMinor).toBe(8000);
    const ends = new Date(Date.now() + 700);
    await sql`UPDATE offer SET ends_at = ${ends}`.execute(test.database.house);
    await sql`UPDATE product SET offers = jsonb_set(offers, '{0,until}', to_jsonb(${ends.getTime()}::bigint))
      WHERE product_id = ${id}`.execute(test.database.house);
    const found = async () => (await test.call('searchProducts', { query: 'silver' })).data.list[0]?.from.amountMinor;
    expect(await found()).toBe(8000);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ends.getTime() - Date.now()) + 5));
    // The last answer is cached for seconds, but not beyond the offer's end.
    expect(await found()).toBe(10_000);
    expect((await test.call('createOrder', seen, { token: agent, key: newKey() })).code).toBe(200203);
    expect((await offers())[0]?.state).toBe('over');
  });

  it('names the time of its end on its last day, unless it lasts until midnight', () => {
    const at = (wall: string) => Date.parse(`2026-03-${wall}+08:00`);
    const endOf = (until: string, now: string) => {
      const offers = [{ percent: 20, from: 0, until: at(until) }];
      const context = { now: new Date(at(now)), site: { zone: 'Asia/Kuala_Lumpur' } } as Context;
      const { untilOn, untilTime } = priceNow({ from_minor: 10_000, offers }, context).offer ?? {};
      return [untilOn, untilTime];
    };
    expect(endOf('05T18:00', '05T00:00')).toEqual(['2026-03-05', '18:00']);
    expect(endOf('05T18:00', '04T23:59')).toEqual(['2026-03-05', undefined]);
    expect(endOf('06T00:00', '05T09:00')).toEqual(['2026-03-05', undefined]);
  });

  it('of two at once the larger counts, and its turns are known (domain)', () => {
    const two = [
      { percent: 10, from: 0, until: 100 },
      { percent: 30, from: 50, until: 60 },
    ];
    expect([0, 50, 60, 100].map((at) => offerAt(two, at)?.percent)).toEqual([10, 30, 10, undefined]);
    expect([0, 50, 60, 100].map((at) => nextTurn(two, at))).toEqual([50, 60, 100, Number.POSITIVE_INFINITY]);
    expect(offerAt(null, 1)).toBeUndefined();
  });
});
