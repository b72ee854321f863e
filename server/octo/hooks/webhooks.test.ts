// `/webhooks` of OCTO's older dialect (§1 inner API, decision 0571): a system registers where it hears of its bookings, with the booking
// itself.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { openOcto } from '../../../tests/build/ask-octo.ts';
import { findBreaches } from '../../../tests/build/check-octo.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

type Taken = { path: string; headers: Record<string, unknown>; body: ReturnType<typeof JSON.parse> };

let test: TestHouse;
let octo: Awaited<ReturnType<typeof openOcto>>;
const taken: Taken[] = [];
let answers = 204;
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    taken.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
    response.writeHead(answers).end();
  });
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_RETRY_SECONDS: '0.2,0.2,0.2' } });
  octo = await openOcto(test);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

async function hold(): Promise<string> {
  const { productId, optionId, units } = await octo.find('Silver Tower');
  const { body } = await octo.ask('/bookings', {
    body: { productId, optionId, availabilityId: playOn, unitItems: [{ unitId: units[0] }] },
  });
  return body.uuid;
}

const of = (uuid: string) => taken.filter(({ body }) => body.booking?.uuid === uuid);
const contact = { fullName: 'Mei Tan', emailAddress: 'mei@example.com' };

it('are registered, listed and deleted, and tell of a booking with all that it is', async () => {
  const wish = {
    url: at('/whole'),
    event: 'BOOKING_UPDATE',
    headers: { 'x-own': '7' },
    capabilities: ['octo/pricing'],
  };
  const made = await octo.get('Webhook', '/webhooks', { body: wish });
  expect(made).toMatchObject({ ...wish, event: 'booking_update', retryOnError: true, useContactLanguage: false });
  expect(await octo.get('Webhook[]', '/webhooks')).toEqual([made]);
  expect((await octo.ask('/notifications/subscriptions')).body).toEqual([]);
  const uuid = await hold();
  await octo.ask(`/bookings/${uuid}/confirm`, { body: { contact } });
  await until(
    async () => of(uuid).at(-1)?.body.diff.length,
    (changes) => changes > 0,
  );
  for (const { body, headers } of of(uuid)) {
    expect(findBreaches(body, 'BookingUpdate')).toEqual([]);
    expect(headers).toMatchObject({ 'x-own': '7', 'webhook-signature': expect.stringMatching(/^v1,/) });
  }
  const confirmed = of(uuid).find(({ body }) => body.diff.length)?.body;
  expect(confirmed).toMatchObject({
    webhook: made,
    diff: [{ op: 'replace', path: '/status', was: 'ON_HOLD', value: 'CONFIRMED' }],
    booking: { contact, pricing: { net: 10_000 } },
  });
  const [ticket] = confirmed.booking.unitItems;
  expect(ticket.ticket.deliveryOptions[0].deliveryValue).toContain('/voucher/');
  expect((await octo.ask(`/webhooks/${made.id}`, { method: 'DELETE', body: {} })).status).toBe(200);
  expect((await octo.ask('/webhooks')).body).toEqual([]);
  await octo.ask(`/bookings/${uuid}/cancel`, { body: {} });
});

it('without retryOnError are sent once, with it until they are taken', async () => {
  answers = 500;
  for (const [path, retryOnError] of [
    ['/once', false],
    ['/often', true],
  ] as const)
    await octo.get('Webhook', '/webhooks', { body: { url: at(path), event: 'booking_update', retryOnError } });
  const uuid = await hold();
  const to = (path: string) => of(uuid).filter((one) => one.path === path).length;
  await until(
    async () => to('/often'),
    (count) => count >= 2,
  );
  expect(to('/once')).toBe(1);
  answers = 204;
  const { rows } = await sql<{ state: string }>`SELECT s.state FROM hook_sending s JOIN hook h USING (owner_id, hook_id)
    WHERE h.address LIKE '%/once' AND s.type = 'order.placed'`.execute(test.database.house);
  expect(rows).toEqual([{ state: 'given up' }]);
  for (const { id } of (await octo.ask('/webhooks')).body)
    await octo.ask(`/webhooks/${id}`, { method: 'DELETE', body: {} });
  await octo.ask(`/bookings/${uuid}/cancel`, { body: {} });
});

