// Six terms for which an owner stores personal data (decision 0496): each term is set over HTTP; the data is kept up to its last day and erased on the
// next, with what must stay beside it; read back through the calls and files of buyers and staff.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../domain/order-status.ts';
import { type Retention, type RetentionName, readRetention, retentionTerms } from '../../domain/privacy/retention.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { readPdf } from '../../tests/build/read-pdf.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { completeOrders } from '../order/clock/complete-orders.ts';
import { sql } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { makeVault } from '../platform/vault.ts';
import { erasedMark } from './register.ts';
import { retainForTerms } from './retain-for-terms.ts';

let test: TestHouse;
let admin: string;
let agent: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
});
afterAll(() => test.close());

const house = () => test.database.house;
const vault = makeVault('of this test');
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
/** As the hourly job does it for an owner, so many days from now. */
const runIn = (days: number, ownerId = 1) => retainForTerms(test.database.forOwner(ownerId), inDays(days), vault);

/** The owner’s terms: the longest that there are, but for one. */
async function setTerm(name: RetentionName, value: number): Promise<void> {
  const { terms, revision } = (await test.call('consoleRetention', {}, { token: admin })).data;
  const names = Object.keys(terms) as RetentionName[];
  const longest = Object.fromEntries(names.map((each) => [each, retentionTerms[each].most])) as Retention;
  const saved = await test.call(
    'consoleRetentionSave',
    { terms: { ...longest, [name]: value }, revision },
    { token: admin },
  );
  expect(saved.code).toBe(200);
}
async function erased(name: RetentionName): Promise<number> {
  const { runs } = (await test.call('consoleRetention', {}, { token: admin })).data;
  return runs.find(({ kind }) => kind === name)?.total ?? 0;
}

/** An order of the agency, paid, with a contact of its own. */
async function buy(contact: { name: string; email: string }): Promise<string> {
  const input = { ...(await fillOrder(test, agent)), contact: { ...contact, areaCode: '60', phone: '127000111' } };
  const placed = await test.call('createOrder', input, { token: agent, key: newKey() });
  const { orderNo } = placed.data;
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return orderNo;
}
/** The day of every order but `open` is over. */
async function travel(open: string[] = []): Promise<void> {
  await sql`UPDATE sub_order SET play_on = play_on + 9000 WHERE order_no = ANY(${open}::text[])`.execute(house());
  await completeOrders({ ...test.database, jobs: {} as Jobs, now: inDays(40) });
  await sql`UPDATE sub_order SET play_on = play_on - 9000 WHERE order_no = ANY(${open}::text[])`.execute(house());
}
const detail = async (id: string) => (await test.call('consoleOrder', { id }, { token: admin })).data;
const textOf = async (id: string) => JSON.stringify(await detail(id));
const find = async (query: string) => (await test.call('consolePersons', { query }, { token: admin })).data.persons;

async function fillTravellers(orders: string[]): Promise<void> {
  const travellers = JSON.stringify([{ '102': 'TESSA', '202': 'K1234567' }]);
  await sql`UPDATE sub_order SET travellers = ${travellers}::jsonb WHERE order_no = ANY(${orders}::text[])`.execute(
    house(),
  );
  await sql`UPDATE purchase SET fields = '{"202": "P7654321", "401": "Tower hotel"}'
    WHERE order_no = ANY(${orders}::text[])`.execute(house());
}

