// Pairs that compete for an order's remaining quantity: two cancellations, two decisions, money refunded twice.
import { OrderStatus } from '../../../domain/order-status.ts';
import { asOf, buy, dataOf, fillForm, one, oneWins, onOrder, orderLock, statusGuard, withoutChecks } from '../act.ts';
import type { Act, DroppedGuard, Pair, Stage } from '../pair.ts';

/** Staff confirm it. */
const manual = { product: 'Green Hills', quantity: 3 };

export const cancelling =
  (stage: Stage, orderNo: string, refundNum?: number): Act =>
  (call) =>
    call(
      'cancelOrder',
      { orderNo, remark: 'no', ...(refundNum ? { subOrderNo: `${orderNo}-1`, refundNum } : {}) },
      asOf(stage, 'agent'),
    );

/** What of the line was cancelled, what it gave back, and what the order paid. */
async function judgeLine(stage: Stage, orderNo: string): Promise<string> {
  const row = await one<{ quantity: number; cancelled: number; hold: number; asked: number; paid: number }>(
    stage,
    `SELECT s.quantity, s.cancelled_quantity AS cancelled, s.amount_minor::int AS paid,
        (SELECT sum(h.quantity)::int FROM line_hold h WHERE h.sub_order_no = s.sub_order_no) AS hold,
        s.cancelled_minor::int AS asked FROM sub_order s WHERE s.order_no = $1`,
    [orderNo],
  );
  if (row.cancelled > row.quantity) return `${row.cancelled} of ${row.quantity} cancelled`;
  if (row.asked > row.paid) return `${row.asked} of ${row.paid} given back`;
  if (row.cancelled < row.quantity && row.hold !== row.quantity - row.cancelled)
    return `${row.hold} places for ${row.quantity - row.cancelled}`;
  return '';
}

const cancelledGuard: DroppedGuard = ['order/cancel.sql.ts', ' AND cancelled_quantity + ${quantity} <= quantity', ''];
const cancelledMoneyGuard: DroppedGuard = [
  'order/cancel.sql.ts',
  'AND cancelled_minor + ${shareMinor} + returned_minor <= amount_minor',
  'AND 0 <= amount_minor',
];

const partAndWhole: Pair = {
  name: 'a part × the whole of an order cancelled',
  law: 'rules §7',
  open: onOrder(buy, manual, (stage, id) => ({
    acts: [cancelling(stage, id, 1), cancelling(stage, id)],
    judge: () => judgeLine(stage, id),
  })),
  without: {
    guards: [orderLock, statusGuard, cancelledGuard, cancelledMoneyGuard],
    tables: [withoutChecks('sub_order'), withoutChecks('departure'), withoutChecks('line_hold')],
  },
};

const twoCancels: Pair = {
  name: 'a confirmed order applied to be cancelled twice',
  law: '§4 cancellation',
  open: onOrder(buy, {}, (stage, id) => ({ acts: [cancelling(stage, id), cancelling(stage, id)], judge: oneWins })),
  without: { guards: [orderLock, statusGuard], tables: ['DROP INDEX cancel_request_open'] },
};

/** A confirmed order whose cancellation waits for the owner. */
async function askToCancel(stage: Stage, input: Awaited<ReturnType<typeof fillForm>>) {
  const id = await buy(stage, input);
  const requested = dataOf('cancelOrder', await cancelling(stage, id)(stage.doors[0], 0)) as {
    requests: { id: string }[];
  };
  return { id, request: requested.requests[0]?.id ?? '' };
}

const deciding =
  (stage: Stage, id: string, approve: boolean): Act =>
  (call) =>
    call('consoleCancelDecide', { id, approve, reason: 2, text: 'as decided' }, asOf(stage, 'operations'));

const decisions: Pair = {
  name: 'an application to cancel approved × refused',
  law: '§4 cancellation',
  async open(stage) {
    const input = await fillForm(stage);
    return async () => {
      const { request } = await askToCancel(stage, input);
      return { acts: [deciding(stage, request, true), deciding(stage, request, false)], judge: oneWins };
    };
  },
  without: {
    guards: [
      orderLock,
      statusGuard,
      ['order/cancel.sql.ts', 'request_id = ${id} AND result = 0', 'request_id = ${id}'],
      cancelledGuard,
      cancelledMoneyGuard,
    ],
    tables: [withoutChecks('sub_order'), withoutChecks('departure'), withoutChecks('line_hold')],
  },
};

