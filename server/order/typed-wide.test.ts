// Letters and digits in the full width of an Asian keyboard (§5, decision 0772): a booking takes them as plain ones.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let member: string;
beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
  await sql`UPDATE product SET order_fields = '{406,407,402,404}', traveller_fields = '{101,102,104,105,202,301,303}'
    WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
});
afterAll(() => test.close());

const wide = {
  101: '李雷',
  102: 'ＬＩ　ＬＥＩ',
  104: '１９９０－０１－３１',
  105: '１７０．５',
  202: 'Ｅ１２３４５６７８',
  areaCode: '86',
  301: '１３８００１３８０００',
  303: 'ｌｅｉ＠example.com',
};
const plain = {
  101: '李雷',
  102: 'LI LEI',
  104: '1990-01-31',
  105: '170.5',
  202: 'E12345678',
  areaCode: '86',
  301: '13800138000',
  303: 'lei@example.com',
};

it('§5 fields: a booking typed in full width is stored in plain letters and digits, and free texts stay', async () => {
  const input = await fillOrder(test, member);
  const orderFields = { 406: 'ＭＨ１２３', 407: '１０：３０', 402: '１丁目２－３ Ｂ棟', 404: 'Ａ！' };
  const answer = await test.call(
    'createOrder',
    { ...input, contact: { ...input.contact, email: 'ｍｅｉ＠example.com' }, orderFields, travellers: [wide] },
    { token: member, key: newKey() },
  );
  expect(answer.data).toMatchObject({ status: 1001 });
  const { rows } = await sql<{ fields: object; contact: { email: string }; travellers: object[] }>`
    SELECT p.fields, p.contact, s.travellers FROM purchase p JOIN sub_order s USING (owner_id, order_no)
    WHERE order_no = ${answer.data.orderNo}`.execute(test.database.house);
  expect(rows[0]?.fields).toEqual({ ...orderFields, 406: 'MH123', 407: '10:30' });
  expect(rows[0]?.contact.email).toBe('mei@example.com');
  expect(rows[0]?.travellers).toEqual([plain]);
});

it('§5 fields: marks that turn a text round are dropped from names, numbers and addresses, and fields of one line have one (decision 0797)', async () => {
  const input = await fillOrder(test, member);
  const contact = { name: 'Mei \u202enaT\u202c Tan', email: '\u202amei@example.com\u202c', areaCode: '60' };
  const values = { 406: 'MH123', 407: '10:30', 402: 'Road 1\nSupplier: paid in cash', 404: 'One\nTwo\u2066' };
  const traveller = { ...plain, 102: 'LI\u202e LEI', 301: '\u202a13800138000\u202c' };
  const answer = await test.call(
    'createOrder',
    {
      ...{
        ...input,
        contact: { ...contact, phone: '\u202a123456789\u202c' },
        orderFields: values,
        travellers: [traveller],
      },
      remark: 'Window\u202e, please\nThank you',
    },
    { token: member, key: newKey() },
  );
  expect(answer.data).toMatchObject({ status: 1001 });
  const { rows } = await sql<{ fields: object; contact: object; travellers: object[]; remark: string }>`
    SELECT p.fields, p.contact, s.travellers, p.remark FROM purchase p JOIN sub_order s USING (owner_id, order_no)
    WHERE order_no = ${answer.data.orderNo}`.execute(test.database.house);
  expect(rows[0]).toEqual({
    contact: { name: 'Mei naT Tan', email: 'mei@example.com', areaCode: '60', phone: '123456789' },
    fields: { 406: 'MH123', 407: '10:30', 402: 'Road 1 Supplier: paid in cash', 404: 'One\nTwo' },
    travellers: [plain],
    remark: 'Window, please\nThank you',
  });
});

it('§5 fields: what is no letter or digit in any width is refused as before', async () => {
  const input = await fillOrder(test, member);
  const orderFields = { 406: 'ＭＨ１２３', 407: '１０：３０', 402: 'Road', 404: '' };
  const answer = await test.call(
    'createOrder',
    { ...input, orderFields, travellers: [{ ...wide, 102: '李', 202: '护照１', 105: '一' }] },
    { token: member, key: newKey() },
  );
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([
    'travellers.0.102',
    'travellers.0.202',
    'travellers.0.105',
  ]);
});
