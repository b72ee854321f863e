// A supplier that takes questions and never answers delays only what is due there: products and places of other owners and of other
// suppliers are read meanwhile (§1 inner API).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

const answerSeconds = 20;
const mostSeconds = 8;

let server: Server;
let origin: string;
let test: TestHouse;
/** From then on nothing under /silent is answered. */
let isSilent = false;
const questions: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    questions.push(`${request.method} ${request.url}`);
    if (isSilent && request.url?.startsWith('/silent')) return;
    request.resume();
    const isKnown = request.url?.endsWith('/products') || request.url?.endsWith('/availability');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_ANSWER_SECONDS: String(answerSeconds) } });
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

const houseQuery = <Row>(text: ReturnType<typeof sql<Row>>) => text.execute(test.database.house);

async function connect(owner: 'one' | 'two', path: string): Promise<string> {
  const token = await test.signIn(`admin@${owner}.example`, 'admin-2026', `${owner}.test`);
  const as = { token, host: `${owner}.test` };
  const supplier = await test.call(
    'consoleSupplierSave',
    {
      ...{ name: `Supplier ${path}`, contacts: [], language: 'en', zone: 'Asia/Kuala_Lumpur', address: '', note: '' },
      ...{ active: true, keepsStock: false, getsMails: false },
    },
    as,
  );
  const { code } = await test.call(
    'consoleOctoSave',
    {
      ...{ id: supplier.data.id, revision: 0, endpoint: origin + path, key: 'a-key-of-tests', prefixed: false },
      ...{ priceBy: 'retail', markupPercent: 0, active: true },
    } as never,
    as,
  );
  expect(code).toBe(200);
  return supplier.data.id;
}

/** Packages of the supplier's owner become the supplier's. */
async function tie(supplierId: string, most: number): Promise<void> {
  await houseQuery(sql`INSERT INTO octo_offer (owner_id, package_id, supplier_id, product_ref, option_ref, units, due_at)
    SELECT k.owner_id, k.package_id, l.supplier_id, 'p' || k.package_id, 'o', '{}', 'infinity' FROM octo_link l
      JOIN package k ON k.owner_id = l.owner_id AND NOT EXISTS (SELECT 1 FROM octo_offer o WHERE o.package_id = k.package_id)
    WHERE l.supplier_id = ${supplierId}::bigint ORDER BY k.package_id LIMIT ${most}`);
}

async function makeDue(supplierId: string): Promise<void> {
  await houseQuery(sql`UPDATE octo_link SET products_due_at = now() WHERE supplier_id = ${supplierId}::bigint`);
  await houseQuery(sql`UPDATE octo_offer SET due_at = now() WHERE supplier_id = ${supplierId}::bigint`);
}

async function secondsUntil(question: string): Promise<number> {
  const begun = performance.now();
  const isOver = () => performance.now() - begun > 2 * answerSeconds * 1000;
  while (!questions.includes(question) && !isOver()) await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - begun) / 1000;
}

it('other suppliers of the same owner and of others are read meanwhile', async () => {
  const silent = await connect('one', '/silent');
  const beside = await connect('one', '/beside');
  const other = await connect('two', '/other');
  await tie(silent, 3);
  await tie(beside, 1);
  await tie(other, 1);
  questions.length = 0;
  isSilent = true;
  await makeDue(silent);
  await secondsUntil('POST /silent/availability');
  await secondsUntil('GET /silent/products');

  await makeDue(beside);
  await makeDue(other);
  const waits = await Promise.all(
    ['/beside', '/other'].flatMap((path) => [
      secondsUntil(`GET ${path}/products`),
      secondsUntil(`POST ${path}/availability`),
    ]),
  );
  for (const wait of waits) expect(wait, JSON.stringify(waits)).toBeLessThan(mostSeconds);
}, 150_000);

it('no supplier is asked about more packages at once than four, whatever becomes due meanwhile', async () => {
  isSilent = false;
  const silent = await connect('one', '/silent-too');
  isSilent = true;
  questions.length = 0;
  const asked = () => questions.filter((question) => question === 'POST /silent-too/availability').length;
  await tie(silent, 3);
  await makeDue(silent);
  await expect.poll(asked, { timeout: 5000 }).toBe(3);
  await tie(silent, 5);
  await houseQuery(
    sql`UPDATE octo_offer SET due_at = now() WHERE supplier_id = ${silent}::bigint AND due_at = 'infinity'`,
  );
  await expect.poll(asked, { timeout: 5000 }).toBeGreaterThan(3);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(asked()).toBe(4);
}, 60_000);
