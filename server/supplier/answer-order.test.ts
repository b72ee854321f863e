// The mail to a supplier and its link (rules §7): in the supplier's language, without a price, to the supplier of the line alone; looking
// changes nothing, one answer is taken, and a link that is over says why, but not to who has another (decision 0745).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, formatDay } from '../../domain/dates.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { buy, buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  await addPackageOf(test, (await makeSecondSupplier(test)).id);
  agent = await test.signIn('agent@one.example', 'agent-2026');
}, 60_000);
afterAll(() => test.close());

/** The newest mail about an order to an address, and the token of its link. */
async function mailOf(orderNo: string, to = 'supplier@one.example') {
  const mail = await until(
    async () => (await test.mails(to)).find((mail) => mail.occasion.includes(`${orderNo} toConfirm:`)),
    Boolean,
  );
  const token = /supply\?token=([\w-]+)&/.exec(mail?.body ?? '')?.[1] ?? '';
  return { ...(mail as NonNullable<typeof mail>), token };
}
const movedMails = async (orderNo: string, to = 'supplier@one.example') =>
  (await test.mails(to)).filter((mail) => mail.occasion.includes(`${orderNo} supplyMoved:`));
const say = (day: string) => formatDay(day, 'en');
/** Staff move the first line of an order. */
async function moveLine(id: string, place: { playOn: string; quantity: number }) {
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const subOrderNo = `${id}-1`;
  const to = { ...place, session: '', untilOn: null };
  const { seen, asked } = (await test.call('consoleLineQuote', { id, subOrderNo, ...place }, { token: staff })).data;
  const differenceMinor = asked?.difference.amountMinor ?? 0;
  const move = { id, subOrderNo, to, seen, differenceMinor, settle: 'settle' as const, reason: 'Rain' };
  return test.call('consoleLineMove', move, { token: staff });
}
const look = (token: string, host?: string) => test.call('supplyOpened', { token }, { host });
const answer = (token: string, more: { confirm: boolean; reference?: string; why?: string }) =>
  test.call('supplyAnswer', { token, ...more });
const statusOf = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data.status;

describe('a line that one of two suppliers rejects', () => {
  it('reaches the buyer with the reason', async () => {
    const id = await buyOfBoth(test, agent);
    const { token } = await mailOf(id, 'supplier@second.example');
    expect((await answer(token, { confirm: false, why: 'The boat is broken' })).code).toBe(200);
    const mail = await until(
      async () =>
        (await test.mails('mei@example.com')).find((mail) => mail.occasion.startsWith(`order ${id} cancelled`)),
      Boolean,
    );
    expect(mail?.subject).toBe(`Order ${id}: cancelled in part`);
    expect(mail?.body).toContain('The boat is broken');
  });
});

