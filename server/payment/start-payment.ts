// Starts the payment of an order (§7 paying): one live attempt per order. A repeat for the same channel gets the same attempt; another
// channel first closes the old attempt. The provider is called between two short transactions. Once for each key (rules §2):
// deposit and credit save the whole answer for repeats; an outside channel saves the attempt, which knows where its buyer continues.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm } from '../../domain/account-forms.ts';
import type { Currency } from '../../domain/currencies.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { joinList } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { cardholderForm, isOfferedChannel, type OfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { isLedgerKind, PaymentStatus } from '../../domain/payment-status.ts';
import { loadReader, phonesOf } from '../../domain/phones/phone-fields.ts';
import { holdHoursOf } from '../../domain/transfer-rules.ts';
import { refuseElsewhere } from '../order/handle-elsewhere.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, lockOrder } from '../order/read.sql.ts';
import { claimKey, findAnswer, type KeyedCall, readKey, saveAnswer } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { makeLetters } from '../platform/make-ids.ts';
import { readRates } from '../site/convert-shown.ts';
import { askChannel } from './ask-channel.ts';
import { type ChannelSetting, listChannels } from './channel.sql.ts';
import { isOutside, type OutsideChannel } from './channels/index.ts';
import { fitsBuyer } from './choose-channels.ts';
import { orderEntering, readPayer } from './enter-app.ts';
import { settleFromOwnMoney } from './pay-from-deposit.ts';
import { type Due, duePurpose, findDue, lockDue, markPaying } from './pay-supplement.ts';
import {
  type Cardholder,
  findLivePayment,
  findPayment,
  insertPayment,
  lockPayment,
  type PaymentRow,
} from './payment.sql.ts';
import { type ChannelPrice, priceChannel, refuseAmount } from './price-channel.ts';
import { priceAttempt } from './rate/price-attempt.ts';
import { recordAnswer } from './record-answer.ts';
import { cutShare, type Share } from './share/cut-share.ts';
import { fitsNow, startOutside } from './start-outside.ts';
import { isFromSupply, planSupply } from './supply/plan-supply.ts';
import { giveUpTransfer, offline } from './transfer/pay-offline.ts';
import { mailWhere } from './transfer/say-where.ts';
import { endTransferHold, holdForTransfer, insertTransfer } from './transfer/transfer.sql.ts';

type Shown = OutputOf<'paying'>;
/** What a repeated key gets: the answer itself, or the attempt that it started at a channel. */
type Saved = { paymentNo: string; answer: Shown | null };
const nowhere = { redirectUrl: null, qr: null, form: null, client: null, expiresAt: null };

export async function startPayment(context: Context, input: ParsedInputOf<'paying'>): Promise<Shown> {
  const { owner } = context;
  const { id, channel, seen } = input;
  const found = await findOrder(owner, id, limitVisibility(context));
  if (!found) throw new NotHere();
  refuseElsewhere(context, found);
  const whole = await findDue(owner, found, input);
  const keyed = readKey(context, 'paying', buyerOf(context).accountId, input);
  const before = (await findAnswer<Saved>(owner, keyed))?.answer;
  if (before?.answer) return before.answer;
  const offered = (await listChannels(owner)).find((listChannel) => listChannel.channel === channel);
  // A system has no buyer in front of it who would continue at a gateway.
  const byKey = context.key !== undefined && !isLedgerKind(channel);
  if (!offered || byKey || !isOfferedChannel(channel) || !fitsBuyer(context, whole.currency, offered))
    throw new Refusal('channelNotOffered');
  if (!isLedgerKind(channel)) await readRates(context);
  const share = await cutShare(context, whole, offered, input);
  const { due: order, setting } = share ?? { due: whole, setting: offered };
  const supply = isFromSupply(channel) ? await planSupply(owner, order) : undefined;
  if (isFromSupply(channel) && !supply) throw new Refusal('channelNotOffered');
  const again = before && (await repeatAnswer(context, order, before, setting));
  if (again) return again;
  const { outside, byTransfer } = traitsOf(channel);
  if (order.payable_minor === 0 && (outside || byTransfer)) throw new Refusal('zeroNotPayable');
  const cardholder = traitsOf(channel).cardholder ? await readCardholder(input.cardholder) : null;
  const live = await findLivePayment(owner, id, input.supplement);
  const shown = share ? undefined : (input.currency ?? context.currency);
  const price = await priceAttempt(context, order, setting, { shown, live });
  refuseOtherPrice(price, seen);
  const payer = input.entry && (await readPayer(context, orderEntering(input), setting, input.entry));
  const begun = price?.attempt;
  const goesOn =
    begun &&
    isSameCardholder(begun.cardholder, cardholder) &&
    (!outside || fitsNow(context, begun, setting, channel as OutsideChannel, payer));
  if (live && !goesOn) await giveUpFor(context, live);
  const attempt = goesOn
    ? await goOn(context, keyed, begun)
    : await openAttempt(context, order, { channel, setting, share, cardholder, shown, seen, keyed });
  if (!outside) return answerInside(attempt);
  return startOutside(context, { ...duePurpose(order), payer, supply }, attempt, setting, channel as OutsideChannel);
}

