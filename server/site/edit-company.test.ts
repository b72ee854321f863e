// The owner as a company (rules §10): judged by field, used by papers and mails, with a test mail whose result is shown, and a currency
// that holds from the first price on.
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { readPdf } from '../../tests/build/read-pdf.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let server: SMTPServer;
let admin: string;
const mails: Email[] = [];
/** Addresses that the mail server sends nothing from. */
const refused = new Set<string>();

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _, done) => done(refused.has(address) ? new Error('not your address') : null),
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => PostalMime.parse(Buffer.concat(chunks)).then((mail) => mails.push(mail) && done(), done));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  test = await openTestHouse({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'House <house@example.com>' } });
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

type Saved = InputOf<'consoleCompanySave'>;
const show = async () => (await test.call('consoleCompany', {}, { token: admin })).data;
const draftOf = ({ currencyFixed: _, zones: __, ...draft }: OutputOf<'consoleCompany'>): Saved => draft;
const save = async (more: Partial<Saved>, as: { token?: string; language?: string } = {}) =>
  test.call('consoleCompanySave', { ...draftOf(await show()), ...more }, { token: admin, ...as });
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: Record<string, string> }).fields ?? {};

const company = {
  legalName: 'One Travel Sdn. Bhd.',
  legalAddress: '12 Jalan Ampang\n50450 Kuala Lumpur',
  taxNumber: 'C 1234567890',
  mailName: 'One Travel',
  mailAddress: 'hello@one.example',
  mailReplyTo: 'desk@one.example',
};

describe('what is typed', () => {
  it('is refused by field, in the reader’s language', async () => {
    const wrong = {
      name: ' ',
      zone: 'Mars/Base',
      mailAddress: 'nobody',
      legalAddress: 'a\u0007b',
      taxNumber: 'x\nBcc: y',
    };
    expect(fieldsOf(await save(wrong, { language: 'zh_CN' }))).toEqual({
      name: '此项必填',
      zone: '请选择时区',
      mailAddress: expect.any(String),
      legalAddress: expect.any(String),
      taxNumber: expect.any(String),
    });
  });

  it('is for admins alone, and of two who save at once the second is refused', async () => {
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    expect((await save({}, { token: finance })).http).toBe(421);
    expect((await save({ revision: 999 })).code).toBe(200009);
  });

  it('is saved, used at once, and in the log', async () => {
    expect((await save({ ...company, zone: 'Asia/Singapore' })).code).toBe(200);
    expect(await show()).toMatchObject({ ...company, zone: 'Asia/Singapore' });
    // Lists are in the new zone at once.
    expect((await test.call('consoleOrders', {}, { token: admin })).data.zone).toBe('Asia/Singapore');
    const { rows } = await sql<{ after: { legal_name: string } }>`SELECT after FROM audit_log
      WHERE act = 'company-saved'`.execute(test.database.house);
    expect(rows.map(({ after }) => after.legal_name)).toEqual([company.legalName]);
  });
});

describe('papers and mails', () => {
  it('name the company by its legal name, but not papers in an agent’s name', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const textOf = async (path: string) => {
      const answer = await test.fetch(`/api/order/download/${path}`, { headers: { token: agent } });
      expect(answer.status).toBe(200);
      const pages = readPdf(Buffer.from(await answer.arrayBuffer()));
      return pages
        .map(({ text }) => text)
        .join('\n')
        .replace(/\s+/g, '');
    };
    const bare = (text: string) => text.replace(/\s+/g, '');
    for (const path of [`invoice?orderNo=${orderNo}`, `vouchers?orderNo=${orderNo}`]) {
      const text = await textOf(path);
      expect(text).toContain(bare(company.legalName));
      expect(text).toContain(bare(company.taxNumber));
    }
    expect(await textOf(`vouchers?orderNo=${orderNo}&plain=1`)).not.toContain(bare(company.legalName));
    const confirmed = () =>
      mails.find(({ to, attachments }) => attachments.length && to?.[0]?.address === 'mei@example.com');
    const mail = await until(async () => confirmed(), Boolean);
    expect(mail?.from).toMatchObject({ name: 'One Travel', address: 'hello@one.example' });
    expect(mail?.replyTo?.[0]?.address).toBe('desk@one.example');
    expect(mail?.text).toContain(
      'One Travel Sdn. Bhd. · 12 Jalan Ampang, 50450 Kuala Lumpur · Tax number C 1234567890',
    );
  }, 30_000);

  it('a test mail goes to the calling admin, and its result is shown', async () => {
    const trial = async () => (await test.call('consoleMailTry', {}, { token: admin })).data;
    const stateOf = async (id: string) => (await test.call('consoleMail', { id }, { token: admin })).data;
    const first = await trial();
    expect(first.to).toBe('admin@one.example');
    await until(
      () => stateOf(first.id),
      ({ sentAt }) => sentAt !== null,
    );
    expect(mails.at(-1)?.to?.[0]?.address).toBe('admin@one.example');
    refused.add('hello@one.example');
    const second = await trial();
    const { problem } = await until(
      () => stateOf(second.id),
      (mail) => mail.problem !== null,
    );
    expect(problem).toContain('not your address');
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    expect((await test.call('consoleMailTry', {}, { token: finance })).http).toBe(421);
  }, 30_000);
});

