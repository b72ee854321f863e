// What a buyer sees before paying (§7 order payInfo): what is due, the ways to pay with their prices, and what shares hold already.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { NotHere } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { isOfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { refuseElsewhere } from '../order/handle-elsewhere.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { showLine, showRow } from '../order/show-order.ts';
import { showSupplement } from '../order/supplement/add-supplement.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inSnapshot } from '../platform/database/read-snapshot.ts';
import { readRates } from '../site/convert-shown.ts';
import { availableOf } from './balance/move-money.ts';
import { type ChannelSetting, listChannels } from './channel.sql.ts';
import { fitsBuyer, hasTrouble, placeTroubled } from './choose-channels.ts';
import { listLedgers } from './ledger.sql.ts';
import { balanceRefusalOf } from './pay-from-deposit.ts';
import { type Due, findDue } from './pay-supplement.ts';
import { findLivePayment, type PaymentRow } from './payment.sql.ts';
import { judgeAmount } from './price-channel.ts';
import { priceAttempt, showPriced } from './rate/price-attempt.ts';
import { largestShare } from './share/cut-share.ts';
import { listShares } from './share/share.sql.ts';
import { isFromSupply, planSupply } from './supply/plan-supply.ts';
import { offline } from './transfer/pay-offline.ts';
import { findTransfer } from './transfer/transfer.sql.ts';

type Input = ParsedInputOf<'payInfo'>;

/**
 * Read at one moment: a payment that arrives meanwhile is in the order, its additional payments and what is due, or in none of them. The
 * rates, which no payment changes, are read beside it.
 */
function readInfo(context: Context, { id, supplement, part, currency = context.currency }: Input) {
  return inSnapshot(context.owner, async (owner) => {
    const order = await findOrder(owner, id, limitVisibility(context));
    if (!order) throw new NotHere();
    refuseElsewhere(context, order);
    const due = await findDue(owner, order, {
      supplement,
      part: part === 'true' && order.part !== null && order.part.firstMinor > order.shared_minor,
    });
    const live = await findLivePayment(owner, id, supplement);
    const [lines, offered, shares, transfer] = await Promise.all([
      listLines(owner, [id]),
      listOffers({ ...context, owner }, due, { shown: currency, live }),
      order.shared_minor > 0 && !due.supplement ? listShares(owner, id) : [],
      live?.channel === offline ? findTransfer(owner, live.payment_no) : undefined,
    ]);
    return { order, due, lines, ...offered, shares, transfer };
  });
}

export async function showPayInfo(context: Context, asking: Input): Promise<OutputOf<'payInfo'>> {
  const { currency = context.currency, accountType } = asking;
  // What the ways to pay are priced at.
  const rates = await readRates(context);
  const { order, due, lines, offers, giftCards, shares, transfer } = await readInfo(context, asking);
  const row = showRow(order, lines, context);
  const rate = rates.rate(row.payable.currency, currency);
  return {
    order: row,
    supplement: due.supplement && showSupplement(due.supplement, row.payable.currency),
    lines: lines.map((line) => showLine(line, row.payable.currency, context)),
    promoCode: order.coupon_code ?? '',
    shown: rate ? { currency, rate } : { currency: row.payable.currency, rate: '1' },
    secondsLeft: order.pay_by ? Math.max(0, Math.floor((order.pay_by.getTime() - context.now.getTime()) / 1000)) : 0,
    channels: offers.filter(({ channel }) => !accountType || channel === accountType),
    due: money(due.payable_minor, due.currency),
    shares: shares.map((share) => ({
      channel: share.channel,
      amount: money(share.order_minor, due.currency),
      paid: money(share.amount_minor, share.currency),
      ending: share.ending,
      left: share.left_minor === null ? null : money(share.left_minor, share.currency),
    })),
    giftCards,
    transfer: transfer?.state ?? null,
  };
}

/** The channels this buyer may use for this order; deposit and credit are listed for partners who have them, or with a reason. */
async function listOffers(
  context: Context,
  order: Due,
  input: Attempt,
): Promise<{ offers: Offer[]; giftCards: boolean }> {
  const { owner, site } = context;
  const buyer = buyerOf(context);
  const ledgers = buyer.verAuthFlag ? await listLedgers(owner, buyer.partnerId, site.currency) : [];
  const offers: Offer[] = [];
  let giftCards = false;
  for (const setting of await listChannels(owner)) {
    if (!fitsBuyer(context, order.currency, setting)) continue;
    if (isOfferedChannel(setting.channel) && traitsOf(setting.channel).byCode) {
      giftCards = !order.supplement && order.payable_minor > 0;
      continue;
    }
    if (isFromSupply(setting.channel) && !(await planSupply(owner, order))) continue;
    try {
      const offer = await offerChannel(context, order, setting, { ...input, ledgers });
      if (offer) offers.push(offer);
    } catch (error) {
      // One way whose settings cannot be read never hides the others.
      context.log.error({ err: error, channel: setting.channel }, 'a way to pay cannot be offered');
    }
  }
  return { offers: placeTroubled(offers), giftCards };
}

/** The currency that the buyer sees, and the attempt under way. */
type Attempt = { shown: Currency; live: PaymentRow | undefined };
type Ledgers = Awaited<ReturnType<typeof listLedgers>>;
type Offer = OutputOf<'payInfo'>['channels'][number];

async function offerChannel(
  context: Context,
  order: Due,
  setting: ChannelSetting,
  { ledgers, ...input }: Attempt & { ledgers: Ledgers },
): Promise<Offer | undefined> {
  const { channel } = setting;
  if (!isOfferedChannel(channel)) return undefined;
  const { outside, byTransfer, ownMoney, cardholder = false, currencies, certain = 'now' } = traitsOf(channel);
  const price = await priceAttempt(context, order, setting, input);
  const trouble = hasTrouble(setting, context.now);
  const bare = { channel, cardholder, certain, trouble, limit: null, balance: null, share: null, exchange: null };
  if (!price) {
    // Listed with the reason: a buyer who looks for Alipay learns that it accepts yuan only.
    const due = money(order.payable_minor, order.currency);
    const why = { ...bare, blocked: 'currencyNotTaken', fee: money(0, due.currency), payable: due };
    return currencies === 'any' ? undefined : why;
  }
  const { fee, payable } = price;
  const about = { ...bare, exchange: showPriced(price, money(order.payable_minor, order.currency)), fee, payable };
  const ledger = ledgers.find((ledger) => ledger.kind === channel);
  if (ownMoney && order.payable_minor > 0 && !ledger) return undefined;
  const beyond = judgeAmount(context, order, setting);
  if (beyond) return { ...about, blocked: beyond.refusal, limit: beyond.limit };
  if (ownMoney && order.payable_minor > 0 && ledger) {
    const available = availableOf(ledger);
    const balance = money(available, context.site.currency);
    if (available >= payable.amountMinor) return { ...about, blocked: null, balance };
    const most = order.supplement ? 0 : await largestShare(context, order, setting, available);
    const share = most > 0 ? money(most, order.currency) : null;
    return { ...about, blocked: balanceRefusalOf(ledger.kind, ledgers), balance, share };
  }
  const free = order.payable_minor === 0 && (outside || byTransfer);
  return { ...about, blocked: free ? 'zeroNotPayable' : null };
}
