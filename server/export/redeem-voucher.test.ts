// Vouchers at the gate and for any holder (§3 vouchers): redeemed once and for good by the staff of their supplier, shown to the public
// without names, not to be guessed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { splitToken } from '../../domain/voucher-token.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder, type Wanted } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy as buyAny, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { readToken, signVoucher } from './sign-voucher.ts';

let test: TestHouse;
let agent: string;
let desk: string;
let supplier: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  desk = await test.signIn('operations@one.example', 'operations-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  await makeRoom(test);
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(house());
});
afterAll(() => test.close());

const house = () => test.database.house;
const buy = (wanted: Wanted = {}) => buyAny(test, agent, wanted);
const look = (text: string, token = desk, host?: string) => test.call('consoleVoucher', { text }, { token, host });
const redeem = (text: string, token = desk) => test.call('consoleVoucherRedeem', { text }, { token });
const check = (code: string, s = '', more: { source?: string; host?: string } = {}) =>
  test.call(
    'voucherCheck',
    { code, s },
    { host: more.host, headers: { 'x-forwarded-for': more.source ?? '10.70.0.1' } },
  );

async function voucherOf(orderNo: string) {
  const { data } = await test.call('orderDetail', { id: orderNo }, { token: agent });
  const b = String(data.lines[0]?.productId);
  const [voucher] = (await test.call('vouchers', { a: orderNo, b }, { token: agent })).data.list;
  if (!voucher) throw new Error('no voucher');
  return { ...voucher, token: new URL(voucher.address).searchParams.get('s') ?? '' };
}
const facts = {
  subOrderNo: '261121ABCDEFG1-1',
  productId: '7',
  playOn,
  session: '18:30',
  untilOn: null,
  byDay: false,
  validUntil: addDays(playOn, 9),
  quantity: 3,
};
const rowsOf = async (orderNo: string) =>
  (
    await sql<{
      by_name: string;
    }>`SELECT by_name FROM redemption WHERE owner_id = 1 AND sub_order_no LIKE ${`${orderNo}-%`}`.execute(house())
  ).rows;

