// Pairs that meet at the payment of one order: two payments, one key twice, notices of a channel, the buyer who cancels, the clock.
import { isDeepStrictEqual } from 'node:util';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { closeOverdue } from '../../../server/order/close-order.ts';
import { signNotice } from '../../../tests/build/open-gateway.ts';
import { asOf, beginAttempt, fillForm, newKey, one, onOrder, orderLock, paying, place, statusGuard } from '../act.ts';
import type { Act, Answer, DroppedGuard, Pair, Stage } from '../pair.ts';
import { cancelling } from './cancelling.ts';

type State = { status: number; pay_status: number; hold_state: string; applied: number; outcomes: string[] };

const stateOf = (stage: Stage, orderNo: string) =>
  one<State>(
    stage,
    `SELECT p.status, p.pay_status, s.hold_state,
        (SELECT count(*)::int FROM payment y WHERE y.order_no = p.order_no AND y.outcome = 'applied') AS applied,
        (SELECT array_agg(DISTINCT y.outcome) FROM payment y WHERE y.order_no = p.order_no AND y.outcome IS NOT NULL) AS outcomes
      FROM purchase p JOIN sub_order s USING (owner_id, order_no) WHERE p.order_no = $1`,
    [orderNo],
  );

const standing: readonly number[] = [OrderStatus.pending, OrderStatus.confirmed, OrderStatus.cancelling];

/** Money was taken once for places that were sold, or nothing was taken and nothing is sold. */
async function judgeOrder(stage: Stage, orderNo: string): Promise<string> {
  const { status, pay_status: payStatus, hold_state: hold, applied, outcomes } = await stateOf(stage, orderNo);
  const paid = payStatus === PaymentStatus.paid;
  const stands = standing.includes(status);
  if (paid && stands && applied === 1 && hold === 'converted' && (outcomes ?? []).join() === 'applied') return '';
  if (!paid && !stands && applied === 0 && hold !== 'converted') return '';
  return `status ${status}, payment status ${payStatus}, ${applied} payments, places ${hold}, ${(outcomes ?? []).join('+')}`;
}

const payTwice: Pair = {
  name: 'pay × pay one order under two keys',
  law: 'rules §8',
  open: onOrder(place, {}, (stage, id) => ({
    acts: [paying(stage, id), paying(stage, id)],
    judge: () => judgeOrder(stage, id),
  })),
  without: { guards: [orderLock, statusGuard], tables: ['DROP INDEX payment_one_live'] },
};

/** Repeats get the saved answer, whose fields may be in another order. */
const same = ([first, second]: [Answer, Answer]): string =>
  isDeepStrictEqual([first.code, first.data], [second.code, second.data])
    ? ''
    : `two answers: ${JSON.stringify(first.data)} and ${JSON.stringify(second.data)}`;

const noKeys = 'ALTER TABLE idempotency_key DROP CONSTRAINT idempotency_key_pkey';

const payOneKey: Pair = {
  name: 'pay × the same payment under the same key',
  law: 'security rule 8',
  open: onOrder(place, {}, (stage, id) => {
    const key = newKey();
    const act: Act = (call) => call('paying', { id, channel: 'deposit' }, asOf(stage, 'agent', key));
    return { acts: [act, act], judge: async (answers) => same(answers) || judgeOrder(stage, id) };
  }),
  without: { guards: [], tables: [noKeys] },
};

const orderOneKey: Pair = {
  name: 'order × the same order under the same key',
  law: 'security rule 8',
  async open(stage) {
    const input = await fillForm(stage);
    return async () => {
      const key = newKey();
      const act: Act = (call) => call('createOrder', input, asOf(stage, 'agent', key));
      return { acts: [act, act], judge: same };
    };
  },
  without: { guards: [], tables: [noKeys] },
};

const attemptOf = (orderNo: string) => `${orderNo}PRACE`;

