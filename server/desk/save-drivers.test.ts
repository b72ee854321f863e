// Drivers (§2 wechat/driverinfo): entered by operations, or by the supplier for its own products; shown to the buyer, mailed once,
// saved as a whole list, and only for products with a driver.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterByInvitation } from '../../tests/build/enter-new-staff.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { type As, openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buy, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { writeOrderMails } from '../notification/write-order-mails.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';

let test: TestHouse;
let agent: string;
let supplier: string;
let operations: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'car');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

const somchai = {
  name: 'Somchai Jaidee',
  areaCode: '66',
  phone: '812345678',
  plate: '1กก 4821',
  car: 'Toyota Camry, white',
  remark: 'Waits at gate 3',
};
const aree = { name: 'Aree', areaCode: '66', phone: '898765432', plate: '', car: '', remark: '' };
type Typed = Partial<typeof somchai>;

const buyCars = (quantity = 2) => buy(test, agent, { product: 'Airport Car', quantity });
const saveAs = (id: string, drivers: Typed[], as: As = { token: supplier }) =>
  test.call('consoleDriver', { id, subOrderNo: `${id}-1`, drivers: drivers as never }, as);
const seenByBuyer = async (orderNo: string) =>
  (await test.call('journeyOf', { orderNo }, { token: agent })).data.stops.flatMap((stop) => stop.drivers);
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: Record<string, string> }).fields;
const mailsOf = async (orderNo: string) =>
  (
    await sql<{ recipient: string; subject: string; html: string; body: string }>`SELECT recipient, subject, html, body
      FROM mail WHERE occasion LIKE ${`order ${orderNo} driver:%`} ORDER BY mail_id`.execute(test.database.house)
  ).rows;
const mailed = (orderNo: string, count: number) =>
  until(
    () => mailsOf(orderNo),
    (list) => list.length >= count,
  );
