// Signing in by WeChat (§2 wechat/wlogin): its page identifies the user by a code, and returns with our `state`, which is valid
// once, for ten minutes, in the same browser. So no user can be signed in as another without noticing.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { safeMobilePath } from '../../domain/safe-path.ts';
import { findAccountById } from '../account/account.sql.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { admitAccount, openSession } from '../account/open-session.ts';
import { findLinkedAccount } from '../account/wechat-link.sql.ts';
import { type ChannelConfig, ChannelRefused } from '../payment/channels/channel.ts';
import { isInsideWechat, wechatInside } from '../payment/channels/wechat/wechat-inside.ts';
import { describeProblem } from '../payment/open-channel.ts';
import type { Context } from '../platform/context.ts';
import { makeToken } from '../platform/make-ids.ts';
import { makeState, spendState } from '../site/spend-state.ts';
import { findOfficialAccount } from './find-official-account.ts';
import { sealTicket } from './link-wechat.ts';

const purpose = 'wechat login';

/** The format we generate; any other cookie is ignored. */
const markShape = /^[\w-]{43}$/;

/** Phones of one network share an address: many of them. */
const perSourceHour = { enter: 1200, login: 600 };

/** Null outside WeChat and where the owner has no official account there. Sets the browser's cookie before the redirect. */
export async function enterWechat(
  context: Context,
  { go }: ParsedInputOf<'wechatEnter'>,
): Promise<OutputOf<'wechatEnter'>> {
  if (!isInsideWechat(context.agent)) return { redirectUrl: null };
  const { source } = context;
  await limitAttempts(context, [{ bucket: `wechat-enter:${source}`, most: perSourceHour.enter, windowSeconds: 3600 }]);
  const official = await findOfficialAccount(context);
  if (!official) return { redirectUrl: null };
  const mark = markShape.test(context.browserMark) ? context.browserMark : makeToken();
  context.markBrowser(mark);
  const returnUrl = context.origin + paths.mobileLogin({ go: safeMobilePath(go) });
  const state = makeState(context, purpose, [official.appId, mark]);
  return { redirectUrl: wechatInside.askAddress(official.config, { returnUrl, state }) };
}

/** Refuses wechatOver unless this browser started it recently, wechatSilent, and accountFrozen as signing in does. */
export async function finishWechat(
  context: Context,
  { code, state }: ParsedInputOf<'wechatLogin'>,
): Promise<OutputOf<'wechatLogin'>> {
  const { owner, source, browserMark: mark } = context;
  await limitAttempts(context, [{ bucket: `wechat-login:${source}`, most: perSourceHour.login, windowSeconds: 3600 }]);
  const official = isInsideWechat(context.agent) ? await findOfficialAccount(context) : undefined;
  if (!official || !mark || !(await spendState(context, purpose, [official.appId, mark], state)))
    throw new Refusal('wechatOver');
  const person = { appId: official.appId, openid: await askWho(context, official.config, code) };
  const accountId = await findLinkedAccount(owner, person);
  const account = accountId === undefined ? undefined : await findAccountById(owner, accountId);
  if (!account || account.kind === 'staff') {
    context.markBrowser(mark);
    return { signedIn: false, ticket: sealTicket(context, person, mark) };
  }
  admitAccount(account);
  await openSession(context, owner, { accountId: account.account_id, verAuth: true, staff: false, keep: true });
  return { signedIn: true, ticket: '' };
}

async function askWho({ log }: Context, config: ChannelConfig, code: string): Promise<string> {
  try {
    return await wechatInside.whoIs(config, code);
  } catch (error) {
    const problem = describeProblem(error, { ...config, keys: { ...config.keys, code } });
    log.warn({ problem }, 'WeChat did not say who signs in');
    throw new Refusal(error instanceof ChannelRefused ? 'wechatOver' : 'wechatSilent');
  }
}
