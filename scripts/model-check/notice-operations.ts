// Actions of a gateway: a started attempt, and notices of money, of failure, of another amount, repeated and late.
import { PaymentStatus } from '../../domain/payment-status.ts';
import { signNotice } from '../../tests/build/open-gateway.ts';
import { beginAttempt } from '../races/act.ts';
import { freeOf, isClosed, isUnderWay, isUnpaid, type ModelOrder, pay } from './imagine-shop.ts';
import { type OperationResult, orderOf } from './send.ts';
import type { World } from './world.ts';

type Operation = (world: World) => Promise<OperationResult>;
type Attempt = ModelOrder['attempts'][number];

const begin: Operation = async (world) => {
  const order = orderOf(world, (order) => isUnpaid(order) && !isUnderWay(order));
  if (!order) return undefined;
  const attempt: Attempt = { no: `${order.no}P${order.attempts.length + 1}`, state: 'open' };
  await beginAttempt(world.stage, order.no, attempt.no);
  order.attempts.push(attempt);
  order.payStatus = PaymentStatus.paying;
  return `begins to pay ${order.no} at the gateway`;
};

async function sendNotice({ stage, roll }: World, { no }: Attempt, type: 'paid' | 'failed', amountMinor: number) {
  const { raw, headers } = signNotice({
    ...{
      eventId: `evt-${no}-${type}-${amountMinor}-${roll(3)}`,
      type: `payment.${type}`,
      merchant: 'shop-one',
      paymentId: `ref_${no}`,
    },
    ...{ transactionId: `txn-${no}`, reference: no, currency: 'MYR', amountMinor },
  });
  const port = stage.ports[roll(2) as 0 | 1];
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/pay/notify/sandbox`, {
      ...{ method: 'POST', body: raw },
      headers: { ...headers, 'x-forwarded-host': 'one.test' },
    });
    if (status !== 503) return status;
  }
}

function takeMoney({ model }: World, order: ModelOrder, attempt: Attempt): void {
  if (attempt.state === 'paid') return;
  attempt.state = 'paid';
  // Late money takes the places again where they are free; otherwise it goes back, as a second payment does.
  if (isUnpaid(order) || (isClosed(order) && !order.paidBy && order.quantity <= freeOf(model.days[order.day])))
    pay(model, order, 'gateway');
}

const notice: Operation = async (world) => {
  const order = orderOf(world, ({ attempts }) => attempts.length > 0);
  const attempt = order?.attempts[world.roll(order.attempts.length)];
  if (!order || !attempt) return undefined;
  const kind = (['paid', 'paid', 'paid', 'failed', 'wrong'] as const)[world.roll(5)] ?? 'paid';
  const type = kind === 'failed' ? 'failed' : 'paid';
  const status = await sendNotice(world, attempt, type, order.amountMinor + (kind === 'wrong' ? 1 : 0));
  const what = `a notice about ${attempt.no}: ${kind}`;
  if (status !== 200) return { wrong: `${what}: answered ${status}` };
  if (kind === 'paid') takeMoney(world, order, attempt);
  if (kind === 'failed' && attempt.state === 'open') {
    attempt.state = 'failed';
    if (isUnpaid(order)) order.payStatus = PaymentStatus.failed;
  }
  return what;
};

/** At the end of a seed no attempt is left open. */
export async function failOpenAttempts(world: World): Promise<void> {
  for (const order of world.model.orders)
    for (const attempt of order.attempts.filter(({ state }) => state === 'open')) {
      await sendNotice(world, attempt, 'failed', order.amountMinor);
      attempt.state = 'failed';
      if (isUnpaid(order)) order.payStatus = PaymentStatus.failed;
    }
}

export const noticeOperations: [times: number, operation: Operation][] = [
  [7, begin],
  [12, notice],
];
