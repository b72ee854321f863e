// Promo codes in the back office: made, changed under what the editor saw, switched off; and their last use under a crowd of buyers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { translate } from '../../locales/translate.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let finance: string;
const buyers: string[] = [];

beforeAll(async () => {
  test = await openTestHouse();
  finance = await test.signIn('finance@one.example', 'finance-2026');
  for (const name of ['member', 'agent', 'sub', 'open'])
    buyers.push(await test.signIn(`${name}@one.example`, `${name}-2026`));
  // The only place of the hike is taken: from here on every order is one too many, which it allows.
  await placeOrder(test, buyers[0] ?? '', { product: 'Popular Hike' });
});
afterAll(() => test.close());

type Input = InputOf<'consoleCouponSave'>;
const blank: Input = {
  code: 'SPRING',
  type: 1,
  amountMinor: 500,
  percent: null,
  minimumMinor: null,
  mostMinor: null,
  currency: 'MYR',
  startsAt: null,
  endsAt: null,
  useLimit: null,
  userLimit: null,
  productIds: null,
};
const save = (more: Partial<Input>, token = finance) =>
  test.call('consoleCouponSave', { ...blank, ...more }, { token });
const fieldsOf = async (more: Partial<Input>) =>
  Object.keys(((await save(more)).data as { fields?: object }).fields ?? {}).sort();
const show = async (code: string) => {
  const { data } = await test.call('consoleCoupon', { code }, { token: finance });
  if (!data.coupon) throw new Error(`no code ${code}`);
  return { ...data.coupon, scope: data.scope };
};

/** An order of the hike that never runs out, with a code that takes 5 off 100. */
async function orderWith(code: string, token: string) {
  const input = await fillOrder(test, token, { product: 'Popular Hike', promoCode: code });
  const seenTotal = { amountMinor: input.seenTotal.amountMinor - 500, currency: 'MYR' as const };
  return () => test.call('createOrder', { ...input, seenTotal }, { token, key: newKey() });
}

async function crowd(code: string, tokens: string[]) {
  const ready = await Promise.all(tokens.map((token) => orderWith(code, token)));
  const answers = await Promise.all(ready.map((place) => place()));
  return {
    placed: answers.filter((answer) => answer.code === 200).map((answer) => answer.data.orderNo),
    codes: answers.map((answer) => answer.code),
    refused: answers.filter(({ code }) => [200603, 200609, 200611].includes(code)).length,
  };
}

