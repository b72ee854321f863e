// What is not a day and a number of people: stays that hold every night, open tickets, cars with extras, agents' own prices
// (§1 product types, §5, rules §3, §5 and §6); against figures worked out here by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, openDay } from '../../domain/dates.ts';
import { refusals } from '../../domain/errors.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, findProduct, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let member: string;
let agent: string;
beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

type Line = { skuId: string; playOn: string; session?: string; quantity: number; untilOn?: string };
const contact = { name: 'Mei Tan', email: 'mei@example.com' };

async function order(
  token: string,
  productId: string,
  lines: Line[],
  more: { addOns?: { id: string; quantity: number }[]; total: number; travellers?: number } = { total: 0 },
) {
  const text = lines.map((line) =>
    [line.skuId, line.playOn, line.session ?? '', line.quantity, line.untilOn ?? []].flat().join(':'),
  );
  const form = await test.call('bookProducts', { lines: text.join(',') }, { token });
  return test.call(
    'createOrder',
    {
      id: productId,
      lines,
      addOns: more.addOns ?? [],
      contact,
      orderFields: fillFields(form.data).orderFields,
      travellers: Array.from({ length: more.travellers ?? 0 }, (_, at) => ({ '102': `Guest ${'ABCDEF'[at]}` })),
      agreed: true,
      seenTotal: { amountMinor: more.total, currency: 'MYR' },
    },
    { token, key: newKey() },
  );
}

async function skuOf(name: string, at = 0) {
  const product = await findProduct(test, name);
  const [pack] = product.packages;
  return { product, sku: pack?.skus[at]?.id ?? '', packageId: pack?.id ?? '' };
}

const nightsLeft = async (packageId: string, from: string, to: string) =>
  (await test.call('inventories', { packageId, from, to })).data.days.map((row) => row.left);

