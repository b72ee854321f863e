// A platform's account is disconnected while its orders go on (§3 order source, decision 0540): what was redeemed meanwhile is reported once
// it is connected again, and staff see what arrives for an account that is not there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askQunar } from '../../../tests/build/ask-qunar.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import {
  playReportedPlatforms,
  qunarKey,
  type ReportedPlatforms,
} from '../../../tests/build/play-reported-platforms.ts';
import { adjust, findAgency } from '../../../tests/build/set-balances.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let reported: ReportedPlatforms;
let operations: string;
let admin: string;
let partnerId: string;
let sku: string;

beforeAll(async () => {
  reported = await playReportedPlatforms();
  test = await openTestHouse({ env: reported.env });
  operations = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  partnerId = await findAgency(test, finance);
  await adjust(test, finance, { id: partnerId, dealType: 9, amountMinor: 400_000 });
  const { rows } = await sql<{
    id: string;
  }>`SELECT s.sku_id::text AS id FROM sku s JOIN package k USING (owner_id, package_id)
    JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
    WHERE p.owner_id = 1 AND p.key = 'tower' AND s.ticket_type = 10001 LIMIT 1`.execute(test.database.house);
  sku = rows[0]?.id ?? '';
});
afterAll(async () => {
  await test.close();
  await reported.close();
});

const connect = async () => {
  const account = { source: 8, partnerId, account: 'HOUSE', signKey: qunarKey } as const;
  expect((await test.call('consoleChannelAccountSave', account, { token: admin })).code).toBe(200);
};
const disconnect = async () =>
  expect((await test.call('consoleChannelAccountDelete', { source: 8 }, { token: admin })).code).toBe(200);

const ask = (method: string, body: string) => askQunar(test, { method, key: qunarKey, body });

async function book(reference: string) {
  const product = `<product><resourceId>${sku}</resourceId><visitDate>${playOn}</visitDate></product>`;
  const contact = '<contactPerson><name>王</name></contactPerson><orderQuantity>2</orderQuantity>';
  const { orderNo } = await ask('createOrderForBeforePaySync', `<orderId>${reference}</orderId>${product}${contact}`);
  await ask('payOrderForBeforePaySync', `<partnerOrderId>${orderNo}</partnerOrderId>`);
  return orderNo;
}
const redeem = async (text: string) =>
  expect((await test.call('consoleVoucherRedeem', { text }, { token: operations })).code).toBe(200);
const readUse = async (orderNo: string) =>
  (await test.call('consoleOrder', { id: orderNo }, { token: operations })).data.platformUse;
const findAccount = async () =>
  (await test.call('consoleMarketplaces', {}, { token: operations })).data.accounts.find(({ source }) => source === 8);
const poll = { timeout: 20_000 };

it('what was redeemed while no account was connected is reported once it is connected again (§3 vouchers)', async () => {
  await connect();
  const orderNo = await book('R-1');
  expect(await findAccount()).toMatchObject({ coming: 1 });
  await disconnect();
  await redeem(`${orderNo}-1`);
  // Some hours pass.
  await sql`UPDATE order_event SET at = at - interval '3 hours' WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  await connect();
  await expect.poll(() => readUse(orderNo), poll).toMatchObject({ used: 1, reported: 1, state: 'reported' });
  expect(reported.uses.get(orderNo)).toMatchObject([{ units: 2, used: 1 }]);
  // Connecting once more says nothing again.
  await connect();
  await redeem(`${orderNo}-2`);
  await expect.poll(() => readUse(orderNo), poll).toMatchObject({ used: 2, reported: 2 });
  expect(reported.uses.get(orderNo)).toHaveLength(2);
});

it('what a platform did not take is sent at once with new keys', async () => {
  const orderNo = await book('R-2');
  reported.refusing.add(orderNo);
  await redeem(`${orderNo}-1`);
  await expect.poll(() => readUse(orderNo), poll).toMatchObject({ problem: 'refused' });
  await sql`UPDATE channel_use SET state = 'given up' WHERE order_no = ${orderNo}`.execute(test.database.house);
  reported.refusing.delete(orderNo);
  await connect();
  await expect.poll(() => readUse(orderNo), poll).toMatchObject({ reported: 1, state: 'reported', problem: '' });
});

it('an account whose partner may not order says so, as its messages are refused', async () => {
  expect(await findAccount()).toMatchObject({ closed: false });
  const freeze = (frozen: boolean) =>
    sql`UPDATE partner SET frozen = ${frozen} WHERE owner_id = 1 AND partner_id = ${partnerId}::bigint`.execute(
      test.database.house,
    );
  await freeze(true);
  expect(await findAccount()).toMatchObject({ closed: true });
  expect(await ask('getOrderByQunar', '')).toMatchObject({ status: 200, orderNo: '' });
  await freeze(false);
  expect(await findAccount()).toMatchObject({ closed: false });
});

it('a message for an account that is not connected is in the log', async () => {
  await disconnect();
  expect(await ask('noticeOrderRefundedByQunar', '<partnerorderId>X</partnerorderId>')).toMatchObject({ status: 401 });
  const list = async () =>
    (await test.call('consoleChannelMessages', { source: '8', refused: '1', query: '401' }, { token: operations })).data
      .list;
  await expect.poll(list, poll).toMatchObject([{ kind: 'noticeOrderRefundedByQunar', code: '401', good: false }]);
});
