// What a traveller who bought at Ctrip, Meituan or Qunar gets from us (§3 order source, decision 0783): these platforms are answered that
// our vouchers go to the traveller by ourselves.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askQunar } from '../../../tests/build/ask-qunar.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { ctripKeys, qunarKey } from '../../../tests/build/play-reported-platforms.ts';
import { adjust, findAgency } from '../../../tests/build/set-balances.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';
import { decryptCtrip, sealCtrip } from './ctrip-crypto.ts';

let test: TestHouse;
let operations: string;
let sku: string;

beforeAll(async () => {
  test = await openTestHouse();
  operations = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const partnerId = await findAgency(test, finance);
  await adjust(test, finance, { id: partnerId, dealType: 9, amountMinor: 400_000 });
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  for (const account of [
    { source: 2, partnerId, account: 'acc', ...ctripKeys },
    { source: 8, partnerId, account: 'HOUSE', signKey: qunarKey },
  ] as const)
    expect((await test.call('consoleChannelAccountSave', account, { token: admin })).code).toBe(200);
  const { rows } = await sql<{
    id: string;
  }>`SELECT s.sku_id::text AS id FROM sku s JOIN package k USING (owner_id, package_id)
    JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
    WHERE p.owner_id = 1 AND p.key = 'tower' AND s.ticket_type = 10001 LIMIT 1`.execute(test.database.house);
  sku = rows[0]?.id ?? '';
});
afterAll(() => test.close());

type Contact = { name?: string; mobile?: string; intlCode?: string; email?: string };

async function sendCtrip(serviceName: string, message: object) {
  const head = { accountId: 'acc', serviceName, requestTime: '2026-01-02 03:04:05', version: '1.0' };
  const answer = await test.fetch('/ctrip', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sealCtrip(head, message, ctripKeys)),
  });
  const { header, body } = (await answer.json()) as { header: { resultCode: string }; body?: string };
  const opened = body
    ? (JSON.parse(decryptCtrip(body, ctripKeys) ?? '{}') as { supplierOrderId: string; items?: object[] })
    : undefined;
  return { code: header.resultCode, orderNo: opened?.supplierOrderId ?? '', items: opened?.items };
}

const bookAtCtrip = (otaOrderId: string, contact: Contact, item: object = {}) =>
  sendCtrip('CreateOrder', {
    ...{ otaOrderId, contacts: [contact] },
    items: [{ PLU: sku, useStartDate: playOn, quantity: 1, ...item }],
  });

const ask = (method: string, body: string) => askQunar(test, { method, key: qunarKey, body });

async function listMails(recipient: string) {
  const { rows } = await sql<{ occasion: string; subject: string; body: string; files: number }>`SELECT
      split_part(occasion, ' ', 3) AS occasion, subject, body, jsonb_array_length(attachments) AS files
    FROM mail WHERE owner_id = 1 AND recipient = ${recipient} ORDER BY mail_id`.execute(test.database.house);
  return rows;
}
const readOrder = async (orderNo: string) =>
  (await test.call('consoleOrder', { id: orderNo }, { token: operations })).data;
const poll = { timeout: 15_000 };

it('get the voucher by mail in the language of the sale, without our price; its cancellation is the platform’s to tell (§4 vouchers)', async () => {
  const email = 'fang@traveller.example';
  const contact = { name: '王芳', mobile: '13800138000', intlCode: '86', email };
  const { orderNo } = await bookAtCtrip('T-1', contact, { quantity: 2 });
  await expect.poll(() => listMails(email), poll).toHaveLength(1);
  const [mail] = await listMails(email);
  expect(mail).toMatchObject({ occasion: 'confirmed', files: 1 });
  expect(mail?.subject).toMatch(/[\u4e00-\u9fff]/);
  expect(mail?.subject).toContain(orderNo);
  expect(mail?.body.replaceAll(orderNo, '')).not.toMatch(/MYR|RM|100|110|200|220/);
  // By the number that the traveller knows, and two tickets of a kind together.
  expect(mail?.body).toMatch(/携程：T-1\n/);
  expect(mail?.body).toMatch(/成人 ×\s2\n/);
  expect(mail?.body).not.toContain('http');
  const english = 'ann@traveller.example';
  await bookAtCtrip(
    'T-2',
    { name: 'Ann Lee', mobile: '4155550100', intlCode: '1', email: english },
    { locale: 'en-US' },
  );
  await expect.poll(() => listMails(english), poll).toMatchObject([{ subject: expect.stringContaining('confirmed') }]);
  const items = [{ PLU: sku, quantity: 2 }];
  const cancelled = { otaOrderId: 'T-1', supplierOrderId: orderNo, sequenceId: 'c', items };
  expect((await sendCtrip('CancelOrder', cancelled)).code).toBe('0000');
  const ofAgency = async () => (await listMails('agent@one.example')).map(({ occasion }) => occasion);
  await expect.poll(ofAgency, poll).toContainEqual(expect.stringMatching(/^cancelled/));
  expect(await listMails(email)).toHaveLength(1);
});

