// Buyers see SKUs in the order of §9, whatever order the owner entered them in; "from" is the price of the first of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carTypes, ticketTypes } from '../../domain/product-types.ts';
import { makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const tickets = [...ticketTypes]
  .sort((a, b) => b - a)
  .map((ticketType) => newSku({ ticketType, priceMinor: ticketType }));
const named = (en: string) => newSku({ ticketType: null, names: { en }, priceMinor: 1 });
const car = (carType: number, seatClass: number) =>
  newSku({ ...{ ticketType: null, carType, seatClass }, ...{ minAge: 0, priceMinor: carType + seatClass } });
const cars = [...carTypes].sort((a, b) => b - a).flatMap((carType) => [car(carType, 15009), car(carType, 15001)]);

it.each([
  ['tickets', {}, [named('Porter'), ...tickets, named('Dog')], [...ticketTypes, 'Porter', 'Dog'], 10_001],
  [
    'cars',
    { type: 11, subtype: 1101 },
    cars,
    carTypes.flatMap((carType) => [carType + 15_001, carType + 15_009]),
    8003 + 15_001,
  ],
])(
  '%s stand in the order of §9 on the product page, in the calendar, for agents and on their sheet',
  async (key, kind, skus, order, from) => {
    const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const names = { en: `Sorted ${key}`, zh_CN: `${key}` };
    const id = await editor.create(
      newDocument({ key: `sorted-${key}`, ...kind, names, packages: [newPackage({ skus })] }),
    );
    const [pack] = (await editor.open(id)).document.packages;
    const packageId = pack?.id ?? '';
    await editor.calendar(packageId, [{ on: playOn, session: '', capacity: 5 }] as never);
    expect((await editor.state(id, 'published')).code).toBe(200);

    const shown = (await test.call('productDetail', { id })).data;
    const [first] = shown.packages;
    expect(first?.skus.map((sku) => sku.name || sku.from.amountMinor)).toEqual(order);
    expect((await test.call('packageDetail', { id: packageId })).data.skus).toEqual(first?.skus);
    const ids = first?.skus.map((sku) => sku.id);
    const { days } = (await test.call('inventories', { packageId, from: playOn, to: playOn })).data;
    expect(days[0]?.prices.map((price) => price.skuId)).toEqual(ids);
    const quoted = await test.call('dtaQuoteList', { ids: [id] }, { token: agent });
    expect(quoted.data.list[0]?.packages[0]?.skus.map((sku) => sku.id)).toEqual(ids);
    const sheet = await (await test.fetch('/api/product/netrates', { headers: { token: agent, l: 'en' } })).text();
    const prices = sheet.split('\r\n').flatMap((row) => {
      const [product, , item] = row.split(',');
      const retail = row.split(',').at(-5);
      return product === names.en ? [/Porter|Dog/.test(item ?? '') ? item : Math.round(Number(retail) * 100)] : [];
    });
    expect(prices.slice(0, order.length)).toEqual(order);
    // The card is worked out from the same first one.
    expect(shown.from.amountMinor).toBe(from);
    const found = await test.call('searchProducts', { query: names.en });
    expect(found.data.list[0]?.from.amountMinor).toBe(from);
  },
);
