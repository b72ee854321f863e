// The file of one's own data and the words of others (decision 0810): what the owner's team and its suppliers write among themselves, and
// what they are called, is hidden from buyers in the portal and in the file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let supplier: string;
let orderNo: string;
let waiting: string;

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n');

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  const rename = (email: string, name: string) =>
    sql`UPDATE account SET name = ${name} WHERE owner_id = 1 AND email = ${email}`.execute(test.database.house);
  await rename('operations@one.example', 'Olga Operating');
  await rename('supplier@one.example', 'Suda Guiding');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  [orderNo = '', waiting = ''] = await buyPending(test, agent, 2);
  await test.call('remark', { orderNo, text: 'Is there a lift?' }, { token: agent });
  await test.call('consoleRemark', { id: orderNo, text: 'There is one at the back' }, { token: operations });
  await test.call('consoleNoteAdd', { id: orderNo, text: 'This agency haggles' }, { token: operations });
  await test.call('consoleReference', { id: waiting, reference: 'HG-BEFORE-IT-IS-FIRM' }, { token: supplier });
  await test.fetch(`/api/console/orders/${orderNo}/files?name=plan.pdf`, {
    method: 'POST',
    headers: { token: operations },
    body: new Uint8Array(pdf),
  });
  expect((await test.call('consoleConfirm', { id: orderNo }, { token: supplier })).code).toBe(200);
  const ask = { id: orderNo, subOrderNo: `${orderNo}-1`, remark: 'Our cost rose to 80' };
  expect((await test.call('consoleSupplyCancel', ask, { token: supplier })).code).toBe(200);
  const { list } = (await test.call('consoleCancels', { applier: 3 }, { token: operations })).data;
  const refuse = { id: list[0]?.id ?? '', approve: false, reason: 1, text: 'Agreed were 60' };
  expect((await test.call('consoleCancelDecide', refuse, { token: operations })).code).toBe(200);
  await give('For the late bus', 1);
  await sql`UPDATE owner SET four_eyes_minor = 1 WHERE owner_id = 1`.execute(test.database.house);
  await give('They threaten with a review', 2);
  const { rows } = await sql<{ code: string }>`SELECT voucher_code AS code FROM sub_order
    WHERE order_no = ${orderNo}`.execute(test.database.house);
  await sql`UPDATE sub_order SET play_on = current_date WHERE order_no = ${orderNo}`.execute(test.database.house);
  const redeemed = await test.call('consoleVoucherRedeem', { text: rows[0]?.code ?? '' }, { token: supplier });
  expect(redeemed.code, redeemed.msg).toBe(200);
}, 60_000);
afterAll(() => test.close());

async function give(reason: string, amountMinor: number) {
  const as = { token: operations, key: newKey() };
  const answer = await test.call('consoleGoodwillGive', { id: orderNo, amountMinor, reason }, as);
  expect(answer.code, answer.msg).toBe(200);
}

async function readFile(token: string, path = '/api/ucenter/personaldata/file'): Promise<string> {
  const answer = await test.fetch(path, { headers: { token } });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return Buffer.from(await answer.arrayBuffer()).toString('utf8');
}

const betweenThem = ['This agency haggles', 'Our cost rose to 80', 'Agreed were 60', 'They threaten'];
const names = ['Olga Operating', 'Suda Guiding', 'HG-BEFORE-IT-IS-FIRM'];

describe('§6 personal data: the file of whoever placed an order', () => {
  it('has what was written to the person, and nothing that the team and its suppliers write among themselves', async () => {
    const file = await readFile(agent);
    for (const word of [orderNo, 'Is there a lift?', 'There is one at the back', 'For the late bus'])
      expect(file, word).toContain(word);
    for (const word of betweenThem) expect(file, word).not.toContain(word);
  });

  it('names no member of staff and no person of a supplier, nor the supplier’s number before there is a voucher', async () => {
    const file = await readFile(agent);
    for (const name of names) expect(file, name).not.toContain(name);
  });

  it('is the same that staff send to the person', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const file = await readFile(admin, '/api/console/personaldata/file?email=agent@one.example');
    expect(file).toContain('Is there a lift?');
    for (const word of [...betweenThem, ...names]) expect(file, word).not.toContain(word);
  });

  it('names the person where the person acted', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    expect((await test.call('cancelOrder', { orderNo: id, remark: 'Rain is coming' }, { token: agent })).code).toBe(
      200,
    );
    const file = await readFile(agent);
    expect(file).toMatch(/"actor_name": "\w/);
    expect(file).toContain('Rain is coming');
  });
});
