// Mails about an order whose lines take place at several times, or are of several packages (§3 lines): each line says which is its own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, formatDay } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buyOnTwoDays, fillFields, findProduct, newKey, spellLine } from '../../tests/build/place-orders.ts';
import { giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  await giveToSupplier(test, 'tower');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const nextDay = addDays(playOn, 1);
const days = { adult: playOn, child: nextDay };
const [first, next] = [formatDay(playOn, 'en'), formatDay(nextDay, 'en')];

/** What a mail says in its table, by label. */
async function factsOf(recipient: string, occasion: string): Promise<Record<string, string>> {
  const ask = async () => (await test.mails(recipient)).find((mail) => mail.occasion.startsWith(occasion));
  const mail = await until(ask, Boolean);
  const rows = (mail?.body ?? '').split('\n').map((line) => line.split(/: (.*)/s));
  return Object.fromEntries(rows.map(([label = '', value = '']) => [label, value.replaceAll('\u00a0', ' ')]));
}

it('buyer and supplier read the day of each line (§3 lines)', async () => {
  const orderNo = await buyOnTwoDays(test, agent, days);
  const said = { Date: `${first}; ${next}`, Booked: `Adult × 1 (${first}), Child × 2 (${next})` };
  expect(await factsOf('mei@example.com', `order ${orderNo} confirmed`)).toMatchObject(said);
  expect(await factsOf('supplier@one.example', `order ${orderNo} supplyBooked`)).toMatchObject(said);
});

it('in Chinese and Japanese with punctuation as wide as the letters (§9 languages)', async () => {
  const orderNo = await buyOnTwoDays(test, agent, days, [{ to: 'contact', language: 'zh_CN' }]);
  const [one, other] = [formatDay(playOn, 'zh-CN'), formatDay(nextDay, 'zh-CN')];
  const mail = await until(
    async () => (await test.mails('mei@example.com')).find(({ occasion }) => occasion === `order ${orderNo} confirmed`),
    Boolean,
  );
  expect(mail?.body.replaceAll('\u00a0', ' ')).toContain(`${one}；${other}`);
  expect(mail?.body.replaceAll('\u00a0', ' ')).toContain(
    `成人 ×1（${one}）、儿童 ×2（${other}）`.replaceAll('×', '× '),
  );
});

it('once one of them is cancelled, the day is that of the other', async () => {
  const orderNo = await buyOnTwoDays(test, agent, days);
  const asked = { orderNo, subOrderNo: `${orderNo}-1`, remark: 'Ill' };
  const [request] = (await test.call('cancelOrder', asked, { token: agent })).data.requests;
  await test.call('consoleCancelDecide', { id: request?.id ?? '', approve: true }, { token: staff });
  const facts = await factsOf('mei@example.com', `order ${orderNo} cancelled`);
  expect(facts).toMatchObject({
    Date: next,
    Booked: expect.stringMatching(/^Adult × 1 \(.*cancelled.*\), Child × 2$/),
  });
});

it('packages are named beside their lines', async () => {
  const { list } = (await test.call('consoleSuppliers', {}, { token: staff })).data;
  await addPackageOf(test, list[0]?.id ?? '');
  const orderNo = await buyOfBoth(test, agent);
  expect(await factsOf('mei@example.com', `order ${orderNo} paid`)).toMatchObject({
    Product: 'Green Hills Day Tour · small-group; Boat',
    Date: first,
    Booked: 'Adult × 2 (small-group), Adult × 1 (Boat)',
  });
});

it('the link for travellers’ details comes with every day, and its page with the first (§4 booking completion)', async () => {
  const { id, packages } = await findProduct(test, 'Green Hills', { token: agent });
  const skuId = packages[0]?.skus[0]?.id ?? '';
  const lines = [nextDay, playOn].map((on) => ({ skuId, playOn: on, session: '', quantity: 2 }));
  const form = (await test.call('bookProducts', { lines: lines.map(spellLine).join(',') }, { token: agent })).data;
  const contact = { name: 'Mei Tan', email: 'mei@example.com' };
  const { orderFields } = fillFields(form);
  const asked = { id, lines, contact, orderFields, travellersLater: true, agreed: true, seenTotal: form.total };
  const { orderNo } = (await test.call('createOrder', asked, { token: agent, key: newKey() })).data;
  const sent = { orderNos: [orderNo], email: 'bo@example.com', language: 'en' as const };
  expect((await test.call('completionSend', sent, { token: agent })).code).toBe(200);
  const facts = await factsOf('bo@example.com', 'completion');
  expect(facts[orderNo]).toBe(`Green Hills Day Tour · ${next}; ${first}`);
  const list = (await test.call('getIncompleteOrderList', { orderNo }, { token: agent })).data.list;
  expect(list.map((one) => one.playOn)).toEqual([playOn]);
});
