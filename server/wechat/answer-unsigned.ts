// The answer to a visitor of the mobile group who is not signed in (§4 session): code 401 in the body, with the way through WeChat if any.
import { TooFrequent } from '../../domain/errors.ts';
import { isMobilePath, safeMobilePath, safePath } from '../../domain/safe-path.ts';
import type { Context } from '../platform/context.ts';
import { enterWechat } from './enter-wechat.ts';

/** The contract's limit for `go`. */
const longest = 300;

/**
 * `currentUrl`: a page of this site, with or without its origin. Undefined for pages outside the group. Without an address the browser goes
 * to the group's sign-in page.
 */
export async function answerUnsigned(
  context: Context,
  currentUrl: string,
): Promise<{ redirectUrl?: string } | undefined> {
  const { origin } = context;
  const current = safePath(currentUrl.startsWith(`${origin}/`) ? currentUrl.slice(origin.length) : currentUrl);
  if (!isMobilePath(current)) return undefined;
  try {
    const go = safeMobilePath(current.length > longest ? undefined : current);
    const { redirectUrl } = await enterWechat(context, { go });
    return redirectUrl ? { redirectUrl } : {};
  } catch (error) {
    if (!(error instanceof TooFrequent)) context.log.warn({ err: error }, 'no sign-in by WeChat could be offered');
    return {};
  }
}
