// Mail servers that are busy for an hour, refuse for good, or answer a byte a second: mails wait, and none waits for another's answer.
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

/** What the server does with a mail to an address. */
type Manner = 'takes' | 'busy' | 'refuses' | 'drips';
const manners = new Map<string, Manner>();
const tries = new Map<string, number>();
const taken: string[] = [];
const sockets = new Set<Socket>();

let server: Server;
let test: TestHouse;

function answer(socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  let [recipient, isText, text] = ['', false, ''];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    if (isText) {
      if (line !== '.') return;
      isText = false;
      taken.push(recipient);
      return say('250 taken');
    }
    if (line.startsWith('RCPT TO')) {
      recipient = /<(.*)>/.exec(line)?.[1] ?? '';
      tries.set(recipient, (tries.get(recipient) ?? 0) + 1);
      const manner = manners.get(recipient) ?? 'takes';
      if (manner === 'busy') return say('451 4.3.2 try again later');
      if (manner === 'refuses') return say('550 5.1.1 no such user');
      if (manner === 'drips') {
        const drops = setInterval(() => socket.write('2'), 200);
        socket.on('close', () => clearInterval(drops));
        return;
      }
    }
    if (line === 'QUIT') return socket.end('221 bye\r\n');
    if (line !== 'DATA') return say('250 ok');
    isText = true;
    say('354 go on');
  };
  socket.on('data', (part) => {
    const lines = (text + part.toString('latin1')).split('\r\n');
    text = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  say('220 mail.example ESMTP');
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  test = await openTestHouse({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_SECONDS: '2' } });
});
afterAll(async () => {
  await test.close();
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
beforeEach(() => {
  manners.clear();
  tries.clear();
});

/** Has a mail written to an address. */
async function writeTo(email: string): Promise<void> {
  const { id } = await findProduct(test, 'Silver Tower');
  expect((await test.call('noticeAsk', { id, kind: 'price', email })).code).toBe(200);
}

type Delivery = { state: string; tries: number; problem: string | null };
async function findDelivery(email: string): Promise<Delivery | undefined> {
  const found = sql<Delivery>`SELECT j.state::text, j.retry_count + 1 AS tries, m.problem
    FROM pgboss.job j JOIN mail m ON m.mail_id = (j.data ->> 'mailId')::int
    WHERE j.name = 'mail.deliver' AND m.recipient = ${email}`;
  return (await found.execute(test.database.house)).rows[0];
}

const ofMail = (email: string) =>
  sql`name = 'mail.deliver' AND (data ->> 'mailId')::int = (SELECT mail_id FROM mail WHERE recipient = ${email})`;

/** Lets a mail that waits for its next try be tried at once, with so many tries again behind it, and returns it after that try. */
async function tryAfter(email: string, count: number): Promise<Delivery | undefined> {
  const waits = (row: Delivery | undefined) => row?.state === 'retry';
  await until(() => findDelivery(email), waits);
  const before = tries.get(email) ?? 0;
  await sql`UPDATE pgboss.job SET start_after = now(), retry_count = ${count} WHERE state = 'retry' AND ${ofMail(email)}`.execute(
    test.database.house,
  );
  return until(
    () => findDelivery(email),
    (row) => (tries.get(email) ?? 0) > before && row?.state !== 'active',
  );
}

it('a mail that the server puts off is tried for a day, each ten minutes in the end, and arrives once', async () => {
  manners.set('busy@example.com', 'busy');
  await writeTo('busy@example.com');
  expect(await tryAfter('busy@example.com', 9)).toMatchObject({ state: 'retry' });
  // After half an hour the pauses are ten minutes long: a day is 144 of them.
  expect(await tryAfter('busy@example.com', 152)).toMatchObject({ state: 'retry' });
  const { rows } = await sql<{
    seconds: number;
  }>`SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job
    WHERE ${ofMail('busy@example.com')}`.execute(test.database.house);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(600);
  manners.clear();
  expect(await tryAfter('busy@example.com', 152)).toMatchObject({ state: 'completed' });
  expect(taken.filter((recipient) => recipient === 'busy@example.com')).toHaveLength(1);
}, 60_000);

it('a recipient whom the server refuses for good is tried no more than ten times again, and staff read why', async () => {
  manners.set('gone@example.com', 'refuses');
  await writeTo('gone@example.com');
  expect(await tryAfter('gone@example.com', 8)).toMatchObject({ state: 'retry' });
  expect(await tryAfter('gone@example.com', 9)).toEqual({
    ...{ state: 'failed', tries: 11 },
    problem: expect.stringContaining('550 5.1.1 no such user'),
  });
}, 60_000);

it('a server that answers a byte at a time fails that mail in time, and the next one arrives', async () => {
  manners.set('drips@example.com', 'drips');
  await writeTo('drips@example.com');
  await until(async () => tries.get('drips@example.com'), Boolean);
  await writeTo('next@example.com');
  await until(async () => taken.includes('next@example.com'), Boolean);
  expect((await findDelivery('drips@example.com'))?.problem).toMatch(/did not take the mail within 2 s/);
});
