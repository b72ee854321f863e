// Mails about orders: to everyone the buyer named, each in the language chosen; to those who decide; none for what was rolled back;
// and the owner's own words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../domain/languages.ts';
import { buyerOccasions, staffOccasions } from '../../domain/mail-occasions.ts';
import { translate } from '../../locales/translate.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder, type Wanted } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { writeOrderMails } from './write-order-mails.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let content: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  // All three readers are of the agency: its customers read no prices (decision 0791).
  const others = { business: { email: 'thai@example.com' }, settlement: { email: 'english@example.com' } };
  await sql`UPDATE partner SET contacts = contacts || ${JSON.stringify(others)}::jsonb WHERE kind = 'corporate'`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

const readers: Record<string, Language> = {
  'mei@example.com': 'zh_CN',
  'thai@example.com': 'th',
  'english@example.com': 'en',
};
const names: Record<string, Partial<Record<Language, string>>> = {
  'Silver Tower': { zh_CN: '银塔观景台', en: 'Silver Tower', th: 'Silver Tower' },
  'Green Hills': { zh_CN: '青山一日游', en: 'Green Hills Day Tour', th: 'Green Hills Day Tour' },
  'Airport Car': { zh_CN: 'Airport Car', en: 'Airport Car', th: 'Airport Car' },
};

async function place(wanted: Wanted = {}): Promise<string> {
  const input = await fillOrder(test, agent, wanted);
  const notify = [
    { to: 'contact' as const, language: 'zh_CN' as const },
    { to: 'other' as const, email: 'thai@example.com', language: 'th' as const },
    { to: 'other' as const, email: 'english@example.com', language: 'en' as const },
  ];
  const answer = await test.call('createOrder', { ...input, notify }, { token: agent, key: newKey() });
  expect(answer.code).toBe(200);
  return answer.data.orderNo;
}
const pay = (id: string, supplement?: string) =>
  test.call('paying', { id, channel: 'deposit', supplement }, { token: agent, key: newKey() });

type Mail = { recipient: string; subject: string; html: string; body: string };
const mailsOf = async (orderNo: string, occasion: string): Promise<Mail[]> =>
  (
    await sql<Mail>`SELECT recipient, subject, html, body FROM mail
      WHERE occasion = ${`order ${orderNo} ${occasion}`} OR occasion LIKE ${`order ${orderNo} ${occasion}:%`}`.execute(
      test.database.house,
    )
  ).rows;

const vouchersIn = async (orderNo: string, occasion: string) =>
  (
    await sql<{ attachments: { vouchersOf?: string }[] }>`SELECT attachments FROM mail
      WHERE occasion LIKE ${`order ${orderNo} ${occasion}:%`}`.execute(test.database.house)
  ).rows.flatMap((row) => row.attachments);

/** All three readers have it, each with the subject of their language. */
async function expectMails(
  orderNo: string,
  occasion: string,
  { amount = '', product = 'Silver Tower', times = 1 } = {},
): Promise<Mail[]> {
  const mails = await until(
    () => mailsOf(orderNo, occasion),
    (list) => list.length >= 3 * times,
  );
  const expected = Object.keys(readers).flatMap((reader) => Array.from({ length: times }, () => reader));
  expect(mails.map((mail) => mail.recipient).sort(), occasion).toEqual(expected.sort());
  for (const { recipient, subject } of mails) {
    const language = readers[recipient] as Language;
    const values = { orderNo, product: names[product]?.[language] ?? '', owner: 'Owner one', amount, name: 'Mei Tan' };
    const expected = translate(language, `notification.mail.${occasion}Subject`, values);
    if (amount || !expected.endsWith(' ')) expect(subject, `${occasion} ${language}`).toBe(expected);
  }
  return mails;
}

