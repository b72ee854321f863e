// The owner's official account at WeChat (§2 wechat): the settings for paying there are also used for signing in, even while paying by
// it is switched off.

import { findChannel } from '../payment/channel.sql.ts';
import type { ChannelConfig } from '../payment/channels/channel.ts';
import { configOf } from '../payment/open-channel.ts';
import type { Context } from '../platform/context.ts';

/** Undefined where its number or its secret is missing. */
export async function findOfficialAccount(
  context: Context,
): Promise<{ appId: string; config: ChannelConfig } | undefined> {
  const { owner } = context;
  const setting = await findChannel(owner, 'wechat');
  if (!setting) return undefined;
  const config = configOf(context, setting);
  const { appId, appSecret } = config.keys;
  return appId && appSecret ? { appId, config } : undefined;
}