describe('a code', () => {
  it('is made in each of the four types, and refused field by field (§1 promo codes; §3 promo codes)', async () => {
    expect(await fieldsOf({ code: 'x', amountMinor: null })).toEqual(['amountMinor', 'code']);
    expect(await fieldsOf({ type: 2, percent: '100.01' })).toEqual(['percent']);
    expect(await fieldsOf({ type: 4, percent: '10' })).toEqual(['minimumMinor']);
    expect(await fieldsOf({ startsAt: '2026-05-02T00:00', endsAt: '2026-05-01T00:00' })).toEqual(['endsAt']);
    expect(await fieldsOf({ useLimit: 0, userLimit: -1 })).toEqual(['useLimit', 'userLimit']);
    expect(await fieldsOf({ productIds: ['999999'] })).toEqual(['productIds']);
    expect(await fieldsOf({ code: 'TEN' })).toEqual(['code']);
    for (const type of [1, 2, 3, 4]) {
      const value = type % 2 ? {} : { percent: '12.5', mostMinor: 2000 };
      const answer = await save({ code: `kind${type}`, type, ...value, ...(type > 2 ? { minimumMinor: 9000 } : {}) });
      expect(answer.data.code).toBe(`KIND${type}`);
    }
    expect(await show('kind4')).toMatchObject({
      percent: '12.5',
      most: { amountMinor: 2000 },
      minimum: { amountMinor: 9000 },
    });
    const acts = await sql<{
      after: object;
    }>`SELECT after FROM audit_log WHERE act = 'coupon-saved' AND subject = 'code KIND1'`.execute(test.database.house);
    expect(acts.rows).toMatchObject([{ after: { value: '500', currency: 'MYR' } }]);
  });

  it('is good for the chosen products only, in its window, until it is switched off', async () => {
    const tower = await findProduct(test, 'Silver Tower');
    await save({ code: 'TOWER', productIds: [tower.id] });
    expect((await show('TOWER')).scope.map((item) => item.name)).toEqual(['Silver Tower']);
    const place = async (product: string) => {
      const input = await fillOrder(test, buyers[0] ?? '', { product, promoCode: 'TOWER' });
      const seenTotal = { ...input.seenTotal, amountMinor: input.seenTotal.amountMinor - 500 };
      return test.call('createOrder', { ...input, seenTotal }, { token: buyers[0] ?? '', key: newKey() });
    };
    expect((await place('Silver Tower')).code).toBe(200);
    expect((await place('Few Seats')).code).toBe(200605);
    const { revision } = await show('TOWER');
    const off = () => test.call('consoleCouponOff', { code: 'TOWER', revision }, { token: finance });
    const answers = await Promise.all(Array.from({ length: 20 }, off));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 200009)).toHaveLength(19);
    expect(await show('TOWER')).toMatchObject({ state: 'over', held: 1 });
    expect((await place('Silver Tower')).code).toBe(200602);
  });

  it('§3: is good for types and cities of products, for levels and partners, and is refused to others by name', async () => {
    const [member = '', agent = ''] = buyers;
    const tower = await findProduct(test, 'Silver Tower');
    const check = async (code: string, token: string) =>
      (await test.call('checkCoupon', { code, productId: tower.id, amount: money(10_000) }, { token })).code;
    const money = (amountMinor: number) => ({ amountMinor, currency: 'MYR' as const });
    await save({ code: 'TYPED', types: [tower.type] });
    await save({ code: 'OTHERTYPE', types: [16] });
    await save({ code: 'INCITY', types: [16], cities: [tower.city.key] });
    expect(await Promise.all(['TYPED', 'OTHERTYPE', 'INCITY'].map((code) => check(code, member)))).toEqual([
      200, 200605, 200,
    ]);
    // What it is for is listed with the comma of the language.
    await save({ code: 'TWOTYPES', types: [8, 16] });
    const other = { code: 'TWOTYPES', productId: tower.id, amount: money(10_000) };
    const refused = await test.call('checkCoupon', other, { token: member, language: 'zh_CN' });
    const names = [8, 16].map((type) => translate('zh_CN', `catalog.type.${type}`));
    expect(refused.msg).toContain(names.join('、'));
    const asked = { code: 'TYPED', productId: tower.id, amount: money(10_000) };
    const { data } = await test.call('checkCoupon', asked, { token: member });
    expect(data).toEqual({
      ...{ discount: money(500), type: 1, typeValue: '500', currency: 'MYR' },
      ...{ orderMinAmount: money(0), maxAmount: null },
    });
    const { rows } = await sql<{ id: string; level: number }>`SELECT partner_id::text AS id, level FROM partner
      JOIN account USING (owner_id, partner_id) WHERE email = 'agent@one.example'`.execute(test.database.house);
    const [partner] = rows;
    await save({ code: 'FORLEVEL', levels: [partner?.level ?? 0] });
    await save({ code: 'FORPARTNER', partnerIds: [partner?.id ?? ''] });
    for (const code of ['FORLEVEL', 'FORPARTNER'])
      expect([await check(code, agent), await check(code, member)]).toEqual([200, 200607]);
    expect((await show('FORPARTNER')).partners).toBe(1);
    expect(await fieldsOf({ code: 'NOBODY', partnerIds: ['999999'], cities: ['nowhere'], types: [99] })).toEqual([
      'cities',
      'partnerIds',
      'types',
    ]);
  });

  it('§3: is refused with the minimum that the order does not reach, as its reader writes amounts', async () => {
    const { id: productId } = await findProduct(test, 'Silver Tower');
    await save({ code: 'MINIMUM', type: 3, minimumMinor: 123_450 });
    const asked = { code: 'MINIMUM', productId, amount: { amountMinor: 10_000, currency: 'MYR' as const } };
    for (const [language, minimum] of [
      ['en', 'MYR 1,234.50'],
      ['fr_FR', '1 234,50 MYR'],
    ] as const) {
      const { code, msg } = await test.call('checkCoupon', asked, { token: buyers[0] ?? '', language });
      expect(code).toBe(200604);
      expect(msg.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(minimum);
    }
  });

  it('§3: for a first order is refused to buyers with an order, and used once by twenty tries of one buyer', async () => {
    await save({ code: 'FIRST', firstOrder: true });
    expect((await show('FIRST')).userLimit).toBe(1);
    const { codes } = await crowd('FIRST', [buyers[0] ?? '']);
    expect(codes).toEqual([200608]);
    const email = 'first@coupons.example';
    const token = await enterAsGuest(test, email);
    const { placed } = await crowd(
      'FIRST',
      Array.from({ length: 20 }, () => token),
    );
    expect(placed).toHaveLength(1);
  });

  it('is taken as people type and paste it: with spaces, in small or full-width letters (§3 promo codes)', async () => {
    await save({ code: 'TYPED10' });
    const { id: productId } = await findProduct(test, 'Silver Tower');
    const [token = ''] = buyers;
    for (const code of [' typed 10 ', 'Typed10\u00a0', 'ＴＹＰＥＤ１０']) {
      const asked = { code, productId, amount: { amountMinor: 10_000, currency: 'MYR' as const } };
      expect((await test.call('checkCoupon', asked, { token })).code, code).toBe(200);
      const placed = await (await orderWith(code, token))();
      expect((await test.call('orderDetail', { id: placed.data.orderNo }, { token })).data.promoCode).toBe('TYPED10');
    }
    expect((await show('TYPED10')).held).toBe(3);
  });

  it('whose only use an unpaid order of the buyer has is refused with that order, and to others as used up (§3 promo codes)', async () => {
    const { id: productId } = await findProduct(test, 'Silver Tower');
    const amount = { amountMinor: 10_000, currency: 'MYR' as const };
    const ask = (code: string, token: string) => test.call('checkCoupon', { code, productId, amount }, { token });
    const token = await enterAsGuest(test, 'waits@coupons.example');
    for (const [code, values] of [
      ['FIRSTHELD', { firstOrder: true }],
      ['HELD', { useLimit: 1 }],
      ['MINEHELD', { userLimit: 1 }],
    ] as const) {
      await save({ code, ...values });
      const { placed } = await crowd(code, [token]);
      const [orderNo = ''] = placed;
      expect(await ask(code.toLowerCase(), token), code).toMatchObject({
        code: 200611,
        msg: `Your order ${orderNo} already has this promo code and is waiting for payment.`,
        data: { orderNo },
      });
      expect((await (await orderWith(code, token))()).code).toBe(200611);
    }
    expect((await ask('HELD', buyers[0] ?? '')).code).toBe(200603);
  });

  it('changes under what was seen, and never to fewer uses than there are', async () => {
    await save({ code: 'USED', useLimit: 10 });
    expect((await crowd('USED', buyers.slice(0, 3))).codes).toEqual([200, 200, 200]);
    const seen = await show('USED');
    expect(seen).toMatchObject({ used: 0, held: 3, useLimit: 10 });
    expect(await fieldsOf({ code: 'USED', revision: seen.revision, useLimit: 2 })).toEqual(['useLimit']);
    expect(await fieldsOf({ code: 'USED', revision: seen.revision, currency: 'CNY' })).toEqual(['currency']);
    const change = (useLimit: number) => save({ code: 'USED', revision: seen.revision, useLimit });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => change(at + 11)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 200009)).toHaveLength(19);
    const now = await show('USED');
    expect((await save({ code: 'USED', revision: now.revision, useLimit: 3 })).code).toBe(200);
    expect((await show('USED')).state).toBe('usedUp');
  });

  it('counts what its paid uses gave, and is found by letters and state', async () => {
    await save({ code: 'PAIDFOR' });
    const agent = buyers[1] ?? '';
    const placed = await (await orderWith('PAIDFOR', agent))();
    const paid = await test.call(
      'paying',
      { id: placed.data.orderNo, channel: 'deposit' },
      { token: agent, key: newKey() },
    );
    expect(paid.code).toBe(200);
    const given = { amountMinor: 500, currency: 'MYR' };
    expect(await show('PAIDFOR')).toMatchObject({ used: 1, held: 0, given });
    const find = async (input: object) =>
      (await test.call('consoleCoupons', input, { token: finance })).data.list.map((item) => item.code);
    expect(await find({ query: 'paidf' })).toEqual(['PAIDFOR']);
    expect(await find({ state: 'over' })).toEqual(['OVER', 'TOWER']);
  });

  it('adds up what it took off orders in several currencies in the owner’s, at the rates of the orders', async () => {
    await save({ code: 'TENTH', type: 2, percent: '10' });
    const token = buyers[1] ?? '';
    const buy = async (product: string, session: string, amountMinor: number, currency: 'MYR' | 'JPY') => {
      const input = await fillOrder(test, token, { product, session, promoCode: 'TENTH' });
      const seenTotal = { amountMinor, currency };
      const placed = await test.call('createOrder', { ...input, seenTotal }, { token, key: newKey() });
      const paid = { id: placed.data.orderNo, channel: 'deposit' };
      expect((await test.call('paying', paid, { token, key: newKey() })).code).toBe(200);
    };
    await buy('Popular Hike', '', 9000, 'MYR');
    await buy('Evening Show', '18:00', 3150, 'JPY');
    // 10.00 and 350 yen at 0.0292.
    expect(await show('TENTH')).toMatchObject({ used: 2, given: { amountMinor: 2022, currency: 'MYR' } });
  });

  it('is converted at the rate of that moment, never at one from before', async () => {
    await save({ code: 'FIVEOFF' });
    const evening = await findProduct(test, 'Evening Show');
    const asked = { code: 'FIVEOFF', productId: evening.id, amount: { amountMinor: 3500, currency: 'JPY' as const } };
    const off = async () =>
      (await test.call('checkCoupon', asked, { token: buyers[1] ?? '' })).data.discount.amountMinor;
    const setRate = (rate: number) =>
      sql`UPDATE exchange_rate SET rate = ${rate} WHERE owner_id = 1 AND currency = 'JPY'`.execute(test.database.house);
    expect(await off()).toBe(171);
    await setRate(0.025);
    expect(await off()).toBe(200);
    await setRate(0.0292);
  });

  it('is no matter for others, nor for another owner', async () => {
    for (const who of ['operations', 'content', 'supplier'] as const) {
      const token = await test.signIn(`${who}@one.example`, `${who}-2026`);
      expect((await test.call('consoleCoupons', {}, { token })).http, who).toBe(421);
      expect((await save({ code: 'THEIRS' }, token)).http, who).toBe(421);
    }
    expect((await test.call('consoleCoupons', {}, {})).http).toBe(401);
    const abroad = { token: await test.signIn('finance@two.example', 'finance-2026', 'two.test'), host: 'two.test' };
    expect((await test.call('consoleCoupon', { code: 'SPRING' }, abroad)).http).toBe(421);
    const { revision } = (await test.call('consoleCoupon', { code: 'TEN' }, abroad)).data.coupon ?? { revision: '' };
    const theirs = await test.call('consoleCouponSave', { ...blank, code: 'TEN', revision, amountMinor: 900 }, abroad);
    expect(theirs.code).toBe(200);
    expect((await show('TEN')).percent).toBe('10');
  });
});

