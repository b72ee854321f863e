// Recharging (§7 cashier, cashierInfo; deal type 1): its price by each outside channel, and its start. A repeat with the same key
// is the same recharge; the provider is called after the transaction that wrote it.

import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { exponentOf } from '../../../domain/currencies.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { money } from '../../../domain/money.ts';
import { paths } from '../../../domain/paths.ts';
import { isOfferedChannel, traitsOf } from '../../../domain/pay-channels.ts';
import { RechargeStatus } from '../../../domain/payment-status.ts';
import { transferRules } from '../../../domain/transfer-rules.ts';
import { limitAttempts } from '../../account/limit-attempts.ts';
import { answerOnce, findAnswer, type KeyedCall, readKey } from '../../platform/answer-once.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { makeLetters, makeOrderNo } from '../../platform/make-ids.ts';
import { askChannel } from '../ask-channel.ts';
import { type ChannelSetting, listChannels } from '../channel.sql.ts';
import { isOutside } from '../channels/index.ts';
import { fitsBuyer, hasTrouble, placeTroubled } from '../choose-channels.ts';
import { askPayer, type Entering, readPayer } from '../enter-app.ts';
import { claimPoll, findPayment } from '../payment.sql.ts';
import { type ChannelPrice, judgeAmount, priceChannel, refuseAmount } from '../price-channel.ts';
import { showPriced } from '../rate/price-attempt.ts';
import { type Purpose, startOutside } from '../start-outside.ts';
import { readCardholder } from '../start-payment.ts';
import { insertTransfer } from '../transfer/transfer.sql.ts';
import { failRecharge, findRecharge, findRechargeBounds, insertRecharge } from './recharge.sql.ts';
import { distributorOf } from './show-statement.ts';

type Bounds = { least: number; most: number };

/** The owner's least and most, within those of the installation. */
async function boundsOf({ owner, site }: Context): Promise<Bounds> {
  const { least, most } = await findRechargeBounds(owner);
  const house = { least: 10 ** exponentOf(site.currency), most: limits.largestMoveMinor };
  return { least: Math.max(least ?? 0, house.least), most: Math.min(most ?? house.most, house.most) };
}

/** An outside channel, or a bank transfer; no balance at a supplier. */
function takesRecharges({ channel }: ChannelSetting): boolean {
  if (!isOfferedChannel(channel) || traitsOf(channel).fromSupply) return false;
  return traitsOf(channel).byTransfer === true || isOutside(channel);
}

const dueOf = ({ site }: Context, amountMinor: number) => ({
  ...{ payable_minor: amountMinor, currency: site.currency, rate: '1' },
});

function price(context: Context, amountMinor: number, setting: ChannelSetting): Promise<ChannelPrice | undefined> {
  return priceChannel(context, dueOf(context, amountMinor), setting);
}

export async function showCashier(
  context: Context,
  { amount }: ParsedInputOf<'cashier'>,
): Promise<OutputOf<'cashier'>> {
  const { owner, site } = context;
  distributorOf(context);
  const bounds = await boundsOf(context);
  if (amount > bounds.most) throw outOfRange(context, bounds);
  const channels: OutputOf<'cashier'>['channels'] = [];
  for (const setting of (await listChannels(owner)).filter(takesRecharges)) {
    if (!fitsBuyer(context, site.currency, setting) || judgeAmount(context, dueOf(context, amount), setting)) continue;
    const cost = await price(context, amount, setting);
    const { channel, fee_percent: feePercent } = setting;
    const { cardholder = false, certain = 'now' } = isOfferedChannel(channel) ? traitsOf(channel) : {};
    const trouble = hasTrouble(setting, context.now);
    if (cost)
      channels.push({
        ...{ channel, feePercent, fee: cost.fee, payable: cost.payable, cardholder, certain, trouble },
        exchange: showPriced({ ...cost, attempt: null }, money(amount, site.currency)),
      });
  }
  return {
    amount: money(amount, site.currency),
    least: money(bounds.least, site.currency),
    most: money(bounds.most, site.currency),
    channels: placeTroubled(channels),
  };
}

function outOfRange({ site }: Context, { least, most }: Bounds): Refusal {
  const unit = 10 ** exponentOf(site.currency);
  return new Refusal('invalidInput', { fields: { amount: { problem: 'range', min: least / unit, max: most / unit } } });
}

type Input = ParsedInputOf<'cashierInfo'>;
type Written = { rechargeNo: string; paymentNo: string };

/** Who tops up. Refuses partnerNotApproved, and invalidInput for an amount out of bounds. */
async function judgeBuyer(context: Context, amount: number) {
  const buyer = distributorOf(context);
  if (buyer.approval === 'waiting' || buyer.approval === 'disapproved') throw new Refusal('partnerNotApproved');
  const bounds = await boundsOf(context);
  if (amount < bounds.least || amount > bounds.most) throw outOfRange(context, bounds);
  return buyer;
}

/** The way to pay, and its cost. Refuses channelNotOffered. */
async function judgeWay(context: Context, { channel, amount }: Pick<Input, 'channel' | 'amount'>) {
  const setting = (await listChannels(context.owner)).find((listChannel) => listChannel.channel === channel);
  const isOffered = setting && takesRecharges(setting) && fitsBuyer(context, context.site.currency, setting);
  const cost = isOffered ? await price(context, amount, setting) : undefined;
  if (!setting || !cost || !isOfferedChannel(channel)) throw new Refusal('channelNotOffered');
  return { channel, setting, cost };
}

