// One order, one time: buyers read it in the zone of the product, the back office in the owner's, and each names its zone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatInstant, instantOf } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import { until } from '../build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder } from '../build/place-orders.ts';
import { readPdf } from '../build/read-pdf.ts';

let test: TestHouse;
let agent: string;
let admin: string;
let orderNo: string;
let placedAt: Date;

beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  const { house } = test.database;
  // The owner sits in Lisbon, its product lies in Kuala Lumpur.
  await sql`UPDATE owner SET zone = 'Europe/Lisbon' WHERE owner_id = 1`.execute(house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  orderNo = await placeOrder(test, agent);
  const found = await sql<{ placed_at: Date }>`SELECT placed_at FROM purchase WHERE order_no = ${orderNo}`.execute(
    house,
  );
  placedAt = found.rows[0]?.placed_at ?? new Date(0);
}, 180_000);
afterAll(() => test?.close());

const there = () => formatInstant(placedAt, 'en', 'Asia/Kuala_Lumpur');
const here = () => formatInstant(placedAt, 'en', 'Europe/Lisbon');
const read = async (path: string, token: string) => {
  const answer = await test.fetch(path, { headers: { token, accept: 'text/html', cookie: 'lang=en; c=MYR' } });
  return (await answer.text()).replaceAll('<!-- -->', '');
};

it('list, detail and documents of the buyer show the time in the product’s zone', async () => {
  expect(there()).toMatch(/GMT\+8$/);
  expect(here()).not.toBe(there());
  expect(await read('/uc/order?view=table', agent)).toContain(there());
  const detail = await read(`/uc/order/${orderNo}`, agent);
  expect(detail).toContain(there());
  expect(detail).not.toContain(here());
});

it('the payment mail and the receipt do so too', async () => {
  const { house } = test.database;
  const mail = await until(
    async () =>
      (
        await sql<{ body: string }>`SELECT body FROM mail WHERE occasion LIKE ${`order ${orderNo} placed%`}`.execute(
          house,
        )
      ).rows[0]?.body ?? '',
    Boolean,
  );
  expect(mail).toMatch(/\d{2}:\d{2}.*GMT\+8|GMT\+8.*\d{2}:\d{2}/);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const file = await test.fetch(`/api/order/download/invoice?orderNo=${orderNo}&language=en`, {
    headers: { token: agent },
  });
  const text = readPdf(Buffer.from(await file.arrayBuffer()))
    .map((page) => page.text)
    .join(' ');
  expect(text).toContain('GMT+8');
  expect(text).toContain('马来西亚时间');
});

it('the back office shows every time in the owner’s zone, mails, staff and partners included', async () => {
  for (const path of ['/console/orders', `/console/orders/${orderNo}`]) {
    const page = await read(path, admin);
    expect(page, path).toContain(here());
    expect(page, path).not.toContain(there());
  }
  for (const path of ['/console/mails', '/console/staff', '/console/log', '/console/partners/2', '/console/products']) {
    const page = await read(path, admin);
    const moments = page.match(/\d{2}:\d{2} [A-Z]{3,4}[+\d]*/g) ?? [];
    expect(moments.length, path).toBeGreaterThan(0);
    expect(page, path).not.toMatch(/UTC\)/);
    const zone = here().split(' ').at(-1);
    expect(
      moments.every((one) => one.endsWith(` ${zone}`)),
      `${path}: ${moments[0]}`,
    ).toBe(true);
  }
});

it('free cancellation ends with the day where the product is, shown in the back office by the owner’s clock', async () => {
  const { data } = await test.call('orderDetail', { id: orderNo }, { token: agent });
  const end = instantOf(data.lines[0]?.cancelTerms?.freeUntil ?? '', '23:59', 'Asia/Kuala_Lumpur');
  expect(await read(`/uc/order/${orderNo}`, agent)).toContain(formatInstant(end, 'en', 'Asia/Kuala_Lumpur'));
  expect(await read(`/console/orders/${orderNo}`, admin)).toContain(formatInstant(end, 'en', 'Europe/Lisbon'));
});

it('files name the zone of their times', async () => {
  const orders = await (
    await test.fetch('/api/order/export?format=csv', { headers: { token: agent, l: 'en' } })
  ).text();
  expect(orders.split('\r\n')[0]).toContain('Placed at (Europe/Lisbon)');
  const bill = await (
    await test.fetch('/api/pay/bill/export?format=csv', { headers: { token: agent, l: 'en' } })
  ).text();
  expect(bill.split('\r\n')[0]).toContain('Time (Europe/Lisbon)');
});
