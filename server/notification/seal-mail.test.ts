// Links that act and codes are for the reader of the mailbox alone (decision 0082): not for administrators, not in the database, not in jobs.
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import type { ReadMail } from '../../tests/build/read-mails.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { rows, sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { auditHouse } from '../upkeep/audit-house.ts';
import { makeDeliver } from './deliver-mail.ts';
import { forgetExpiredSecrets } from './notification.sql.ts';
import { storeMail } from './store-mail.ts';

let test: TestHouse;
let admin: string;
const house = () => test.database.house;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

/** The newest mail to an address that carries something secret, with that word. */
async function secretOf(email: string, pattern: RegExp): Promise<ReadMail & { word: string }> {
  const find = async () => (await test.mails(email)).find((mail) => pattern.test(mail.body));
  const mail = await until(find, Boolean);
  return { ...(mail as ReadMail), word: pattern.exec(mail?.body ?? '')?.[1] ?? '' };
}

async function askAll(): Promise<(ReadMail & { word: string })[]> {
  await enterAsGuest(test, 'code@example.com');
  const image = await solveImage(test);
  await test.call('forgetPassword', { email: 'member@one.example', ...image });
  const word = { password: 'letters-2026', confirmation: 'letters-2026' };
  const person = { registrant: 'individual', email: 'new@example.com', name: 'New', agreed: true, ...word } as const;
  await test.call('register', { ...person, ...(await solveImage(test)) });
  return [
    await secretOf('code@example.com', /^([A-Z0-9]{4})$/m),
    await secretOf('member@one.example', /reset\?token=([\w-]{22,})/),
    await secretOf('new@example.com', /active\?token=([\w-]{22,})/),
  ];
}