describe('the currency', () => {
  it('holds once something was sold, and as long as there are prices', async () => {
    const { house } = test.database;
    expect(await show()).toMatchObject({ currency: 'MYR', currencyFixed: 'sold' });
    expect(Object.keys(fieldsOf(await save({ currency: 'USD' })))).toEqual(['currency']);
    const host = 'three.test';
    await openThird(host);
    const token = await test.signIn('admin@one.example', 'admin-2026', host);
    const read = async () => (await test.call('consoleCompany', {}, { token, host })).data;
    const change = async (currency: Saved['currency']) =>
      test.call('consoleCompanySave', { ...draftOf(await read()), currency }, { token, host });
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, least_minor) VALUES (3, 'deposit', true, '0', 100)`.execute(
      house,
    );
    expect((await read()).currencyFixed).toBe('priced');
    expect(Object.keys(fieldsOf(await change('USD')))).toEqual(['currency']);
    await sql`DELETE FROM channel_setting WHERE owner_id = 3`.execute(house);
    await sql`INSERT INTO exchange_rate (owner_id, currency, rate) VALUES (3, 'EUR', 5)`.execute(house);
    expect((await read()).currencyFixed).toBeNull();
    expect((await change('USD')).code).toBe(200);
    expect(await read()).toMatchObject({ currency: 'USD', currencyFixed: null });
    const rates = await sql`SELECT 1 FROM exchange_rate WHERE owner_id = 3`.execute(house);
    expect(rates.rows).toEqual([]);
    // A first amount that is being saved is waited for: without the lock of the owner's row it would be in the wrong currency.
    let changing: ReturnType<typeof change> | undefined;
    await inTransaction(test.database.forOwner(3), async (owner) => {
      await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, most_minor) VALUES (3, 'deposit', true, '0', 100)`.execute(
        owner,
      );
      changing = change('EUR');
      await Promise.race([changing, new Promise((resolve) => setTimeout(resolve, 800))]);
    });
    expect(Object.keys(fieldsOf((await changing) ?? { data: {} }))).toEqual(['currency']);
    expect(await read()).toMatchObject({ currency: 'USD', currencyFixed: 'priced' });
  });
});

/** An owner that has staff and nothing else. */
async function openThird(host: string): Promise<void> {
  const { house } = test.database;
  await sql`INSERT INTO owner (owner_id, code, name, currency, zone, languages, currencies)
    SELECT 3, 'three', 'Three', currency, zone, languages, currencies FROM owner WHERE owner_id = 1`.execute(house);
  await sql`INSERT INTO web_setting (owner_id, title, description, brand_colour)
    SELECT 3, title, description, brand_colour FROM web_setting WHERE owner_id = 1`.execute(house);
  await sql`INSERT INTO hostname (host, owner_id) VALUES (${host}, 3)`.execute(house);
  await sql`INSERT INTO account (owner_id, kind, email, name, language, password_hash, roles)
    SELECT 3, kind, email, name, language, password_hash, roles FROM account
    WHERE owner_id = 1 AND email = 'admin@one.example'`.execute(house);
}
