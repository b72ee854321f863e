// A shop knows persons also without an order of their own (decision 0495): travellers of a reseller's booking, customers of a quotation,
// users of a company, companies that topped up. After the erasure no table of the shop holds their words, and neither does its queue.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { openOcto } from '../../tests/build/ask-octo.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { adjust, findAgency, readFigures } from '../../tests/build/set-balances.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { retainForTerms } from './retain-for-terms.ts';

let test: TestHouse;
let admin: string;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
});
afterAll(() => test.close());

const house = () => test.database.house;
const erase = (email: string) => test.call('consolePersonErase', { email, reviews: 'erased' }, { token: admin });

/** Rows of all tables that contain one of some words. */
async function findWords(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ t: string }>`SELECT table_schema || '.' || table_name AS t
    FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
      AND table_type = 'BASE TABLE'`.execute(house());
  const found = new Set<string>();
  for (const { t } of tables)
    for (const word of words) {
      const { rows } = await sql<{ row: string }>`SELECT x::text AS row FROM ${sql.table(t)} x
        WHERE strpos(lower(x::text), ${word.toLowerCase()}) > 0`.execute(house());
      for (const { row } of rows) found.add(`${t} ${word}: ${row.slice(0, 300)}`);
    }
  return [...found];
}
/** Counted tries go within the day, finished jobs within days, the last mail to the person within a week; invoices keep their name. */
const soonGone = /^(public\.(attempt|invoice_name)|pgboss\.\S+) |^public\.mail .*account erased/;
const leftOf = async (words: string[]) => (await findWords(words)).filter((row) => !soonGone.test(row));
const noMailWaits = () =>
  until(
    async () =>
      (await sql`SELECT 1 FROM pgboss.job WHERE state IN ('created', 'retry', 'active')`.execute(house())).rows.length,
    (left) => left === 0,
  );

describe('§6 personal data: who booked by a reseller’s system', () => {
  type Octo = Awaited<ReturnType<typeof openOcto>>;
  let octo: Octo;
  const capabilities = 'octo/pickups, octo/questions';
  beforeAll(async () => {
    await sql`UPDATE product SET order_fields = '{402}', traveller_fields = '{102,202}'
      WHERE owner_id = 1 AND names ->> 'en' = 'Silver Tower'`.execute(house());
    octo = await openOcto(test);
  });

  /** A booking of one traveller with a passport, used and over. */
  async function travelled(email: string): Promise<{ uuid: string; orderNo: string }> {
    const { productId, optionId, units } = await octo.find('Silver Tower');
    const contact = { fullName: 'Octavia Passenger', emailAddress: email, phoneNumber: '+60127788990' };
    const unit = {
      unitId: units[0],
      resellerReference: 'Octavia Passenger 1',
      contact: { firstName: 'Octavia', lastName: 'Passenger', emailAddress: email },
      questionAnswers: [{ questionId: '202', value: 'K7654321' }],
    };
    const body = { productId, optionId, availabilityId: playOn, unitItems: [unit], pickupAddress: 'Quiet Lane 5' };
    const held = await octo.get('Booking', '/bookings', { body, capabilities });
    const confirmed = await octo.get('Booking', `/bookings/${held.uuid}/confirm`, { body: { contact }, capabilities });
    const orderNo: string = confirmed.supplierReference;
    const { completed } = OrderStatus;
    await sql`UPDATE sub_order SET status = ${completed} WHERE order_no = ${orderNo}`.execute(house());
    await sql`UPDATE purchase SET status = ${completed} WHERE order_no = ${orderNo}`.execute(house());
    await sql`INSERT INTO order_event (owner_id, order_no, action, actor, actor_name, from_status, to_status)
      VALUES (1, ${orderNo}, 'complete', 'clock', '', 1003, ${completed})`.execute(house());
    await noMailWaits();
    return { uuid: held.uuid, orderNo };
  }

  it('is erased with the answers about each traveller, and the system still reads its booking', async () => {
    const email = 'octavia@mail.example';
    const { uuid } = await travelled(email);
    expect((await erase(email)).code).toBe(200);
    expect(await leftOf([email, 'octavia', 'K7654321', 'quiet lane'])).toEqual([]);
    const shown = await octo.get('Booking', `/bookings/${uuid}`, { capabilities });
    expect(shown.unitItems).toHaveLength(1);
    expect(shown.unitItems[0]).toMatchObject({ resellerReference: null, contact: { fullName: null } });
  });

  it('keeps numbers of documents and details of travellers for the owner’s terms only', async () => {
    const { uuid, orderNo } = await travelled('terms@mail.example');
    const own = async () =>
      (
        await sql<{ row: string }>`SELECT b::text AS row FROM octo_booking b WHERE order_no = ${orderNo}`.execute(
          house(),
        )
      ).rows[0]?.row;
    const runIn = (days: number) =>
      retainForTerms(
        test.database.forOwner(1),
        new Date(Date.parse(playOn) + days * 86_400_000),
        makeVault('of this test'),
      );
    await runIn(25);
    expect(await own()).toContain('K7654321');
    await runIn(35);
    expect(await own()).not.toContain('K7654321');
    expect(await own()).toContain('Quiet Lane 5');
    await runIn(400);
    for (const gone of ['Quiet Lane', 'firstName']) expect(await own()).not.toContain(gone);
    expect((await octo.get('Booking', `/bookings/${uuid}`, { capabilities })).uuid).toBe(uuid);
  });
});