it('are booked although their e-mail or telephone cannot be read, which the remark has (§5 contact)', async () => {
  const odd = await bookAtCtrip(
    'T-3',
    { name: '李雷', mobile: '17010001000-1234', intlCode: '0086', email: 'none' },
    { remark: '轮椅 '.repeat(80) },
  );
  expect(odd.code).toBe('0000');
  const order = await readOrder(odd.orderNo);
  expect(order.contact).toMatchObject({ name: '李雷', areaCode: '86', phone: '17010001000' });
  expect(order.remark).toContain('轮椅');
  expect(order.remark).toContain('17010001000-1234');
  expect(order.remark).toContain('none');
  const product = `<product><resourceId>${sku}</resourceId><visitDate>${playOn}</visitDate></product>`;
  const contact = '<contactPerson><name>王</name><mobile>x</mobile><email>none</email></contactPerson>';
  const held = await ask(
    'createOrderForBeforePaySync',
    `<orderId>T-4</orderId>${product}${contact}<orderQuantity>1</orderQuantity>`,
  );
  const paid = await ask('payOrderForBeforePaySync', `<partnerOrderId>${held.orderNo}</partnerOrderId>`);
  expect([held.code, paid.code]).toEqual(['1000', '1000']);
});

it('without an e-mail address are shown to staff, who enter one: the voucher goes there, and the partner stays informed (§4 vouchers)', async () => {
  const { orderNo } = await bookAtCtrip('T-6', { name: '李雷', mobile: '13800138000' });
  const { contact: seen, travellerEmail } = await readOrder(orderNo);
  expect(travellerEmail).toBe('');
  const ofAgency = async () =>
    (await listMails('agent@one.example')).filter(({ subject }) => subject.includes(orderNo));
  await expect.poll(ofAgency, poll).toHaveLength(1);
  const email = 'lei@traveller.example';
  const change = { id: orderNo, ...seen, email, seen };
  expect((await test.call('consoleContact', change, { token: operations })).code).toBe(200);
  expect(await readOrder(orderNo)).toMatchObject({ travellerEmail: email, contact: { email } });
  expect((await test.call('consoleVoucherMail', { id: orderNo }, { token: operations })).code).toBe(200);
  await expect
    .poll(() => listMails(email), poll)
    .toMatchObject([{ files: 1, subject: expect.stringMatching(/[一-鿿]/) }]);
  await expect.poll(ofAgency, poll).toHaveLength(2);
  // A second address takes the place of the first one.
  const other = { ...seen, email: 'lei2@traveller.example' };
  await test.call('consoleContact', { id: orderNo, ...other, seen: { ...seen, email } }, { token: operations });
  const { rows } = await sql<{
    list: string[];
  }>`SELECT ARRAY(SELECT n ->> 'email' FROM jsonb_array_elements(notify) n) AS list
    FROM purchase WHERE order_no = ${orderNo}`.execute(test.database.house);
  expect(rows[0]?.list).toEqual([other.email, 'agent@one.example']);
});

it('are counted for each line of Ctrip’s when it asks, by the number that it has for the line (§3 order source)', async () => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT s.sku_id::text AS id FROM sku s WHERE s.owner_id = 1 AND s.sku_id <> ${sku}::bigint
    AND s.package_id = (SELECT package_id FROM sku WHERE owner_id = 1 AND sku_id = ${sku}::bigint) LIMIT 1`.execute(
    test.database.house,
  );
  const child = rows[0]?.id ?? '';
  const item = { useStartDate: playOn };
  const items = [
    { ...item, itemId: 'L-1', PLU: sku, quantity: 2 },
    { ...item, itemId: 'L-2', PLU: child, quantity: 1 },
  ];
  const { orderNo } = await sendCtrip('CreateOrder', { otaOrderId: 'T-7', contacts: [{ name: 'A' }], items });
  const numbers = { otaOrderId: 'T-7', supplierOrderId: orderNo };
  const cancelled = { ...numbers, sequenceId: 'c', items: [{ PLU: child, quantity: 1 }] };
  expect((await sendCtrip('CancelOrder', cancelled)).code).toBe('0000');
  await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: operations });
  expect((await sendCtrip('QueryOrder', numbers)).items).toEqual([
    expect.objectContaining({ itemId: 'L-1', orderStatus: 7, quantity: 2, useQuantity: 1, cancelQuantity: 0 }),
    expect.objectContaining({ itemId: 'L-2', orderStatus: 5, quantity: 1, useQuantity: 0, cancelQuantity: 1 }),
  ]);
});

it('pay there in a currency of their own, which staff read beside ours (§3 order source)', async () => {
  const { house } = test.database;
  await sql`DELETE FROM exchange_rate WHERE owner_id = 1 AND currency = 'CNY'`.execute(house);
  await sql`INSERT INTO exchange_rate (owner_id, currency, rate) VALUES (1, 'CNY', 0.65)`.execute(house);
  const { orderNo } = await bookAtCtrip('T-5', { name: 'A' }, { price: '200.00', priceCurrency: 'CNY' });
  expect((await readOrder(orderNo)).platform).toMatchObject({
    price: { amountMinor: 20_000, currency: 'CNY' },
    converted: { amountMinor: 13_000, currency: 'MYR' },
  });
});
