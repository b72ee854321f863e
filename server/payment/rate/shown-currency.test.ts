// Paying in the currency that the visitor sees (§5, decision 0505): charged and given back in it, counted by the order's own amount, at
// a rate that holds for one attempt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, signNotice, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { hand, setRates } from '../../../tests/build/set-rates.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { auditHouse } from '../../upkeep/audit-house.ts';
import { lockPayment } from '../payment.sql.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let finance: string;
let operations: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  member = await test.signIn('member@one.example', 'member-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
const myr = (amountMinor: number) => ({ amountMinor, currency: 'MYR' });
/** Two places of MYR 100.00. */
const place = () => placeOrder(test, member, { quantity: 2 });
const offer = async (id: string, currency = 'USD') => {
  const { channels } = (await test.call('payInfo', { id }, { token: member, currency })).data;
  return channels.find((channel) => channel.channel === 'sandbox');
};
const pay = (id: string, currency = 'USD', more: object = {}) =>
  test.call('paying', { id, channel: 'sandbox', ...more }, { token: member, currency, key: newKey() });
const idOf = (started: { redirectUrl: string | null }) => String(started.redirectUrl).split('/').at(-1) ?? '';
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: member })).data;
const setUp = async (more: object) => {
  const { list } = (await test.call('consoleChannels', {}, { token: finance })).data;
  const known = list.find((item) => item.channel === 'sandbox');
  const { revision = 0, feePercent = '0', feeRefundable = false } = known ?? {};
  const whole = { channel: 'sandbox', active: true, feePercent, feeRefundable, revision, ...more };
  return test.call('consoleChannelSave', whole as never, { token: finance });
};
const paid = async (currency = 'USD') => {
  const orderNo = await place();
  const started = (await pay(orderNo, currency)).data;
  await gateway.act(idOf(started), 'pay');
  await until(
    () => test.call('isPaySuccess', { id: orderNo }, { token: member }),
    (answer) => answer.data.paid,
  );
  return { orderNo, paymentNo: started.paymentNo };
};
const givenBack = async (orderNo: string) =>
  (
    await sql<{
      amount_minor: number;
      currency: string;
      order_minor: number;
      status: number;
    }>`SELECT amount_minor, currency, order_minor, status FROM refund WHERE order_no = ${orderNo} ORDER BY created_at`.execute(
      test.database.house,
    )
  ).rows;
const mailOf = async (orderNo: string, occasion: string) => {
  const find = async () =>
    (
      await sql<{ body: string }>`SELECT body FROM mail WHERE occasion LIKE ${`order ${orderNo} ${occasion}%`}`.execute(
        test.database.house,
      )
    ).rows[0]?.body ?? '';
  return until(find, Boolean);
};
const findBroken = async () => (await auditHouse(test.database)).flatMap((finding) => finding.violations);
const goodwill = (id: string, amountMinor: number) =>
  test.call('consoleGoodwillGive', { id, amountMinor, reason: 'late' }, { token: operations, key: newKey() });

