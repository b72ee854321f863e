// Sends one message of a web hook: signed by Standard Webhooks, to the checked address, without redirects, within ten seconds.
import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { askOutside } from '../../platform/observe/ask-outside.ts';
import type { HookProblem } from './hooks.sql.ts';
import { NotReachable, resolvePublic } from './reach-address.ts';

export const secretMark = 'whsec_';

/** `webhook-signature`: HMAC-SHA256 of id, time stamp and body under the secret's bytes. */
export function signHook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(secretMark.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

export type HookPost = {
  address: string;
  /** Each signs: the former one beside the new one, so that the receiver can change over. */
  secrets: readonly string[];
  id: string;
  body: string;
  /** Of the receiver; ours go before them. */
  headers?: Record<string, string>;
  now: Date;
  privately: boolean;
  answerSeconds: number;
};

/** `problem`: '' once the receiver took it, which is any answer of 2xx. */
export type HookAnswer = { answer: number; problem: HookProblem };

export async function postHook(post: HookPost): Promise<HookAnswer> {
  try {
    const url = new URL(post.address);
    const reached = await resolvePublic(url.hostname, post.privately);
    const answer = await askOutside('web hook', 'post', () => send(url, reached, post));
    if (answer >= 200 && answer < 300) return { answer, problem: '' };
    return { answer, problem: answer >= 300 && answer < 400 ? 'redirect' : 'refused' };
  } catch (error) {
    if (error instanceof NotReachable) return { answer: 0, problem: error.problem };
    const { code } = error as { code?: string };
    return { answer: 0, problem: code === 'ENOTFOUND' ? 'noAddress' : 'silent' };
  }
}

function send(url: URL, { address, family }: { address: string; family: number }, post: HookPost): Promise<number> {
  const { secrets, id, body, headers, now, answerSeconds } = post;
  const seconds = Math.floor(now.getTime() / 1000);
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = ask(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(answerSeconds * 1000),
      // The name is not resolved a second time: it could lead elsewhere by then.
      lookup: (_name, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Kembara-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': secrets.map((secret) => signHook(secret, id, seconds, body)).join(' '),
      },
    });
    request.on('response', (response) => {
      // The status is the answer; a body of any size is left unread.
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}