describe('each occasion is mailed in each language', () => {
  it('placed, reminded, paid, confirmed, remarked, asked for more, cancelled and refunded', async () => {
    const orderNo = await place();
    await expectMails(orderNo, 'placed');
    const write = (occasion: string) => test.house && jobless(orderNo, occasion);
    await write('payReminder');
    await expectMails(orderNo, 'payReminder');
    await pay(orderNo);
    await expectMails(orderNo, 'confirmed');
    await write(`dayBefore:${playOn}`);
    await expectMails(orderNo, 'dayBefore');
    await test.call('consoleRemark', { id: orderNo, text: 'Please be early' }, { token: staff });
    await expectMails(orderNo, 'remark');
    const added = await test.call(
      'consoleSupplementAdd',
      { id: orderNo, kind: 'freight', amountMinor: 1200, reason: 'Parcel' },
      { token: staff },
    );
    const mails = await until(
      () => mailsOf(orderNo, 'supplement'),
      (list) => list.length >= 3,
    );
    const thai = mails.find((mail) => mail.recipient === 'thai@example.com');
    expect(thai?.subject).toContain('12.00');
    expect(thai?.subject).toContain('ชำระเพิ่มเติม');
    expect(thai?.html).toContain(`supplement=${added.data.supplementNo}`);
    expect(thai?.html).toContain('Parcel');
    await pay(orderNo, added.data.supplementNo);
    const received = await until(
      () => mailsOf(orderNo, 'supplementPaid'),
      (list) => list.length >= 3,
    );
    expect(received.map((mail) => mail.recipient).sort()).toEqual(Object.keys(readers).sort());
    for (const { html } of received) expect(html).toMatch(/12\.00[\s\S]*Parcel/);
    const ask = () => test.call('cancelOrder', { orderNo, remark: 'Ill' }, { token: agent });
    const first = (await ask()).data.requests.at(-1);
    await expectMails(orderNo, 'cancelAsked');
    const toDecide = await until(
      () => mailsOf(orderNo, 'toDecide'),
      (list) => list.length > 0,
    );
    expect(toDecide.map((mail) => mail.recipient)).toEqual(['operations@one.example']);
    expect(toDecide[0]?.html).toContain(`/console/orders/${orderNo}`);
    const decide = (id: string, approve: boolean) =>
      test.call('consoleCancelDecide', { id, approve, reason: 1, text: 'Too near' }, { token: staff });
    await decide(first?.id ?? '', false);
    expect((await expectMails(orderNo, 'cancelRejected'))[0]?.html).toContain('Too near');
    // Of an order that was asked back before its confirmation was mailed, this is the first mail that can bring the voucher.
    expect((await vouchersIn(orderNo, 'cancelRejected')).map((one) => one.vouchersOf)).toEqual(
      Object.keys(readers).map(() => orderNo),
    );
    const second = (await ask()).data.requests.at(-1);
    expect(
      await until(
        async () => (await mailsOf(orderNo, 'cancelAsked')).length,
        (n) => n === 6,
      ),
    ).toBe(6);
    await decide(second?.id ?? '', true);
    await expectMails(orderNo, 'cancelled');
    // Of the order, and of what was paid in addition, each from its own payment.
    const refunded = await expectMails(orderNo, 'refunded', { times: 2 });
    for (const amount of ['100.00', '12.00'])
      expect(refunded.filter((mail) => mail.body.includes(amount)).length, amount).toBeGreaterThanOrEqual(3);
    await write('completion:x');
    await expectMails(orderNo, 'completion');
  });

  it('the day before, with another day in the format of each reader (§3 fields)', async () => {
    const orderNo = await place();
    await pay(orderNo);
    await sql`UPDATE purchase SET fields = '{"alternateDate": "2027-03-09"}' WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    await jobless(orderNo, `dayBefore:${playOn}`);
    const mails = await expectMails(orderNo, 'dayBefore');
    const bodyFor = (reader: string) => mails.find(({ recipient }) => recipient === `${reader}@example.com`)?.body;
    expect(bodyFor('english')).toContain('Alternative date: Tue, Mar 9, 2027');
    expect(bodyFor('mei')).toContain('2027年3月9日');
    expect(bodyFor('thai')).not.toContain('2027-03-09');
  });

  it('a part that is cancelled, of which the rest stands', async () => {
    const orderNo = await place({ quantity: 3 });
    await pay(orderNo);
    const part = { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1, remark: 'Ill' };
    const { requests } = (await test.call('cancelOrder', part, { token: agent })).data;
    await test.call('consoleCancelDecide', { id: requests[0]?.id ?? '', approve: true }, { token: staff });
    const mails = await until(
      () => mailsOf(orderNo, 'cancelled'),
      (list) => list.length >= 3,
    );
    const english = mails.find(({ recipient }) => recipient === 'english@example.com');
    expect(english?.subject).toBe(`Order ${orderNo}: cancelled in part`);
    expect(english?.body).toContain('a part of Silver Tower was cancelled; the rest of your booking stands');
    expect(english?.body).toContain('(1 of 3 cancelled)');
  });

  it('paid and rejected, and the owner is notified of what waits', async () => {
    const orderNo = await place({ product: 'Green Hills', quantity: 2 });
    await pay(orderNo);
    await expectMails(orderNo, 'paid', { product: 'Green Hills' });
    const toConfirm = await until(
      () => mailsOf(orderNo, 'toConfirm'),
      (list) => list.length > 0,
    );
    expect(toConfirm.map((mail) => mail.recipient)).toEqual(['operations@one.example']);
    expect(toConfirm[0]?.body).not.toContain('200.00');
    await test.call('consoleReject', { id: orderNo, why: 'No guide that day' }, { token: staff });
    const rejected = await expectMails(orderNo, 'rejected', { product: 'Green Hills' });
    expect(rejected.every((mail) => mail.html.includes('No guide that day'))).toBe(true);
  });

  it('who drives', async () => {
    const orderNo = await place({ product: 'Airport Car' });
    await pay(orderNo);
    const driver = { name: 'Somchai', areaCode: '66', phone: '812345678', plate: 'BKK 12', car: 'Camry' };
    const answer = { id: orderNo, subOrderNo: `${orderNo}-1`, drivers: [driver] };
    expect((await test.call('consoleDriver', answer as never, { token: staff })).code).toBe(200);
    const mails = await expectMails(orderNo, 'driver', { product: 'Airport Car' });
    const label: Record<string, string> = { 'mei@example.com': '司机：', 'thai@example.com': 'คนขับ: ' };
    for (const { recipient, body } of mails)
      expect(body).toContain(`${label[recipient] ?? 'Driver: '}Somchai · +66 812345678 · BKK 12 · Camry`);
  });

  it('a supplier gets mails about its products only', async () => {
    await sql`UPDATE product SET supplier_id = (SELECT account_id FROM account WHERE email = 'supplier@one.example')
      WHERE owner_id = 1 AND key = 'hills'`.execute(test.database.house);
    const orderNo = await place({ product: 'Green Hills', quantity: 2 });
    await pay(orderNo);
    const answers = await until(
      () => mailsOf(orderNo, 'toConfirm'),
      (list) => list.length > 1,
    );
    expect(answers.map((mail) => mail.recipient).sort()).toEqual(['operations@one.example', 'supplier@one.example']);
  });
});

/** What the job of an occasion does, without waiting for its hour. */
async function jobless(orderNo: string, occasion: string): Promise<void> {
  const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
  const writing = { owner: test.database.forOwner(1), jobs, vault: makeVault('of this test'), erasures: null };
  expect(await writeOrderMails(writing, [{ orderNo, occasion }])).toEqual([undefined]);
  expect(await writeOrderMails(writing, [{ orderNo, occasion }])).toEqual([undefined]);
}

describe('what was rolled back', () => {
  it('is not mailed', async () => {
    const input = await fillOrder(test, agent, { product: 'Few Seats', quantity: 5 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.call('createOrder', input, { token: agent, key: newKey() })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    const jobs = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job j WHERE name = 'order.changed'
      AND NOT EXISTS (SELECT 1 FROM purchase p WHERE p.order_no = j.data ->> 'orderNo')`.execute(test.database.house);
    expect(jobs.rows[0]?.n).toBe(0);
    const placed = answers.find((answer) => answer.code === 200)?.data.orderNo ?? '';
    await until(
      () => mailsOf(placed, 'placed'),
      (list) => list.length > 0,
    );
    const mails = await sql<{ n: number }>`SELECT count(*)::int AS n FROM mail m WHERE m.occasion LIKE 'order %'
      AND NOT EXISTS (SELECT 1 FROM purchase p WHERE p.order_no = split_part(m.occasion, ' ', 2))`.execute(
      test.database.house,
    );
    expect(mails.rows[0]?.n).toBe(0);
  });
});

