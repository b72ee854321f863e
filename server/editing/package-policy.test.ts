// A package's own rules of refunds, in days and in hours (§3 refund policy, §4 cancelling, rules §7, decision 0300): edited, shown on the
// product's page and in the booking, and stored with the order whatever changes later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, formatShortDay, instantOf } from '../../domain/dates.ts';
import { type Editor, makeEditor, newDocument, newPackage } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';

const hours = (hoursBefore: number, feePercent: number) => ({ daysBefore: null, hoursBefore, feePercent });
const zone = 'Asia/Kuala_Lumpur';

let test: TestHouse;
let editor: Editor;
let agent: string;
let id: string;
let now = () => new Date();
beforeAll(async () => {
  test = await openTestHouse({ clock: () => now() });
  editor = makeEditor(test, { token: await test.signIn('admin@one.example', 'admin-2026') });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const strict = { key: 'strict', names: { en: 'Strict' }, refundRules: [hours(24, 100), hours(300, 50)] };
  const never = { key: 'never', names: { en: 'Never' }, refundRules: [] };
  const packages = [newPackage(), newPackage(strict), newPackage(never)];
  id = await editor.create(newDocument({ key: 'policy-walk', freeCancelDays: 2, packages }));
  const { document } = await editor.open(id);
  for (const pack of document.packages)
    await editor.calendar(pack.id ?? '', [{ on: playOn, session: '19:00', capacity: 20 }] as never);
  expect((await editor.state(id, 'published')).code).toBe(200);
});
afterAll(() => test.close());

const packageOf = async (key: string) => {
  const { document } = await editor.open(id);
  const at = document.packages.findIndex((pack) => pack.key === key);
  return { document, at, pack: document.packages[at] };
};

/** The form of one place in a package, and what ordering it takes. */
async function prepare(key: string) {
  const { pack } = await packageOf(key);
  const line = { skuId: pack?.skus[0]?.id ?? '', playOn, session: '19:00', quantity: 1 };
  const form = await test.call('bookProducts', { lines: `${line.skuId}:${playOn}:19:00:1` }, { token: agent });
  return { line, form: form.data };
}

async function order(key: string): Promise<string> {
  const { line, form } = await prepare(key);
  const placed = await test.call(
    'createOrder',
    {
      ...{ id, lines: [line], ...fillFields(form), agreed: true, seenTotal: form.total },
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    },
    { token: agent, key: newKey() },
  );
  const { orderNo } = placed.data;
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}

const lineOf = async (orderNo: string) =>
  (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.lines[0];

describe('rules of a package (§3 refund policy)', () => {
  it('are shown on the product page beside those of the product, and decide what the booking shows', async () => {
    const shown = (await test.call('productDetail', { id })).data;
    expect(shown.packages.map((pack) => pack.refundRules)).toEqual([null, [hours(300, 50), hours(24, 100)], []]);
    const terms = async (key: string) => (await prepare(key)).form.cancelTerms;
    expect(await terms('standard')).toEqual({ freeUntil: addDays(playOn, -2), freeUntilAt: null, feePercent: 0 });
    expect(await terms('strict')).toEqual({ freeUntil: null, freeUntilAt: null, feePercent: 50 });
    expect(await terms('never')).toEqual({ freeUntil: null, freeUntilAt: null, feePercent: 100 });
    // A card promises only what holds for all packages.
    const found = await test.call('searchProducts', { query: 'lantern walk' });
    expect(found.data.list.map((item) => item.freeCancelDays)).toEqual([null]);
  });

  it('name the first day that is still free where it is too late for the next one', async () => {
    const read = async () => (await test.call('productDetail', { id })).data.packages.map(({ freeLater }) => freeLater);
    const from = (days: number) =>
      `Free cancellation for dates from ${formatShortDay(addDays(playOn, days), 'en', now().getTime())}`;
    try {
      now = () => new Date(instantOf(addDays(playOn, -2), '23:59', zone));
      expect(await read()).toEqual(['', from(11), '']);
      now = () => new Date(instantOf(playOn, '09:00', zone));
      // 300 hours after nine o'clock are 21:00 of the twelfth day, when its 19:00 is over.
      expect(await read()).toEqual([from(2), from(13), '']);
    } finally {
      now = () => new Date();
    }
  });

  it('are counted in hours to the start, and an order keeps them when the package changes', async () => {
    const change = async (refundRules: object[] | null) => {
      const { document, at } = await packageOf('strict');
      const packages = document.packages.map((pack, place) => (place === at ? { ...pack, refundRules } : pack));
      return editor.change(id, { packages: packages as typeof document.packages });
    };
    expect((await change([hours(48, 40)])).code).toBe(200);
    const start = instantOf(playOn, '19:00', zone);
    const freeUntilAt = new Date(start - 48 * 3_600_000).toISOString();
    const free = { freeUntil: addDays(playOn, -2), freeUntilAt, feePercent: 0 };
    expect((await prepare('strict')).form.cancelTerms).toEqual(free);
    const early = await order('strict');
    expect((await change([hours(300, 50)])).code).toBe(200);
    const late = await order('strict');
    expect((await change(null)).code).toBe(200);

    const refund = async (orderNo: string) =>
      (await test.call('calculateRefund', { subOrderNo: `${orderNo}-1`, refundNum: 1 }, { token: agent })).data;
    expect([(await lineOf(early))?.cancelTerms, await refund(early)]).toMatchObject([free, { feePercent: 0 }]);
    expect([(await lineOf(late))?.cancelTerms, await refund(late)]).toMatchObject([
      { freeUntil: null, feePercent: 50 },
      { feePercent: 50, fee: { amountMinor: 4950 }, refund: { amountMinor: 4950 } },
    ]);
    const rules = await test.call('cancelRules', { id: `${early}-1` }, { token: agent });
    expect(rules.data).toMatchObject({ rules: [hours(48, 40)], startsAt: '19:00', zone, freeUntilAt });
    expect((await lineOf(await order('strict')))?.cancelTerms?.freeUntil).toBe(addDays(playOn, -2));
  });

  it('are refused by name where a limit is missing, given twice, or equally long', async () => {
    const { document } = await packageOf('standard');
    const [first, ...rest] = document.packages;
    if (!first) throw new Error('no package');
    const refundRules = [
      { daysBefore: null, hoursBefore: null, feePercent: 10 },
      { daysBefore: 3, hoursBefore: 4, feePercent: 20 },
      { daysBefore: 2, hoursBefore: null, feePercent: 30 },
      hours(48, 40),
    ];
    const answer = await editor.change(id, { packages: [{ ...first, refundRules }, ...rest] });
    expect(Object.keys((answer.data as unknown as { fields: object }).fields).sort()).toEqual(
      // Sorted from the longest: both days of 48 hours come first.
      [
        'packages.0.refundRules.1.hoursBefore',
        'packages.0.refundRules.2.hoursBefore',
        'packages.0.refundRules.3.daysBefore',
      ],
    );
  });
});
