// What a supplier does with what it delivers (rules §7 and §10, §3 order applier 3): confirms with its number and a file that reaches the
// buyer with the voucher, asks to cancel, redeems; and in an order of two suppliers each has its own lines.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let first: string;
let second: string;
let operations: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  const other = await makeSecondSupplier(test);
  await addPackageOf(test, other.id);
  second = other.token;
  agent = await test.signIn('agent@one.example', 'agent-2026');
  first = await test.signIn('supplier@one.example', 'supplier-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n');
type Answer = { code: number; data: { list: { id: string; name: string }[] } };

async function upload(orderNo: string, body: Buffer, token: string, name = 'Guide voucher.pdf'): Promise<Answer> {
  const path = `/api/console/orders/${orderNo}/files?name=${encodeURIComponent(name)}`;
  const answer = await test.fetch(path, { method: 'POST', headers: { token }, body: new Uint8Array(body) });
  return (await answer.json()) as Answer;
}
const fileOf = (id: string, token: string) => test.fetch(`/api/order/download/file?id=${id}`, { headers: { token } });

describe('confirming with a number and a file', () => {
  it('the buyer has both with the voucher and in the mail, and neither before', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const { data } = await upload(id, pdf, first);
    expect(data.list).toMatchObject([{ name: 'Guide voucher.pdf', by: 'Suda' }]);
    const fileId = data.list[0]?.id ?? '';
    const early = (await test.call('orderDetail', { id }, { token: agent })).data;
    expect([early.files, early.lines[0]?.reference]).toEqual([[], '']);
    expect(((await (await fileOf(fileId, agent)).json()) as Answer).code).toBe(421);

    expect((await test.call('consoleConfirm', { id, reference: ' HG  77 ' }, { token: first })).data.status).toBe(1003);
    const shown = (await test.call('orderDetail', { id }, { token: agent })).data;
    expect(shown.lines[0]?.reference).toBe('HG 77');
    expect(shown.files).toEqual([{ id: fileId, name: 'Guide voucher.pdf', size: pdf.length, by: '' }]);
    const file = await fileOf(fileId, agent);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
    const mail = await until(
      async () =>
        (
          await sql<{
            names: string[];
          }>`SELECT ARRAY(SELECT x ->> 'name' FROM jsonb_array_elements(attachments) x) AS names
            FROM mail WHERE occasion = ${`order ${id} confirmed`}`.execute(test.database.house)
        ).rows[0],
      Boolean,
    );
    expect(mail?.names).toEqual([`voucher-${id}-1.pdf`, 'Guide voucher.pdf']);
    const strangers = await test.signIn('member@one.example', 'member-2026');
    expect(((await (await fileOf(fileId, strangers)).json()) as Answer).code).toBe(421);
  });

  it('accepts re-encoded pictures and PDFs without active content, five at most of twenty at once', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const plain = sharp({ create: { width: 40, height: 20, channels: 3, background: '#0b5563' } });
    const png = await plain.withExif({ IFD0: { Copyright: 'Hidden words' } }).png().toBuffer(); // biome-ignore format: one line
    const acting = Buffer.from(pdf.toString('latin1').replace('/Catalog', '/Catalog /OpenAction <</S /JavaScript>>'));
    for (const refused of [Buffer.from('text'), acting, Buffer.concat([png, Buffer.alloc(2_200_000)])])
      expect((await upload(id, refused, first)).code).toBe(200506);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(id, png, first, '../a"b.exe')));
    expect(answers.map((answer) => answer.code).sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(200507)]);
    const { files } = (await test.call('consoleSupply', { id }, { token: first })).data;
    expect(files.map((file) => file.name)).toEqual(Array(5).fill('..ab.png'));
    const stored = await test.fetch(`/api/console/orders/${id}/files/${files[0]?.id}`, { headers: { token: first } });
    expect(Buffer.from(await stored.arrayBuffer()).includes('Hidden words')).toBe(false);
    const drop = { id, fileId: files[0]?.id ?? '' };
    expect((await test.call('consoleOrderFileDelete', drop, { token: second })).http).toBe(421);
    expect((await test.call('consoleOrderFileDelete', drop, { token: first })).code).toBe(200);
    expect((await upload(id, pdf, operations)).code).toBe(200);
    expect((await test.call('consoleSupply', { id }, { token: first })).data.files).toHaveLength(4);
    expect((await test.call('consoleOrder', { id }, { token: operations })).data.files).toHaveLength(5);
  });

  it('a number can come later, and is refused when it is too long', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const long = { id, reference: 'x'.repeat(61) };
    expect((await test.call('consoleReference', long, { token: first })).data).toHaveProperty('fields.reference');
    expect((await test.call('consoleConfirm', long, { token: first })).data).toHaveProperty('fields.reference');
    expect((await test.call('consoleReference', { id, reference: 'L8' }, { token: second })).http).toBe(421);
    expect((await test.call('consoleReference', { id, reference: 'L8' }, { token: first })).code).toBe(200);
    expect((await test.call('consoleOrder', { id }, { token: operations })).data.reference).toBe('L8');
  });
});