describe("the owner's own words", () => {
  const save = (input: object, token = content) =>
    test.call(
      'consoleMailTextSave',
      { occasion: 'confirmed', language: 'en', subject: '', intro: '', was: null, ...input },
      { token },
    );

  it('take the place of the standard ones in their language, as plain text with blanks filled', async () => {
    const words = { subject: 'See you soon, {orderNo}', intro: 'Dear {name}, <b>{product}</b> costs {amount}.' };
    expect((await save(words)).code).toBe(200);
    const orderNo = await place();
    await pay(orderNo);
    const mails = await until(
      () => mailsOf(orderNo, 'confirmed'),
      (list) => list.length >= 3,
    );
    const of = (recipient: string) => mails.find((mail) => mail.recipient === recipient);
    expect(of('english@example.com')?.subject).toBe(`See you soon, ${orderNo}`);
    expect(of('english@example.com')?.html).toContain('Dear Mei Tan, &lt;b&gt;Silver Tower&lt;/b&gt; costs');
    expect(of('mei@example.com')?.subject).toBe(`订单 ${orderNo}：已确认，凭证见附件`);
    const shown = (await test.call('consoleMailTexts', {}, { token: content })).data;
    expect(shown.list).toEqual([{ occasion: 'confirmed', language: 'en', ...words }]);
    expect(shown.standard.th?.paid?.subject).toBe(
      translate('th', 'notification.mail.paidSubject', { orderNo: '{orderNo}' }),
    );
    const log =
      await sql`SELECT 1 FROM audit_log WHERE act = 'settings-saved' AND subject = 'mail confirmed en'`.execute(
        test.database.house,
      );
    expect(log.rows).toHaveLength(1);
    expect((await save({ subject: '', intro: '', was: words })).code).toBe(200);
    expect((await test.call('consoleMailTexts', {}, { token: content })).data.list).toEqual([]);
  });

  it('know their blanks, their length, and who wrote last', async () => {
    const bad = await save({ subject: 'Hello {password}', intro: 'x'.repeat(2001) });
    expect(bad.code).toBe(200001);
    expect((bad.data as unknown as { fields: Record<string, string> }).fields).toMatchObject({
      subject: 'A blank in braces is not known here',
      intro: 'At most 2,000 characters',
    });
    expect((await save({ occasion: 'nonsense', subject: 'A' })).http).toBe(421);
    // A mail to a supplier, or about a review, has no amount to put in.
    for (const occasion of ['toSupply', 'completion', 'review']) {
      const refused = await save({ occasion, intro: 'Worth {amount}' });
      expect((refused.data as unknown as { fields: object }).fields, occasion).toHaveProperty('intro');
    }
    const { blanks } = (await test.call('consoleMailTexts', {}, { token: content })).data;
    expect([blanks.supplyMoved, blanks.refunded?.at(-1)]).toEqual([['name', 'product', 'orderNo', 'owner'], 'amount']);
    const race = await Promise.all(Array.from({ length: 20 }, (_, at) => save({ subject: `Text ${at}` })));
    expect(race.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(race.filter((answer) => answer.code === 200009)).toHaveLength(19);
  });

  it('are shown as the mail would look, for every occasion', async () => {
    for (const occasion of [...buyerOccasions, ...staffOccasions])
      for (const language of ['zh_CN', 'th', 'en'] as const) {
        const input = { occasion, language, subject: '', intro: '' };
        const { data } = await test.call('consoleMailTextPreview', input, { token: content });
        expect(data.html).toContain(translate(language, `notification.mail.${occasion}Title`));
        expect(data.subject).not.toMatch(/[{}]/);
      }
  });
});

it('an order placed by a contact without wishes is mailed to the contact', async () => {
  const orderNo = await placeOrder(test, agent);
  const mails = await until(
    () => mailsOf(orderNo, 'placed'),
    (list) => list.length > 0,
  );
  expect(mails.map((mail) => mail.recipient)).toEqual(['mei@example.com']);
});
