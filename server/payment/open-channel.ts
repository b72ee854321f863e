// A channel's configuration for one owner: its decrypted keys, its options, and its address. Error texts
// leave this file without any of the keys in them (security rule 60).
import type { Owner } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import type { ChannelSetting } from './channel.sql.ts';
import type { ChannelConfig } from './channels/channel.ts';
import { channelOf, isOutside, type OutsideChannel } from './channels/index.ts';

/** What decrypts an owner's settings. `gateways`: addresses set by the operator, by channel. */
export type Opening = { owner: Owner; vault: Vault; gateways: Record<string, string> };

/** Keys are bound to the owner and the channel: sealed text copied to another row cannot be decrypted. */
export function purposeOf(owner: Owner, channel: string): string {
  return `channel ${owner.id} ${channel}`;
}

export function openKeys(
  { owner, vault }: Pick<Opening, 'owner' | 'vault'>,
  setting: Pick<ChannelSetting, 'channel' | 'keys_sealed'>,
): Record<string, string> {
  const { channel, keys_sealed: sealed } = setting;
  return sealed ? (JSON.parse(vault.open(sealed, purposeOf(owner, channel))) as Record<string, string>) : {};
}

/** The part of a setting that says which gateway to call and how. */
export type KeyedSetting = Pick<
  ChannelSetting,
  'channel' | 'options' | 'merchant' | 'secret' | 'base_url' | 'keys_sealed'
>;

/** The test gateway's keys come from the seed, in separate columns; sealed ones take precedence. */
export function configOf(opening: Opening, setting: KeyedSetting): ChannelConfig {
  const { gateways } = opening;
  const { channel, options, merchant, secret, base_url: seeded } = setting;
  return {
    keys: { ...(merchant ? { merchant } : {}), ...(secret ? { secret } : {}), ...openKeys(opening, setting) },
    options,
    baseUrl: gateways[channel] ?? seeded ?? sandboxUrlOf(channel, options),
    otherUrls: otherUrlsOf(gateways, channel),
  };
}

/** The gateway's test environment, where it lies at an address that the owner chose by name; else ''. */
function sandboxUrlOf(channel: string, options: Record<string, unknown>): string {
  if (!isOutside(channel) || options.environment !== 'sandbox') return '';
  const { environment } = channelOf(channel).form;
  return 'sandboxUrl' in environment ? environment.sandboxUrl : '';
}

/** Whether real money moves under this configuration. */
export function environmentOf(channel: OutsideChannel, { keys, options }: Pick<ChannelConfig, 'keys' | 'options'>) {
  const { environment } = channelOf(channel).form;
  const tests = 'sandboxUrl' in environment ? options.environment === 'sandbox' : environment.isTest(keys);
  return tests ? 'sandbox' : 'production';
}

/** `wechatOpen` is the address `open` of the channel `wechat`. */
function otherUrlsOf(gateways: Record<string, string>, channel: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, url] of Object.entries(gateways)) {
    const rest = name.startsWith(channel) ? name.slice(channel.length) : '';
    if (/^[A-Z]/.test(rest)) found[rest.charAt(0).toLowerCase() + rest.slice(1)] = url;
  }
  return found;
}

/** The error of a channel, for the log and the payment's history. Gateways often repeat what they were sent. */
export function describeProblem(error: unknown, { keys }: ChannelConfig): string {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  const inner = cause instanceof Error ? ` (${cause.message})` : '';
  let text = `${name}: ${message}${inner}`;
  for (const key of Object.values(keys)) for (const form of formsOf(key)) text = text.replaceAll(form, '[secret]');
  return text.slice(0, 500);
}

/** The forms in which keys are sent: plain, in addresses and forms, in basic authorization. */
function formsOf(key: string): string[] {
  if (key.length < 6) return [];
  const basic = [`${key}:`, key].map((text) => Buffer.from(text).toString('base64'));
  return [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...basic];
}