describe('what acts', () => {
  it('is masked in the list and in the mail, for administrators too, and opens for the reader', async () => {
    const mails = await askAll();
    for (const { mail_id: id, word, subject } of mails) {
      expect(word.length).toBeGreaterThan(3);
      const shown = (await test.call('consoleMail', { id: String(id) }, { token: admin })).data;
      expect(shown.masked).toBe(true);
      expect(JSON.stringify(shown)).not.toContain(word);
      expect(shown.html).toContain('••••');
      const listed = (await test.call('consoleMails', { page: 1 }, { token: admin })).data.list.find(
        (item) => item.id === String(id),
      );
      expect(listed?.subject).toBe(subject.replace(word, '••••'));
    }
    const token = mails[1]?.word ?? '';
    const word = { password: 'meadow-2026', confirmation: 'meadow-2026' };
    expect((await test.call('resetPasswordByToken', { token, ...word })).code).toBe(200);
  });

  it('is nowhere in the database and in no job, done or not', async () => {
    const words = (await askAll()).map((item) => item.word);
    const tables = await rows(
      house(),
      sql<{ name: string }>`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'pgboss') AND tablename NOT IN ('picture', 'picture_size', 'product', 'poi', 'city', 'departure')`,
    );
    expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(['public.mail', 'pgboss.job_common']));
    const done = sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name IN ('code.mail', 'account.mail') AND state = 'completed'`;
    expect(
      (
        await until(
          () => rows(house(), done),
          ([row]) => (row?.n ?? 0) >= 6,
        )
      )[0]?.n,
    ).toBeGreaterThanOrEqual(6);
    for (const { name } of tables)
      for (const word of words) {
        // A code is short: it is searched for as a whole word.
        const found = await rows(
          house(),
          sql`SELECT 1 FROM ${sql.raw(name)} t WHERE t::text ~ ${`(^|[^A-Za-z0-9_+/=-])${word}($|[^A-Za-z0-9_+/=-])`} LIMIT 1`,
        );
        expect(found, `${name} holds a secret`).toEqual([]);
      }
  });

  it('is erased when it can open nothing any more, and is not sent afterwards', async () => {
    const [mail] = await askAll();
    await sql`UPDATE mail SET secret_until = now() - interval '1 second' WHERE mail_id = ${mail?.mail_id}`.execute(
      house(),
    );
    await forgetExpiredSecrets(house());
    const [row] = await rows(
      house(),
      sql<{ sealed: string | null; body: string }>`SELECT sealed, body FROM mail WHERE mail_id = ${mail?.mail_id}`,
    );
    expect(row?.sealed).toBeNull();
    expect(row?.body).toContain('••••');
    const sent: string[] = [];
    const { server, url } = await listen((text) => sent.push(text));
    await makeDeliver({ smtpUrl: url, from: 'a@b.example', seconds: 20, vault: makeVault('x') })(
      test.database.forOwner(1),
      mail?.mail_id ?? 0,
    );
    expect(sent).toEqual([]);
    server.close();
  });
});

const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };

async function listen(take: (text: string) => void) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        take(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return { server, url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

describe('a mail that waits', () => {
  const vault = makeVault('of this test');
  let count = 0;
  const keep = async () => {
    count += 1;
    const text = { subject: `K7QM is your code`, html: '<p>K7QM</p>', body: 'K7QM at http://one.test/x?token=abc' };
    const data = { email: 'reader@example.com', flow: '', language: 'en', request: `test ${count}` };
    const again = { name: 'code.mail', data } as const;
    const mail = { ...text, occasion: `test ${count}`, recipient: 'reader@example.com', attachments: [] };
    await storeMail(
      owner(),
      { jobs, vault, erasures: null },
      { ...mail, secret: { words: ['K7QM'], lifeSeconds: 600, again } },
    );
    const [row] = await rows(
      house(),
      sql<{ id: number }>`SELECT mail_id AS id FROM mail WHERE occasion = ${mail.occasion}`,
    );
    return row?.id ?? 0;
  };
  const sealed = async (id: number) =>
    (await rows(house(), sql<{ sealed: string | null }>`SELECT sealed FROM mail WHERE mail_id = ${id}`))[0]?.sealed;
  const owner = () => test.database.forOwner(1);

  it('is sent whole and keeps nothing of its secret', async () => {
    const sent: string[] = [];
    const { server, url } = await listen((text) => sent.push(text));
    const id = await keep();
    const deliver = makeDeliver({ smtpUrl: url, from: 'a@b.example', seconds: 20, vault });
    await deliver(owner(), id);
    await deliver(owner(), id);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('Subject: K7QM is your code');
    expect(await sealed(id)).toBeNull();
    server.close();
  });

  it('is shown on the terminal for the demo without a mail server, and nowhere else', async () => {
    const lines: string[] = [];
    const deliver = makeDeliver({
      smtpUrl: undefined,
      from: 'a@b.example',
      seconds: 20,
      vault,
      show: (line) => lines.push(line),
    });
    const foreign = await keep();
    await deliver(owner(), foreign);
    expect(lines).toEqual([]);
    expect(await sealed(foreign)).toBeTruthy();
    await sql`UPDATE owner SET code = 'demo' WHERE owner_id = 1`.execute(house());
    const own = await keep();
    await deliver(owner(), own);
    expect(lines).toEqual(['Mail to reader@example.com: K7QM is your code  http://one.test/x?token=abc']);
    expect(await sealed(own)).toBeNull();
    await sql`UPDATE owner SET code = 'one' WHERE owner_id = 1`.execute(house());
  });

  it('is judged by the audit: an open link is named', async () => {
    const id = await keep();
    await sql`UPDATE mail SET body = ${`http://one.test/login/reset?token=${'x'.repeat(43)}`} WHERE mail_id = ${id}`.execute(
      house(),
    );
    const broken = async () =>
      (await auditHouse(test.database))
        .filter((finding) => finding.violations.length)
        .map((finding) => finding.invariant);
    expect(await broken()).toEqual(['safety: no link that acts lies open in a mail']);
    await sql`UPDATE mail SET body = '' WHERE mail_id = ${id}`.execute(house());
    expect(await broken()).toEqual([]);
  });
});
