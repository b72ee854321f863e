// Which files of an order go by mail to others than its buyer (§3 vouchers, decision 0811): a supplier's confirmation or an invoice names
// what the owner or the agency pays, so an agency's customer gets what was meant for travellers, and the agency gets everything.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let supplier: string;
let operations: string;
const customer = 'customer@elsewhere.example';
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n');

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

async function upload(id: string, token: string, name: string, travellers = '') {
  const answer = await test.fetch(`/api/console/orders/${id}/files?name=${name}${travellers}`, {
    method: 'POST',
    headers: { token },
    body: new Uint8Array(pdf),
  });
  return ((await answer.json()) as { data: { list: { name: string; forTravellers?: boolean }[] } }).data.list;
}

/** Names of what is attached to the mail with the voucher. */
async function attachedTo(id: string, email: string): Promise<string[]> {
  const found = await until(
    async () =>
      (
        await sql<{
          names: string[];
        }>`SELECT ARRAY(SELECT x ->> 'name' FROM jsonb_array_elements(attachments) x) AS names
          FROM mail WHERE occasion = ${`order ${id} confirmed`} AND recipient = ${email}`.execute(test.database.house)
      ).rows[0],
    Boolean,
  );
  return found?.names ?? [];
}

/** An order whose contact is the agency's customer, with three files; confirmed. */
async function confirmWithFiles(): Promise<string> {
  const [id = ''] = await buyPending(test, agent, 1);
  await sql`UPDATE purchase SET notify = '[]', contact = contact || jsonb_build_object('email', ${customer}::text)
    WHERE order_no = ${id}`.execute(test.database.house);
  await upload(id, supplier, 'net-price.pdf');
  await upload(id, operations, 'invoice.pdf');
  const list = await upload(id, supplier, 'tickets.pdf', '&travellers=1');
  expect(list.map(({ name, forTravellers }) => [name, forTravellers])).toEqual([
    ['net-price.pdf', false],
    ['tickets.pdf', true],
  ]);
  expect((await test.call('consoleConfirm', { id }, { token: supplier })).code).toBe(200);
  return id;
}

it('an agency’s customer gets the files that were added for travellers, and the agency all of them', async () => {
  const id = await confirmWithFiles();
  expect(await attachedTo(id, customer)).toEqual([`voucher-${id}-1.pdf`, 'tickets.pdf']);
  const all = [`voucher-${id}-1.pdf`, 'net-price.pdf', 'invoice.pdf', 'tickets.pdf'];
  expect(await attachedTo(id, 'agent@one.example')).toEqual(all);
  const shown = (await test.call('orderDetail', { id }, { token: agent })).data.files;
  expect(shown.map(({ name }) => name)).toEqual(all.slice(1));
  expect(JSON.stringify(shown)).not.toContain('forTravellers');
});

it('staff read for whom each file is', async () => {
  const id = await confirmWithFiles();
  const { files } = (await test.call('consoleOrder', { id }, { token: operations })).data;
  expect(files.filter((file) => file.forTravellers).map(({ name }) => name)).toEqual(['tickets.pdf']);
});
