// A share of what is due (decision 0408): what a deposit, a credit line or a gift card pays of an order while the rest is paid another way.
import type { ParsedInputOf } from '../../../contract/index.ts';
import { formatDay, todayIn } from '../../../domain/dates.ts';
import { Refusal } from '../../../domain/errors.ts';
import { formatLocale } from '../../../domain/languages.ts';
import { limits } from '../../../domain/limits.ts';
import { decimalOf, money } from '../../../domain/money.ts';
import { isOfferedChannel, traitsOf } from '../../../domain/pay-channels.ts';
import { isLedgerKind } from '../../../domain/payment-status.ts';
import { limitAttempts } from '../../account/limit-attempts.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { hashToken } from '../../platform/make-ids.ts';
import { availableOf } from '../balance/move-money.ts';
import type { ChannelSetting } from '../channel.sql.ts';
import { plainCode } from '../gift-card/card-code.ts';
import { findCardByCode, type GiftCardRow } from '../gift-card/gift-card.sql.ts';
import { listLedgers } from '../ledger.sql.ts';
import { balanceRefusalOf, type Purse } from '../pay-from-deposit.ts';
import type { Due } from '../pay-supplement.ts';
import { type ChannelPrice, priceChannel } from '../price-channel.ts';

/** `due` with the share as its amount, and the channel's setting for the purse's currency. */
export type Share = { due: Due; setting: ChannelSetting; purse: Purse; completes: boolean };

type Input = Pick<ParsedInputOf<'paying'>, 'share' | 'code'>;

/** Undefined where all that is due is paid by this channel. Refuses what the purse does not hold. */
export async function cutShare(
  context: Context,
  due: Due,
  setting: ChannelSetting,
  input: Input,
): Promise<Share | undefined> {
  const { channel } = setting;
  const byCode = isOfferedChannel(channel) && traitsOf(channel).byCode;
  if (!byCode && !input.share) return undefined;
  if (due.supplement || due.payable_minor === 0) throw new Refusal('actionNotAllowed');
  if (!byCode && !isLedgerKind(channel)) throw new Refusal('channelNotOffered');
  const wanted = input.share?.amountMinor;
  if (wanted !== undefined && wanted > due.payable_minor) {
    const max = Number(decimalOf(money(due.payable_minor, due.currency)));
    throw new Refusal('invalidInput', { fields: { 'share.amountMinor': { problem: 'range', min: 0, max } } });
  }
  const found = byCode ? await openCard(context, setting, input.code ?? '') : await openAccount(context, setting);
  // A card in a currency without a usable rate is not empty.
  if (!(await priceChannel(context, due, found.setting))) throw new Refusal('channelNotOffered');
  const most = await largestShare(context, due, found.setting, found.availableMinor);
  if (most === 0 || (wanted ?? 0) > most) throw new Refusal(found.tooLittle);
  const shareMinor = wanted ?? most;
  return {
    due: { ...due, payable_minor: shareMinor },
    ...{ setting: found.setting, purse: found.purse, completes: shareMinor === due.payable_minor },
  };
}

type Opened = {
  purse: Purse;
  setting: ChannelSetting;
  availableMinor: number;
  tooLittle: 'giftCardEmpty' | ReturnType<typeof balanceRefusalOf>;
};

async function openAccount(context: Context, setting: ChannelSetting): Promise<Opened> {
  const { channel } = setting;
  const buyer = buyerOf(context);
  if (!isLedgerKind(channel) || !buyer.verAuthFlag) throw new Refusal('channelNotOffered');
  const ledgers = await listLedgers(context.owner, buyer.partnerId, context.site.currency);
  const ledger = ledgers.find((ledger) => ledger.kind === channel);
  const tooLittle = balanceRefusalOf(channel, ledgers);
  return { purse: { kind: channel }, setting, availableMinor: ledger ? availableOf(ledger) : 0, tooLittle };
}

/** Refuses giftCardUnknown, giftCardBlocked, giftCardOver, and TooFrequent after many codes: they could be guesses. */
async function openCard(context: Context, setting: ChannelSetting, typed: string): Promise<Opened> {
  const { owner, site, now, source } = context;
  const code = plainCode(typed);
  if (!code) throw new Refusal('invalidInput', { fields: { code: { problem: 'required' } } });
  const windowSeconds = 3600;
  await limitAttempts(context, [
    { bucket: `gift card by ${buyerOf(context).accountId}`, most: limits.giftCardTriesPerAccountHour, windowSeconds },
    { bucket: `gift card from ${source}`, most: limits.giftCardTriesPerSourceHour, windowSeconds },
  ]);
  const card = await findCardByCode(owner, hashToken(code));
  const today = todayIn(site.zone, now.getTime());
  refuseCard(card, today, context);
  return {
    purse: { kind: 'giftCard', cardId: card.card_id, today },
    setting: { ...setting, currency: card.currency },
    availableMinor: card.balance_minor,
    tooLittle: 'giftCardEmpty',
  };
}

function refuseCard(card: GiftCardRow | undefined, today: string, { language }: Context): asserts card is GiftCardRow {
  if (!card) throw new Refusal('giftCardUnknown');
  if (card.blocked || card.waits) throw new Refusal('giftCardBlocked');
  if (card.ends_on !== null && card.ends_on < today) {
    const until = formatDay(card.ends_on, formatLocale(language));
    throw new Refusal('giftCardOver', { data: { until } });
  }
  if (card.balance_minor === 0) throw new Refusal('giftCardEmpty');
}

/** The most of what is due that this much pays, the channel's fee on top; in minor units of the order's currency. */
export async function largestShare(
  context: Pick<Context, 'owner' | 'site' | 'now'>,
  due: Due,
  setting: ChannelSetting,
  availableMinor: number,
): Promise<number> {
  const costOf = async (minor: number) =>
    costIn(await priceChannel(context, { ...due, payable_minor: minor }, setting));
  const whole = await costOf(due.payable_minor);
  if (availableMinor <= 0 || whole === 0) return 0;
  if (whole <= availableMinor) return due.payable_minor;
  const step = Math.max(1, Math.floor(due.payable_minor / whole));
  let minor = Number((BigInt(due.payable_minor) * BigInt(availableMinor)) / BigInt(whole));
  // Rounding may ask for a little more than is there.
  while (minor > 0 && (await costOf(minor)) > availableMinor) minor -= step;
  return Math.max(0, minor);
}

const costIn = (price: ChannelPrice | undefined) => price?.payable.amountMinor ?? 0;
