// The sandbox payment gateway as a separate server: takes requests, processes what becomes due, sends notices.
// It replaces a hosted-checkout provider in demos and tests and moves no money; see README.md.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { advanceTime } from './advance-time.ts';
import { answerMerchant } from './answer-merchant.ts';
import { openBook } from './book/payment-book.ts';
import { openServer } from './kit/open-server.ts';
import { answerCustomer } from './page/answer-customer.ts';
import type { Answer, Incoming } from './read-request.ts';
import { answerJson, answerRefusal, readRequest } from './read-request.ts';
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';
import { startNotices } from './send-notices.ts';

export type GatewayOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  secretOf(merchant: string): string | undefined;
  dataFile?: string;
  /** Where customers reach the gateway; a port of 0 in it is replaced by the actual port. */
  publicUrl: string;
  log?: (line: string) => void;
  /** Pauses between the attempts of a notice; for tests that cannot wait. */
  retrySeconds?: readonly number[];
};

const BEAT_MS = 100;

export async function serveGateway(options: GatewayOptions): Promise<{ port: number; close(): Promise<void> }> {
  const gateway: Gateway = {
    book: openBook(options.dataFile),
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    secretOf: options.secretOf,
    nowMs: Date.now,
    log: (line) => options.log?.(line.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))),
    silence: null,
  };
  const server = await openServer(
    { port: options.port, host: options.host, log: gateway.log, headersTimeoutMs: 10_000 },
    (request, response) => serve(gateway, request, response),
  ).catch((error: unknown) => {
    gateway.book.close();
    throw error;
  });
  const { port } = server;
  gateway.publicUrl = gateway.publicUrl.replace(/:0(?=\/|$)/, `:${port}`);
  const notices = startNotices(gateway, options.retrySeconds);
  const beat = setInterval(() => {
    try {
      advanceTime(gateway);
      notices.sendDue();
    } catch (error) {
      gateway.log(`could not advance: ${String(error)}`);
    }
  }, BEAT_MS);

  return {
    port,
    close: async () => {
      clearInterval(beat);
      await Promise.all([server.close(), notices.stop()]);
      gateway.book.close();
    },
  };
}

async function serve(gateway: Gateway, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const silence = incoming.url?.startsWith('/v1/') ? currentSilence(gateway) : null;
  if (silence?.mode === 'refuse') {
    response.destroy();
    return;
  }
  if (silence?.mode === 'hang') {
    const timer = setTimeout(() => response.destroy(), silence.untilMs - gateway.nowMs());
    response.once('close', () => clearTimeout(timer));
    return;
  }
  const answer = await answerSafely(gateway, incoming);
  // The request was carried out, but its answer is lost on the way.
  if (silence?.mode === 'lose') {
    response.destroy();
    return;
  }
  const isSecure = gateway.publicUrl.startsWith('https:');
  response.writeHead(answer.status, {
    'x-content-type-options': 'nosniff',
    // Not no-referrer: with that, browsers post the form with the origin "null".
    'referrer-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    ...(answer.status === 413 ? { connection: 'close' } : {}),
    ...answer.headers,
  });
  response.end(answer.body);
}

async function answerSafely(gateway: Gateway, incoming: IncomingMessage): Promise<Answer> {
  try {
    const request = await readRequest(incoming);
    advanceTime(gateway);
    return await answer(gateway, request);
  } catch (error) {
    if (error instanceof Refusal) return answerRefusal(error);
    gateway.log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return answerJson(500, { error: { code: 'internal', message: 'The gateway failed' } });
  }
}

async function answer(gateway: Gateway, request: Incoming): Promise<Answer> {
  if (/^\/(v1|control)\//.test(request.pathname)) return answerMerchant(gateway, request);
  if (request.pathname.startsWith('/pay/')) return answerCustomer(gateway, request);
  if (request.pathname === '/healthz') return answerJson(200, { status: 'ok' });
  throw new Refusal(404, 'not_found', 'No such address');
}

function currentSilence(gateway: Gateway) {
  if (gateway.silence && gateway.silence.untilMs <= gateway.nowMs()) gateway.silence = null;
  return gateway.silence;
}
