// A process that is killed or stopped amid carts and web hooks of OCTO's older dialect (decisions 0570, 0571, §1 inner API): after the restart
// a cart is paid whole or not at all, its places are held once, and each booking's last state has arrived. Real processes, a real receiver.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from '../../../scripts/open-database.ts';
import { depositOf, type OctoAnswered, openOcto, placesOn } from '../../../tests/build/ask-octo.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { adjust, findAgency, passDay } from '../../../tests/build/set-balances.ts';
import { urlFor } from '../../../tests/build/set-up-database.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { type HouseProcess, startProcess } from '../../../tests/build/start-process.ts';
import { readConfig } from '../../platform/config.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let key: string;
let house: HouseProcess;
let wanted: { productId: string; optionId: string; unitId: string };
const price = 10_000;
const contact = { fullName: 'Mei Tan', emailAddress: 'mei@example.com' };
/** The states that were heard of each booking, by its uuid. */
const heard = new Map<string, string[]>();
const receiver = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const { booking } = JSON.parse(text);
  heard.set(booking.uuid, [...(heard.get(booking.uuid) ?? []), booking.status]);
  response.writeHead(204).end();
});

async function start(): Promise<void> {
  const { dataFolder } = readConfig({}, root);
  const url = test.databaseUrl;
  const ownerUrl = urlFor(inject('serverUrl'), /\/([^/?]+)(\?.*)?$/.exec(url)?.[1] ?? '');
  const env = { HOOKS_PRIVATELY: '1', HOOKS_RETRY_SECONDS: '0.5,0.5,0.5,0.5', DRAIN_SECONDS: '1' };
  house = await startProcess({ url, ownerUrl, dataFolder, env });
}

/** A busy machine says 429 or 503, and is asked again. */
async function ask(path: string, body?: object): Promise<OctoAnswered> {
  for (;;) {
    const answer = await askOnce(path, body);
    if (answer.status !== 429 && answer.status !== 503) return answer;
    await pause(300);
  }
}

async function askOnce(path: string, body?: object): Promise<OctoAnswered> {
  const answer = await fetch(`${house.base}/octo${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...{ 'x-forwarded-host': 'one.test', 'x-forwarded-proto': 'https', authorization: `Bearer ${key}` },
      ...{ 'content-type': 'application/json', 'octo-capabilities': 'octo/cart' },
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1' } });
  const octo = await openOcto(test);
  key = octo.key;
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const id = await findAgency(test, finance);
  for (let times = 0; times < 3; times += 1) {
    await adjust(test, finance, { id, dealType: 9, amountMinor: 400_000 });
    await passDay(test);
  }
  await sql`UPDATE departure SET capacity = 500`.execute(test.database.house);
  const { productId, optionId, units } = await octo.find('Silver Tower');
  wanted = { productId, optionId, unitId: units[0] ?? '' };
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  expect((await octo.ask('/webhooks', { body: { url, event: 'booking_update' } })).status).toBe(200);
  // From now on jobs and rounds are those of the processes alone.
  await test.house.stop();
  test.house.stop = async () => undefined;
  await start();
}, 180_000);
afterAll(async () => {
  await house?.end('SIGKILL');
  receiver.closeAllConnections();
  receiver.close();
  await test.close();
});

const put = (orderId: string) => {
  const { productId, optionId, unitId } = wanted;
  return ask('/bookings', { orderId, productId, optionId, availabilityId: playOn, unitItems: [{ unitId }] });
};
const begin = async (): Promise<string> => (await ask('/orders', { contact, expirationMinutes: 60 })).body.id;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const ignore = (): undefined => undefined;

type Booked = { uuid: string; status: string };
async function bookingsOf(id: string): Promise<Booked[]> {
  const { status, body } = await ask(`/orders/${id}`);
  expect(status).toBe(200);
  return body.bookings;
}
const countHooked = (list: Booked[]) => list.filter(({ uuid }) => heard.get(uuid)?.at(-1) === 'CONFIRMED').length;

/** Ends it amid a crowd of requests and starts another one. */
async function endAmid(signal: 'SIGKILL' | 'SIGTERM', milliseconds: number, crowd: Promise<unknown>[]): Promise<void> {
  const all = Promise.all(crowd.map((one) => one.catch(ignore)));
  await pause(milliseconds);
  await house.end(signal);
  await all;
  await start();
}

it.each([
  ['SIGKILL', 15],
  ['SIGKILL', 60],
  ['SIGTERM', 30],
] as const)('%s after %i ms leaves nothing half done', { timeout: 180_000 }, async (signal, milliseconds) => {
  const [deposit, places] = [await depositOf(test), await placesOn(test, 'Silver Tower', playOn)];
  const carts = await Promise.all(Array.from({ length: 8 }, begin));
  for (const id of carts) expect((await put(id)).status).toBe(200);
  // Holding: each cart has its second booking or has it not, and the places are those of the bookings.
  await endAmid(signal, milliseconds, carts.map(put));
  const held = (await Promise.all(carts.map(bookingsOf))).flat();
  expect(held.every(({ status }) => status === 'ON_HOLD')).toBe(true);
  expect((await placesOn(test, 'Silver Tower', playOn)).held - places.held).toBe(held.length);
  for (const id of carts) if ((await bookingsOf(id)).length < 2) expect((await put(id)).status).toBe(200);
  // Paying: all of a cart or nothing of it, and the deposit says the same.
  await endAmid(
    signal,
    milliseconds,
    carts.map((id) => ask(`/orders/${id}/confirm`, {})),
  );
  const lists = await Promise.all(carts.map(bookingsOf));
  const paid = lists.filter((list) => list.every(({ status }) => status === 'CONFIRMED'));
  const open = lists.filter((list) => list.every(({ status }) => status === 'ON_HOLD'));
  expect([paid.length + open.length, lists.every((list) => list.length === 2)]).toEqual([carts.length, true]);
  expect(await depositOf(test)).toBe(deposit - paid.length * 2 * price);
  // Asked again, the rest is paid, and what was paid is not paid twice.
  for (const id of carts) expect((await ask(`/orders/${id}/confirm`, {})).status).toBe(200);
  expect(await depositOf(test)).toBe(deposit - carts.length * 2 * price);
  const all = lists.flat();
  await expect.poll(() => countHooked(all), { timeout: 60_000 }).toBe(all.length);
});