describe('a stay', () => {
  it('holds and prices each of its nights, and gives them all back', async () => {
    const { product, sku, packageId } = await skuOf('Harbour Inn');
    const house = test.database.house;
    // The second night is dearer: 200 + 260 + 200 for one room, twice that for two.
    await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor) VALUES (1, ${sku}, ${addDays(playOn, 1)}, 26000)`.execute(
      house,
    );
    const stay = { skuId: sku, playOn, untilOn: addDays(playOn, 3), quantity: 2 };
    const answer = await order(member, product.id, [stay], { total: 132_000, travellers: 2 });
    expect(answer.data).toMatchObject({ payable: { amountMinor: 132_000, currency: 'MYR' } });
    expect(await nightsLeft(packageId, playOn, addDays(playOn, 4))).toEqual([1, 1, 1, 3, 3]);
    const detail = await test.call('orderDetail', { id: answer.data.orderNo }, { token: member });
    expect(detail.data.lines[0]).toMatchObject({ playOn, untilOn: addDays(playOn, 3), unit: { amountMinor: 66_000 } });
    await test.call('cancelOrder', { orderNo: answer.data.orderNo }, { token: member });
    expect(await nightsLeft(packageId, playOn, addDays(playOn, 4))).toEqual([3, 3, 3, 3, 3]);
  });

  it('wants a check-out after the check-in, within the bounds, and every night on sale (§5 check-in)', async () => {
    const { product, sku } = await skuOf('Harbour Inn');
    const ask = async (untilOn?: string) => {
      const answer = await order(member, product.id, [
        { skuId: sku, playOn, quantity: 1, ...(untilOn ? { untilOn } : {}) },
      ]);
      return [answer.code, Object.keys((answer.data as { fields?: object }).fields ?? {})];
    };
    expect(await ask()).toEqual([200001, ['lines.0.untilOn']]);
    expect(await ask(playOn)).toEqual([200001, ['lines.0.untilOn']]);
    expect(await ask(addDays(playOn, -1))).toEqual([200001, ['lines.0.untilOn']]);
    expect((await ask(addDays(playOn, 15)))[0]).toBe(200211);
    await sql`DELETE FROM departure WHERE owner_id = 1 AND play_on = ${addDays(playOn, 39)}
      AND package_id = (SELECT package_id FROM sku WHERE owner_id = 1 AND sku_id = ${sku})`.execute(
      test.database.house,
    );
    const late = { skuId: sku, playOn: addDays(playOn, 37), untilOn: addDays(playOn, 40), quantity: 1 };
    expect((await order(member, product.id, [late])).code).toBe(200204);
    const tour = await skuOf('Silver Tower');
    const dated = { skuId: tour.sku, playOn, untilOn: addDays(playOn, 1), quantity: 1 };
    expect((await order(member, tour.product.id, [dated])).code).toBe(200001);
  });

  it('never sells a night twice to stays that overlap: 30 at once for 3 rooms', async () => {
    const { product, sku, packageId } = await skuOf('Harbour Inn');
    const from = addDays(playOn, 10);
    // Half stay nights 1–2, half nights 2–3: the shared second night has room for three.
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const start = addDays(from, at % 2);
        const stay = { skuId: sku, playOn: start, untilOn: addDays(start, 2), quantity: 1 };
        return order(member, product.id, [stay], { total: 40_000, travellers: 1 });
      }),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.code === 200202)).toHaveLength(27);
    expect((await nightsLeft(packageId, from, addDays(from, 2)))[1]).toBe(0);
  });
});

describe('an open ticket', () => {
  it('has no date, takes from its one stock, and is valid for its days', async () => {
    const { product, sku } = await skuOf('Open Rail Pass');
    expect(product.packages[0]).toMatchObject({ openDays: 90, nextOn: null });
    const answer = await order(member, product.id, [{ skuId: sku, playOn: openDay, quantity: 2 }], { total: 12_000 });
    expect(answer.code).toBe(200);
    const detail = await test.call('orderDetail', { id: answer.data.orderNo }, { token: member });
    const days = (Date.parse(detail.data.lines[0]?.validUntil ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(89);
    expect(Math.round(days)).toBeLessThanOrEqual(91);
    expect((await order(member, product.id, [{ skuId: sku, playOn, quantity: 1 }], { total: 6000 })).code).toBe(200204);
    const tower = await skuOf('Silver Tower');
    expect((await order(member, tower.product.id, [{ skuId: tower.sku, playOn: openDay, quantity: 1 }])).code).toBe(
      200204,
    );
  });
});

describe('a car with extras', () => {
  it('adds the extras after the discount and keeps them with the order', async () => {
    const { product, sku } = await skuOf('Airport Car');
    const [seat] = product.addOns;
    expect(seat).toMatchObject({ name: 'Child seat', most: 2, price: { amountMinor: 2500 } });
    const addOns = [{ id: seat?.id ?? '', quantity: 2 }];
    const answer = await order(member, product.id, [{ skuId: sku, playOn, quantity: 1 }], { addOns, total: 14_000 });
    expect(answer.data).toMatchObject({ payable: { amountMinor: 14_000 } });
    const detail = await test.call('orderDetail', { id: answer.data.orderNo }, { token: member });
    expect(detail.data.lines[0]?.addOns).toEqual([
      { id: seat?.id, name: 'Child seat', quantity: 2, unit: { amountMinor: 2500, currency: 'MYR' } },
    ]);
    expect(detail.data.lines[0]?.ladder.map((item) => [item.step, item.amount.amountMinor])).toEqual([
      ['listed', 9000],
      ['addOns', 5000],
    ]);
  });

  it('refuses more extras than allowed, extras of another product, and too late a booking (§5 add-ons)', async () => {
    const { product, sku } = await skuOf('Airport Car');
    const line = { skuId: sku, playOn, quantity: 1 };
    const [seat] = product.addOns;
    const ask = async (quantity: number) =>
      (await order(member, product.id, [line], { addOns: [{ id: seat?.id ?? '', quantity }], total: 9000 })).code;
    expect(await ask(3)).toBe(200213);
    expect(await ask(-1)).toBe(200001);
    expect(await ask(1.5)).toBe(200001);
    const tower = await skuOf('Silver Tower');
    const foreign = { addOns: [{ id: seat?.id ?? '', quantity: 1 }], total: 10_000 };
    expect((await order(member, tower.product.id, [{ skuId: tower.sku, playOn, quantity: 1 }], foreign)).code).toBe(
      200213,
    );
    await sql`UPDATE product SET cut_off_hours = 2160 WHERE owner_id = 1 AND key = 'car'`.execute(test.database.house);
    expect((await order(member, product.id, [line], { total: 9000 })).code).toBe(200212);
    await sql`UPDATE product SET cut_off_hours = 24 WHERE owner_id = 1 AND key = 'car'`.execute(test.database.house);
  });
});

describe('an extra that is taken off sale while a form is open', () => {
  const setShelf = (onShelf: boolean) =>
    sql`UPDATE add_on SET on_shelf = ${onShelf} WHERE names ->> 'en' = 'Child seat'`.execute(test.database.house);
  afterAll(() => setShelf(true));

  it('is refused as such, and the form opens without it; a quotation is not booked without it (§5 add-ons)', async () => {
    const { product, sku, packageId } = await skuOf('Airport Car');
    const addOns = [{ id: product.addOns[0]?.id ?? '', quantity: 1 }];
    const line = { skuId: sku, playOn, quantity: 1 };
    const form = () =>
      test.call('bookProducts', { lines: `${sku}:${playOn}::1`, addOns: `${addOns[0]?.id}:1` }, { token: member });
    const terms = { language: 'en', currency: 'MYR', validUntil: playOn } as const;
    const saved = { ...terms, lines: [{ ...line, productId: product.id, packageId, addOns }] };
    const quoted = await test.call('quotationSave', saved, { token: agent });
    expect(quoted.code).toBe(200);
    expect((await form()).data).toMatchObject({ addOnsGone: false, total: { amountMinor: 11_500 } });
    await setShelf(false);
    expect((await form()).data).toMatchObject({ addOns: [], addOnsGone: true, total: { amountMinor: 9000 } });
    expect((await test.call('bookCheck', { lines: [line], addOns })).code).toBe(200218);
    const refused = await order(member, product.id, [line], { addOns, total: 11_500 });
    expect([refused.code, refused.msg]).toEqual([
      200218,
      'An extra that you chose is no longer on sale. Please look at the total without it.',
    ]);
    const again = await order(member, product.id, [line], { total: 9000 });
    expect(again.data).toMatchObject({ payable: { amountMinor: 9000 } });
    expect((await test.call('quotationCheck', { id: quoted.data.id }, { token: agent })).code).toBe(200218);
  });
});

describe('agent prices', () => {
  it('are seen and paid by their partner alone (§1 agents; §6 agents)', async () => {
    const { product, sku, packageId } = await skuOf('Harbour Inn');
    const from = addDays(playOn, 20);
    const price = async (token?: string) => {
      const { data } = await test.call('inventories', { packageId, from, to: from }, { token });
      const [price] = data.days[0]?.prices ?? [];
      return [price?.price.amountMinor, price?.retail.amountMinor];
    };
    expect(await price(agent)).toEqual([18_000, 20_000]);
    expect(await price(member)).toEqual([20_000, 20_000]);
    expect(await price()).toEqual([20_000, 20_000]);
    const stay = { skuId: sku, playOn: from, untilOn: addDays(from, 2), quantity: 1 };
    const dear = await order(agent, product.id, [stay], { total: 40_000, travellers: 1 });
    expect(dear.code).toBe(200203);
    const answer = await order(agent, product.id, [stay], { total: 36_000, travellers: 1 });
    const detail = await test.call('orderDetail', { id: answer.data.orderNo }, { token: agent });
    expect(detail.data.lines[0]?.ladder.map((item) => [item.step, item.amount.amountMinor])).toEqual([
      ['listed', 40_000],
      ['partner', -4000],
    ]);
  });

  it('follow the most specific rule: partner before level, this SKU before the product', async () => {
    const { product, sku } = await skuOf('Harbour Inn');
    const house = test.database.house;
    const from = addDays(playOn, 24);
    const unit = async () => {
      const line = { skuId: sku, playOn: from, untilOn: addDays(from, 1), quantity: 1 };
      return (await test.call('bookCheck', { lines: [{ ...line, session: '' }] }, { token: agent })).data.lines[0]?.unit
        .amountMinor;
    };
    const partner = sql`(SELECT partner_id FROM account WHERE owner_id = 1 AND email = 'agent@one.example')`;
    const rule = (skuId: string | null, forPartner: boolean, kind: string, value: number) =>
      sql`INSERT INTO price_rule (owner_id, product_id, sku_id, level, partner_id, kind, value)
        SELECT 1, ${product.id}::bigint, ${skuId}::bigint, CASE WHEN ${forPartner} THEN NULL ELSE 2 END,
          CASE WHEN ${forPartner} THEN ${partner} END, ${kind}, ${value}`.execute(house);
    expect(await unit()).toBe(18_000);
    await rule(sku, false, 'amount', 3000);
    expect(await unit()).toBe(17_000);
    await rule(null, true, 'percent', 3333);
    expect(await unit()).toBe(13_334);
    await rule(sku, true, 'fixed', 12_345);
    expect(await unit()).toBe(12_345);
    await sql`DELETE FROM price_rule WHERE owner_id = 1 AND (sku_id IS NOT NULL OR partner_id IS NOT NULL)`.execute(
      house,
    );
  });

  it('stay out of what others get: cards, searches and pages of other callers', async () => {
    const query = { query: 'Harbour' };
    const from = async (token?: string) =>
      (await test.call('searchProducts', query, { token })).data.list[0]?.from.amountMinor;
    expect(await from(agent)).toBe(18_000);
    expect(await from()).toBe(20_000);
    expect(await from(member)).toBe(20_000);
    expect(await from(agent)).toBe(18_000);
    const sub = await test.signIn('sub@one.example', 'sub-2026');
    expect(await from(sub)).toBe(18_000);
  });

  it('say the same "from" on cards and on the product’s page, also before a day that is cheaper', async () => {
    const { product, sku } = await skuOf('Harbour Inn');
    await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor) VALUES (1, ${sku}::bigint, ${addDays(playOn, 40)}::date, 9000)
      ON CONFLICT (owner_id, sku_id, play_on, session) DO UPDATE SET price_minor = 9000`.execute(test.database.house);
    for (const [token, minor] of [
      [agent, 18_000],
      [undefined, 20_000],
      [member, 20_000],
    ] as const) {
      const [card] = (await test.call('searchProducts', { query: 'Harbour Inn' }, { token })).data.list;
      const page = await test.call('productDetail', { id: product.id }, { token });
      expect([card?.from.amountMinor, page.data.from.amountMinor]).toEqual([minor, minor]);
    }
  });
});