/** Nothing more of the order is on its way. */
const settled = (orderNo: string) =>
  until(
    async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'order.changed'
          AND state < 'completed' AND data ->> 'orderNo' = ${orderNo}`.execute(test.database.house)
      ).rows[0]?.n,
    (n) => n === 0,
  );

describe('a driver is entered', () => {
  it('by the supplier: buyer, staff and supplier see it, the buyer is mailed once, and the log has it', async () => {
    const orderNo = await buyCars();
    expect(await seenByBuyer(orderNo)).toEqual([]);
    const spaced = { ...somchai, name: '  Somchai \n Jaidee ', car: 'Toyota  Camry, white' };
    expect((await saveAs(orderNo, [spaced, aree])).code).toBe(200);
    expect(await seenByBuyer(orderNo)).toEqual([somchai, aree]);
    const shown = [{ subOrderNo: `${orderNo}-1`, most: 2, drivers: [somchai, aree] }];
    expect((await test.call('consoleSupply', { id: orderNo }, { token: supplier })).data.driven).toEqual(shown);
    const order = (await test.call('consoleOrder', { id: orderNo }, { token: operations })).data;
    expect(order.driven).toEqual(shown);
    expect(order.events.at(-1)).toMatchObject({ action: 'drivers', actor: 'supplier', actorName: 'Suda' });
    const own = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.events.at(-1);
    expect(own).toMatchObject({ action: 'drivers', actorName: '', subOrderNo: `${orderNo}-1` });

    const [mail] = await mailed(orderNo, 1);
    expect(mail).toMatchObject({
      recipient: 'mei@example.com',
      subject: `Order ${orderNo}: your driver for Airport Car`,
    });
    expect(mail?.body).toContain('Somchai Jaidee · +66 812345678 · 1กก 4821 · Toyota Camry, white · Waits at gate 3');
    expect(mail?.body).toContain('Driver: Aree');
    expect(mail?.html).toContain(`/uc/order/${orderNo}`);

    // The same list again changes nothing and sends no mail.
    expect((await saveAs(orderNo, [somchai, aree])).code).toBe(200);
    await settled(orderNo);
    expect(await mailsOf(orderNo)).toHaveLength(1);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const { list } = (await test.call('consoleLog', { act: 'drivers-told', query: orderNo }, { token: admin })).data;
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ staffName: 'Suda', subject: `order ${orderNo}` });
    expect(JSON.stringify(list[0])).toContain('1กก 4821');
  });

  it('again: the list is replaced as a whole; an empty one removes it and mails nothing', async () => {
    const orderNo = await buyCars();
    await saveAs(orderNo, [somchai, aree], { token: operations });
    await mailed(orderNo, 1);
    await saveAs(orderNo, [{ ...aree, name: 'Prasert' }], { token: operations });
    expect((await seenByBuyer(orderNo)).map((item) => item.name)).toEqual(['Prasert']);
    const mails = await mailed(orderNo, 2);
    expect(mails[1]?.body).toContain('Driver: Prasert');
    expect(mails[1]?.body).not.toContain('Somchai');
    expect((await saveAs(orderNo, [], { token: operations })).code).toBe(200);
    expect(await seenByBuyer(orderNo)).toEqual([]);
    await settled(orderNo);
    expect(await mailsOf(orderNo)).toHaveLength(2);
  });

  it('by twenty at once: one of their lists is saved, whole', async () => {
    const orderNo = await buyCars();
    const lists = Array.from({ length: 20 }, (_, at) => [
      { ...aree, name: `First ${at}` },
      { ...aree, name: `Second ${at}` },
    ]);
    const answers = await Promise.all(lists.map((list) => saveAs(orderNo, list)));
    expect(answers.map((answer) => answer.code)).toEqual(lists.map(() => 200));
    expect(lists).toContainEqual(await seenByBuyer(orderNo));
    await settled(orderNo);
    // What was overtaken before its mail was written is not mailed; the last is.
    const bodies = (await mailsOf(orderNo)).map((item) => item.body);
    expect(bodies.at(-1)).toContain((await seenByBuyer(orderNo))[0]?.name);
  });

  it('and the mail of the day before repeats it', async () => {
    const orderNo = await buyCars(1);
    await saveAs(orderNo, [somchai]);
    const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
    const writing = { owner: test.database.forOwner(1), jobs, vault: makeVault('of this test'), erasures: null };
    expect(await writeOrderMails(writing, [{ orderNo, occasion: `dayBefore:${playOn}` }])).toEqual([undefined]);
    const { rows } = await sql<{ body: string }>`SELECT body FROM mail
      WHERE occasion = ${`order ${orderNo} dayBefore:${playOn}`}`.execute(test.database.house);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.body).toContain('Driver: Somchai Jaidee · +66 812345678');
  });
});

describe('what is refused', () => {
  it('fields by their bounds, each named, in the words of the reader; the list stays as it was', async () => {
    const orderNo = await buyCars();
    await saveAs(orderNo, [somchai]);
    const bad = await saveAs(orderNo, [
      { ...somchai, name: '  ', phone: '81-23', plate: 'x'.repeat(21), car: 'x'.repeat(61), remark: 'x'.repeat(256) },
      { name: 'y'.repeat(51), areaCode: '9999', phone: '1' },
    ]);
    expect(bad.code).toBe(200001);
    expect(fieldsOf(bad)).toEqual({
      'drivers.0.name': 'This field is required',
      'drivers.0.phone': 'Digits only, at most 20',
      'drivers.0.plate': 'At most 20 characters',
      'drivers.0.car': 'At most 60 characters',
      'drivers.0.remark': 'At most 255 characters',
      'drivers.1.name': 'At most 50 characters',
      'drivers.1.areaCode': 'Please choose one',
    });
    const chinese = await saveAs(orderNo, [{ name: '' }, { name: 'Aree', phone: '812' }], {
      token: supplier,
      language: 'zh_CN',
    });
    expect(fieldsOf(chinese)).toEqual({
      'drivers.0.name': '此项必填',
      // Guests need a number to call.
      'drivers.0.phone': '此项必填',
      'drivers.1.areaCode': '请选择一项',
    });
    expect(fieldsOf(await saveAs(orderNo, [{ name: 'A\u0007' }]))).toHaveProperty(['drivers.0.name']);
    const full = { name: 'n'.repeat(50), areaCode: '66', phone: '1'.repeat(20), plate: 'p'.repeat(20) };
    const longest = { ...full, car: 'c'.repeat(60), remark: 'ก'.repeat(255) };
    expect(await seenByBuyer(orderNo)).toEqual([somchai]);
    expect((await saveAs(orderNo, [longest])).code).toBe(200);
    expect(await seenByBuyer(orderNo)).toEqual([longest]);
  });

  it('more drivers than cars that are not cancelled', async () => {
    const orderNo = await buyCars(2);
    const three = [aree, aree, aree];
    expect(fieldsOf(await saveAs(orderNo, three))).toEqual({ drivers: '2 at most' });
    await sql`UPDATE sub_order SET terms = jsonb_set(terms, '{refundRules}', '[{"daysBefore": 0, "feePercent": 50}]')
      WHERE order_no = ${orderNo}`.execute(test.database.house);
    const asked = { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1, remark: 'One car is enough' };
    expect((await test.call('cancelOrder', asked, { token: agent })).code).toBe(200);
    // While the application waits both cars may still drive.
    expect((await test.call('orderDetail', { id: orderNo }, { token: agent })).data.status).toBe(1004);
    expect((await saveAs(orderNo, [somchai, aree])).code).toBe(200);
    const { list } = (await test.call('cancelRequests', { query: orderNo }, { token: agent })).data;
    const decided = { id: list[0]?.id ?? '', approve: true };
    expect((await test.call('consoleCancelDecide', decided, { token: operations })).code).toBe(200);
    expect(fieldsOf(await saveAs(orderNo, [somchai, aree]))).toEqual({ drivers: '1 at most' });
    expect((await saveAs(orderNo, [aree])).code).toBe(200);
  });

  it('tours, orders that are unpaid or over, and lines of other orders', async () => {
    await giveToSupplier(test, 'hills');
    const tour = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
    expect((await saveAs(tour, [somchai])).code).toBe(200302);
    expect((await test.call('consoleSupply', { id: tour }, { token: supplier })).data.driven).toEqual([]);
    const unpaid = await placeOrder(test, agent, { product: 'Airport Car' });
    expect((await saveAs(unpaid, [somchai])).code).toBe(200302);
    const car = await buyCars(1);
    await saveAs(car, [somchai]);
    for (const status of [1005, 2001, 4005, 4006, 4007]) {
      await sql`UPDATE sub_order SET status = ${status} WHERE order_no = ${car}`.execute(test.database.house);
      expect((await saveAs(car, [aree])).code, String(status)).toBe(200302);
    }
    const { driven } = (await test.call('consoleSupply', { id: car }, { token: supplier })).data;
    expect(driven).toEqual([{ subOrderNo: `${car}-1`, most: 0, drivers: [somchai] }]);
    await sql`UPDATE sub_order SET status = 1003 WHERE order_no = ${car}`.execute(test.database.house);
    const crossed = await test.call(
      'consoleDriver',
      { id: car, subOrderNo: `${tour}-1`, drivers: [somchai] },
      { token: supplier },
    );
    expect(crossed.http).toBe(421);
    expect((await saveAs('260101NONE0000', [somchai])).http).toBe(421);
  });
});

describe('who may enter drivers', () => {
  it('a sibling supplier, those who only look and another owner find nothing; after the product is theirs a supplier does', async () => {
    const orderNo = await buyCars(1);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const made = await test.call(
      'consoleStaffSave',
      { email: 'supplier@sibling.example', name: 'Sibling', roles: ['supplier'] },
      { token: admin },
    );
    const sibling = await enterByInvitation(test, 'supplier@sibling.example');
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    const content = await test.signIn('content@one.example', 'content-2026');
    for (const token of [sibling, finance, content])
      expect((await saveAs(orderNo, [somchai], { token })).http).toBe(421);
    for (const who of ['operations', 'supplier', 'admin']) {
      const token = await test.signIn(`${who}@two.example`, `${who}-2026`, 'two.test');
      expect((await saveAs(orderNo, [somchai], { token, host: 'two.test' })).http, who).toBe(421);
    }
    for (const token of [undefined, agent]) expect((await saveAs(orderNo, [somchai], { token })).http).toBe(401);
    expect(await seenByBuyer(orderNo)).toEqual([]);

    // Finance drives no one: it reads no driver's name and telephone.
    expect((await saveAs(orderNo, [somchai], { token: admin })).code).toBe(200);
    expect((await test.call('consoleOrder', { id: orderNo }, { token: finance })).data.driven).toEqual([]);
    await sql`UPDATE product SET supplier_id = ${made.data.id} WHERE owner_id = 1 AND key = 'car'`.execute(
      test.database.house,
    );
    expect((await saveAs(orderNo, [aree], { token: sibling })).code).toBe(200);
    expect((await saveAs(orderNo, [somchai])).http).toBe(421);
    await giveToSupplier(test, 'car');
  });

  it('another partner does not see who drives', async () => {
    const orderNo = await buyCars(1);
    await saveAs(orderNo, [somchai]);
    const member = await test.signIn('member@one.example', 'member-2026');
    const result = await test.call('journeyOf', { orderNo }, { token: member, key: newKey() });
    expect(result.http).toBe(421);
    expect(JSON.stringify(result)).not.toContain('Somchai');
  });
});

it('are of the lines that the supplier delivers: it neither reads nor changes those of another supplier in the same order', async () => {
  const second = await makeSecondSupplier(test);
  await giveToSupplier(test, 'hills');
  await addPackageOf(test, second.id);
  const id = await buyOfBoth(test, agent);
  await sql`UPDATE sub_order SET terms = jsonb_set(terms, '{type}', '11') WHERE order_no = ${id}`.execute(
    test.database.house,
  );
  const save = (at: number, drivers: Typed[], token: string) =>
    test.call('consoleDriver', { id, subOrderNo: `${id}-${at}`, drivers: drivers as never }, { token });
  expect((await save(1, [somchai], supplier)).code).toBe(200);
  expect((await save(1, [aree], second.token)).http).toBe(421);
  expect((await save(2, [aree], second.token)).code).toBe(200);
  const driven = async (token: string) =>
    (await test.call('consoleSupply', { id }, { token })).data.driven.map((item) => [item.subOrderNo, item.drivers]);
  expect(await driven(supplier)).toEqual([[`${id}-1`, [somchai]]]);
  expect(await driven(second.token)).toEqual([[`${id}-2`, [aree]]]);
  const all = (await test.call('consoleOrder', { id }, { token: operations })).data.driven;
  expect(all.map((item) => [item.subOrderNo, item.most > 0])).toEqual([1, 2].map((at) => [`${id}-${at}`, true]));
});