describe('§6 personal data: named in mails to others', () => {
  it('a customer of a quotation is gone from the mails to the agent', async () => {
    const email = 'quentin@mail.example';
    const found = await sql<{
      p: string;
      g: string;
      s: string;
    }>`SELECT p.product_id::text AS p, g.package_id::text AS g,
      s.sku_id::text AS s FROM product p JOIN package g ON g.product_id = p.product_id JOIN sku s ON s.package_id = g.package_id
      WHERE p.owner_id = 1 AND p.key = 'tower' ORDER BY s.position LIMIT 1`.execute(house());
    const [row] = found.rows;
    const { data, msg } = await test.call(
      'quotationSave',
      {
        ...{ language: 'en', currency: 'MYR', percent: '10', validUntil: addDays(today, 5) },
        ...{ customerName: 'Quentin Quotereader', customerEmail: email, title: 'Three days', greeting: '', terms: '' },
        lines: [{ productId: row?.p, packageId: row?.g, skuId: row?.s, playOn, quantity: 1 }],
      },
      { token: agent },
    );
    expect(msg).toBe('');
    const sent = await test.call('quotationSend', { id: data.id, revision: data.revision }, { token: agent });
    expect(sent.msg).toBe('');
    const quotetoken = new URL(sent.data.address).searchParams.get('quotetoken') ?? '';
    expect((await test.call('quotationAsk', { quotetoken, name: 'Quentin Quotereader', text: 'Lunch?' })).code).toBe(
      200,
    );
    await until(
      () => test.mails('agent@one.example'),
      (mails) => mails.some((mail) => mail.body.includes('Quentin Quotereader')),
    );
    await noMailWaits();
    expect((await erase(email)).code).toBe(200);
    expect(await leftOf([email, 'quentin'])).toEqual([]);
  });

  it('a user of a company is gone from the mails to its main account', async () => {
    const email = 'ulrika@mail.example';
    const words = { password: 'helper-2026', confirmation: 'helper-2026' };
    const made = await test.call(
      'createChildAccount',
      { username: 'Ulrika77', email, name: 'Ulrika Underling', ...words },
      { token: agent },
    );
    expect(made.code, JSON.stringify(made.data)).toBe(200);
    const mails = await until(
      () => test.mails(email),
      (list) => list.some((mail) => /active\?token=/.test(mail.body)),
    );
    const token = /active\?token=([\w-]{22,})/.exec(mails[0]?.body ?? '')?.[1] ?? '';
    expect((await test.call('enableEmail', { token })).code).toBe(200);
    await until(
      () => test.mails('agent@one.example'),
      (list) => list.some((mail) => mail.body.includes(email)),
    );
    await noMailWaits();
    expect((await erase(email)).code).toBe(200);
    expect(await leftOf([email, 'ulrika'])).toEqual([]);
  });
});

describe('§6 personal data: a company that topped up its deposit', () => {
  const email = 'agent@one.example';
  const remark = 'Arif Quietpayer asks for a receipt';
  let finance: string;
  beforeAll(async () => {
    const instructions = { MYR: { en: 'Account 1' } };
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
      VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(house());
    finance = await test.signIn('finance@one.example', 'finance-2026');
  });

  async function sendIn(): Promise<string> {
    const { data } = await test.call(
      'cashierInfo',
      { channel: 'offline', amount: 10_000 },
      { token: agent, key: newKey() },
    );
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    await test.fetch(`/api/order/offlinepay/file?id=${data.rechargeNo}`, {
      method: 'POST',
      headers: { token: agent, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    });
    const sent = await test.call('offlineEvaluation', { id: data.rechargeNo, remark }, { token: agent });
    expect(sent.code, sent.msg).toBe(200);
    return data.rechargeNo;
  }
  const obstacles = async () =>
    (await test.call('consolePersons', { query: email }, { token: admin })).data.persons[0]?.obstacles;

  it('is not erased while a top-up is under way, and its transfers are exported and erased with it', async () => {
    const first = await sendIn();
    expect(await obstacles()).toContain('payment');
    const queue = (await test.call('consoleTransfers', { state: 'submitted' }, { token: finance })).data.list;
    const id = queue.find((item) => item.rechargeNo === first)?.paymentNo ?? '';
    const refused = await test.call(
      'consoleTransferDecide',
      { id, verified: false, seen: 'submitted', reason: 'wrong amount' },
      { token: finance },
    );
    expect(refused.code).toBe(200);
    expect((await test.call('offlineWithdraw', { id: first }, { token: agent })).code).toBe(200);
    expect(await obstacles()).not.toContain('payment');
    const pack = await test.fetch(`/api/console/personaldata/file?email=${encodeURIComponent(email)}`, {
      headers: { token: admin },
    });
    expect(Buffer.from(await pack.arrayBuffer()).toString('utf8')).toContain(remark);
    // Its users first, and what lies on the deposit.
    await sql`UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 1`.execute(house());
    const users = await sql<{
      email: string;
    }>`SELECT email FROM account WHERE owner_id = 1 AND kind = 'sub' AND status <> -2`.execute(house());
    for (const user of users.rows) expect((await erase(user.email)).code).toBe(200);
    const { deposit } = await readFigures(test, agent);
    const agency = await findAgency(test, finance);
    const lowered = await adjust(test, finance, { id: agency, dealType: 10, amountMinor: deposit });
    expect(lowered.data.state).toBe('done');
    await noMailWaits();
    const erased = await erase(email);
    expect(erased.code, JSON.stringify(erased.data)).toBe(200);
    expect(await leftOf(['quietpayer'])).toEqual([]);
  });
});