describe('the mail to a supplier', () => {
  it('says that an order was confirmed at once, and whom to expect, without a price (decision 0728)', async () => {
    await giveToSupplier(test, 'tower');
    const id = await buy(test, agent, { product: 'Silver Tower' });
    expect(await statusOf(id)).toBe(OrderStatus.confirmed);
    const booked = () =>
      test.mails('supplier@one.example').then((mails) => mails.filter(({ occasion }) => occasion.includes(id)));
    const [mail] = await until(booked, (mails) => mails.length > 0);
    expect(mail).toMatchObject({
      subject: `Order ${id}: a new booking`,
      body: expect.stringContaining('Mei Tan · +60 12345678'),
    });
    expect(mail?.html).toContain('Sent to suppliers of');
    expect(`${mail?.body}${mail?.html}`).not.toMatch(/MYR|RM|mei@example/);
  });

  it('says what to deliver in its language, without a price, and its link is stored as a hash alone', async () => {
    const id = await buyOfBoth(test, agent);
    const own = await mailOf(id);
    expect(own.subject).toBe(`Please confirm: order ${id}`);
    expect(own.body).toContain('Malaysia Time');
    const other = await mailOf(id, 'supplier@second.example');
    expect(other.subject).toBe(`โปรดยืนยัน: คำสั่งซื้อ ${id}`);
    expect(other.body).toContain('l=th');
    // A link's random letters may spell a currency.
    const texts = [own.body, own.html, other.body].join().replaceAll(own.token, '').replaceAll(other.token, '');
    expect(texts).not.toMatch(/MYR|RM|mei@example/);
    const { rows } = await sql<{
      body: string;
    }>`SELECT body || html || subject AS body FROM mail WHERE occasion LIKE ${`%${id}%`}`.execute(test.database.house);
    for (const { token } of [own, other]) expect(rows.map((row) => row.body).join()).not.toContain(token);
    const { data } = await look(other.token);
    expect(data.lines.map((line) => [line.packageName, line.quantity])).toEqual([['Boat', 1]]);
    expect(JSON.stringify(data)).not.toMatch(/MYR|amountMinor|mei@example/);
    expect(data).toMatchObject({ supplierName: 'Second Guides', waits: true, contact: { phone: '+60 12345678' } });
    expect(data.orderFields).toMatchObject({ '402': '1 Beach Road' });
  });

  it('is sent again, to its supplier alone, when staff move a line that waits for it', async () => {
    const id = await buyOfBoth(test, agent);
    const first = await mailOf(id);
    await mailOf(id, 'supplier@second.example');
    const to = { playOn: addDays(playOn, 1), quantity: 2 };
    expect((await moveLine(id, to)).code).toBe(200);
    const mail = await until(
      () => mailOf(id),
      (mail) => mail.mail_id !== first.mail_id,
    );
    expect(mail.body).not.toBe(first.body);
    expect((await look(mail.token)).data.lines.map((line) => line.playOn)).toEqual([to.playOn]);
    expect(mail.subject).toBe(`Order ${id}: the booking was changed`);
    expect(mail.body).not.toContain('new order');
    expect(mail.body).toMatch(new RegExp(`Date\\W+${say(to.playOn)}`));
    expect(mail.body).toMatch(new RegExp(`Before\\W+${say(playOn)}.+2`));
    const toBoat = (await test.mails('supplier@second.example')).filter((mail) => mail.occasion.includes(id));
    expect(toBoat).toHaveLength(1);
  });

  it('tells the supplier of a confirmed line that staff moved when it was and when it is, without a link to answer', async () => {
    const id = await buyOfBoth(test, agent);
    const boat = await mailOf(id, 'supplier@second.example');
    expect((await answer(boat.token, { confirm: true })).code).toBe(200);
    expect((await answer((await mailOf(id)).token, { confirm: true })).code).toBe(200);
    expect((await moveLine(id, { playOn: addDays(playOn, 1), quantity: 2 })).code).toBe(200);
    const told = await until(async () => (await movedMails(id))[0], Boolean);
    expect(told?.subject).toBe(`Order ${id}: the booking was changed`);
    expect(told?.body).toMatch(new RegExp(`Date\\W+${say(addDays(playOn, 1))}`));
    expect(told?.body).toMatch(new RegExp(`Before\\W+${say(playOn)}.+2`));
    expect(told?.body).not.toMatch(/supply\?token|MYR|RM|mei@example/);
    expect(await movedMails(id, 'supplier@second.example')).toEqual([]);
    // The number alone.
    expect((await moveLine(id, { playOn: addDays(playOn, 1), quantity: 3 })).code).toBe(200);
    const [, more] = (
      await until(
        () => movedMails(id),
        (list) => list.length === 2,
      )
    ).reverse();
    expect(more?.body).toMatch(new RegExp(`Before\\W+${say(addDays(playOn, 1))}.+2`));
  });

  it('tells the supplier of a confirmed line that it was cancelled, of a part what is left, without a price', async () => {
    const id = await buyOfBoth(test, agent);
    const boat = await mailOf(id, 'supplier@second.example');
    expect((await answer(boat.token, { confirm: true })).code).toBe(200);
    expect((await answer((await mailOf(id)).token, { confirm: true })).code).toBe(200);
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    const cancel = async (refundNum: number) => {
      const asked = { id, subOrderNo: `${id}-1`, refundNum, remark: 'Ill', refund: 'full' as const };
      const { data } = await test.call('consoleCancelApply', asked, { token: staff, key: newKey() });
      const open = data.requests.find(({ result }) => result === 0)?.id ?? '';
      const decision = { id: open, approve: true, text: 'Yes' };
      expect((await test.call('consoleCancelDecide', decision, { token: staff })).code).toBe(200);
    };
    const cancelMails = async (to = 'supplier@one.example') =>
      (await test.mails(to)).filter((mail) => mail.occasion.includes(`${id} supplyCancelled:`));
    await cancel(1);
    const [part] = await until(cancelMails, (list) => list.length === 1);
    expect(part?.subject).toBe(`Order ${id}: a part of the booking was cancelled`);
    expect(part?.body).toContain('1 of 2 cancelled');
    await cancel(1);
    const whole = (await until(cancelMails, (list) => list.length === 2)).find(
      (mail) => mail.mail_id !== part?.mail_id,
    );
    expect(whole?.subject).toBe(`Order ${id}: the booking was cancelled`);
    expect(whole?.body).toMatch(new RegExp(`Date\\W+${say(playOn)}`));
    expect(`${part?.body}${whole?.body}`).not.toMatch(/supply\?token|MYR|RM|mei@example/);
    expect(await cancelMails('supplier@second.example')).toEqual([]);
  });

  it('is not sent where the owner switched it off, nor to a supplier that is not active', async () => {
    const set = (what: 'gets_mails' | 'active', on: boolean) =>
      sql`UPDATE supplier SET ${sql.ref(what)} = ${on} WHERE owner_id = 1 AND name = 'Second Guides'`.execute(
        test.database.house,
      );
    for (const what of ['gets_mails', 'active'] as const) {
      await set(what, false);
      const id = await buyOfBoth(test, agent);
      await mailOf(id);
      await set(what, true);
      expect((await test.mails('supplier@second.example')).filter((mail) => mail.occasion.includes(id))).toEqual([]);
    }
  });
});

