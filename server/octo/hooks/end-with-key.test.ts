// What a system subscribed to with a key ends with that key (decision 0774): messages name our customers, and someone who got hold of a key
// must not go on receiving them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOcto } from '../../../tests/build/ask-octo.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let octo: Awaited<ReturnType<typeof openOcto>>;
let main: string;
let admin: string;
const taken: { path: string; body: string }[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    taken.push({ path: request.url ?? '', body: text });
    response.writeHead(204).end();
  });
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_RETRY_SECONDS: '0.2,0.2,0.2' } });
  octo = await openOcto(test);
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
beforeEach(async () => {
  for (const { id } of (await test.call('hooks', {}, { token: main })).data.list)
    await test.call('hookDelete', { id }, { token: main });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

const makeKey = async (name: string) =>
  (await test.call('apiKeyCreate', { name, scopes: ['octo'] }, { token: main })).data;
const hear = async (path: string, key: string) =>
  (await octo.ask('/webhooks', { body: { url: at(path), event: 'booking_update' }, key })).body.id as string;
const hooks = async () => (await test.call('hooks', {}, { token: main })).data.list;
const stateOf = async (id: string) => (await hooks()).find((one) => one.id === id)?.state;
const reached = (path: string, uuid: string) =>
  taken.filter((one) => one.path === path && one.body.includes(uuid)).length;

/** A booking by the system that stays, which a web hook of its own hears of. */
async function bookAndHear(): Promise<string> {
  const { productId, optionId, units } = await octo.find('Silver Tower');
  const item = { productId, optionId, availabilityId: playOn, unitItems: [{ unitId: units[0] }] };
  const { uuid } = (await octo.ask('/bookings', { body: item })).body;
  await until(
    async () => reached('/stays', uuid),
    (count) => count > 0,
  );
  // Two rounds more.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await octo.ask(`/bookings/${uuid}/cancel`, { body: {} });
  return uuid;
}

it('web hooks of a key send nothing once it is ended, until a person lets them go on (§7)', async () => {
  const leaked = await makeKey('Leaked');
  const stays = await hear('/stays', octo.key);
  const stolen = await hear('/stolen', leaked.key);
  const wish = { url: at('/stolen'), notificationTypes: ['BOOKING_UPDATE'] };
  const notices = (await octo.ask('/notifications/subscriptions', { body: wish, key: leaked.key })).body.id;
  expect((await test.call('apiKeyRevoke', { id: leaked.id }, { token: main })).code).toBe(200);
  expect(await Promise.all([stays, stolen, notices].map(stateOf))).toEqual(['live', 'paused', 'paused']);
  // Other systems of the partner, which could subscribe to the same address, do not take them for theirs.
  expect((await octo.ask('/webhooks')).body.map((one: { id: string }) => one.id)).toEqual([stays]);
  expect((await octo.ask('/notifications/subscriptions')).body).toEqual([]);
  const uuid = await bookAndHear();
  expect(reached('/stolen', uuid)).toBe(0);
  expect((await test.call('hookSet', { id: stolen, live: true }, { token: main })).code).toBe(200);
  expect(await stateOf(stolen)).toBe('live');
  await until(
    async () => reached('/stolen', uuid),
    (count) => count > 0,
  );
}, 60_000);

/** Subscriptions of notifications with that key: the ids of those that were made. */
async function subscribe(key: string, count: number): Promise<string[]> {
  const wish = { url: at('/many'), notificationTypes: ['BOOKING_UPDATE'] };
  const ids: string[] = [];
  for (let one = 0; one < count; one++)
    ids.push((await octo.ask('/notifications/subscriptions', { body: wish, key })).body.id);
  return ids.filter(Boolean);
}

it('what ended with its key takes no place from a new key, and goes on only where there is one (§7)', async () => {
  const [leaked, next] = [await makeKey('Full'), await makeKey('After it')];
  const ended = await subscribe(leaked.key, 5);
  expect(ended).toHaveLength(5);
  expect(await subscribe(next.key, 1)).toEqual([]);
  await test.call('apiKeyRevoke', { id: leaked.id }, { token: main });
  const made = await subscribe(next.key, 6);
  expect(made).toHaveLength(5);
  const goOn = (id = '') => test.call('hookSet', { id, live: true }, { token: main });
  expect((await goOn(ended[0])).code).toBe(200124);
  expect(await stateOf(ended[0] ?? '')).toBe('paused');
  // Of those that go on at once one gets the place.
  await test.call('hookDelete', { id: made[0] ?? '' }, { token: main });
  const codes = (await Promise.all(ended.map(goOn))).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([200, 200124, 200124, 200124, 200124]);
  // One that holds a place anyway pauses and goes on as before.
  await test.call('hookSet', { id: made[1] ?? '', live: false }, { token: main });
  expect((await goOn(made[1])).code).toBe(200);
  await test.call('apiKeyRevoke', { id: next.id }, { token: main });
});

it('keys that come and go leave no endless list', async () => {
  const counts: number[] = [];
  for (let round = 0; round < 6; round++) {
    const { id, key } = await makeKey(`Round ${round}`);
    counts.push((await subscribe(key, 5)).length);
    await test.call('apiKeyRevoke', { id }, { token: main });
  }
  expect(counts).toEqual([5, 5, 5, 5, 5, 0]);
});

it('a system that changes the subscription of another key takes it over, with its end', async () => {
  const [former, leaked] = [await makeKey('Former'), await makeKey('Changer')];
  const wish = { url: at('/own'), notificationTypes: ['BOOKING_UPDATE'] };
  const { id } = (await octo.ask('/notifications/subscriptions', { body: wish, key: former.key })).body;
  const path = `/notifications/subscriptions/${id}`;
  await octo.ask(path, { method: 'PATCH', body: { url: at('/stolen') }, key: leaked.key });
  // Administrators end a partner's key, too.
  await test.call('consoleKeyRevoke', { id: leaked.id }, { token: admin });
  expect(await stateOf(id)).toBe('paused');
  await test.call('apiKeyRevoke', { id: former.id }, { token: main });
});

it('a replaced key hands its web hooks over; what is made with it while it still works ends with it', async () => {
  const former = await makeKey('Replaced');
  const handed = await hear('/handed', former.key);
  const { data: next } = await test.call('apiKeyReplace', { id: former.id, hours: 24 }, { token: main });
  const late = await hear('/late', former.key);
  await sql`UPDATE api_key SET ends_at = now() WHERE key_id = ${former.id}::bigint`.execute(test.database.house);
  expect(await Promise.all([handed, late].map(stateOf))).toEqual(['live', 'paused']);
  await test.call('apiKeyRevoke', { id: next.id }, { token: main });
  expect(await stateOf(handed)).toBe('paused');
});

it('web hooks made while the key ends do not outlive it', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, key } = await makeKey(`Race ${round}`);
    const [made] = await Promise.all([hear(`/race${round}`, key), test.call('apiKeyRevoke', { id }, { token: main })]);
    if (made) expect(await stateOf(made)).toBe('paused');
  }
});

