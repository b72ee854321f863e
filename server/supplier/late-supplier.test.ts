// Suppliers that were assigned, made active or given a contact after an order was paid are mailed that it waits for them (decision 0756).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { makeEditor } from '../../tests/build/edit-products.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { buyPending, makeRoom } from '../../tests/build/set-up-desk.ts';
import { mailLateSuppliers } from '../notification/write-supply-mail.ts';
import { type Jobs, startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  jobs = await startJobs(test.databaseUrl, makeLog('silent'));
}, 60_000);
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

const email = 'aung@late.example';
const supplier: InputOf<'consoleSupplierSave'> = {
  name: 'Late Guides',
  contacts: [],
  language: 'en',
  zone: 'Asia/Yangon',
  ...{ address: '', note: '' },
  ...{ active: true, keepsStock: false, getsMails: true },
};
const person = { name: 'Aung', email, areaCode: '95', phone: '9123456' };

/** The round of every minute, as it runs some minutes from now. */
function look(minutes: number) {
  const { house, forOwner } = test.database;
  return mailLateSuppliers({ house, forOwner, jobs, now: new Date(Date.now() + minutes * 60_000) });
}
const mails = async () => (await test.mails(email)).map(({ occasion }) => occasion.split(' ')[1]);

it('once about each order that still waits, of however many looks at once', async () => {
  const [first = '', second = ''] = await buyPending(test, agent, 2);
  const [confirmed = ''] = await buyPending(test, agent, 1);
  expect((await test.call('consoleConfirm', { id: confirmed }, { token: operations })).code).toBe(200);
  const made = await test.call('consoleSupplierSave', supplier, { token: operations });
  const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const { id: productId } = await findProduct(test, 'Green Hills Day Tour');
  expect((await editor.change(productId, { supplierId: made.data.id })).code).toBe(200);

  // No one to write to.
  await look(11);
  const { id } = made.data;
  const { revision } = (await test.call('consoleSupplier', { id }, { token: operations })).data;
  const change = { ...supplier, id, revision, contacts: [person] };
  expect((await test.call('consoleSupplierSave', change, { token: operations })).code).toBe(200);
  // Orders of the last minutes are mailed when they are paid.
  await look(5);
  await Promise.all(Array.from({ length: 5 }, () => look(11)));
  await until(mails, (list) => list.length >= 2);
  await look(12);
  const [after = ''] = await buyPending(test, agent, 1);
  await until(mails, (list) => list.includes(after));
  expect((await mails()).sort()).toEqual([first, second, after].sort());

  const [mail] = await test.mails(email);
  const token = /supply\?token=([\w-]+)&/.exec(mail?.body ?? '')?.[1] ?? '';
  expect((await test.call('supplyOpened', { token })).code).toBe(200);

  // Another person in that one's place, whose link is over, is mailed what still waits.
  const anew = { ...supplier, id, revision: revision + 1, contacts: [{ ...person, email: 'nila@late.example' }] };
  expect((await test.call('consoleSupplierSave', anew, { token: operations })).code).toBe(200);
  expect((await test.call('supplyOpened', { token })).code).toBe(200107);
  await Promise.all(Array.from({ length: 5 }, () => look(12)));
  const toNew = async () => (await test.mails('nila@late.example')).map(({ occasion }) => occasion.split(' ')[1]);
  await until(toNew, (list) => list.length >= 3);
  await look(13);
  expect((await toNew()).sort()).toEqual([first, second, after].sort());
  expect(await mails()).toHaveLength(3);
}, 90_000);
