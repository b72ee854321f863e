// Steps of staff: decisions, cancelling for a buyer, gifts, additional payments, other times and quantities, vouchers; and of the clock.
import { closeOverdue } from '../../../server/order/close-order.ts';
import { type OnOrder, openLine, quantityOf, timeOf } from './buy-steps.ts';
import { expectBack, tell } from './judge-step.ts';
import { doorOf, pickFrom, staffOf } from './open-walk.ts';

export const decideRequest: OnOrder = async (walk, order, { requests }) => {
  if (!requests.length) return undefined;
  const { id, line, quantity } = pickFrom(walk, requests);
  const approve = walk.roll(4) > 0;
  const most = await doorOf(walk)(
    'consoleCancelQuote',
    { id: order.no, subOrderNo: line, refundNum: quantity },
    staffOf(walk),
  );
  const chooses = approve && walk.roll(3) === 0 && most.code === 200;
  const amount = chooses ? { refundMinor: walk.roll(most.data.share.amountMinor + 1) } : {};
  if (chooses) order.isLowered = true;
  const decision = { id, approve, reason: 2, text: 'as decided', ...amount };
  const answer = await doorOf(walk)('consoleCancelDecide', decision, staffOf(walk));
  const what = `staff ${approve ? 'approve' : 'refuse'} ${quantity} of ${line} ${JSON.stringify(amount)}`;
  return { what: tell(what, answer), order, problems: [] };
};

/** Everything goes back, or what the rules give. */
export const cancelForBuyer: OnOrder = async (walk, order, before) => {
  const line = openLine(walk, before);
  const part = line && walk.roll(3) ? { subOrderNo: line.no, refundNum: 1 + walk.roll(line.left) } : {};
  const refund = pickFrom(walk, ['full', 'full', 'policy'] as const);
  const answer = await doorOf(walk)(
    'consoleCancelApply',
    { id: order.no, remark: 'owner', refund, ...part },
    staffOf(walk),
  );
  return { what: tell(`staff cancel ${order.no} ${JSON.stringify(part)} ${refund}`, answer), order, problems: [] };
};

/** Exactly as much as is offered may be given, and what is given comes back. */
export const give: OnOrder = async (walk, order, before) => {
  const offered = await doorOf(walk)('consoleGoodwill', { id: order.no }, staffOf(walk));
  const most = offered.code === 200 ? offered.data.most.amountMinor : 0;
  const amountMinor = 1 + walk.roll(Math.max(1, Math.round(most * 1.1)));
  const gift = { id: order.no, amountMinor, reason: 'the bus was late' };
  const answer = await doorOf(walk)('consoleGoodwillGive', gift, staffOf(walk));
  const what = `staff give ${amountMinor} of at most ${most} to ${order.no}`;
  const step = await expectBack(walk, order, before, { what, answer, expected: amountMinor });
  if (step && (answer.code === 200) !== amountMinor <= most)
    step.problems.push('another amount may be given than is offered');
  return step;
};

export const askForAddition: OnOrder = async (walk, order) => {
  const kind = pickFrom(walk, ['extraTime', 'priceDifference', 'freight'] as const);
  const input = { id: order.no, kind, amountMinor: 1 + walk.roll(9000), reason: 'two hours more' };
  const answer = await doorOf(walk)('consoleSupplementAdd', input, staffOf(walk));
  if (walk.roll(3)) walk.next = order;
  return { what: tell(`staff ask ${order.no} for ${input.amountMinor}`, answer), order, problems: [] };
};

export const withdrawAddition: OnOrder = async (walk, order, { supplements }) => {
  const open = supplements.find(({ state }) => state === 'open');
  if (!open) return undefined;
  const input = { id: order.no, supplementNo: open.no };
  const answer = await doorOf(walk)('consoleSupplementWithdraw', input, staffOf(walk));
  return { what: tell(`staff withdraw ${open.no}`, answer), order, problems: [] };
};

/** Settled: the answer says how much goes back. */
export const changeLine: OnOrder = async (walk, order, before) => {
  const line = openLine(walk, before);
  if (!line) return undefined;
  const { playOn, untilOn = null } = timeOf(walk, order.product);
  const to = { playOn, session: '', untilOn, quantity: quantityOf(walk, order.product) };
  const input = { id: order.no, subOrderNo: line.no, ...to, untilOn: untilOn ?? '' };
  const quote = await doorOf(walk)('consoleLineQuote', input, staffOf(walk));
  if (quote.code !== 200) return undefined;
  const change = {
    ...{ id: order.no, subOrderNo: line.no, to, seen: quote.data.seen, reason: 'as asked' },
    ...{ differenceMinor: quote.data.asked?.difference.amountMinor ?? 0, settle: 'settle' as const },
  };
  const answer = await doorOf(walk)('consoleLineMove', change, staffOf(walk));
  const expected = answer.code === 200 ? (answer.data.refund?.amountMinor ?? 0) : undefined;
  const what = `staff move ${line.no} to ${JSON.stringify(to)} for ${change.differenceMinor}`;
  return expectBack(walk, order, before, { what, answer, expected });
};

export const redeem: OnOrder = async (walk, order, before) => {
  const line = openLine(walk, before);
  if (!line) return undefined;
  await walk.stage.read('DELETE FROM attempt');
  const answer = await doorOf(walk)('consoleVoucherRedeem', { text: line.no }, staffOf(walk));
  return { what: tell(`staff redeem ${line.no}`, answer), order, problems: [] };
};

export const decidePending: OnOrder = async (walk, order) => {
  const confirms = walk.roll(3) > 0;
  const answer = confirms
    ? await doorOf(walk)('consoleConfirm', { id: order.no }, staffOf(walk))
    : await doorOf(walk)('consoleReject', { id: order.no, why: 'no guide' }, staffOf(walk));
  return { what: tell(`staff ${confirms ? 'confirm' : 'reject'} ${order.no}`, answer), order, problems: [] };
};

/** The time to pay is over. */
export const expire: OnOrder = async ({ stage }, order) => {
  const overdue = `UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = $1 AND pay_by IS NOT NULL`;
  await stage.read(overdue, [order.no]);
  await closeOverdue(stage.books, () => new Date());
  return { what: `${order.no} runs out of time`, order, problems: [] };
};
