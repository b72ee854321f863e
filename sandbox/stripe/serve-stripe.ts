// A stand-in for Stripe with code of its own: the API under /v1, the hosted page under /c/pay, control under /control. README.md lists
// what it plays and what it does not. Nothing of the portal is imported, so that both cannot share one mistake.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenServer, openServer, readBody } from '../kit/open-server.ts';
import { takeFault } from '../kit/plan-faults.ts';
import { answerApi, type Call, type Reply } from './answer-api.ts';
import { answerControl } from './control-fake.ts';
import { answerPage } from './draw-checkout.ts';
import { type Endpoint, type Fake, makeFake } from './run-fake.ts';
import { type Sender, startSender } from './send-events.ts';
import { newId } from './store-objects.ts';

export type StripeOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  secretKey: string;
  accountId: string;
  endpoint?: Endpoint;
  publicUrl?: string;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};

export type StripeFake = OpenServer;

export async function serveStripe(options: StripeOptions): Promise<StripeFake> {
  const { secretKey, accountId, endpoint = null, log = () => undefined } = options;
  const sender = startSender(() => fake, options.retrySeconds);
  const fake: Fake = makeFake({ secretKey, accountId, endpoint, log }, (event) => sender.send(event));
  const server = await openServer({ port: options.port, host: options.host, log }, (request, response) =>
    serve(fake, sender, request, response),
  );
  fake.publicUrl = (options.publicUrl ?? server.url).replace(/\/+$/, '');
  return {
    ...server,
    async close() {
      await Promise.all([server.close(), sender.stop()]);
    },
  };
}

async function serve(fake: Fake, sender: Sender, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://own.invalid');
  const call: Call = {
    method: request.method ?? 'GET',
    path: pathname,
    query: search.slice(1),
    headers: request.headers as Record<string, string | undefined>,
    body: await readBody(request),
  };
  if (pathname.startsWith('/control/')) return send(response, answerControl(fake, sender, call));
  const page = /^\/c\/pay\/(cs_\w+)$/.exec(pathname);
  if (page?.[1]) {
    const { status, headers, body } = answerPage(fake, page[1], call.method, call.body);
    response.writeHead(status, headers).end(body);
    return;
  }
  const mode = takeFault(fake.faults, pathname);
  if (mode === 'hang') return;
  if (mode === 'refuse') {
    response.destroy();
    return;
  }
  if (mode === 'error')
    return send(response, {
      status: 500,
      body: JSON.stringify({ error: { type: 'api_error', message: 'Something went wrong' } }),
    });
  const answer = answerApi(fake, call);
  fake.log(`${call.method} ${pathname}: ${answer.status}`);
  if (mode === 'lose') response.destroy();
  else send(response, answer);
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': '2026-10-28.endive',
      ...headers,
    })
    .end(body);
}