describe('asking to cancel', () => {
  it('waits for the owner as applier 3, is found as 4003, and gives everything back when approved', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const ask = (remark: string, token = first) =>
      test.call('consoleSupplyCancel', { id, subOrderNo: `${id}-1`, remark }, { token });
    expect((await ask('No guide')).code).toBe(200302);
    await test.call('consoleConfirm', { id }, { token: first });
    expect((await test.call('consoleSupply', { id }, { token: first })).data.lines[0]?.cancellable).toBe(true);
    expect((await ask(' ')).data).toEqual({ fields: { remark: 'This field is required' } });
    expect((await ask('Flood', second)).http).toBe(421);
    expect((await ask('Flood', operations)).http).toBe(421);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('Flood')));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200302)]);
    expect(answers.find((answer) => answer.code === 200)?.data).toEqual({ status: 1004 });
    const found = async (status: number) =>
      (await test.call('consoleOrders', { status, query: id }, { token: operations })).data.total;
    expect([await found(4003), await found(4001), await found(4002), await found(1004)]).toEqual([1, 0, 0, 1]);
    const queue = async (applier: number) =>
      (await test.call('consoleCancels', { applier }, { token: operations })).data.list.filter(
        (item) => item.orderNo === id,
      );
    expect(await queue(1)).toEqual([]);
    const [asked] = await queue(3);
    expect(asked).toMatchObject({ applier: 3, askedBy: 'Suda', remark: 'Flood', fee: { amountMinor: 0 } });
    // Neither the buyer nor staff read that the buyer asked.
    const mailed = (to: string, about: string) =>
      until(async () => (await test.mails(to)).find(({ occasion }) => occasion.includes(`${id} ${about}`)), Boolean);
    expect((await mailed('mei@example.com', 'cancelAsked'))?.body).toContain('the provider has asked us to cancel');
    expect((await mailed('operations@one.example', 'toDecide'))?.body).toContain('The supplier asked to cancel');
    // Its people see what was asked for, and what came of it.
    const seen = async () => (await test.call('consoleSupply', { id }, { token: first })).data.lines[0];
    expect((await seen())?.asked).toMatchObject([{ by: 'Suda', remark: 'Flood', result: 0, answer: '' }]);
    const refuse = { id: asked?.id ?? '', approve: false, reason: 3, text: 'The path is open again' };
    expect((await test.call('consoleCancelDecide', refuse, { token: operations })).code).toBe(200);
    expect((await seen())?.asked).toMatchObject([{ result: 2, answer: 'The path is open again' }]);
    const answer = await mailed('supplier@one.example', 'supplyStands');
    expect(answer?.body).toContain('please deliver it as booked');
    expect(answer?.body).toContain('The path is open again');
    expect(answer?.body).not.toMatch(/MYR|mei@example/);
    const stands = await mailed('mei@example.com', 'cancelRejected');
    expect(stands?.subject).toBe(`Order ${id}: not cancelled`);
    expect(stands?.body).toContain('the provider had asked to cancel');
    expect(stands?.body).not.toMatch(/The path is open again|you may ask again/);
    expect((await ask('Flood again')).code).toBe(200);
    expect((await seen())?.asked.map(({ remark }) => remark)).toEqual(['Flood again', 'Flood']);
    const decide = { id: (await queue(3))[0]?.id ?? '', approve: true };
    expect((await test.call('consoleCancelDecide', decide, { token: first })).http).toBe(421);
    expect((await test.call('consoleCancelDecide', decide, { token: operations })).data.status).toBe(4005);
    expect(await found(4003)).toBe(0);
  });
});