/** Deposit, credit or a card paid, all or a share, or a transfer that the owner waits for. */
function answerInside({ payment_no: paymentNo, channel, outcome }: PaymentRow): Shown {
  const paid = outcome === 'held' ? PaymentStatus.pending : PaymentStatus.paid;
  const status = traitsOf(channel as OfferedChannel).byTransfer ? PaymentStatus.paying : paid;
  return { ...nowhere, paymentNo, status };
}

/** The attempt that this key started, as it was shown; undefined while its buyer was not yet redirected anywhere. */
async function repeatAnswer(
  context: Context,
  order: Due,
  { paymentNo }: Saved,
  setting: ChannelSetting,
): Promise<Shown | undefined> {
  const attempt = await findPayment(context.owner, paymentNo);
  if (attempt?.channel_data.go && isOutside(attempt.channel))
    return startOutside(context, duePurpose(order), attempt, setting, attempt.channel);
  return attempt?.status === PaymentStatus.paid ? { ...nowhere, paymentNo, status: PaymentStatus.paid } : undefined;
}

/** The same channel under another key: from now on that key also belongs to this attempt. */
function goOn({ owner }: Context, keyed: KeyedCall, live: PaymentRow): Promise<PaymentRow> {
  return inTransaction(owner, async (owner) => {
    await claimKey(owner, keyed);
    return saveAttempt(owner, keyed, live);
  });
}

async function saveAttempt(owner: OwnerTrx, keyed: KeyedCall, attempt: PaymentRow): Promise<PaymentRow> {
  const { outside } = traitsOf(attempt.channel);
  const answer = outside ? null : answerInside(attempt);
  const saved: Saved = { paymentNo: attempt.payment_no, answer };
  await saveAnswer(owner, keyed, saved);
  return attempt;
}

/** Refuses invalidInput by field: the cardholder's e-mail and telephone. Never data of the card itself. */
export async function readCardholder(holder: Cardholder | undefined): Promise<Cardholder> {
  const typed = { email: holder?.email.trim() ?? '', phone: holder?.phone.trim() ?? '' };
  const phones = phonesOf(cardholderForm);
  const read = await loadReader([typed, phones]);
  const cardholder = { ...typed, ...read?.(typed, phones) };
  const problems = Object.entries(checkForm(cardholder, cardholderForm));
  const fields: FieldProblems = Object.fromEntries(problems.map(([name, problem]) => [`cardholder.${name}`, problem]));
  if (problems.length) throw new Refusal('invalidInput', { fields });
  return cardholder;
}

function isSameCardholder(one: Cardholder | null, other: Cardholder | null): boolean {
  return one?.email === other?.email && one?.phone === other?.phone;
}

/** Refuses paymentUnderWay and alreadyPaid where the attempt cannot be ended. */
export async function giveUpFor(context: Context, live: PaymentRow): Promise<void> {
  if (live.channel === offline) {
    if (await giveUpTransfer(context, live.payment_no)) {
      if (live.order_no && !live.supplement_no)
        await endTransferHold(context.owner, live.order_no, context.site.payMinutes);
      return;
    }
    throw new Refusal('paymentUnderWay');
  }
  const result = await askChannel(context, live.payment_no, true);
  if (result === 'applied') throw new Refusal('alreadyPaid');
  if (result === 'failed') return;
  if (result === 'pending' && (await endUnshown(context, live))) return;
  // A notice was faster than the answer: it may have reported the payment, or the end that was just queried.
  const known = result === 'repeat' ? await findPayment(context.owner, live.payment_no) : live;
  if (known?.status === PaymentStatus.paid) throw new Refusal('alreadyPaid');
  if (known?.live !== false) throw new Refusal('paymentUnderWay');
}

/**
 * An attempt whose gateway never said where to pay cannot be paid by this buyer: it must not keep the other ways from them (decision 0351).
 * If money still came, it goes back as any second payment does.
 */
