// The owner's balance at a supplier of data plans (decision 0375): queried hourly and on request of finance, whose queue shows it when it
// is below the owner's limit.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { type Money, money, moneyFromDecimal } from '../../../domain/money.ts';
import { channelTraits } from '../../../domain/pay-channels.ts';
import type { Context } from '../../platform/context.ts';
import { withoutCounting } from '../../platform/database/limit-waiting.ts';
import type { Owner, Owners } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import type { Asking } from '../ask-channel.ts';
import { type ChannelSetting, findChannel } from '../channel.sql.ts';
import { channelOf, isOutside } from '../channels/index.ts';
import { configOf, describeProblem } from '../open-channel.ts';
import { findBalance, listUnasked, writeBalance } from './balance.sql.ts';
import { isFromSupply } from './plan-supply.ts';

const atOnce = 20;

/** The amount below which finance is notified; null where the owner set none. */
function lowOf({ options }: ChannelSetting, held: Money): boolean {
  const { lowBalance } = options;
  if (typeof lowBalance !== 'string' || !lowBalance) return false;
  try {
    return held.amountMinor < moneyFromDecimal(lowBalance, held.currency).amountMinor;
  } catch {
    // More digits than the account's currency has.
    return held.amountMinor < Math.floor(Number(lowBalance));
  }
}

type Watching = Pick<Asking, 'owner' | 'clock' | 'log' | 'vault' | 'gateways'>;

/** Asks and saves; undefined without an answer. */
async function askBalance(asking: Watching, setting: ChannelSetting): Promise<Money | undefined> {
  const { owner, clock, log } = asking;
  const { channel } = setting;
  const supplier = isOutside(channel) ? channelOf(channel).supplier : undefined;
  if (!supplier) return undefined;
  try {
    const config = configOf(asking, setting);
    const held = await withoutCounting(() => supplier.balance(config, clock()));
    const low = lowOf(setting, held);
    const before = await findBalance(owner, channel);
    const { currency, amountMinor } = held;
    await writeBalance(owner, channel, { currency, available_minor: amountMinor, low, asked_at: clock() });
    if (low && !before?.low) log.error({ channel }, 'the balance at a supplier is low');
    return held;
  } catch (error) {
    const problem = describeProblem(error, { keys: {}, options: {}, baseUrl: '' });
    log.warn({ problem, channel }, 'a supplier did not say what is left there');
    return undefined;
  }
}

export async function watchBalances({ house, forOwner }: Owners, asking: (owner: Owner) => Watching): Promise<void> {
  const channels = Object.keys(channelTraits).filter(isFromSupply);
  await workThrough(await listUnasked(house, channels, atOnce), async ({ owner_id: ownerId, channel }) => {
    const owner = forOwner(ownerId);
    const setting = await findChannel(owner, channel);
    if (setting) await askBalance(asking(owner), setting);
  });
}

/** What finance sees: asked now, or, where the supplier does not answer, what it said last. */
export async function showSupplyBalance(
  context: Context,
  { channel }: ParsedInputOf<'consoleChannelBalance'>,
): Promise<OutputOf<'consoleChannelBalance'>> {
  const { owner } = context;
  const setting = isFromSupply(channel) ? await findChannel(owner, channel) : undefined;
  if (!setting) throw new NotHere();
  const held = await askBalance(context, setting);
  const row = await findBalance(owner, channel);
  if (!row) throw new Refusal('gatewaySilent');
  const available = money(row.available_minor, row.currency);
  return { available, low: row.low, askedAt: row.asked_at.toISOString(), fresh: held !== undefined };
}
