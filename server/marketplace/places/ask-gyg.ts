// Requests to GetYourGuide (decisions 0595, 0611, 0692): HTTP Basic with the account that it issues. Never tried against its real server.
import { z } from '../../../contract/call.ts';
import { answerOfPlatform, PlatformSilence } from '../pull/ask-platform.ts';

const address = 'https://supplier-api.getyourguide.com/1';

export type GygAccount = { account: string; keys: Record<string, string>; baseUrl: string | undefined };

const refusal = z.object({ errorCode: z.coerce.string().min(1), errorMessage: z.string().nullish().catch(null) });
const codeLength = 40;
const messageLength = 200;

type Request = { method: 'GET' | 'POST' | 'DELETE'; path: string; data?: object };
/** `code` is '' where it took it; `text` is what it says of a refusal, in its own words. */
type Answer = { code: string; text: string; body: unknown };

/** Throws PlatformSilence. */
export async function callGyg(
  { account, keys, baseUrl = address }: GygAccount,
  kind: string,
  { method, path, data }: Request,
): Promise<Answer> {
  const basic = Buffer.from(`${account}:${keys.signKey}`).toString('base64');
  const { status, text } = await answerOfPlatform('getYourGuide', kind, `${baseUrl.replace(/\/+$/, '')}/${path}`, {
    method,
    headers: { authorization: `Basic ${basic}`, ...(data ? { 'content-type': 'application/json' } : {}) },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  if (status === 401 || status === 403) throw new PlatformSilence('key', undefined, status);
  if (status === 429) throw new PlatformSilence('silent', undefined, status);
  const body = readJson(text);
  const reply = refusal.safeParse(body);
  if (reply.success) {
    const { errorCode, errorMessage } = reply.data;
    return { code: errorCode.slice(0, codeLength), text: (errorMessage ?? '').slice(0, messageLength), body };
  }
  return { code: status >= 200 && status < 300 ? '' : String(status), text: '', body };
}

/** '' where it took it, else its code. Throws PlatformSilence. */
export const askGyg = async (account: GygAccount, kind: string, data: object): Promise<string> =>
  (await callGyg(account, kind, { method: 'POST', path: kind, data })).code;

/** An answer of success need not have a body. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