describe('§6 personal data: retained for the owner’s time', () => {
  it('numbers of documents go after the days since the journey, names and open orders stay', async () => {
    const contact = { name: 'Tessa Termkeeper', email: 'terms@mail.example' };
    const [over, open] = [await buy(contact), await buy(contact)];
    await fillTravellers([over, open]);
    await travel([open]);
    await setTerm('documents', 30);
    const before = await erased('documents');
    // The journey is in ten days.
    await runIn(39);
    expect(await textOf(over)).toContain('K1234567');
    await runIn(41);
    const left = await textOf(over);
    for (const gone of ['K1234567', 'P7654321']) expect(left).not.toContain(gone);
    for (const stays of ['TESSA', 'Tower hotel', 'Tessa Termkeeper']) expect(left).toContain(stays);
    expect(await textOf(open)).toContain('K1234567');
    expect(await erased('documents')).toBe(before + 1);
    // What was done once is not done again.
    await runIn(60);
    expect(await erased('documents')).toBe(before + 1);
  });

  it('details of travellers go after the months since the journey, with the buyer’s name in the history', async () => {
    const contact = { name: 'Tessa Termkeeper', email: 'terms@mail.example' };
    const [over, open] = [await buy(contact), await buy(contact)];
    await fillTravellers([over, open]);
    await travel([open]);
    await setTerm('travellers', 12);
    await runIn(370);
    for (const stays of ['TESSA', 'Tower hotel']) expect(await textOf(over)).toContain(stays);
    const buyerIn = async () => (await detail(over)).events.find(({ action }) => action === 'place')?.actorName;
    expect(await buyerIn()).toBe('Arif');
    await runIn(380);
    const left = await textOf(over);
    for (const gone of ['TESSA', 'Tower hotel', 'K1234567']) expect(left).not.toContain(gone);
    expect((await detail(over)).status).toBe(OrderStatus.completed);
    expect(await buyerIn()).toBe(erasedMark);
    for (const stays of ['TESSA', 'Tower hotel', 'K1234567']) expect(await textOf(open)).toContain(stays);
  });

  it('guests without a password go after the months since their last visit and journey, others stay', async () => {
    const emails = ['gone', 'back', 'owner', 'booked'].map((name) => `${name}.guest@mail.example`);
    const [gone = '', back = '', member = '', booked = ''] = emails;
    const tokens = new Map<string, string>();
    for (const email of emails) tokens.set(email, await enterAsGuest(test, email));
    const of = (email: string) => tokens.get(email) ?? '';
    const free = async (email: string) => {
      const orderNo = await placeOrder(test, of(email), { product: 'Free Walk' });
      const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: of(email), key: newKey() });
      expect(paid.code, paid.msg).toBe(200);
      return orderNo;
    };
    const journey = await free(gone);
    const open = await free(booked);
    await travel([open]);
    await sql`UPDATE account SET last_login_at = now() + interval '1 year' WHERE email = ${back}`.execute(house());
    await sql`UPDATE account SET password_hash = 'x' WHERE email = ${member}`.execute(house());
    await setTerm('contacts', 24);
    // Two years after the last visit, but not yet after the journey, which is in ten days.
    await runIn(735);
    expect(await find(gone)).toMatchObject([{ email: gone, orders: 1 }]);
    await runIn(745);
    expect(await find(gone)).toEqual([]);
    for (const email of [back, member, booked]) expect(await find(email)).toMatchObject([{ email }]);
    expect((await test.call('getUserInfo', {}, { token: of(gone) })).http).toBe(401);
    expect((await test.call('getUserInfo', {}, { token: of(back) })).code).toBe(200);
    const left = await detail(journey);
    expect(left).toMatchObject({ status: OrderStatus.completed, contact: { name: '', email: '', phone: '' } });
    expect((await detail(open)).contact.name).toBe('Mei Tan');
  });

  it('guests get their turn behind others who cannot be erased yet', async () => {
    await setTerm('contacts', 24);
    const waiting = ['waiting.one@mail.example', 'waiting.two@mail.example'];
    for (const email of waiting) {
      await enterAsGuest(test, email);
      // The agency's journey in which the guest is the contact is not over.
      await buy({ name: 'Waiting Guest', email });
    }
    const late = 'late.guest@mail.example';
    await enterAsGuest(test, late);
    type Module = Pick<typeof import('./retain-for-terms.ts'), 'retainForTerms'>;
    const twoAtOnce: [string, string][] = [['const batch = 100;', 'const batch = 2;']];
    const endsEarly: [string, string] = ['more: guests.length === batch, last', 'more: count > 0, last'];
    const run = ({ retainForTerms: retain }: Module) => retain(test.database.forOwner(1), inDays(735), vault);
    await withoutGuard<Module>('privacy/retain-for-terms.ts', [...twoAtOnce, endsEarly], async (module) => {
      await run(module);
      expect(await find(late)).toHaveLength(1);
    });
    await withoutGuard<Module>('privacy/retain-for-terms.ts', twoAtOnce, run);
    expect(await find(late)).toEqual([]);
    for (const email of waiting) expect(await find(email)).toMatchObject([{ email, obstacles: ['order'] }]);
  });

  it('mails go after the months since they were written, those about an open order stay', async () => {
    const [done, open] = ['mails.done@mail.example', 'mails.open@mail.example'];
    await buy({ name: 'Done', email: done });
    const openNo = await buy({ name: 'Open', email: open });
    const listed = async () => {
      const { list } = (await test.call('consoleMails', { page: 1 }, { token: admin })).data;
      return list.map((mail) => mail.to);
    };
    await until(listed, (to) => [done, open].every((email) => to.includes(email)));
    await travel([openNo]);
    await setTerm('mails', 1);
    await runIn(27);
    for (const email of [done, open]) expect(await listed()).toContain(email);
    await runIn(33);
    expect(await listed()).not.toContain(done);
    expect(await listed()).toContain(open);
  });

  it('places of sign-ins go after the days, and tries from there are those of a stranger again', async () => {
    const home = { headers: { 'x-forwarded-for': '10.77.0.1' } };
    const account = { account: 'member@one.example', password: 'member-2026' };
    const enter = () => test.call('login', account, home);
    expect((await test.call('login', { ...account, ...(await solveImage(test)) }, home)).code).toBe(200);
    // Many strangers try now, so a picture is asked of everybody who is not known.
    await sql`INSERT INTO attempt (owner_id, bucket, window_at, count)
      SELECT 1, 'login-all', to_timestamp(floor(extract(epoch FROM now() + make_interval(mins => m)) / 60) * 60), 9000
      FROM generate_series(0, 3) m
      ON CONFLICT (owner_id, bucket, window_at) DO UPDATE SET count = 9000`.execute(house());
    await setTerm('signIns', 30);
    expect((await enter()).code).toBe(200);
    await runIn(29);
    expect((await enter()).code).toBe(200);
    await runIn(32);
    expect((await enter()).code).toBe(200103);
    await sql`DELETE FROM attempt WHERE bucket = 'login-all'`.execute(house());
  });

  it('names on invoices and slips of transfers go after the years', async () => {
    const instructions = { MYR: { en: 'Account 1' } };
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
      VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(house());
    await setTerm('invoices', 7);
    const email = 'invoices@mail.example';
    const token = await enterAsGuest(test, email);
    const contact = { name: 'Ottilie Billholder', email, areaCode: '60', phone: '127000112' };
    const input = { ...(await fillOrder(test, token)), contact };
    const { orderNo } = (await test.call('createOrder', input, { token, key: newKey() })).data;
    const begun = await test.call('paying', { id: orderNo, channel: 'offline' }, { token, key: newKey() });
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const sent = await test.fetch(`/api/order/offlinepay/file?id=${orderNo}`, {
      method: 'POST',
      headers: { token, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    });
    const [slip] = ((await sent.json()) as { data: { files: { fileId: string }[] } }).data.files;
    expect((await test.call('offlineEvaluation', { id: orderNo, remark: '' }, { token })).code).toBe(200);
    const decision = { id: begun.data.paymentNo, verified: true, seen: 'submitted' as const, reason: '' };
    expect((await test.call('consoleTransferDecide', decision, { token: finance })).code).toBe(200);
    await travel();
    const asFinance = (path: string) => test.fetch(path, { headers: { token: finance, l: 'en' } });
    const invoice = async () => {
      const answer = await asFinance(`/api/console/orders/${orderNo}/invoice`);
      return readPdf(Buffer.from(await answer.arrayBuffer()))
        .map((page) => page.text)
        .join('\n');
    };
    const openSlip = async () => (await asFinance(`/api/console/transfers/files/${slip?.fileId}`)).status;
    expect((await test.call('consolePersonErase', { email, reviews: 'nameless' }, { token: admin })).code).toBe(200);
    expect((await detail(orderNo)).contact.name).toBe('');
    await runIn(7 * 365 - 5);
    expect(await invoice()).toContain('Ottilie Billholder');
    expect(await openSlip()).toBe(200);
    await runIn(7 * 365 + 5);
    const after = await invoice();
    expect(after).toContain(orderNo);
    expect(after).not.toContain('Ottilie');
    expect(await openSlip()).toBe(421);
  });

  it('each owner’s terms are its own', async () => {
    await setTerm('signIns', 7);
    const places = async () => {
      const found = await sql<{ id: number }>`SELECT DISTINCT owner_id AS id FROM known_source ORDER BY 1`.execute(
        house(),
      );
      return found.rows.map(({ id }) => Number(id));
    };
    await test.signIn('agent@one.example', 'agent-2026');
    await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    expect(await places()).toEqual([1, 2]);
    await runIn(10, 1);
    await runIn(10, 2);
    expect(await places()).toEqual([2]);
  });

  it('saves the owner’s terms, refuses others, and notices a save by another person meanwhile', async () => {
    const { terms, revision } = (await test.call('consoleRetention', {}, { token: admin })).data;
    const save = (more: Partial<Retention>, seen = revision) =>
      test.call('consoleRetentionSave', { terms: { ...terms, ...more }, revision: seen }, { token: admin });
    expect((await save({ documents: -1 })).code).toBe(200001);
    // A place counts as known for 90 days, whatever an owner wants.
    expect((await save({ signIns: 91 })).code).toBe(200001);
    expect((await save({ documents: 10 })).code).toBe(200);
    expect((await save({ documents: 20 })).code).toBe(200009);
    expect(readRetention({ signIns: 400, documents: 5 })).toMatchObject({ signIns: 90, documents: 5, mails: 12 });
  });
});
