// Part payments (§3 payment, decision 0380): a first part at once and the rest until a day, paid once by any way; reminders; what happens
// when it is not paid; refunds over several payments.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import { openGateway, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOnTwoDays, placeOrder } from '../../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../../tests/build/set-balances.ts';
import { urlFor } from '../../../tests/build/set-up-database.ts';
import { giveToSupplier } from '../../../tests/build/set-up-desk.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { makeLog } from '../../platform/log.ts';
import { endUnpaidRests } from './end-unpaid-rest.ts';
import { remindRests } from './remind-rest.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let member: string;
let staff: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  const found = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
  jobs = await startJobs(urlFor(inject('serverUrl'), String(found.rows[0]?.name)), makeLog('silent'));
  // Twenty places are as many as these orders take, if those of the ended ones are free again in time.
  await sql`UPDATE departure SET capacity = 100 WHERE owner_id = 1`.execute(test.database.house);
  // So is the deposit, if what they give back is there in time.
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  await rule({});
});
afterAll(async () => {
  await jobs.stop();
  await gateway.close();
  await test.close();
});

type Rule = {
  percent?: number | null;
  minor?: number | null;
  days?: number | null;
  missed?: string;
  keeps?: boolean;
  voucher?: boolean;
};

/** Of the tower: 30 % at once, the rest five days before; free of charge until a day before. */
async function rule({ percent = 30, minor = null, days = 5, missed = 'staff', keeps = false, voucher = false }: Rule) {
  await sql`UPDATE product SET first_percent = ${percent}, first_minor = ${minor}, rest_days = ${days}, rest_missed = ${missed},
    rest_keeps = ${keeps}, rest_voucher = ${voucher} WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
}

type Wish = { part?: boolean; supplement?: string; key?: string };
const pay = (id: string, channel: string, token: string, { key = newKey(), ...more }: Wish = {}) =>
  test.call('paying', { id, channel, ...more }, { token, key });
/** The buyer pays at the gateway, and the installation asks what became of it. */
async function act(started: { data: { paymentNo: string; redirectUrl: string | null } }, token = agent): Promise<void> {
  await gateway.act(String(started.data.redirectUrl).split('/').at(-1) as string, 'pay');
  const supplement = /^\w+S\d+(?=P\w{4}$)/.exec(started.data.paymentNo)?.[0];
  const id = started.data.paymentNo.slice(0, 14);
  await until(
    () => test.call('isPaySuccess', supplement ? { id, supplement } : { id }, { token }),
    ({ data }) => data.paid || data.late,
  );
}
const detail = async (id: string, token = agent) => (await test.call('orderDetail', { id }, { token })).data;
const clockAt = (now: Date | string) => ({
  ...{ house: test.database.house, forOwner: (id: number) => test.database.forOwner(id) },
  ...{ jobs, now: new Date(now) },
});
const deposit = async () =>
  Number(
    (
      await sql<{ balance: string }>`SELECT balance_minor AS balance FROM ledger_account
        WHERE owner_id = 1 AND kind = 'deposit' AND partner_id IS NOT NULL ORDER BY balance_minor DESC LIMIT 1`.execute(
        test.database.house,
      )
    ).rows[0]?.balance,
  );
const refundsOf = (id: string, count: number) =>
  until(
    async () => (await detail(id)).refunds.map((refund) => refund.amount.amountMinor),
    (list) => list.length >= count,
  );

/** Paid in part from the deposit: 3000 of 10000. */
async function begun(
  change: Rule = {},
  wanted: object = {},
): Promise<{ id: string; supplement: string; dueAt: string }> {
  await rule(change);
  const id = await placeOrder(test, agent, wanted);
  const paid = await pay(id, 'deposit', agent, { part: true });
  if (paid.code !== 200) throw new Error(paid.msg);
  const { rest } = await detail(id);
  if (!rest) throw new Error('no rest');
  return { id, supplement: rest.supplementNo, dueAt: rest.dueAt };
}

describe('§3 a first part at once', () => {
  it('is offered with both amounts and the last day, and the rest is open once it was paid', async () => {
    await rule({});
    const id = await placeOrder(test, agent);
    const info = (await test.call('payInfo', { id, part: 'true' }, { token: agent })).data;
    expect(info.order.part).toMatchObject({
      first: { amountMinor: 3000 },
      rest: { amountMinor: 7000 },
      missed: 'staff',
    });
    expect(info.channels.find((channel) => channel.channel === 'deposit')?.payable.amountMinor).toBe(3000);
    const before = await deposit();
    expect((await pay(id, 'deposit', agent, { part: true })).data.status).toBe(103);
    const shown = await detail(id);
    expect([shown.status, shown.payStatus, shown.part, before - (await deposit())]).toEqual([1003, 103, null, 3000]);
    expect(shown).toMatchObject({ paidTotal: { amountMinor: 3000 }, rest: { amount: { amountMinor: 7000 } } });
    expect(shown.lines[0]?.voucher).toBeNull();
    expect(
      (await test.call('vouchers', { a: id, b: shown.lines[0]?.productId ?? '' }, { token: agent })).data.list,
    ).toEqual([]);
    expect((await pay(id, 'deposit', agent)).code).toBe(refusals.alreadyPaid);
  });

  it('promises no voucher before the rest is paid: neither the mail of the confirmation nor the page to show at the entrance', async () => {
    const { id } = await begun();
    const confirmed = await until(
      async () =>
        (
          await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail
            WHERE occasion = ${`order ${id} confirmed`}`.execute(test.database.house)
        ).rows[0],
      Boolean,
    );
    expect(confirmed?.subject).toBe(`Order ${id}: confirmed, the rest is still to be paid`);
    expect(confirmed?.body).toContain('The voucher is ready once everything is paid.');
    expect(confirmed?.body).not.toContain('/pass/');
    const pass = (await test.call('pass', { orderNo: id }, { token: agent })).data;
    expect(pass.stops[0]).toMatchObject({ shown: null, lines: [{ state: 'restOpen', code: '' }] });
  });

  it('gives the voucher with the rest, which any way pays', async () => {
    const { id, supplement } = await begun();
    expect((await pay(id, 'deposit', agent, { supplement })).data?.status ?? 0).toBe(103);
    const shown = await detail(id);
    expect(shown).toMatchObject({ rest: null, paidTotal: { amountMinor: 10_000 } });
    expect(shown.lines[0]?.voucher).toContain(id);
    const amounts = shown.events.flatMap(({ action, amount }) => (amount ? [[action, amount.amountMinor]] : []));
    expect(amounts).toEqual([
      ['payFirst', 3000],
      ['payRest', 7000],
    ]);
    const mail = await until(
      async () =>
        (await sql`SELECT 1 FROM mail WHERE occasion = ${`order ${id} restPaid`}`.execute(test.database.house)).rows,
      (list) => list.length > 0,
    );
    expect(mail).toHaveLength(1);
  });

  it('mails the voucher of what is left where a cancelled unit makes the rest fall to nothing', async () => {
    const [held, atOnce] = [
      await begun({ percent: 60 }, { quantity: 2 }),
      await begun({ percent: 60, voucher: true }, { quantity: 2 }),
    ];
    for (const { id } of [held, atOnce]) {
      const asked = { id, subOrderNo: `${id}-1`, refundNum: 1, remark: 'One stays at home', refund: 'full' as const };
      const { requests } = (await test.call('consoleCancelApply', asked, { token: staff })).data;
      const decided = { id: requests.find(({ result }) => result === 0)?.id ?? '', approve: true };
      if (decided.id) await test.call('consoleCancelDecide', decided, { token: staff });
      expect(await refundsOf(id, 1)).toEqual([2000]);
      expect(await detail(id)).toMatchObject({ status: 1003, rest: null });
    }
    const ofOrder = async (id: string, occasion: string) =>
      (
        await sql<{ subject: string; attachments: { name: string }[] }>`SELECT subject, attachments FROM mail
          WHERE occasion LIKE ${`order ${id} ${occasion}%`}`.execute(test.database.house)
      ).rows;
    const mailed = (id: string, occasion: string) =>
      until(
        () => ofOrder(id, occasion),
        (list) => list.length > 0,
      );
    expect(await mailed(held.id, 'confirmed:')).toMatchObject([
      { subject: `Order ${held.id}: confirmed, voucher attached`, attachments: [{ name: `voucher-${held.id}-1.pdf` }] },
    ]);
    // Who has the voucher from the beginning gets no second one.
    await mailed(atOnce.id, 'cancelled');
    expect(await ofOrder(atOnce.id, 'confirmed:')).toEqual([]);
  });

  it('mails one confirmation where the line whose cancelling makes the rest fall to nothing was the last that waited', async () => {
    await rule({ percent: 60 });
    const setInstant = (instant: boolean) =>
      sql`UPDATE product SET instant = ${instant} WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    await setInstant(false);
    const id = await placeOnTwoDays(test, agent, { adult: playOn, child: playOn });
    await pay(id, 'deposit', agent, { part: true });
    await setInstant(true);
    // Another supplier confirmed its line.
    await sql`UPDATE sub_order SET status = 1003, voucher_code = 'FREED-1' WHERE sub_order_no = ${`${id}-1`}`.execute(
      test.database.house,
    );
    const asked = { orderNo: id, subOrderNo: `${id}-2` };
    expect((await test.call('cancelOrder', asked, { token: agent })).data.status).toBe(1003);
    expect((await detail(id)).rest).toBeNull();
    const mailed = async (what: string) =>
      (
        await sql<{
          occasion: string;
        }>`SELECT occasion FROM mail WHERE occasion LIKE ${`order ${id} ${what}%`}`.execute(test.database.house)
      ).rows.map(({ occasion }) => occasion.split(' ').at(-1));
    await until(
      () => mailed('cancelled'),
      (list) => list.length > 0,
    );
    expect(
      await until(
        () => mailed('confirmed'),
        (list) => list.length > 0,
      ),
    ).toEqual(['confirmed']);
  });

  it('lets no one in before the rest is paid, as there is no voucher yet (§3 vouchers)', async () => {
    const { id, supplement } = await begun();
    const subOrderNo = `${id}-1`;
    const atGate = () =>
      Promise.all([
        test.call('consoleVoucher', { text: subOrderNo }, { token: staff }),
        test.call('consoleVoucherRedeem', { text: subOrderNo }, { token: staff }),
      ]);
    expect((await atGate()).map(({ code }) => code)).toEqual([refusals.voucherNotValid, refusals.voucherNotValid]);
    await pay(id, 'deposit', agent, { supplement });
    expect((await test.call('consoleVoucher', { text: subOrderNo }, { token: staff })).data.state).toBe('valid');
    expect((await test.call('consoleVoucherRedeem', { text: subOrderNo }, { token: staff })).data.state).toBe('used');
  });

  it('gives it at once where the rule says so; the whole price at once leaves nothing open', async () => {
    const { id } = await begun({ voucher: true });
    expect((await detail(id)).lines[0]?.voucher).toContain(id);
    const whole = await placeOrder(test, agent);
    await pay(whole, 'deposit', agent);
    expect(await detail(whole)).toMatchObject({ rest: null, supplements: [], paidTotal: { amountMinor: 10_000 } });
  });

  it.each([
    ['no rule', { percent: null, days: null }],
    ['too close to the day', { days: 10 }],
    ['an amount above the price', { percent: null, minor: 5000_00 }],
  ])('is refused where everything is due at once: %s', async (_, change) => {
    await rule(change);
    const id = await placeOrder(test, agent);
    expect((await detail(id)).part).toBeNull();
    expect((await pay(id, 'deposit', agent, { part: true })).code).toBe(refusals.actionNotAllowed);
    const { channels } = (await test.call('payInfo', { id, part: 'true' }, { token: agent })).data;
    expect(channels.find((channel) => channel.channel === 'deposit')?.payable.amountMinor).toBe(10_000);
  });

  it('may be an amount for each unit', async () => {
    await rule({ percent: null, minor: 1500 });
    const id = await placeOrder(test, agent, { quantity: 2 });
    expect((await detail(id)).part).toMatchObject({ first: { amountMinor: 3000 }, rest: { amountMinor: 17_000 } });
  });

  it('by a gateway: another amount than before starts again, and money that pays neither part nor price is refunded', async () => {
    await rule({});
    const id = await placeOrder(test, member);
    const whole = await pay(id, 'sandbox', member);
    const part = await pay(id, 'sandbox', member, { part: true });
    expect(part.data.paymentNo).not.toBe(whole.data.paymentNo);
    await act(part, member);
    const shown = await until(
      () => detail(id, member),
      (item) => item.payStatus === 103,
    );
    expect(shown).toMatchObject({
      status: 1003,
      paidTotal: { amountMinor: 3000 },
      rest: { amount: { amountMinor: 7000 } },
    });
  });
});

describe('the rest', () => {
  it('is paid once, however many pay at the same moment', async () => {
    const { id, supplement } = await begun();
    const before = await deposit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, 'deposit', agent, { supplement })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === refusals.alreadyPaid)).toHaveLength(19);
    expect(before - (await deposit())).toBe(7000);
  });

  it('is not withdrawn as an addition, and is no other order’s', async () => {
    const { id, supplement } = await begun();
    const gone = await test.call('consoleSupplementWithdraw', { id, supplementNo: supplement }, { token: staff });
    expect(gone.code).toBe(refusals.actionNotAllowed);
    expect((await pay(id, 'deposit', agent, { supplement: `${supplement}1` })).http).toBe(421);
    expect((await pay(id, 'deposit', agent, { supplement, part: true })).code).toBe(refusals.actionNotAllowed);
  });

  it('falls with what is cancelled; only what was paid comes back', async () => {
    const { id } = await begun({}, { quantity: 2 });
    const sub = `${id}-1`;
    // 20000 in all, 6000 paid, 14000 open: one of two is worth 10000.
    const quote = (await test.call('calculateRefund', { subOrderNo: sub, refundNum: 1 }, { token: agent })).data;
    expect([quote.given.amountMinor, quote.open.amountMinor, quote.refund.amountMinor]).toEqual([10_000, 14_000, 0]);
    await cancelApproved(id, { subOrderNo: sub, refundNum: 1 });
    expect(await detail(id)).toMatchObject({
      rest: { amount: { amountMinor: 4000 } },
      refundTotal: { amountMinor: 0 },
    });
    const all = (await test.call('calculateRefund', { subOrderNo: sub, refundNum: 1 }, { token: agent })).data;
    expect(all.refund.amountMinor).toBe(6000);
    await cancelApproved(id, {});
    expect(await refundsOf(id, 1)).toEqual([6000]);
    expect(await detail(id)).toMatchObject({ status: 4005, rest: null });
  });

  it('falls away with the order: as a fee is written down what was paid, not what would have been', async () => {
    const half = JSON.stringify([{ daysBefore: 30, feePercent: 50 }]);
    await sql`UPDATE product SET refund_rules = ${half}::jsonb WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    const { id } = await begun({}, { quantity: 2 });
    await sql`UPDATE product SET refund_rules = NULL WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    const cancel = async (refundNum: number) => {
      const { requests } = (await test.call('cancelOrder', { orderNo: id, refundNum, remark: 'ill' }, { token: agent }))
        .data;
      const request = requests.find(({ result }) => result === 0)?.id ?? '';
      await test.call('consoleCancelDecide', { id: request, approve: true }, { token: staff });
    };
    const kept = async () =>
      (await test.call('cancelRequests', { query: id }, { token: agent })).data.list.map(({ fee }) => fee.amountMinor);
    // Of 20,000 there are 6,000 paid. Half of each unit is kept, and half is taken off the rest.
    await cancel(1);
    expect(await kept()).toEqual([5000]);
    await cancel(1);
    expect(await kept()).toEqual([5000, 1000]);
    const order = await detail(id);
    expect([order.paidTotal.amountMinor, order.refundTotal.amountMinor]).toEqual([6000, 0]);
  });

  it('paid at its old amount goes back, and the new one stays open', async () => {
    const { id, supplement } = await begun({}, { quantity: 2 });
    const old = await pay(id, 'sandbox', agent, { supplement });
    await cancelApproved(id, { subOrderNo: `${id}-1`, refundNum: 1 });
    await act(old);
    expect(await refundsOf(id, 1)).toEqual([14_000]);
    expect((await detail(id)).rest?.amount.amountMinor).toBe(4000);
  });

  it('and the first part give back together, what was paid first before what was paid later', async () => {
    const { id, supplement } = await begun();
    await pay(id, 'sandbox', agent, { supplement }).then((answer) => act(answer));
    await until(
      () => detail(id),
      (item) => item.rest === null,
    );
    await sql`UPDATE sub_order SET terms = jsonb_set(terms, '{refundRules}', '[{"daysBefore": 300, "feePercent": 40}]')
      WHERE order_no = ${id}`.execute(test.database.house);
    await cancelApproved(id, {});
    // 6000 of 10000: 3000 to the deposit, 3000 of the 7000 by the gateway.
    expect((await refundsOf(id, 2)).sort()).toEqual([3000, 3000]);
    expect((await detail(id)).refundTotal.amountMinor).toBe(6000);
  });
});

async function cancelApproved(id: string, asked: object): Promise<void> {
  const asking = await test.call(
    'cancelOrder',
    { orderNo: id, remark: 'Plans changed', ...asked },
    { token: agent, key: newKey() },
  );
  const request = asking.data.requests.find((request) => request.result === 0);
  const { rest } = await detail(id);
  // §4 the queue: the unpaid amount is shown beside the value of the cancelled part.
  const queued = (await test.call('consoleCancels', {}, { token: staff })).data.list.find(
    (item) => item.id === request?.id,
  );
  expect(queued?.open.amountMinor).toBe(rest?.amount.amountMinor ?? 0);
  const done = await test.call('consoleCancelDecide', { id: request?.id ?? '', approve: true }, { token: staff });
  if (done.code !== 200) throw new Error(done.msg);
}

describe('when the rest is not paid', () => {
  it('the buyer is reminded 7, 3 and 1 days before, once each, whatever runs at once', async () => {
    const { id, dueAt } = await begun({ days: 2 });
    const at = (days: number) => Date.parse(dueAt) - days * 86_400_000;
    // Bought eight days before: nothing was due when it was paid.
    await sql`UPDATE supplement SET due_told = NULL WHERE order_no = ${id}`.execute(test.database.house);
    const mails = async () =>
      (await sql`SELECT 1 FROM mail WHERE occasion LIKE ${`order ${id} restReminder%`}`.execute(test.database.house))
        .rows.length;
    await remindRests(clockAt(new Date(at(7) - 60_000)));
    expect(await mails()).toBe(0);
    for (const [days, count] of [
      [7, 1],
      [3, 2],
      [1, 3],
    ] as const) {
      await Promise.all(Array.from({ length: 6 }, () => remindRests(clockAt(new Date(at(days) + 1)))));
      expect(await until(mails, (found) => found >= count)).toBe(count);
    }
  });

  it('the buyer is reminded again before another last day that staff give', async () => {
    const { id, dueAt } = await begun({ days: 2 });
    await sql`UPDATE supplement SET due_told = NULL WHERE order_no = ${id}`.execute(test.database.house);
    const mails = async () =>
      (await sql`SELECT 1 FROM mail WHERE occasion LIKE ${`order ${id} restReminder%`}`.execute(test.database.house))
        .rows.length;
    const day = 86_400_000;
    await remindRests(clockAt(new Date(Date.parse(dueAt) - day + 1)));
    expect(await until(mails, (found) => found >= 1)).toBe(1);
    const later = new Date(Date.parse(dueAt) + 4 * day).toISOString().slice(0, 10);
    const given = { id, until: later, reason: 'Called us' };
    expect((await test.call('consoleRestMove', given, { token: staff })).code).toBe(200);
    const moved = Date.parse((await detail(id)).rest?.dueAt ?? '');
    await remindRests(clockAt(new Date(moved - day + 1)));
    expect(await until(mails, (found) => found >= 2)).toBe(2);
  });

  it('waits for staff, who give more time; the queue counts it', async () => {
    const { id } = await begun();
    const overdue = async () =>
      (await test.call('consoleOrders', { trouble: 'restOverdue' }, { token: staff })).data.list.map(
        (item) => item.orderNo,
      );
    expect(await overdue()).not.toContain(id);
    await sql`UPDATE supplement SET due_at = now() - interval '1 hour' WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    expect(await overdue()).toContain(id);
    expect(await endUnpaidRests(clockAt(new Date()))).toBe(0);
    const move = (until: string, reason = 'Called us') =>
      test.call('consoleRestMove', { id, until, reason }, { token: staff });
    expect((await move('2020-01-01', '')).data).toMatchObject({ fields: { until: {}, reason: {} } });
    expect((await move('2099-01-01')).code).toBe(200);
    expect(await overdue()).not.toContain(id);
    expect((await detail(id)).rest?.dueAt).toBe('2099-01-01T16:00:00.000Z');
    const free = await placeOrder(test, agent);
    const none = await test.call('consoleRestMove', { id: free, until: '2099-01-01', reason: 'x' }, { token: staff });
    expect(none.code).toBe(refusals.actionNotAllowed);
  });

  it('the supplier of a confirmed line that the clock cancels is mailed', async () => {
    await giveToSupplier(test, 'tower');
    const { id, dueAt } = await begun({ missed: 'cancel' });
    await endUnpaidRests(clockAt(dueAt));
    const mails = await until(
      async () =>
        (await test.mails('supplier@one.example')).filter((mail) => mail.occasion.includes(`${id} supplyCancelled`)),
      (list) => list.length > 0,
    );
    expect(mails.map((mail) => mail.subject)).toEqual([`Order ${id}: the booking was cancelled`]);
    await sql`UPDATE product SET supplier_id = NULL WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
  });

  it.each([
    ['with what the refund rules give', false, [3000]],
    ['without what the owner keeps', true, []],
  ])('the clock cancels by the rule, %s', async (_, keeps, refunds) => {
    const { id, dueAt } = await begun({ missed: 'cancel', keeps });
    expect(await endUnpaidRests(clockAt(new Date(Date.parse(dueAt) - 60_000)))).toBe(0);
    const counts = await Promise.all(Array.from({ length: 6 }, () => endUnpaidRests(clockAt(dueAt))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const shown = await detail(id);
    expect(shown).toMatchObject({ status: 4005, rest: null });
    expect(shown.events.at(-1)?.action === 'refund' || shown.events.at(-1)?.action === 'lapse').toBe(true);
    expect(await refundsOf(id, refunds.length)).toEqual(refunds);
    const held = await sql`SELECT 1 FROM line_hold h JOIN sub_order s USING (owner_id, sub_order_no)
      WHERE s.order_no = ${id} AND s.hold_state NOT IN ('released', 'expired')`.execute(test.database.house);
    expect(held.rows).toEqual([]);
  });

  /** An adult and two children, two lines, paid in part; their amounts, and what is open. */
  const twoLines = async () => {
    await rule({ missed: 'cancel' });
    const id = await placeOnTwoDays(test, agent, { adult: playOn, child: playOn });
    expect((await pay(id, 'deposit', agent, { part: true })).code).toBe(200);
    const { rest, lines } = await detail(id);
    return { id, rest, amounts: lines.map((line) => line.amount.amountMinor) };
  };
  const setStatus = async (line: string, status: number, ofOrder: number) => {
    await sql`UPDATE sub_order SET status = ${status} WHERE sub_order_no = ${line}`.execute(test.database.house);
    await sql`UPDATE purchase SET status = ${ofOrder} WHERE order_no = ${line.slice(0, -2)}`.execute(
      test.database.house,
    );
  };

  it('what was used stays to be paid when the clock cancels the others', async () => {
    const { id, rest, amounts } = await twoLines();
    await setStatus(`${id}-1`, 1005, 1003);
    expect(await endUnpaidRests(clockAt(String(rest?.dueAt)))).toBe(1);
    const shown = await detail(id);
    expect(shown.lines.map((line) => line.status)).toEqual([1005, 4005]);
    expect(shown.rest?.amount.amountMinor).toBe(Number(rest?.amount.amountMinor) - Number(amounts[1]));
    expect(shown.paidTotal.amountMinor + Number(shown.rest?.amount.amountMinor)).toBe(amounts[0]);
  });

  it('what waits for a decision stays to be paid when the clock cancels the others', async () => {
    const { id, rest, amounts } = await twoLines();
    const wish = { orderNo: id, subOrderNo: `${id}-2`, refundNum: 2, remark: 'Not both' };
    const { requests } = (await test.call('cancelOrder', wish, { token: agent, key: newKey() })).data;
    await setStatus(`${id}-1`, 1002, 1002);
    expect(await endUnpaidRests(clockAt(String(rest?.dueAt)))).toBe(1);
    const open = async () => (await detail(id)).rest?.amount.amountMinor;
    expect(await open()).toBe(Number(rest?.amount.amountMinor) - Number(amounts[0]));
    const decision = { id: requests[0]?.id ?? '', approve: false, reason: 1 as const, text: 'The boat sails' };
    expect((await test.call('consoleCancelDecide', decision, { token: staff })).code).toBe(200);
    expect((await detail(id)).status).toBe(1003);
    expect(await open()).toBe(Number(rest?.amount.amountMinor) - Number(amounts[0]));
    // It stands, and the time to pay for it is over.
    expect(await endUnpaidRests(clockAt(String(rest?.dueAt)))).toBe(1);
    expect(await detail(id)).toMatchObject({ status: 4005, rest: null });
  });

  it('a payment that comes first counts; one that comes after is refunded', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, supplement, dueAt } = await begun({ missed: 'cancel' });
      const [paid, ended] = await Promise.all([
        pay(id, 'deposit', agent, { supplement }),
        endUnpaidRests(clockAt(dueAt)),
      ]);
      const shown = await detail(id);
      expect([shown.status, paid.code === 200, ended]).toEqual(
        shown.status === 1003 ? [1003, true, 0] : [4005, false, 1],
      );
      expect(shown.paidTotal.amountMinor).toBe(shown.status === 1003 ? 10_000 : 3000);
    }
  });

  it('asks again under the lock: without that the clock cancels what was just paid', async () => {
    const lost = async (end: typeof endUnpaidRests) => {
      const { id, supplement, dueAt } = await begun({ missed: 'cancel' });
      // The round has found the order; its buyer pays before the round gets the row.
      const locked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const held = inTransaction(test.database.forOwner(1), async (owner) => {
        await sql`SELECT 1 FROM purchase WHERE order_no = ${id} FOR UPDATE`.execute(owner);
        await sql`UPDATE supplement SET state = 'paid', paid_at = now() WHERE supplement_no = ${supplement}`.execute(
          owner,
        );
        locked.resolve();
        await released.promise;
      });
      await locked.promise;
      const clock = clockAt(dueAt);
      const forOwner: typeof clock.forOwner = (ownerId) => {
        released.resolve();
        return clock.forOwner(ownerId);
      };
      const round = end({ ...clock, forOwner });
      await held;
      await round;
      const { status } = await detail(id);
      // Corrected for the audit, which would find an unpaid rest.
      await sql`UPDATE supplement SET state = ${status === 1003 ? 'open' : 'withdrawn'}, due_at = now() + interval '9 days', paid_at = NULL
        WHERE supplement_no = ${supplement}`.execute(test.database.house);
      return status;
    };
    expect(await lost(endUnpaidRests)).toBe(1003);
    await withoutGuard<{ endUnpaidRests: typeof endUnpaidRests }>(
      'order/part/end-unpaid-rest.ts',
      [['if (!order || !(await isLapsed(owner, orderNo, now))) return 0;', 'if (!order) return 0;']],
      async (module) => expect(await lost(module.endUnpaidRests)).toBe(4005),
    );
  });
});
