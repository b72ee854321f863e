// Accounts linked with WeChat (§2 wechat/wlogin): a user who returned from WeChat and then signed in by password in the same browser
// may link the two. Staff signed in as a partner may not.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { deleteLinks, findLinkDay, type WechatPerson, writeLink } from '../account/wechat-link.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { findOfficialAccount } from './find-official-account.ts';

const purpose = 'wechat ticket';

type Ticket = WechatPerson & { ownerId: number; mark: string; until: number };

/** Identifies the person only to this server, for this browser and ten minutes. */
export function sealTicket({ owner, vault, now }: Context, person: WechatPerson, mark: string): string {
  const until = now.getTime() + limits.nonceLifeSeconds * 1000;
  return vault.seal(JSON.stringify({ ...person, ownerId: owner.id, mark, until } satisfies Ticket), purpose);
}

/** Refuses wechatOver for a ticket of another browser or owner, an expired one, and an invalid one. */
function openTicket({ owner, vault, now, browserMark }: Context, sealed: string): WechatPerson {
  const ticket = read(() => JSON.parse(vault.open(sealed, purpose)) as Ticket);
  const fits = ticket?.ownerId === owner.id && ticket.mark === browserMark && browserMark !== '';
  if (!ticket || !fits || ticket.until <= now.getTime()) throw new Refusal('wechatOver');
  return { appId: ticket.appId, openid: ticket.openid };
}

/** Anything not sealed here cannot be decrypted. */
function read<Value>(open: () => Value): Value | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function limitChanges(context: Context): Promise<void> {
  return limitAttempts(context, [{ bucket: `wechat-link:${context.source}`, most: 120, windowSeconds: 3600 }]);
}

/** A person has one account here: a new link replaces the old. */
export async function linkWechat(
  context: Context,
  { ticket }: ParsedInputOf<'wechatLink'>,
): Promise<OutputOf<'wechatLink'>> {
  await limitChanges(context);
  const { sessionHash } = buyerOf(context);
  const person = openTicket(context, ticket);
  if ((await writeLink(context.owner, sessionHash, person)) !== 1) throw new Refusal('wechatOver');
  return {};
}

export async function showLinked(context: Context): Promise<OutputOf<'wechatLinked'>> {
  const official = await findOfficialAccount(context);
  const { accountId } = buyerOf(context);
  const since = official && (await findLinkDay(context.owner, accountId, official.appId));
  return { offered: official !== undefined, linked: since !== undefined, since: since?.toISOString() ?? null };
}

/** After unlinking, the user signs in by password. */
export async function unlinkWechat(context: Context): Promise<OutputOf<'wechatUnlink'>> {
  await limitChanges(context);
  await deleteLinks(context.owner, buyerOf(context).accountId);
  return {};
}