const giving =
  (stage: Stage, id: string, amountMinor: number): Act =>
  (call) =>
    call('consoleGoodwillGive', { id, amountMinor, reason: 'late' }, asOf(stage, 'operations'));

/** What went back, or is on its way, against what came in. */
async function judgeGiven(stage: Stage, id: string): Promise<string> {
  const { refunded, paid } = await one<{ refunded: number; paid: number }>(
    stage,
    `SELECT (SELECT coalesce(sum(returned_minor + cancelled_minor), 0)::int FROM sub_order WHERE order_no = $1) AS refunded,
      (SELECT sum(order_minor)::int FROM payment WHERE order_no = $1 AND outcome = 'applied') AS paid`,
    [id],
  );
  return refunded > paid ? `${refunded} given back of ${paid}` : '';
}

const twoGifts: Pair = {
  name: 'two gifts that together are more than was paid',
  law: 'security rule 24',
  async open(stage) {
    await stage.read('UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 1');
    const input = await fillForm(stage);
    const part = Math.round(input.seenTotal.amountMinor * 0.7);
    return async () => {
      const id = await buy(stage, input);
      return {
        acts: [giving(stage, id, part), giving(stage, id, part)],
        judge: async (answers) => oneWins(answers) || judgeGiven(stage, id),
      };
    };
  },
  without: {
    guards: [
      orderLock,
      [
        'mending/mending.sql.ts',
        'AND s.cancelled_minor + s.returned_minor + ${amountMinor} <= s.amount_minor',
        'AND 0 <= s.amount_minor',
      ],
    ],
    tables: [withoutChecks('sub_order')],
  },
};

const giftAndCancel: Pair = {
  name: 'a gift × an approved cancellation',
  law: 'security rule 24',
  async open(stage) {
    await stage.read('UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 1');
    const input = await fillForm(stage);
    const part = Math.round(input.seenTotal.amountMinor * 0.7);
    return async () => {
      const { id, request } = await askToCancel(stage, input);
      return {
        acts: [giving(stage, id, part), deciding(stage, request, true)],
        judge: () => judgeGiven(stage, id),
      };
    };
  },
  without: {
    guards: [orderLock, statusGuard, cancelledMoneyGuard],
    tables: [withoutChecks('sub_order')],
  },
};

const confirming =
  (stage: Stage, id: string): Act =>
  (call) =>
    call('consoleConfirm', { id }, asOf(stage, 'operations'));

const confirmAndReject: Pair = {
  name: 'an order confirmed × rejected',
  law: 'rules §7',
  open: onOrder(buy, manual, (stage, id) => {
    const reject: Act = (call) => call('consoleReject', { id, why: 'no guide' }, asOf(stage, 'operations'));
    return { acts: [confirming(stage, id), reject], judge: oneWins };
  }),
  without: { guards: [orderLock, statusGuard] },
};

const confirmAndCancel: Pair = {
  name: 'an order confirmed × cancelled by its buyer',
  law: 'rules §7',
  open: onOrder(buy, manual, (stage, id) => ({
    acts: [confirming(stage, id), cancelling(stage, id)],
    async judge(answers) {
      const { status, cancelled } = await one<{ status: number; cancelled: number }>(
        stage,
        'SELECT p.status, s.cancelled_quantity AS cancelled FROM purchase p JOIN sub_order s USING (order_no) WHERE p.order_no = $1',
        [id],
      );
      // Confirmed, and then perhaps an application that the policy refuses; or cancelled, and never confirmed.
      const both = answers.every(({ code }) => code === 200);
      const stands = status === OrderStatus.confirmed || status === OrderStatus.cancelling;
      if ((stands && cancelled === 0) || (status === OrderStatus.cancelled && !both)) return judgeLine(stage, id);
      return `status ${status}, ${cancelled} cancelled: ${answers.map(({ code }) => code)}`;
    },
  })),
  without: { guards: [orderLock, statusGuard] },
};

export const cancelPairs: readonly Pair[] = [
  partAndWhole,
  twoCancels,
  decisions,
  twoGifts,
  giftAndCancel,
  confirmAndReject,
  confirmAndCancel,
];