it('web hooks of an account that is frozen send nothing while it is', async () => {
  const address = at('/frozen');
  const { rows } = await sql<{
    partner: string;
    account: string;
  }>`INSERT INTO account (owner_id, partner_id, kind, email, name,
      password_hash, email_proved_at, language)
    SELECT a.owner_id, a.partner_id, 'main', 'second@one.example', 'Second', a.password_hash, now(), a.language FROM account a
    WHERE a.owner_id = 1 AND a.email = 'agent@one.example'
    RETURNING partner_id::text AS partner, account_id::text AS account`.execute(test.database.house);
  const [{ partner, account }] = rows as [{ partner: string; account: string }];
  const second = await test.signIn('second@one.example', 'agent-2026');
  const { data } = await test.call('hookCreate', { address, types: ['order.placed'] }, { token: second });
  await hear('/stays', octo.key);
  const freeze = (frozen: boolean) =>
    test.call('consoleAccountFreeze', { id: partner, accountId: account, frozen }, { token: admin });
  expect((await freeze(true)).code).toBe(200);
  const before = taken.length;
  await bookAndHear();
  expect(taken.slice(before).filter(({ path }) => path === '/frozen')).toEqual([]);
  expect((await freeze(false)).code).toBe(200);
  await until(
    async () => taken.slice(before).filter(({ path }) => path === '/frozen').length,
    (count) => count > 0,
  );
  await test.call('hookDelete', { id: data.id }, { token: main });
}, 60_000);