describe('a visitor who sees dollars (§5)', () => {
  it('pays dollars, and the order counts by its own price', async () => {
    const orderNo = await place();
    expect(await offer(orderNo)).toMatchObject({
      payable: usd(4525),
      exchange: { amount: myr(20_000), rate: '0.226244343891', source: 'hand', on: null, until: null },
    });
    expect(await offer(orderNo, 'MYR')).toMatchObject({ payable: myr(20_000), exchange: null });
    expect((await pay(orderNo, 'USD', { seen: myr(20_000) })).data).toMatchObject({ total: usd(4525) });
    const started = (await pay(orderNo, 'USD', { seen: usd(4525) })).data;
    const event = {
      ...{ eventId: 'evt-usd', type: 'payment.paid', merchant: 'shop-one', paymentId: idOf(started) },
      ...{ transactionId: 'txn-usd', reference: started.paymentNo, at: new Date().toISOString() },
    };
    const sendNotice = async (money: object, eventId: string) => {
      const { raw, headers } = signNotice({ ...event, ...money, eventId });
      return (await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers })).status;
    };
    // The order's own amount, and another in dollars, are not what was asked for.
    for (const bent of [myr(20_000), usd(4524)]) await sendNotice(bent, `evt-${bent.amountMinor}`);
    expect((await test.call('isPaySuccess', { id: orderNo }, { token: member })).data.paid).toBe(false);
    await sendNotice(usd(4525), 'evt-right');
    expect(await detail(orderNo)).toMatchObject({
      ...{ payStatus: 103, payable: myr(20_000), paidTotal: myr(20_000) },
      charges: [{ channel: 'sandbox', amount: usd(4525), exchange: { amount: myr(20_000), rate: '0.226244343891' } }],
    });
    const { list } = (await test.call('consolePayments', { order: orderNo }, { token: finance })).data;
    expect(list[0]).toMatchObject({ amount: usd(4525), exchange: { amount: myr(20_000), source: 'hand' } });
    const file = await test.fetch(`/api/console/export/payments?format=csv&order=${orderNo}`, {
      headers: { token: finance },
    });
    expect(await file.text()).toContain('USD,45.25,200.00,MYR,0.226244343891');
    // The files of orders and the mails say both amounts and the rate, too.
    const said = /USD.45\.25 = MYR.200\.00 \(USD 1 = MYR 4\.42\)/;
    const ownFile = await test.fetch('/api/order/export', { headers: { token: member } });
    // In the site's language, which is Chinese: with its own brackets, in the headings as well.
    const wide = /USD.45\.25 = MYR.200\.00（USD 1 = MYR 4\.42）/;
    const own = await ownFile.text();
    expect(own).toMatch(wide);
    expect(own).toContain('（Asia/Kuala_Lumpur）');
    for (const list of ['orders', 'lines']) {
      const desk = await test.fetch(`/api/console/export/${list}?format=csv&query=${orderNo}`, {
        headers: { token: operations },
      });
      expect(await desk.text(), list).toMatch(wide);
    }
    expect(await mailOf(orderNo, 'confirmed')).toMatch(said);
  });

  it('reads which of two gift cards in dollars paid what', async () => {
    const input = { valueMinor: 1000, count: 2, currency: 'USD' as const, endsOn: null, note: '' };
    const { codes } = (await test.call('consoleGiftCardIssue', input, { token: finance })).data;
    const orderNo = await place();
    for (const code of codes)
      await test.call(
        'paying',
        { id: orderNo, channel: 'giftCard', code, share: {} },
        { token: member, key: newKey() },
      );
    expect((await detail(orderNo)).charges).toMatchObject(
      codes.map((code) => ({ channel: 'giftCard', ending: code.slice(-4), amount: { currency: 'USD' } })),
    );
  });

  it('is in the mail about a refund and in the comparison of the day, with the amount of the order (rules §8)', async () => {
    const { orderNo, paymentNo } = await paid();
    expect((await goodwill(orderNo, 10_000)).code).toBe(200);
    await until(
      async () => {
        // Asked again when it is old enough, the gateway has given it back.
        await sql`UPDATE refund SET created_at = created_at - interval '2 hours' WHERE order_no = ${orderNo} AND status = 0`.execute(
          test.database.house,
        );
        return givenBack(orderNo);
      },
      (list) => list.some((item) => item.status === 1),
    );
    expect(await mailOf(orderNo, 'refunded')).toMatch(/USD.22\.63 = MYR.100\.00 \(USD 1 = MYR 4\.42\)/);
    const compare = async () => {
      await sql`UPDATE payment SET amount_minor = 4526 WHERE payment_no = ${paymentNo}`.execute(test.database.house);
      const day = new Date().toISOString().slice(0, 10);
      await test.call('consoleReconcile', { channel: 'sandbox', day }, { token: finance });
      await sql`UPDATE payment SET amount_minor = 4525 WHERE payment_no = ${paymentNo}`.execute(test.database.house);
      return (await test.call('consoleDifferences', {}, { token: finance })).data.list;
    };
    const entry = (await compare()).find((found) => found.ref === paymentNo);
    expect(entry).toMatchObject({ kind: 'amount', exchange: { amount: myr(20_000), rate: '0.226244343891' } });
  });

  it('gets dollars back, parts in proportion, and together what was charged', async () => {
    const { orderNo } = await paid();
    for (const minor of [3333, 3333]) expect((await goodwill(orderNo, minor)).code).toBe(200);
    await until(
      () => givenBack(orderNo),
      (list) => list.length === 2,
    );
    expect((await goodwill(orderNo, 13_334)).code).toBe(200);
    const list = await until(
      () => givenBack(orderNo),
      (found) => found.length === 3,
    );
    expect(list.map((item) => item.amount_minor)).toEqual([754, 754, 3017]);
    expect(list.every((item) => item.currency === 'USD')).toBe(true);
    expect((await detail(orderNo)).refunds[0]).toMatchObject({ amount: usd(754), ordered: myr(3333) });
    expect((await detail(orderNo)).refundTotal).toEqual(myr(20_000));
  });

  it('reads before cancelling how many dollars come, fee or not, and those come (decision 0830)', async () => {
    for (const feeRefundable of [false, true]) {
      await setUp({ feePercent: '2.5', feeRefundable });
      const { orderNo } = await paid();
      const part = { subOrderNo: `${orderNo}-1`, refundNum: 1 };
      const { ways } = (await test.call('calculateRefund', part, { token: member })).data;
      // 45.25 for the price and 1.13 of fee were charged: half of it comes, or of the price alone.
      const fee = usd(56);
      expect(ways).toEqual([
        feeRefundable
          ? { channel: 'sandbox', ending: null, back: usd(2319), feeBack: fee, feeStays: usd(0) }
          : { channel: 'sandbox', ending: null, back: usd(2263), feeBack: usd(0), feeStays: fee },
      ]);
      await test.call('consoleCancelApply', { id: orderNo, ...part, remark: 'ill' }, { token: operations });
      const { list } = (await test.call('consoleCancels', { orderNo }, { token: operations })).data;
      const id = list[0]?.id ?? '';
      expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: operations })).code).toBe(200);
      const refunds = await until(
        () => givenBack(orderNo),
        (found) => found.length === 1,
      );
      expect(refunds[0]?.amount_minor).toBe(ways[0]?.back.amountMinor);
    }
    await setUp({ feePercent: '0', feeRefundable: false });
  });

  it('cannot get more back than came in, however many ask at once; without the guard they would', async () => {
    const { orderNo, paymentNo } = await paid();
    const owner = test.database.forOwner(1);
    type Refunds = Pick<typeof import('../refund.sql.ts'), 'insertRefund'>;
    const race = async ({ insertRefund }: Refunds, name: string) => {
      const row = { paymentNo, amountMinor: 1131, orderMinor: 5000, subOrderNo: null, reason: 'x' };
      const noted = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          inTransaction(owner, async (owner) => {
            await lockPayment(owner, paymentNo);
            return insertRefund(owner, { ...row, refundNo: `${paymentNo}-${name}-${at}` });
          }),
        ),
      );
      await sql`DELETE FROM refund WHERE order_no = ${orderNo}`.execute(test.database.house);
      return noted.filter(Boolean).length;
    };
    expect(await race(await import('../refund.sql.ts'), 'race')).toBe(4);
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: parts of the statement's source
    const guards: [string, string][] = [
      ['AND p.amount_minor >= ${row.amountMinor} +', 'AND 0 <='],
      ['AND p.order_minor >= ${row.orderMinor} +', 'AND 0 <='],
    ];
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: parts of the statement's source
    await withoutGuard<Refunds>('payment/refund.sql.ts', guards, async (broken) =>
      expect(await race(broken, 'open')).toBe(20),
    );
  });
});

