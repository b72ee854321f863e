// A buyer moves a paid booking to another day (decision 0709). All its lines move together, or nothing changes: places, vouchers and what
// comes back, in one transaction under the order's lock.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder, lockOrder } from '../order/read.sql.ts';
import { answerOnce, readKey } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { announceMove, renewLine, settleChange, takePlaces } from './move-line.ts';
import { isSameDay } from './quote-line.ts';
import { findOwnLines, quoteTimes, returnedBy, timeOf } from './quote-own-days.ts';

type Input = ParsedInputOf<'bookingMove'>;
type Answer = OutputOf<'bookingMove'>;

export async function moveOwnBooking(context: Context, input: Input): Promise<Answer> {
  const { owner } = context;
  const orderNo = input.id.replace(/-\d+$/, '');
  if (!(await findOrder(owner, orderNo, limitVisibility(context)))) throw new NotHere();
  const keyed = readKey(context, 'bookingMove', buyerOf(context).accountId, input);
  return inTransaction(owner, async (owner) => {
    const order = await lockOrder(owner, orderNo);
    return answerOnce(owner, keyed, () => moveLocked(owner, context, order, input));
  });
}

async function moveLocked(
  owner: OwnerTrx,
  context: Context,
  order: Awaited<ReturnType<typeof lockOrder>>,
  { id, to, seen, returnedMinor }: Input,
): Promise<Answer> {
  const lines = await findOwnLines(owner, context, order, id);
  const [first] = lines;
  if (!order || !first) throw new NotHere();
  if (!isSameDay(timeOf(first), seen)) throw new Refusal('changedMeanwhile');
  if (isSameDay(to, seen)) throw new Refusal('invalidInput', { fields: { playOn: { problem: 'choose' } } });
  const [changes] = await quoteTimes(owner, context, order, lines, [to]);
  if (!changes || changes instanceof Refusal) throw changes ?? new Refusal('dateNotSold');
  const returned = returnedBy(changes);
  const { order_no: orderNo, currency } = order;
  if (returned !== returnedMinor) {
    const costsMinor = changes.reduce((sum, { quote }) => sum + quote.differenceMinor, 0);
    const data = { total: money(costsMinor, currency), seen: money(-returnedMinor, currency) };
    throw new Refusal('priceChanged', { data });
  }
  let refundMinor = 0;
  for (const change of changes) {
    const { line, to } = change;
    await takePlaces(owner, change);
    refundMinor += (await settleChange(owner, context, change, '')).refundMinor;
    await renewLine(owner, line, to);
    const actorName = buyerOf(context).name;
    await insertEvent(owner, orderNo, { action: 'move', actor: 'buyer', actorName, subOrderNo: line.sub_order_no });
  }
  await announceMove(owner, context.jobs, { orderNo, mark: `${context.now.getTime()}@${id}` }, lines);
  return { returned: money(refundMinor, currency) };
}
