// One request to a server that an owner named: only to a public address, without redirects, with a time limit and a size limit.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AnswerTooLong } from '../../platform/observe/fetch-outside.ts';
import { resolvePublic } from './reach-address.ts';

export type TextExchange = {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  /** Beside the type and the length of what is sent, which is JSON. */
  headers: Record<string, string>;
  text: string;
  privately: boolean;
  answerSeconds: number;
  mostBytes: number;
};

/** `retryAfter` is the header of that name; '' without it. */
export type TextReply = { status: number; text: string; retryAfter: string };

/** Throws NotReachable, AnswerTooLong, and what the network throws. */
export async function exchangeText(exchange: TextExchange): Promise<TextReply> {
  const { url, method, headers, text, privately, answerSeconds, mostBytes } = exchange;
  const { address, family } = await resolvePublic(url.hostname, privately);
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = ask(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(answerSeconds * 1000),
      // The name is not resolved a second time: it could lead elsewhere by then.
      lookup: (_name, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > mostBytes) request.destroy(new AnswerTooLong(mostBytes));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString('utf8'),
          retryAfter: response.headers['retry-after'] ?? '',
        }),
      );
    });
    request.on('error', reject);
    request.end(text);
  });
}