describe('redeeming', () => {
  it('says how many guests the room of a stay is for, and nothing of a ticket', async () => {
    const orderNo = await buy();
    const { code } = await voucherOf(orderNo);
    expect((await look(code)).data.guests).toBeNull();
    const room = JSON.stringify({ room: { guests: { adults: 3, children: 1 } } });
    await sql`UPDATE sub_order SET terms = terms || ${room}::jsonb WHERE order_no = ${orderNo}`.execute(house());
    expect((await look(code)).data.guests).toEqual({ adults: 3, children: 1 });
  });

  it('shows what it is by address, code in groups and small letters, or number of the line, and redeems it once', async () => {
    const orderNo = await buy({ quantity: 2 });
    const { address, code, subOrderNo } = await voucherOf(orderNo);
    const typed = `${code.slice(0, 4)} ${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase().replaceAll('0', 'o');
    for (const text of [address, code, typed, subOrderNo]) {
      const { data } = await look(text);
      expect(data).toMatchObject({ state: 'valid', subOrderNo, code, quantity: 2, name: 'Mei Tan', dueToday: false });
      expect(data.productName).toBe('Silver Tower');
      expect(JSON.stringify(data)).not.toMatch(/Minor|currency/);
    }
    expect(await rowsOf(orderNo)).toEqual([]);
    expect((await redeem(address)).data).toMatchObject({ state: 'used', usedBy: 'Daniel' });
    for (const text of [address, code, subOrderNo]) expect((await redeem(text)).code).toBe(200305);
    expect((await look(code)).data).toMatchObject({ state: 'used', usedBy: 'Daniel' });
    expect(await rowsOf(orderNo)).toEqual([{ by_name: 'Daniel' }]);
    const { events } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(events.map((event) => event.action)).toContain('redeem');
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const log = await test.call('consoleLog', {}, { token: admin });
    expect(JSON.stringify(log.data)).toContain('voucher-redeemed');
  });

  it('of twenty at the same moment lets one through', async () => {
    const orderNo = await buy();
    const { code } = await voucherOf(orderNo);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 200305)).toHaveLength(19);
    expect(await rowsOf(orderNo)).toHaveLength(1);
  });

  it('and an application to cancel exclude each other, in either order', async () => {
    const orderNos = await Promise.all(Array.from({ length: 10 }, () => buy()));
    const both = await Promise.all(
      orderNos.map(async (orderNo, at) => {
        const ask = () => test.call('cancelOrder', { orderNo }, { token: agent });
        const take = () => redeem(`${orderNo}-1`);
        return Promise.all(at % 2 ? [take(), ask()] : [take(), ask()].reverse());
      }),
    );
    expect(both).toHaveLength(10);
    for (const orderNo of orderNos) {
      const used = (await rowsOf(orderNo)).length > 0;
      const { status } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
      expect([used, status]).toEqual([used, used ? 1003 : 1004]);
    }
  });

  it('ends cancelling: the application is refused with reason 2 and the quote says so before', async () => {
    const orderNo = await buy();
    const subOrderNo = `${orderNo}-1`;
    const quote = () => test.call('calculateRefund', { subOrderNo, refundNum: 1 }, { token: agent });
    expect((await quote()).data.cancellable).toBe(true);
    expect((await redeem(subOrderNo)).code).toBe(200);
    expect((await quote()).data.cancellable).toBe(false);
    const asked = await test.call('cancelOrder', { orderNo, subOrderNo, refundNum: 1 }, { token: agent });
    expect(asked.data.requests).toMatchObject([{ result: 2, rejectReason: 2 }]);
    expect((await test.call('orderDetail', { id: orderNo }, { token: agent })).data.status).toBe(1003);
  });

  it('lets the rest of a line in while a part of it is asked back, and its voucher opens for the rest', async () => {
    const orderNo = await buy({ quantity: 3 });
    const { code, subOrderNo } = await voucherOf(orderNo);
    const asked = await test.call('cancelOrder', { orderNo, subOrderNo, refundNum: 1 }, { token: agent });
    expect(asked.data.requests).toMatchObject([{ result: 0 }]);
    const [line] = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.lines;
    expect(line).toMatchObject({ status: 1004, voucher: expect.stringContaining(subOrderNo) });
    expect((await voucherOf(orderNo)).quantity).toBe(2);
    expect((await check(code)).data).toMatchObject({ state: 'valid', voucher: { quantity: 2 } });
    expect((await test.call('pass', { orderNo }, { token: agent })).data.stops[0]).toMatchObject({
      shown: { code },
      lines: [{ state: 'valid', quantity: 3, cancelledQuantity: 0, askedQuantity: 1 }],
    });
    expect((await redeem(code)).data).toMatchObject({ state: 'used', quantity: 2 });
    const id = asked.data.requests[0]?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: desk })).code).toBe(200);
    expect((await check(code)).data).toMatchObject({ state: 'used', voucher: { quantity: 2 } });
  });

  it('says of a cancelled line what it was for, with its number (§3 vouchers)', async () => {
    const orderNo = await buy({ quantity: 3 });
    const { code } = await voucherOf(orderNo);
    const { data } = await test.call('cancelOrder', { orderNo }, { token: agent });
    await test.call('consoleCancelDecide', { id: data.requests[0]?.id ?? '', approve: true }, { token: desk });
    expect((await check(code)).data).toMatchObject({ state: 'cancelled', voucher: { quantity: 3 } });
    const scanned = await look(code);
    expect(scanned.data).toMatchObject({ state: 'cancelled', quantity: 3 });
  });

  it('refuses what is being cancelled, was cancelled, or whose day has passed', async () => {
    const waiting = await buy();
    const { code } = await voucherOf(waiting);
    const asked = await test.call('cancelOrder', { orderNo: waiting }, { token: agent });
    expect((await check(code)).data.state).toBe('cancelling');
    expect((await redeem(code)).code).toBe(200306);
    const id = asked.data.requests[0]?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: desk })).code).toBe(200);
    expect((await check(code)).data.state).toBe('cancelled');
    expect((await redeem(code)).code).toBe(200306);
    const old = await voucherOf(await buy());
    await sql`UPDATE sub_order SET play_on = ${addDays(today, -2)} WHERE owner_id = 1 AND sub_order_no = ${old.subOrderNo}`.execute(
      house(),
    );
    expect((await check(old.code)).data.state).toBe('over');
    expect((await redeem(old.code)).code).toBe(200306);
  });

  it('is operations’ for all and a supplier’s for its own products; others do not have it', async () => {
    await giveToSupplier(test, 'few-seats');
    const own = await voucherOf(await buy({ product: 'Few Seats' }));
    const foreign = await voucherOf(await buy());
    for (const text of [foreign.address, foreign.code, foreign.subOrderNo]) {
      expect((await look(text, supplier)).code).toBe(200307);
      expect((await redeem(text, supplier)).code).toBe(200307);
    }
    expect((await redeem(own.address, supplier)).data).toMatchObject({ state: 'used', usedBy: 'Suda' });
    for (const role of ['content', 'finance']) {
      const token = await test.signIn(`${role}@one.example`, `${role}-2026`);
      expect([role, (await look(foreign.code, token)).http]).toEqual([role, 421]);
      expect([role, (await redeem(foreign.code, token)).http]).toEqual([role, 421]);
    }
    expect((await redeem(foreign.code, agent)).http).toBe(401);
    const other = await test.signIn('admin@two.example', 'admin-2026', 'two.test');
    for (const text of [foreign.address, foreign.code, foreign.subOrderNo])
      expect((await look(text, other, 'two.test')).code).toBe(200307);
    expect((await look(foreign.code)).data.state).toBe('valid');
  });

  it('takes no code whose signature is not the owner’s', async () => {
    const item = await voucherOf(await buy());
    const two = await voucherOf(await buy());
    const swapped = item.address.replace(item.token, two.token);
    const forged = item.address.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    for (const text of [swapped, forged, 'AAAAAAAAAAAA', 'nonsense', '<script>'])
      expect([text, (await redeem(text)).code]).toEqual([text, 200307]);
    expect((await redeem(item.address)).code).toBe(200);
  });
});

describe('checking without an account', () => {
  it('shows product, day, quantity and a first letter, and nothing about the buyer', async () => {
    const orderNo = await buy({ quantity: 2 });
    const { code, token } = await voucherOf(orderNo);
    const { data } = await check(code, token);
    expect(data).toMatchObject({ state: 'valid', signed: true });
    expect(data.voucher).toMatchObject({ productName: 'Silver Tower', playOn, quantity: 2, firstLetter: 'M' });
    for (const secret of ['Mei', 'Tan', 'example.com', orderNo, 'Minor', 'Agency'])
      expect(JSON.stringify(data)).not.toContain(secret);
    expect((await check(code)).data).toMatchObject({ state: 'valid', signed: false });
    await redeem(code);
    expect((await check(code, token)).data.state).toBe('used');
    const unknown = { state: 'unknown', signed: false, voucher: null };
    expect((await check('ABCDEFGHJKMN', '', { source: '10.70.0.2' })).data).toEqual(unknown);
    const forged = token.replace(/\../, (start) => (start === '.A' ? '.B' : '.A'));
    expect((await check(code, forged, { source: '10.70.0.2' })).data).toEqual(unknown);
    expect((await check(code, token, { source: '10.70.0.2', host: 'two.test' })).data).toEqual(unknown);
    const unpaid = await placeOrder(test, agent);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM sub_order
      WHERE owner_id = 1 AND order_no = ${unpaid} AND voucher_code IS NOT NULL`.execute(house());
    expect(rows[0]?.count).toBe(0);
  });

  it('is closed to guessers, and stays open to real QR codes from the same place', async () => {
    const { code, token } = await voucherOf(await buy());
    const source = '10.70.9.9';
    const guesses = [];
    for (let at = 0; at < 32; at += 1) guesses.push(await check(`ABCDEFGH${1000 + at}`, '', { source }));
    expect(guesses.slice(0, 30).every((guess) => guess.http === 200 && guess.data.state === 'unknown')).toBe(true);
    expect(guesses.slice(30).map((guess) => guess.http)).toEqual([503, 503]);
    // Even the right letters: a guess does not learn that it was one.
    expect((await check(code, '', { source })).http).toBe(503);
    expect((await check(code, token, { source })).data.state).toBe('valid');
    expect((await check(code)).data.state).toBe('valid');
  });

  it('has codes of twelve letters that differ in every place, and a key that cannot be read', async () => {
    const orderNos = await Promise.all(Array.from({ length: 24 }, () => buy()));
    const vouchers = await Promise.all(orderNos.map(voucherOf));
    const codes = vouchers.map((voucher) => voucher.code);
    expect(new Set(codes).size).toBe(24);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    // With 32 letters in each place, 24 codes that share fewer than eight would be chance of one in a milliard.
    for (let place = 0; place < 12; place += 1)
      expect([place, new Set(codes.map((code) => code[place])).size > 7]).toEqual([place, true]);
    for (const voucher of vouchers) expect(splitToken(voucher.token)).toBeDefined();
    const keys = await sql<{ sealed: string }>`SELECT sealed FROM owner_key WHERE purpose = 'voucher'`.execute(house());
    expect(keys.rows.length).toBeGreaterThan(0);
    for (const { sealed } of keys.rows) expect(sealed).not.toMatch(/PRIVATE|MC4CAQ/);
    const own = (await test.call('voucherKey', {})).data.keys[0];
    expect((await test.call('voucherKey', {}, { host: 'two.test' })).data.keys[0]).not.toBe(own);
  });

  it('what was signed stays good when the house key is lost, and one new key is made however many ask at once', async () => {
    const owner = test.database.forOwner(2);
    const signAs = (secret: string) => signVoucher({ owner, vault: makeVault(secret) }, 'ABCDEFGHJKMN', facts);
    const before = await signAs('the first house key');
    const after = await Promise.all(Array.from({ length: 20 }, () => signAs('the second house key')));
    expect(new Set(after).size).toBe(1);
    expect(after[0]).not.toBe(before);
    for (const token of [before, after[0] ?? '']) {
      expect(await readToken({ owner }, 'ABCDEFGHJKMN', token)).toEqual(facts);
      expect(await readToken({ owner }, 'ABCDEFGHJKMP', token)).toBeUndefined();
      const elsewhere = { owner: test.database.forOwner(1) };
      expect(await readToken(elsewhere, 'ABCDEFGHJKMN', token)).toBeUndefined();
    }
  });
});
