// Requests to GetYourGuide (decisions 0595, 0611): HTTP Basic with the account that it issues. Never tried against its real server.
import { z } from '../../../contract/call.ts';
import { answerOfPlatform, PlatformSilence } from '../pull/ask-platform.ts';

const address = 'https://supplier-api.getyourguide.com/1';

export type GygAccount = { account: string; keys: Record<string, string>; baseUrl: string | undefined };

const refusal = z.object({ errorCode: z.coerce.string().min(1) });
const codeLength = 40;

/** '' where it took it, else its code. Throws PlatformSilence. */
export async function askGyg({ account, keys, baseUrl = address }: GygAccount, kind: string, data: object) {
  const basic = Buffer.from(`${account}:${keys.signKey}`).toString('base64');
  const { status, text } = await answerOfPlatform('getYourGuide', kind, `${baseUrl.replace(/\/+$/, '')}/${kind}`, {
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
