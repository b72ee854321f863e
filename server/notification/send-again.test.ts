// A person who lost a mail with a link or code gets a new one from staff, who see neither (decision 0082): the new one works, and the
// call is limited to administrators, counted and logged.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { solveImage } from '../../tests/build/solve-images.ts';

let test: TestHouse;
let admin: string;

beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

/** The word that opens something in each mail to an address, newest first. */
async function secretsOf(email: string, pattern: RegExp, count: number): Promise<{ id: string; word: string }[]> {
  const read = async () =>
    (await test.mails(email)).flatMap(({ mail_id: id, body }) => {
      const word = pattern.exec(body)?.[1];
      return word ? [{ id: String(id), word }] : [];
    });
  return until(read, (found) => found.length >= count);
}

const again = (id: string, token = admin) => test.call('consoleMailAgain', { id }, { token });
const shown = async (id: string) => (await test.call('consoleMail', { id }, { token: admin })).data;

it('a new reset link goes to the same mailbox and opens; the log says who sent it to whom', async () => {
  const email = 'member@one.example';
  const link = /reset\?token=([\w-]{22,})/;
  await test.call('forgetPassword', { email, ...(await solveImage(test)) });
  const [first] = await secretsOf(email, link, 1);
  if (!first) throw new Error('no mail');
  expect(await shown(first.id)).toMatchObject({ masked: true, again: true, to: email });
  const answer = await again(first.id);
  expect(answer).toMatchObject({ code: 200, data: {} });
  const [second] = await secretsOf(email, link, 2);
  expect(second?.word).not.toBe(first.word);
  const word = { password: 'meadow-2026', confirmation: 'meadow-2026' };
  expect((await test.call('resetPasswordByToken', { token: second?.word ?? '', ...word })).code).toBe(200);
  const log = (await test.call('consoleLog', { page: 1 }, { token: admin })).data.list;
  const entry = log.find(({ act }) => act === 'mail-again');
  expect(entry).toMatchObject({ subject: `mail ${first.id}`, after: { to: email } });
  expect(JSON.stringify(log)).not.toContain(second?.word);
});

it('a new activation link activates', async () => {
  const email = 'lost@example.com';
  const word = { password: 'letters-2026', confirmation: 'letters-2026' };
  const person = { registrant: 'individual', email, name: 'Lost', agreed: true, ...word } as const;
  await test.call('register', { ...person, ...(await solveImage(test)) });
  const link = /active\?token=([\w-]{22,})/;
  const [first] = await secretsOf(email, link, 1);
  await again(first?.id ?? '');
  const [second] = await secretsOf(email, link, 2);
  expect((await test.call('enableEmail', { token: second?.word ?? '' })).code).toBe(200);
});

it('a new code is sent; one mailbox gets five an hour; only administrators send, only what had a link or code', async () => {
  const email = 'guest@example.com';
  await enterAsGuest(test, email);
  const [first] = await secretsOf(email, /^([A-Z0-9]{4})$/m, 1);
  const id = first?.id ?? '';
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  expect((await again(id, operations)).http).toBe(421);
  const answers = await Promise.all(Array.from({ length: 20 }, () => again(id)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
  expect(answers.filter(({ http }) => http === 503)).toHaveLength(15);
  expect(await secretsOf(email, /^([A-Z0-9]{4})$/m, 6)).toHaveLength(6);

  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent);
  const list = async () => (await test.call('consoleMails', { page: 1 }, { token: admin })).data.list;
  const mail = (await until(list, (all) => all.some(({ subject }) => subject.includes(orderNo)))).find(({ subject }) =>
    subject.includes(orderNo),
  );
  expect(await shown(mail?.id ?? '')).toMatchObject({ masked: false, again: false });
  expect((await again(mail?.id ?? '')).code).toBe(200302);
});