describe('a crowd', () => {
  it('of fifty gets the last use once', async () => {
    const { placed, refused } = await crowd(
      'ONCE',
      Array.from({ length: 50 }, (_, at) => buyers[at % buyers.length] ?? ''),
    );
    expect([placed.length, refused]).toEqual([1, 49]);
    expect(await show('ONCE')).toMatchObject({ held: 1, state: 'usedUp' });
  });

  it('of one account that orders twenty times at once stays within its own limit', async () => {
    await save({ code: 'EACH', userLimit: 2 });
    const [first = '', second = ''] = buyers;
    const tokens = Array.from({ length: 24 }, (_, at) => (at < 20 ? first : second));
    const { placed, codes } = await crowd('EACH', tokens);
    // Others may still use it, so it is not called used up, by an order that lost the race for the last use either.
    const lost = codes.filter((code) => code === 200609 || code === 200611);
    expect([placed.length, lost.length]).toEqual([4, 20]);
    for (const id of placed) await test.call('paying', { id, channel: 'deposit' }, { token: second, key: newKey() });
    const again = await orderWith('EACH', second);
    expect(await again()).toMatchObject({ code: 200609, msg: 'You have already used this promo code.' });
  });

  it('of one new account takes one of ten codes for a first order (§3 promo codes)', async () => {
    const codes = Array.from({ length: 10 }, (_, at) => `NEW${at}`);
    for (const code of codes) await save({ code, firstOrder: true });
    const token = await enterAsGuest(test, 'ten-codes@coupons.example');
    const ready = await Promise.all(codes.map((code) => orderWith(code, token)));
    const answers = await Promise.all(ready.map((place) => place()));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(9).fill(200608)]);
  });

  it('that gives uses back leaves them to others', async () => {
    await save({ code: 'BACK', useLimit: 1 });
    const [token = ''] = buyers;
    const { placed } = await crowd('BACK', [token]);
    expect((await test.call('cancelOrder', { orderNo: placed[0] ?? '' }, { token })).code).toBe(200);
    expect((await crowd('BACK', buyers)).placed).toHaveLength(1);
  });
});