describe('a package that went off sale while its product is sold', () => {
  it('is refused with the way to what else there is, which a product off sale has not (§8 out of stock)', async () => {
    const { product, sku, packageId } = await skuOf('Airport Car');
    const [extra] = product.addOns;
    const setShelf = (table: 'package' | 'product', onShelf: boolean) =>
      sql`UPDATE ${sql.table(table)} SET on_shelf = ${onShelf} WHERE owner_id = 1
        AND product_id = ${product.id}::bigint`.execute(test.database.house);
    const line = { skuId: sku, playOn, quantity: 2 };
    const form = () => test.call('bookProducts', { lines: `${sku}:${playOn}::2`, addOns: `${extra?.id}:1` });
    const choice = { package: packageId, on: playOn, units: `${sku}:2`, extras: `${extra?.id}:1` };
    const chosenAgain = ({ productPath }: { productPath: string }) =>
      Object.fromEntries(new URL(productPath, test.base).searchParams);
    expect(chosenAgain((await form()).data)).toEqual(choice);
    const many = await test.call('bookProducts', { lines: `${sku}:${playOn}::21`, addOns: '' });
    expect([many.code, chosenAgain(many.data)]).toEqual([refusals.groupTooLarge, { package: packageId, on: playOn }]);
    await setShelf('package', false);
    const gone = await form();
    const { stillSold } = gone.data as unknown as { stillSold: boolean };
    expect([gone.code, stillSold, chosenAgain(gone.data)]).toEqual([200201, true, choice]);
    expect(await order(member, product.id, [line], { total: 18_000 })).toMatchObject({
      code: 200201,
      data: { stillSold: true },
    });
    await setShelf('package', true);
    await setShelf('product', false);
    expect((await form()).data).toMatchObject({ stillSold: false });
    await setShelf('product', true);
  });
});