describe('the rate of an attempt (§5)', () => {
  it('holds while the attempt does, then the buyer sees the new amount before anything is charged', async () => {
    const { save } = setRates(test, finance);
    const orderNo = await place();
    const first = (await pay(orderNo)).data;
    await save([hand('USD', '4')]);
    expect(await offer(orderNo)).toMatchObject({ payable: usd(4525), exchange: { until: expect.any(String) } });
    expect((await pay(orderNo, 'USD', { seen: usd(4525) })).data.paymentNo).toBe(first.paymentNo);
    await sql`UPDATE payment SET expires_at = now() - interval '1 second', polled_at = now() WHERE payment_no = ${first.paymentNo}`.execute(
      test.database.house,
    );
    expect(await offer(orderNo)).toMatchObject({ payable: usd(5000), exchange: { rate: '0.25', until: null } });
    const refused = await pay(orderNo, 'USD', { seen: usd(4525) });
    expect(refused).toMatchObject({ code: 200203, data: { total: usd(5000) } });
    const second = (await pay(orderNo, 'USD', { seen: usd(5000) })).data;
    expect(second.paymentNo).not.toBe(first.paymentNo);
    await save([hand('USD', '4.42')]);
    // A buyer who sees another currency by now pays in that.
    const third = (await pay(orderNo, 'JPY')).data;
    expect(third.paymentNo).not.toBe(second.paymentNo);
    const rows =
      await sql`SELECT currency, amount_minor, live FROM payment WHERE order_no = ${orderNo} ORDER BY created_at`.execute(
        test.database.house,
      );
    expect(rows.rows).toEqual([
      { currency: 'USD', amount_minor: 4525, live: false },
      { currency: 'USD', amount_minor: 5000, live: false },
      { currency: 'JPY', amount_minor: 6849, live: true },
    ]);
  });
});

