// A stand-in for Stripe with code of its own: the API under /v1, the hosted page under /c/pay, control under /control. README.md says
// what is played and what is not. Nothing of the house is imported, so that both cannot share one mistake.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi, type Call, type Told } from './answer-api.ts';
import { answerControl } from './control-fake.ts';
import { answerPage } from './draw-checkout.ts';
import { newId } from './keep-objects.ts';
import { type Endpoint, type Fake, makeFake } from './run-fake.ts';
import { type Sender, startSender } from './send-events.ts';

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

export type StripeFake = { port: number; url: string; close(): Promise<void> };

const mostBytes = 262_144;

export async function serveStripe(options: StripeOptions): Promise<StripeFake> {
  const { secretKey, accountId, endpoint = null, log = () => undefined } = options;
  const sender = startSender(() => fake, options.retrySeconds);
  const fake: Fake = makeFake({ secretKey, accountId, endpoint, log }, (event) => sender.send(event));
  const server = createServer((request, response) => {
    serve(fake, sender, request, response).catch((error) => {
      log(`answer failed: ${String(error)}`);
      response.destroy();
    });
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  fake.publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '');
  return {
    port,
    url,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sender.stop()]);
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
  const mode = takeFault(fake, pathname);
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
  const told = answerApi(fake, call);
  fake.log(`${call.method} ${pathname}: ${told.status}`);
  if (mode === 'lose') response.destroy();
  else send(response, told);
}

function takeFault(fake: Fake, path: string) {
  const at = fake.faults.findIndex((fault) => path.includes(fault.path));
  const fault = fake.faults[at];
  if (!fault) return undefined;
  fault.times -= 1;
  if (fault.times <= 0) fake.faults.splice(at, 1);
  return fault.mode;
}

function send(response: ServerResponse, { status, body, headers }: Told): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': '2026-10-28.endive',
      ...headers,
    })
    .end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > mostBytes) throw new Error('too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