function endUnshown({ owner, jobs, clock }: Context, live: PaymentRow): Promise<boolean> {
  return inTransaction(owner, async (owner) => {
    if (live.order_no) await lockOrder(owner, live.order_no);
    const known = await lockPayment(owner, live.payment_no);
    if (!known?.live || known.channel_data.go) return false;
    const outcome = { state: 'failed', paymentNo: live.payment_no, reason: 'neverShown', stillPayable: true } as const;
    const ended = { channel: known.channel, merchant: '' };
    return (await recordAnswer(owner, { jobs, now: clock() }, outcome, ended)) === 'failed';
  });
}

type Wanted = {
  channel: OfferedChannel;
  setting: ChannelSetting;
  share: Share | undefined;
  cardholder: Cardholder | null;
  /** The currency that the buyer sees; a share has that of its purse. */
  shown: Currency | undefined;
  /** The price that the buyer saw, if the screen sends it. */
  seen: ChannelPrice['payable'] | undefined;
  keyed: KeyedCall;
};

/** Refuses priceChanged where the buyer saw another amount or currency than would be charged. */
function refuseOtherPrice(price: ChannelPrice | undefined, seen: Wanted['seen']): void {
  if (!price || !seen) return;
  const { payable } = price;
  if (seen.currency !== payable.currency || seen.amountMinor !== payable.amountMinor)
    throw new Refusal('priceChanged', { data: { total: payable } });
}

const isPrice = (attempt: PaymentRow, { currency, amountMinor }: ChannelPrice['payable']) =>
  attempt.currency === currency && attempt.amount_minor === amountMinor;

/** First transaction: the order must still be payable; the attempt is saved, or deposit or credit pay at once. */
async function openAttempt(context: Context, order: Due, wanted: Wanted): Promise<PaymentRow> {
  const { owner } = context;
  const { channel, setting, share, cardholder, shown, seen, keyed } = wanted;
  const price = await priceChannel(context, order, setting, shown);
  if (!price) {
    const { currencies } = traitsOf(channel);
    if (currencies === 'any') throw new Refusal('channelNotOffered');
    throw new Refusal('currencyNotTaken', { data: { currencies: joinList(currencies, context.language) } });
  }
  refuseAmount(context, order, setting);
  const { fee, payable } = price;
  // An attempt whose price was seen may have ended since.
  refuseOtherPrice(price, seen);
  return inTransaction(owner, async (owner) => {
    const before = (await claimKey<Saved>(owner, keyed))?.answer;
    if (before?.answer) return readWritten(owner, before.paymentNo);
    const { payBy } = await lockDue(owner, context, order);
    const supplementNo = order.supplement?.supplement_no ?? null;
    const raced = await findLivePayment(owner, order.order_no, supplementNo);
    if (raced && (raced.channel !== channel || raced.order_minor !== order.payable_minor || !isPrice(raced, payable)))
      throw new Refusal('paymentUnderWay');
    if (raced) return saveAttempt(owner, keyed, raced);
    const purse = share?.purse ?? (isLedgerKind(channel) ? { kind: channel } : undefined);
    // What pays at once is never seen as under way.
    if (!purse) await markPaying(owner, order);
    const paymentNo = `${supplementNo ?? order.order_no}P${makeLetters(4)}`;
    const deadlineSeconds = payBy ? Math.floor((payBy.getTime() - context.now.getTime()) / 1000) : limits.payQrSeconds;
    const attempt = await insertPayment(owner, {
      paymentNo,
      orderNo: order.order_no,
      supplementNo,
      channel,
      currency: payable.currency,
      amountMinor: payable.amountMinor,
      feeMinor: fee.amountMinor,
      orderMinor: order.payable_minor,
      locked: price,
      lifeSeconds: Math.max(30, Math.min(limits.payQrSeconds, deadlineSeconds)),
      cardholder,
      cardId: share?.purse.kind === 'giftCard' ? share.purse.cardId : null,
    });
    if (channel === offline) {
      await insertTransfer(owner, paymentNo);
      if (!supplementNo)
        await holdForTransfer(owner, order.order_no, holdHoursOf(setting.options, buyerOf(context).level));
      await mailWhere(owner, context, order.order_no, { paymentNo, currency: payable.currency });
    }
    if (!purse) return saveAttempt(owner, keyed, attempt);
    const completes = share?.completes ?? true;
    const taking = { payment: attempt, amount: payable, purse, completes };
    const { paid, takeMoney } = await settleFromOwnMoney(owner, context, taking);
    await saveAttempt(owner, keyed, paid);
    await takeMoney();
    return paid;
  });
}

async function readWritten(owner: OwnerTrx, paymentNo: string): Promise<PaymentRow> {
  const written = await findPayment(owner, paymentNo);
  if (!written) throw new Error(`payment ${paymentNo} was not written`);
  return written;
}