describe('what the owner sets for a way to pay (§5)', () => {
  it('is which currencies, what goes on top of the rate, and one currency for all', async () => {
    const orderNo = await place();
    expect((await setUp({ shownCurrencies: ['JPY'] })).code).toBe(200);
    expect(await offer(orderNo)).toMatchObject({ payable: myr(20_000), exchange: null });
    expect((await offer(orderNo, 'JPY'))?.payable).toEqual({ amountMinor: 6849, currency: 'JPY' });
    await setUp({ shownCurrencies: null, surchargePercent: '2' });
    expect(await offer(orderNo)).toMatchObject({
      payable: usd(4615),
      exchange: { rate: '0.230769230769', surchargePercent: '2' },
    });
    expect((await offer(orderNo, 'MYR'))?.payable).toEqual(myr(20_000));
    await setUp({ currency: 'THB' });
    expect((await offer(orderNo))?.payable.currency).toBe('THB');
    const { data } = await setUp({ surchargePercent: '10.5' });
    expect(Object.keys((data as { fields?: object }).fields ?? {})).toEqual(['surchargePercent']);
    await setUp({ currency: null });
    const alipay = { channel: 'alipay', shownCurrencies: ['USD'], active: false, revision: 0 };
    const refused = (await setUp(alipay)).data as { fields?: object };
    expect(Object.keys(refused.fields ?? {})).toEqual(['shownCurrencies']);
  });

  it('without a rate into the shown currency it is paid in the order’s currency, and all of it passes the audit', async () => {
    const orderNo = await place();
    expect((await offer(orderNo, 'SEK'))?.payable).toEqual(myr(20_000));
    expect(await findBroken()).toEqual([]);
    const { paymentNo } = await paid();
    const bend = (minor: number) =>
      sql`UPDATE payment SET amount_minor = amount_minor + ${minor}::int WHERE payment_no = ${paymentNo}`.execute(
        test.database.house,
      );
    await bend(1);
    expect((await findBroken()).map((violation) => violation.subject)).toContain(paymentNo);
    await bend(-1);
  });
});
