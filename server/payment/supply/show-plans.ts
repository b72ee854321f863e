// The plans that a supplier offers to the owner's account (decision 0375), for staff who write them into products.
import type { OutputOf } from '../../../contract/index.ts';
import { Refusal } from '../../../domain/errors.ts';
import { channelTraits } from '../../../domain/pay-channels.ts';
import type { Context } from '../../platform/context.ts';
import { withoutCounting } from '../../platform/database/limit-waiting.ts';
import { findChannel } from '../channel.sql.ts';
import { ChannelRefused } from '../channels/channel.ts';
import { channelOf, isOutside } from '../channels/index.ts';
import { configOf, describeProblem } from '../open-channel.ts';
import { isFromSupply } from './plan-supply.ts';

/** Refuses gatewaySilent without an answer, providerRefused where the supplier says no. */
export async function showSupplyPlans(context: Context): Promise<OutputOf<'consoleSupplyPlans'>> {
  const { owner, clock, language, log } = context;
  const channel = Object.keys(channelTraits).find(isFromSupply) ?? '';
  const supplier = isOutside(channel) ? channelOf(channel).supplier : undefined;
  const setting = await findChannel(owner, channel);
  if (!supplier || !setting?.keys_sealed) return { ready: false, list: [] };
  const config = configOf(context, setting);
  try {
    return { ready: true, list: await withoutCounting(() => supplier.plans(config, language, clock())) };
  } catch (error) {
    log.warn({ problem: describeProblem(error, config), channel }, 'a supplier did not return its plans');
    throw new Refusal(error instanceof ChannelRefused ? 'providerRefused' : 'gatewaySilent');
  }
}