it('are refused for other events, other addresses and test keys, in words that say what instead', async () => {
  const wish = { url: at('/x'), event: 'availability_update' };
  const other = await octo.ask('/webhooks', { body: wish });
  expect([other.status, other.body.error]).toEqual([400, 'UNPROCESSABLE_ENTITY']);
  expect(other.body.errorMessage).toContain('/notifications/subscriptions');
  const odd = await octo.ask('/webhooks', { body: { ...wish, event: 'booking_update', url: 'ftp://x' } });
  expect([odd.status, odd.body.error]).toEqual([400, 'BAD_REQUEST']);
  expect(odd.body.errorMessage).toMatch(/\burl: /);
  expect((await octo.ask('/webhooks/999', { method: 'DELETE', body: {} })).body.error).toBe('BAD_REQUEST');
});

it('a change of 400 days of a product is one notice with its first and last day (decision 0460)', async () => {
  const { productId, optionId } = await octo.find('Silver Tower');
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT 1, ${optionId}::bigint, ${playOn}::date + n, '', 9 FROM generate_series(0, 399) n ON CONFLICT DO NOTHING`.execute(
    test.database.house,
  );
  const wish = { url: at('/places'), notificationTypes: ['AVAILABILITY_UPDATE'] };
  const { status, body } = await octo.ask('/notifications/subscriptions', { body: wish });
  expect(status).toBe(200);
  const heard = () => taken.filter(({ path }) => path === '/places').map((one) => one.body);
  await sql`UPDATE departure SET capacity = capacity + 1 WHERE owner_id = 1 AND package_id = ${optionId}::bigint
    AND play_on >= ${playOn}::date`.execute(test.database.house);
  const days = { localDateStart: playOn, localDateEnd: addDays(playOn, 399) };
  const whole = { subscriptionId: body.id, notificationType: 'AVAILABILITY_UPDATE', data: { productId, ...days } };
  await until(
    async () => heard().length,
    (count) => count > 0,
  );
  // Two rounds more: nothing came piece by piece.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect(heard()).toEqual([expect.objectContaining(whole)]);
  await octo.ask(`/notifications/subscriptions/${body.id}`, { method: 'DELETE', body: {} });
}, 60_000);

it('a quotation’s hold, a limit of a SKU and a day off sale are notices too (decision 0460)', async () => {
  const { productId, optionId: packageId, units } = await octo.find('Silver Tower');
  const [agent, admin, content] = await Promise.all(
    ['agent', 'admin', 'content'].map((who) => test.signIn(`${who}@one.example`, `${who}-2026`)),
  );
  const { partners, ...levels } = (await test.call('consoleLevels', {}, { token: admin })).data;
  const all = (value: number) => levels.names.map(() => value);
  await test.call('consoleLevelsSave', { ...levels, quotePlaces: all(9), quoteHours: all(9) }, { token: admin });
  const wish = { url: at('/changes'), notificationTypes: ['AVAILABILITY_UPDATE'] };
  const { id } = (await octo.ask('/notifications/subscriptions', { body: wish })).body;
  const daysTold = () =>
    taken
      .filter(({ path, body }) => path === '/changes' && body.data.productId === productId)
      .map(({ body }) => [body.data.localDateStart, body.data.localDateEnd]);
  const day = (after: number) => addDays(playOn, after);
  const isTold = (after: number, times = 1) =>
    until(
      async () => daysTold().filter(([from, to]) => from === day(after) && to === day(after)).length,
      (count) => count >= times,
    );
  const line = { productId, packageId, skuId: units[0] ?? '', playOn: day(3), quantity: 2 };
  const quotation = { language: 'en', currency: 'MYR', validUntil: day(2), title: 'Held', lines: [line] } as const;
  const saved = (await test.call('quotationSave', { ...quotation, lines: [line] }, { token: agent })).data;
  const held = await test.call('quotationHold', { id: saved.id, revision: saved.revision }, { token: agent });
  expect(held.code).toBe(200);
  await isTold(3);
  const back = { id: saved.id, revision: held.data.revision };
  expect((await test.call('quotationRelease', back, { token: agent })).code).toBe(200);
  await isTold(3, 2);
  const save = (change: object) =>
    test.call('consoleCalendarSave', { packageId, changes: [{ session: '', ...change }] } as never, { token: content });
  const limits = [{ skuId: units[0], capacity: 1, wasCapacity: null }];
  expect((await save({ on: day(4), limits })).code).toBe(200);
  await isTold(4);
  const { rows } = await sql<{ capacity: number }>`SELECT capacity FROM departure
    WHERE package_id = ${packageId}::bigint AND play_on = ${day(5)}::date`.execute(test.database.house);
  expect((await save({ on: day(5), capacity: null, wasCapacity: rows[0]?.capacity })).code).toBe(200);
  await isTold(5);
  await octo.ask(`/notifications/subscriptions/${id}`, { method: 'DELETE', body: {} });
}, 60_000);