/** A top-up has no number before it is paid, so a way in is for its amount. */
const enteringOf = ({ channel, amount }: Pick<Input, 'channel' | 'amount'>): Entering => ({
  channel,
  subject: ['recharge', String(amount)],
});

/** Where the payer goes before `cashierInfo`; null outside the channel's app. Refuses what `cashierInfo` would refuse. */
export async function enterRecharge(
  context: Context,
  input: ParsedInputOf<'cashierEntry'>,
): Promise<OutputOf<'cashierEntry'>> {
  await judgeBuyer(context, input.amount);
  const { setting } = await judgeWay(context, input);
  refuseAmount(context, dueOf(context, input.amount), setting);
  const returnPath = paths.balance({ topUp: input.amount });
  return { redirectUrl: askPayer(context, enteringOf(input), setting, returnPath) };
}

/** A repeat of a top-up that the app already knows has its payer there; the state of its way in is spent. */
async function payerOf(context: Context, keyed: KeyedCall, input: Input, setting: ChannelSetting) {
  if (!input.entry) return undefined;
  const before = (await findAnswer<Written>(context.owner, keyed))?.answer;
  const attempt = before && (await findPayment(context.owner, before.paymentNo));
  return attempt?.channel_data.go ? undefined : readPayer(context, enteringOf(input), setting, input.entry);
}

/** Refuses invalidInput, partnerNotApproved, channelNotOffered, payBelowLeast, payAboveMost, entryOver, gatewaySilent. */
export async function startRecharge(context: Context, input: Input): Promise<OutputOf<'cashierInfo'>> {
  const { owner, site } = context;
  const buyer = await judgeBuyer(context, input.amount);
  const bucket = `recharge ${buyer.accountId}`;
  await limitAttempts(context, [{ bucket, most: limits.rechargesPerAccountHour, windowSeconds: 3600 }]);
  const { channel, setting, cost } = await judgeWay(context, input);
  const { byTransfer = false, cardholder: asksCardholder } = traitsOf(channel);
  const cardholder = asksCardholder ? await readCardholder(input.cardholder) : null;
  refuseAmount(context, dueOf(context, input.amount), setting);
  const keyed = readKey(context, 'cashierInfo', buyer.accountId, input);
  const payer = await payerOf(context, keyed, input, setting);
  const { rechargeNo, paymentNo } = await inTransaction(owner, (owner) =>
    answerOnce<Written>(owner, keyed, async () => {
      const made = makeOrderNo(context);
      const numbers = { rechargeNo: `R${made}`, paymentNo: `R${made}P${makeLetters(4)}` };
      await insertRecharge(owner, {
        ...numbers,
        partnerId: buyer.partnerId,
        accountId: buyer.accountId,
        channel,
        currency: site.currency,
        amountMinor: input.amount,
        cardholder,
        paid: {
          currency: cost.payable.currency,
          amountMinor: cost.payable.amountMinor,
          feeMinor: cost.fee.amountMinor,
          locked: cost,
        },
        lifeSeconds: byTransfer ? transferRules.rechargeSeconds : limits.payQrSeconds,
      });
      if (byTransfer) await insertTransfer(owner, numbers.paymentNo);
      return numbers;
    }),
  );
  const attempt = await findPayment(owner, paymentNo);
  const recharge = await findRecharge(owner, buyer.partnerId, rechargeNo);
  if (!attempt || !recharge) throw new Error(`recharge ${rechargeNo} was not written`);
  if (!attempt.live) return { ...nowhere, rechargeNo, status: recharge.status };
  if (!isOutside(channel))
    return { ...nowhere, rechargeNo, status: 0, redirectUrl: paths.payment('offlinePay', rechargeNo) };
  const purpose = { ...purposeOf(rechargeNo, buyer.email), payer };
  const { redirectUrl, qr, form, client, expiresAt } = await startOutside(context, purpose, attempt, setting, channel);
  return { rechargeNo, status: 0, redirectUrl, qr, form, client, expiresAt };
}

const nowhere = { redirectUrl: null, qr: null, form: null, client: null, expiresAt: null };

function purposeOf(rechargeNo: string, email: string): Purpose {
  return {
    number: rechargeNo,
    returnPath: paths.balance({ recharge: rechargeNo }),
    cancelPath: paths.balance(),
    email,
    phone: '',
    async giveUp(owner, markFailed) {
      await markFailed();
      await failRecharge(owner, rechargeNo);
    },
  };
}

/** For the waiting page: asks the channel when it has not sent a notice. */
export async function showRecharge(context: Context, { id }: { id: string }): Promise<OutputOf<'rechargeResult'>> {
  const { owner, site } = context;
  const { partnerId } = distributorOf(context);
  const before = await findRecharge(owner, partnerId, id);
  if (!before) throw new NotHere();
  if (before.status === RechargeStatus.waiting && (await claimPoll(owner, before.payment_no, 5)) === 1)
    await askChannel(context, before.payment_no, false);
  const row = (await findRecharge(owner, partnerId, id)) ?? before;
  const amount = money(row.amount_minor, site.currency);
  return { status: row.status, amount, reason: row.status === RechargeStatus.failed ? row.reason : '' };
}