describe('an order of two suppliers', () => {
  it('shows each its lines, waits for both, and mails the buyer once', async () => {
    const id = await buyOfBoth(test, agent);
    const supply = async (token: string) => (await test.call('consoleSupply', { id }, { token })).data;
    expect((await supply(first)).lines.map((line) => line.subOrderNo)).toEqual([`${id}-1`]);
    expect((await supply(second)).lines.map((line) => line.subOrderNo)).toEqual([`${id}-2`]);
    const row = async (token: string) => (await test.call('consoleOrders', { query: id }, { token })).data.list[0];
    expect([(await row(first))?.quantity, (await row(second))?.quantity]).toEqual([2, 1]);
    expect((await test.call('consoleConfirm', { id, reference: 'A1' }, { token: first })).data.status).toBe(1002);
    expect([(await row(first))?.status, (await row(second))?.status]).toEqual([1003, 1002]);
    const waiting = await test.call('consoleOrders', { query: id, status: 1002 }, { token: first });
    expect(waiting.data.total).toBe(0);
    expect((await test.call('consoleConfirm', { id }, { token: first })).code).toBe(200302);
    expect((await supply(second)).lines[0]?.reference).toBe('');
    expect((await test.call('consoleConfirm', { id, reference: 'B2' }, { token: second })).data.status).toBe(1003);
    const { lines } = (await test.call('orderDetail', { id }, { token: agent })).data;
    expect(lines.map((line) => line.reference)).toEqual(['A1', 'B2']);
  });

  it('that one of them rejects gives back that part alone, and the voucher of the other stays', async () => {
    const id = await buyOfBoth(test, agent);
    expect((await test.call('consoleConfirm', { id }, { token: first })).code).toBe(200);
    const places = async () =>
      (
        await sql<{ sold: number }>`SELECT d.sold FROM departure d JOIN package k USING (owner_id, package_id)
          WHERE k.owner_id = 1 AND k.key = 'boat'`.execute(test.database.house)
      ).rows[0]?.sold;
    const before = await places();
    const rejected = await test.call('consoleReject', { id, why: 'Boat broken' }, { token: second });
    expect(rejected.data.status).toBe(1003);
    expect(await places()).toBe((before ?? 0) - 1);
    const shown = await until(
      async () => (await test.call('orderDetail', { id }, { token: agent })).data,
      (order) => order.refundTotal.amountMinor > 0,
    );
    expect(shown.lines.map((line) => line.status)).toEqual([1003, 4007]);
    expect(shown.refundTotal).toEqual({ amountMinor: 300, currency: 'MYR' });
    expect(shown.lines[0]?.voucher).not.toBeNull();
    expect(shown.events.some((event) => event.why === 'Boat broken')).toBe(true);
  });

  it('lets each redeem its own lines', async () => {
    const id = await buyOfBoth(test, agent);
    for (const token of [first, second]) await test.call('consoleConfirm', { id }, { token });
    const { rows } = await sql<{ code: string }>`SELECT voucher_code AS code FROM sub_order WHERE order_no = ${id}
      ORDER BY sub_order_no`.execute(test.database.house);
    const redeem = (at: number, token: string) =>
      test.call('consoleVoucherRedeem', { text: rows[at]?.code ?? '' }, { token });
    expect((await redeem(0, second)).code).toBe(200307);
    expect((await redeem(1, first)).code).toBe(200307);
    expect((await redeem(0, first)).code).toBe(200);
    expect((await redeem(1, second)).code).toBe(200);
    const ask = { id, subOrderNo: `${id}-1`, remark: 'Too late' };
    expect((await test.call('consoleSupplyCancel', ask, { token: first })).code).toBe(200302);
  });

  it('of a supplier that is no longer active belongs to no supplier', async () => {
    const id = await buyOfBoth(test, agent);
    const set = (active: boolean) =>
      sql`UPDATE supplier SET active = ${active} WHERE owner_id = 1 AND name = 'Second Guides'`.execute(
        test.database.house,
      );
    await set(false);
    expect((await test.call('consoleSupply', { id }, { token: second })).http).toBe(421);
    expect((await test.call('consoleOrders', {}, { token: second })).data.total).toBe(0);
    await set(true);
    expect((await test.call('consoleSupply', { id }, { token: second })).http).toBe(200);
  });
});
