// Operations on money: paying from a deposit, a credit line or a gift card, changes of deposit and credit line, goodwill refunds.
import type { RefusalName } from '../../domain/errors.ts';
import { DealType } from '../../domain/payment-status.ts';
import { asOf, newKey } from '../races/act.ts';
import { compareAtRest } from './compare.ts';
import {
  availableOf,
  giveBack,
  isActive,
  isPaid,
  isUnderWay,
  isUnpaid,
  leftOf,
  type ModelOrder,
  type Purse,
  pay,
} from './imagine-shop.ts';
import { judgeAnswer, type OperationResult, orderOf, send, sendKeyed } from './send.ts';
import type { World } from './world.ts';

type Operation = (world: World) => Promise<OperationResult>;

/** If a pending refund decides whether the money is enough, it is awaited first. */
async function settled(world: World, purse: Purse, minor: number): Promise<void> {
  const available = availableOf(world.model, purse);
  if (available >= minor && available - world.model.owed[purse] < minor) await compareAtRest(world);
}

const emptyPurse: Record<Purse, RefusalName> = {
  deposit: 'balanceTooLow',
  credit: 'creditTooLow',
  card: 'giftCardEmpty',
};

const payAct: Operation = async (world) => {
  const order = orderOf(world, world.roll(6) ? isUnpaid : () => true);
  if (!order) return undefined;
  const { model, stage, card } = world;
  const purse: Purse = order.buyer === 'member' ? 'card' : world.roll(4) ? 'deposit' : 'credit';
  await settled(world, purse, order.amountMinor);
  if (purse === 'card') await stage.read('DELETE FROM attempt');
  // A card with less would pay a part (decision 0408), which the model leaves to that decision's tests: all of it, or nothing.
  const byCard = { channel: 'giftCard' as const, code: card.code, share: { amountMinor: order.amountMinor } };
  const payment = purse === 'card' ? byCard : { channel: purse };
  const as = asOf(stage, order.buyer);
  const answer = await sendKeyed(world, (call) => call('paying', { id: order.no, ...payment }, as));
  const refusals = refusalsOf(order, availableOf(model, purse) >= order.amountMinor, purse);
  if (answer.code === 200 && !refusals.length) pay(model, order, purse);
  return judgeAnswer(`pays ${order.no} from ${purse}`, answer, refusals);
};

function refusalsOf(order: ModelOrder, isEnough: boolean, purse: Purse): RefusalName[] {
  // A card is looked at before the order.
  const ofCard: RefusalName[] = purse === 'card' && !isEnough ? [emptyPurse.card] : [];
  // An attempt that was begun before late money of another one paid the order is ended before the order is looked at.
  const isOpen = order.attempts.some(({ state }) => state === 'open');
  const ofAttempt: RefusalName[] = isOpen ? ['paymentUnderWay', 'gatewaySilent'] : [];
  if (isPaid(order)) return ['alreadyPaid', 'orderCancelled', 'actionNotAllowed', ...ofCard, ...ofAttempt];
  if (!isUnpaid(order)) return ['payDeadlinePassed', 'orderCancelled', 'actionNotAllowed', ...ofCard, ...ofAttempt];
  if (isUnderWay(order)) return ['paymentUnderWay', 'gatewaySilent', emptyPurse[purse]];
  return isEnough ? [] : [emptyPurse[purse]];
}

const adjust: Operation = async (world) => {
  const { model, stage, agency, roll } = world;
  const { raiseDeposit, lowerDeposit, raiseLine, lowerLine } = DealType;
  const dealType = ([raiseDeposit, lowerDeposit, raiseLine, lowerLine] as const)[roll(4)] ?? raiseDeposit;
  const amountMinor = 1 + roll(60_000);
  const purse = dealType === raiseDeposit || dealType === lowerDeposit ? 'deposit' : 'credit';
  const isLower = dealType === lowerDeposit || dealType === lowerLine;
  if (isLower) await settled(world, purse, amountMinor);
  const input = { id: agency, dealType, amountMinor, reason: 'as agreed' };
  const as = { ...asOf(stage, 'finance'), key: newKey() };
  const answer = await sendKeyed(world, (call) => call('consoleAdjust', input, as));
  const fits = !isLower || amountMinor <= (dealType === lowerLine ? mostLess(model) : model.balances.deposit);
  if (answer.code === 200 && fits) {
    const change = isLower ? -amountMinor : amountMinor;
    if (purse === 'deposit') model.balances.deposit += change;
    else model.creditLimit += change;
  }
  return judgeAnswer(
    `changes ${purse} by ${isLower ? '-' : ''}${amountMinor}`,
    answer,
    fits ? [] : ['adjustmentTooLarge'],
  );
};

/** A credit line is lowered neither below zero nor below the used credit. */
const mostLess = (model: World['model']) => Math.min(model.creditLimit, availableOf(model, 'credit'));

const give: Operation = async (world) => {
  const order = orderOf(world, (order) => isPaid(order) && !order.request);
  if (!order) return undefined;
  const left = isActive(order) ? leftOf(order) : 0;
  const amountMinor = 1 + world.roll(Math.max(1, Math.round(left * 1.3)));
  const input = { id: order.no, amountMinor, reason: 'the bus was late' };
  const as = asOf(world.stage, 'operations');
  const answer = await send(world, (call) => call('consoleGoodwillGive', input, as));
  const may = amountMinor <= left;
  if (answer.code === 200 && may) {
    order.returnedMinor += amountMinor;
    giveBack(world.model, order, amountMinor);
  }
  return judgeAnswer(`gives ${amountMinor} of ${order.no} back`, answer, may ? [] : ['refundTooMuch']);
};

export const moneyOperations: [times: number, operation: Operation][] = [
  [24, payAct],
  [7, adjust],
  [5, give],
];