describe('the link', () => {
  it('changes nothing by being opened, confirms with a number, and is used up by it', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const { token } = await mailOf(id);
    for (let time = 0; time < 3; time += 1) expect((await look(token)).data.waits).toBe(true);
    const page = await test.fetch(`/supply?token=${token}&l=en`);
    expect(page.status).toBeLessThan(500);
    expect(await statusOf(id)).toBe(1002);
    expect((await answer(token, { confirm: true, reference: 'x'.repeat(61) })).data).toHaveProperty('fields.reference');
    expect((await answer(token, { confirm: true, reference: 'K 9' })).code).toBe(200);
    const { data } = await test.call('orderDetail', { id }, { token: agent });
    expect([data.status, data.lines[0]?.reference]).toEqual([1003, 'K 9']);
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const { events } = (await test.call('consoleOrder', { id }, { token: operations })).data;
    expect(events.find((event) => event.action === 'confirm')).toMatchObject({ actor: 'supplier', actorName: 'Suda' });
    expect(await look(token)).toMatchObject({ code: 200107, data: { over: 'answered' } });
    expect(await answer(token, { confirm: false, why: 'x' })).toMatchObject({
      code: 200107,
      data: { over: 'answered' },
    });
  });

  it('takes one of twenty answers that come at once', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const { token } = await mailOf(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => answer(token, { confirm: at % 2 === 0, why: 'No guide' })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200107)].sort());
    const confirmed = answers.findIndex((answer) => answer.code === 200) % 2 === 0;
    expect(await statusOf(id)).toBe(confirmed ? 1003 : 4007);
  });

  it('rejects with a reason, and says so where it is missing', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const { token } = await mailOf(id);
    expect((await answer(token, { confirm: false, why: ' ' })).data).toEqual({
      fields: { why: 'This field is required' },
    });
    expect((await answer(token, { confirm: false, why: 'Closed' })).code).toBe(200);
    expect(await statusOf(id)).toBe(4007);
  });

  it('ends when the supplier’s contacts are no longer those it went to, or it gets no mails', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const { token } = await mailOf(id);
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const { rows } = await sql<{
      id: string;
    }>`SELECT supplier_id::text AS id FROM supplier WHERE owner_id = 1 AND name = 'Suda'`.execute(test.database.house);
    const { revision, name, contacts, language, zone, address, note, ...more } = (
      await test.call('consoleSupplier', { id: rows[0]?.id ?? '' }, { token: operations })
    ).data;
    const { active, keepsStock } = more;
    const form = { id: rows[0]?.id ?? '', name, language, zone, address, note, active, keepsStock };
    let saved = revision;
    const save = async (change: { contacts: typeof contacts; getsMails: boolean }) => {
      const made = await test.call(
        'consoleSupplierSave',
        { ...form, revision: saved, ...change },
        { token: operations },
      );
      expect(made.code).toBe(200);
      saved += 1;
    };
    const others = [{ name: 'New', email: 'new@guides.example', areaCode: '', phone: '' }];
    const elsewhere = { code: 200107, data: { over: 'elsewhere' } };
    await save({ contacts: others, getsMails: true });
    expect(await look(token)).toMatchObject(elsewhere);
    expect(await answer(token, { confirm: false, why: 'x' })).toMatchObject(elsewhere);
    await save({ contacts, getsMails: false });
    expect(await look(token)).toMatchObject(elsewhere);
    expect(await statusOf(id)).toBe(1002);
    await save({ contacts, getsMails: true });
    expect((await answer(token, { confirm: true })).code).toBe(200);
  });

  it('is refused once it is over, at another owner, unknown, or of a supplier that is not active', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const { token } = await mailOf(id);
    const unknown = await look('a'.repeat(43));
    expect(unknown.code).toBe(200107);
    expect(unknown.data ?? {}).not.toHaveProperty('over');
    expect(await look(token, 'two.test')).toEqual(unknown);
    const active = (on: boolean) =>
      sql`UPDATE supplier SET active = ${on} WHERE owner_id = 1 AND name = 'Suda'`.execute(test.database.house);
    await active(false);
    expect(await look(token)).toMatchObject({ code: 200107, data: { over: 'elsewhere' } });
    await active(true);
    const hours = await sql<{
      left: number;
    }>`SELECT extract(epoch FROM expires_at - now()) / 3600 AS left FROM supply_link
      WHERE order_no = ${id}`.execute(test.database.house);
    expect(Number(hours.rows[0]?.left)).toBeLessThanOrEqual(72);
    await sql`UPDATE supply_link SET expires_at = now() - interval '1 second' WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    expect(await answer(token, { confirm: true })).toMatchObject({ code: 200107, data: { over: 'expired' } });
    expect(await statusOf(id)).toBe(1002);
  });
});
