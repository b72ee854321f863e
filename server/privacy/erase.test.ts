// Personal data on request (decision 0495): asked for by the person, decided by staff, nothing left in any table, money as it was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../domain/order-status.ts';
import { root } from '../../scripts/open-database.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { countErasures, insertMail, insertMails } from '../notification/notification.sql.ts';
import { readConfig } from '../platform/config.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { makeVault, storeHouseKey } from '../platform/vault.ts';
import { eraseAgain, listErased } from './erase-again.ts';
import { erasePerson } from './erase-person.ts';

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
const find = async (query: string) => (await test.call('consolePersons', { query }, { token: admin })).data;
const erase = (email: string, reviews: 'nameless' | 'erased' = 'nameless') =>
  test.call('consolePersonErase', { email, reviews }, { token: admin });

/** Every table and column that contains one of some words. */
async function findWords(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ t: string }>`SELECT table_name AS t FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(house());
  const found: string[] = [];
  for (const { t } of tables)
    for (const word of words) {
      const { rows } = await sql<{ row: string }>`SELECT x::text AS row FROM ${sql.table(t)} x
        WHERE strpos(lower(x::text), ${word.toLowerCase()}) > 0`.execute(house());
      found.push(...rows.map(({ row }) => `${t} ${word}: ${row.slice(0, 300)}`));
    }
  return found;
}

/** An order of the agency whose contact is the person, paid, used and over. */
async function travelled(email: string, name: string, phone: string): Promise<string> {
  const input = await fillOrder(test, agent);
  const contact = { name, email, areaCode: '60', phone };
  const placed = await test.call('createOrder', { ...input, contact }, { token: agent, key: newKey() });
  expect(placed.code, JSON.stringify(placed.data)).toBe(200);
  const { orderNo } = placed.data;
  expect((await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() })).code).toBe(
    200,
  );
  return orderNo;
}
/** As the clock does it once the day is over. */
async function complete(orderNo: string): Promise<void> {
  const { completed } = OrderStatus;
  await sql`UPDATE sub_order SET status = ${completed} WHERE order_no = ${orderNo}`.execute(house());
  await sql`UPDATE purchase SET status = ${completed} WHERE order_no = ${orderNo}`.execute(house());
  await sql`INSERT INTO order_event (owner_id, order_no, action, actor, actor_name, from_status, to_status)
    VALUES (1, ${orderNo}, 'complete', 'clock', '', 1003, ${completed})`.execute(house());
}

const sums = async () =>
  (
    await sql`SELECT kind, currency, sum(balance_minor) AS minor, (SELECT sum(amount_minor) FROM ledger_entry) AS all
  FROM ledger_account GROUP BY 1, 2 ORDER BY 1, 2`.execute(house())
  ).rows;

describe('§6 personal data: erased on request', () => {
  it('leaves no word of the person in any table, and the money as it was', async () => {
    const email = 'quiet.reader@mail.example';
    const guest = await enterAsGuest(test, email);
    const own = await placeOrder(test, guest);
    const journey = await travelled(email, 'Wilhelmina Quietreader', '127788990');
    expect(
      (await test.call('remark', { orderNo: journey, text: 'Wilhelmina Quietreader here' }, { token: agent })).code,
    ).toBe(200);
    const { id } = (await test.call('searchProducts', { query: 'Silver Tower' })).data.list[0] ?? { id: '' };
    await test.call('wishes', { add: [id], remove: [] }, { token: guest });
    const contact = { name: 'Wilhelmina Quietreader', email, areaCode: '60', phone: '127788990' };
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const changed = await test.call(
      'consoleContact',
      { id: journey, seen: contact, ...contact, phone: '127788991' },
      { token: operations },
    );
    expect(changed.code).toBe(200);
    expect((await find(email)).persons).toMatchObject([{ email, orders: 2, obstacles: ['order'] }]);
    expect((await find('127788991')).persons.map((person) => person.email)).toEqual([email]);
    const first = await erase(email);
    expect(first.code, test.log.filter((l) => l.includes('"level":50')).join()).toBe(201201);
    expect((await findWords([email])).length).toBeGreaterThan(3);
    const closed = await test.call('cancelOrder', { orderNo: own, remark: '' } as never, {
      token: guest,
      key: newKey(),
    });
    expect(closed.code, closed.msg).toBe(200);
    await complete(journey);
    // A mail that is being written belongs to an order that has not ended yet.
    for (const [recipient, occasion] of [
      [email, `order ${journey} confirmed`],
      ['operations@one.example', `order ${journey} newRemark`],
    ] as const)
      await until(
        () => test.mails(recipient),
        (mails) => mails.some((mail) => mail.occasion.startsWith(occasion)),
      );
    const before = await sums();
    expect((await erase(email)).code).toBe(200);
    expect(await sums()).toEqual(before);
    await until(
      () => test.mails(email),
      (mails) => mails.some((mail) => mail.occasion.startsWith('account erased')),
    );
    // Counted tries go within the day; the invoice keeps the name, and the mail about it is gone after a week.
    const left = (await findWords([email, 'quietreader', '127788990', '127788991'])).filter(
      (row) => !/^(attempt|invoice_name) /.test(row) && !/^mail .*account erased/.test(row),
    );
    expect(left).toEqual([]);
    // No one is left whom the voucher could reach.
    expect((await test.call('consoleVoucherMail', { id: journey }, { token: operations })).code).toBe(200302);
    expect((await test.call('getUserInfo', {}, { token: guest })).http).toBe(401);
    // The address is free.
    expect(await enterAsGuest(test, email)).toBeTruthy();
  });

  it('is asked for with the password, withdrawn, refused with a reason, and asked for again', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const ask = (password: string) =>
      test.call('personalDataErase', { password, reviews: 'erased' }, { token: member });
    expect((await ask('')).data).toMatchObject({ fields: { password: expect.anything() } });
    expect((await ask('not-mine-2026')).code).toBe(200001);
    expect((await ask('member-2026')).code).toBe(200);
    expect((await ask('member-2026')).code).toBe(201202);
    expect((await test.call('personalData', {}, { token: member })).data).toMatchObject({
      request: { state: 'asked' },
      proof: 'password',
    });
    expect((await test.call('personalDataWithdraw', {}, { token: member })).code).toBe(200);
    expect((await test.call('personalDataWithdraw', {}, { token: member })).code).not.toBe(200);
    expect((await ask('member-2026')).code).toBe(200);
    const [request] = (await find('')).requests;
    expect(request).toMatchObject({ email: 'member@one.example', reviews: 'erased', obstacles: [] });
    const refuse = (reason: string) =>
      test.call('consoleErasureRefuse', { id: request?.id ?? '', reason }, { token: admin });
    expect((await refuse(' ')).code).toBe(200001);
    expect((await refuse('You have a claim open.')).code).toBe(200);
    expect((await refuse('Twice')).code).toBe(200009);
    await until(
      () => test.mails('member@one.example'),
      (mails) => mails.some((mail) => mail.body.includes('You have a claim open.')),
    );
    expect((await find('')).requests).toEqual([]);
  });

  it('gives a file with everything to the person alone, three times a day (§6)', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const load = (token: string) => test.fetch('/api/ucenter/personaldata/file', { headers: { token } });
    const answer = await load(member);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    expect(text).toContain('member@one.example');
    expect(text).not.toContain('agent@one.example');
    expect(text).not.toContain('argon2');
    expect(text).not.toContain('password_hash');
    await load(member);
    await load(member);
    expect((await load(member)).status).toBe(503);
    expect((await test.fetch('/api/ucenter/personaldata/file')).status).toBe(401);
    const staff = await test.fetch('/api/console/personaldata/file?email=member%40one.example', {
      headers: { token: admin },
    });
    expect(staff.headers.get('content-type')).toBe('application/zip');
    const other = await test.fetch('/api/console/personaldata/file?email=agent%40two.example', {
      headers: { token: admin },
    });
    expect(other.status).toBe(421);
  });

  it('is refused where an order is placed meanwhile, and an order where the erasure came first (race)', async () => {
    const email = 'racer@mail.example';
    const run = async () => {
      const guest = await enterAsGuest(test, email);
      const input = await fillOrder(test, guest);
      const [order, erased] = await Promise.all([
        test.call('createOrder', input, { token: guest, key: newKey() }),
        erase(email),
      ]);
      return { guest, order, erased };
    };
    const { order, erased } = await run();
    expect([order.code, erased.code].filter((code) => code === 200).length).toBe(1);
    // The guard itself: an order whose session was read before the account was closed.
    const late = 'late@mail.example';
    const guest = await enterAsGuest(test, late);
    const input = await fillOrder(test, guest);
    const closing = closeLate(late);
    await closing.locked;
    const waiting = test.call('createOrder', input, { token: guest, key: newKey() });
    await new Promise((resolve) => setTimeout(resolve, 300));
    closing.commit();
    expect((await waiting).code).toBe(201203);
    expect((await find(late)).persons.filter((person) => person.orders > 0)).toEqual([]);
  });
});

describe('§6 personal data: after an erasure', () => {
  it('stores no mail that was being written meanwhile, and would without the guard (race)', async () => {
    const owner = () => test.database.forOwner(1);
    const vault = makeVault('of this test');
    type Storing = Pick<typeof import('../notification/notification.sql.ts'), 'insertMail' | 'insertMails'>;
    /** Two mails, one of them about an order, are stored while the erasure has not ended yet. */
    async function race(email: string, { insertMail, insertMails }: Storing) {
      await enterAsGuest(test, email);
      const erasures = await countErasures(owner());
      const mail = { recipient: email, subject: 'x', html: 'x', body: 'x', attachments: [] };
      const storing = await inTransaction(owner(), async (erasing) => {
        const erased = { email, accountId: null, reviews: 'nameless', by: 'x', now: new Date(), vault } as const;
        await erasePerson(erasing, erased);
        const item = { ...mail, occasion: `one ${email}`, sealed: null, secretSeconds: null, again: null };
        const writes = [
          insertMail(owner(), item, erasures),
          insertMails(owner(), [{ ...mail, occasion: `many ${email}` }], erasures),
        ];
        const ended = Promise.allSettled(writes);
        await sql`SELECT pg_sleep(0.3)`.execute(erasing);
        return { ended };
      });
      return (await storing.ended).map(({ status }) => status);
    }
    const mailsOf = async (email: string) => (await findWords([email])).filter((found) => found.startsWith('mail '));
    const late = 'late.writer@mail.example';
    expect(await race(late, { insertMail, insertMails })).toEqual(['rejected', 'rejected']);
    expect(await mailsOf(late)).toEqual([]);
    // Who comes back gets mails again.
    await enterAsGuest(test, late);
    expect((await test.mails(late)).length).toBe(1);
    await withoutGuard<Storing>(
      'notification/notification.sql.ts',
      [['erasures === null', 'true']],
      async (unguarded) => {
        const leaked = 'leaked.writer@mail.example';
        expect(await race(leaked, unguarded)).toEqual(['fulfilled', 'fulfilled']);
        expect(await mailsOf(leaked)).toHaveLength(2);
        await sql`DELETE FROM mail WHERE recipient = ${leaked}`.execute(house());
      },
    );
  });

  it('erases again who was erased since a backup was made', async () => {
    const email = 'back.again@mail.example';
    await enterAsGuest(test, email);
    expect((await erase(email)).code).toBe(200);
    const list = await listErased(test.database);
    // As a restored backup has it: the person is there, and was long before.
    await enterAsGuest(test, email);
    await sql`UPDATE account SET created_at = now() - interval '1 day' WHERE email = ${email}`.execute(house());
    const { houseKey, dataFolder } = readConfig({}, root);
    const vault = makeVault(storeHouseKey(houseKey, dataFolder));
    expect(await eraseAgain(test.database, list, { vault, now: new Date() })).toMatchObject({ erased: 1 });
    expect((await find(email)).persons).toEqual([]);
  });
});

/** Closes an account as an erasure does, and commits on a signal. */
function closeLate(email: string) {
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  void inTransaction(test.database.forOwner(1), async (owner) => {
    await sql`SELECT 1 FROM account WHERE owner_id = 1 AND email = ${email} FOR UPDATE`.execute(owner);
    await sql`UPDATE account SET status = -2 WHERE owner_id = 1 AND email = ${email}`.execute(owner);
    isLocked();
    await held;
  });
  return { locked, commit };
}
