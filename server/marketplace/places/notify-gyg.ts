// GetYourGuide is told of changed places by notify-availability-update (decision 0595): HTTP Basic with what it gives, availabilities as
// it is answered when it asks. Never tried against the real one.
import { z } from '../../../contract/call.ts';
import type { showPlace } from '../get-your-guide.ts';
import { answerOfPlatform, PlatformSilence } from '../pull/ask-platform.ts';

const address = 'https://supplier-api.getyourguide.com/1';
export const noticeKind = 'notify-availability-update';

export type SentPlace = ReturnType<typeof showPlace>;

type Account = { account: string; keys: Record<string, string>; baseUrl: string | undefined };

const refusal = z.object({ errorCode: z.coerce.string().min(1) });
const codeLength = 40;

/** '' where it took it, else its code. Throws PlatformSilence. */
export async function notifyGyg({ account, keys, baseUrl = address }: Account, ref: string, places: SentPlace[]) {
  const data = { productId: ref, availabilities: places.map((place) => ({ productId: ref, ...place })) };
  const basic = Buffer.from(`${account}:${keys.signKey}`).toString('base64');
  const url = `${baseUrl.replace(/\/+$/, '')}/${noticeKind}`;
  const { status, text } = await answerOfPlatform('getYourGuide', noticeKind, url, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  if (status === 401 || status === 403) throw new PlatformSilence('key', undefined, status);
  if (status === 429) throw new PlatformSilence('silent', undefined, status);
  const said = refusal.safeParse(readJson(text));
  if (said.success) return said.data.errorCode.slice(0, codeLength);
  return status >= 200 && status < 300 ? '' : String(status);
}

/** An answer of success need not have a body. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