const notifying =
  (stage: Stage, orderNo: string, eventId: string, amountMinor: number): Act =>
  async (_, door) => {
    const { raw, headers } = signNotice({
      ...{ eventId, type: 'payment.paid', merchant: 'shop-one', paymentId: `ref_${attemptOf(orderNo)}` },
      ...{ transactionId: `txn-${orderNo}`, reference: attemptOf(orderNo), currency: 'MYR', amountMinor },
    });
    const address = `http://127.0.0.1:${stage.ports[door]}/api/pay/notify/sandbox`;
    const answer = await fetch(address, {
      method: 'POST',
      body: raw,
      headers: { ...headers, 'x-forwarded-host': 'one.test' },
    });
    const text = await answer.text();
    return { http: answer.status, code: answer.status, msg: text, data: null };
  };

const receiveGuard: DroppedGuard = ['payment/payment.sql.ts', 'AND status <> ${paymentCode.paid}`,', '`,'];

const noticeTwice: Pair = {
  name: 'notice × the same notice',
  law: 'security rule 18',
  open: onOrder(place, {}, async (stage, id, input) => {
    await beginAttempt(stage, id, attemptOf(id));
    const act = notifying(stage, id, `evt-${id}`, input.seenTotal.amountMinor);
    return { acts: [act, act], judge: () => judgeOrder(stage, id) };
  }),
  without: {
    guards: [receiveGuard, ['payment/payment.sql.ts', 'event_id = ${eventId} FOR UPDATE`', 'event_id = ${eventId}`']],
  },
};

const noticesOfOne: Pair = {
  name: 'two notices about one payment',
  law: 'security rule 19',
  open: onOrder(place, {}, async (stage, id, input) => {
    await beginAttempt(stage, id, attemptOf(id));
    const act = (event: string) => notifying(stage, id, `${event}-${id}`, input.seenTotal.amountMinor);
    return { acts: [act('one'), act('two')], judge: () => judgeOrder(stage, id) };
  }),
  without: { guards: [receiveGuard] },
};

const noticeAndCancel: Pair = {
  name: 'notice × the buyer who withdraws the order',
  law: 'rules §7',
  open: onOrder(place, {}, async (stage, id, input) => {
    await beginAttempt(stage, id, attemptOf(id));
    return {
      acts: [notifying(stage, id, `evt-${id}`, input.seenTotal.amountMinor), cancelling(stage, id)],
      async judge() {
        const withdrawn = await stage.read(`SELECT 1 FROM order_event WHERE order_no = $1 AND action = 'withdraw'`, [
          id,
        ]);
        return withdrawn.length ? 'withdrawn while a payment was under way' : judgeOrder(stage, id);
      },
    };
  }),
  without: {
    guards: [
      [
        'order/close-order.ts',
        "if (order?.pay_status === PaymentStatus.paying) throw new Refusal('paymentUnderWay');",
        '',
      ],
    ],
  },
};

const payAndCancel: Pair = {
  name: 'pay × the buyer who withdraws the order',
  law: 'rules §7',
  open: onOrder(place, {}, (stage, id) => ({
    acts: [paying(stage, id), cancelling(stage, id)],
    judge: () => judgeOrder(stage, id),
  })),
  without: { guards: [orderLock, statusGuard] },
};

const noticeAndClock: Pair = {
  name: 'notice × the clock that closes the order',
  law: 'rules §7',
  open: onOrder(place, {}, async (stage, id, input) => {
    await beginAttempt(stage, id, attemptOf(id), false);
    await stage.read(`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = $1`, [id]);
    const close: Act = async () => {
      await closeOverdue(stage.books, () => new Date());
      return { http: 200, code: 200, msg: '', data: null };
    };
    return {
      acts: [notifying(stage, id, `evt-${id}`, input.seenTotal.amountMinor), close],
      judge: () => judgeOrder(stage, id),
    };
  }),
  without: {
    guards: [
      orderLock,
      statusGuard,
      // Else the two would wait for each other crosswise, and one of them would be rolled back.
      ['inventory/move-places.sql.ts', 'ORDER BY d.departure_id FOR UPDATE`', 'ORDER BY d.departure_id`'],
    ],
  },
};

export const paymentPairs: readonly Pair[] = [
  payTwice,
  payOneKey,
  orderOneKey,
  noticeTwice,
  noticesOfOne,
  noticeAndCancel,
  payAndCancel,
  noticeAndClock,
];
