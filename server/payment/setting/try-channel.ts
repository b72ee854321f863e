// Whether a gateway takes an owner's keys (§3 pay channels): asked with what is saved and what is typed; nothing is saved and no money
// moves. What the gateway answers is shown to staff without any key.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../platform/context.ts';
import { withoutCounting } from '../../platform/database/limit-waiting.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { findChannel } from '../channel.sql.ts';
import { type ChannelConfig, KeyRefused } from '../channels/channel.ts';
import { channelOf, isOutside, type OutsideChannel } from '../channels/index.ts';
import { configOf, describeProblem, environmentOf } from '../open-channel.ts';
import { findMissingKeys, judgeKeys, judgeOptions, trimKeys } from './judge-channel.ts';

type Input = ParsedInputOf<'consoleChannelTry'>;
type Answer = Omit<OutputOf<'consoleChannelTry'>, 'environment'>;

const nothingSaved = { merchant: null, secret: null, base_url: null, keys_sealed: null };

/** Refuses invalidInput by field, channelNotOffered where there is nothing to ask. */
export async function tryChannel(context: Context, input: Input): Promise<OutputOf<'consoleChannelTry'>> {
  const { owner } = context;
  const { channel, options } = input;
  if (!isOutside(channel)) throw new Refusal('channelNotOffered');
  const saved = (await findChannel(owner, channel)) ?? nothingSaved;
  const keys = trimKeys(input.keys);
  const before = configOf(context, { ...saved, channel, options });
  const config = { ...before, keys: { ...before.keys, ...keys } };
  const fields = { ...judgeOptions(channel, options), ...judgeKeys(channel, keys) };
  for (const name of findMissingKeys(channel, keys, Object.keys(before.keys))) fields[name] ??= { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const answer = await ask(context, channel, config);
  const { outcome, key } = answer;
  const environment = environmentOf(channel, config);
  await inTransaction(owner, (owner) =>
    logAction(owner, context, {
      act: 'channel-tried',
      subject: `channel ${channel}`,
      after: { outcome, key, environment, keysTyped: Object.keys(keys).sort() },
    }),
  );
  return { ...answer, environment };
}

async function ask({ clock, log }: Context, channel: OutsideChannel, config: ChannelConfig): Promise<Answer> {
  const { tryKeys } = channelOf(channel);
  if (!tryKeys) throw new Refusal('channelNotOffered');
  try {
    const unproved = await withoutCounting(() => tryKeys(config, clock()));
    return { outcome: 'accepted', key: null, text: '', unproved };
  } catch (error) {
    const text = describeProblem(error, config).replace(/^\w+: /, '');
    if (error instanceof KeyRefused) return { outcome: 'refused', key: error.key, text, unproved: [] };
    log.warn({ problem: text, channel }, 'a channel could not be asked about its keys');
    return { outcome: 'silent', key: null, text, unproved: [] };
  }
}
