// The frame of a stand-in: control that never fails, pages of customers, and the merchant's calls, of which planned ones go wrong.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenServer, openServer, readBody, type ServerOptions } from './open-server.ts';
import { type Fault, takeFault } from './plan-faults.ts';

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
};
export type Told = { status: number; headers?: Record<string, string>; body: string };
/** lose: carried out, the answer is lost · refuse: the connection breaks first · error: a fault with nothing done · hang. */
export type FaultMode = 'lose' | 'refuse' | 'error' | 'hang';

export type Routes = {
  faults: Fault<FaultMode>[];
  /** What the gateway says when it is broken. */
  broken: Told;
  control(call: Call): Told;
  /** Undefined for an address that is no page. */
  page(call: Call): Told | Promise<Told> | undefined;
  api(call: Call): Told;
};

export const json = (status: number, body: unknown, type = 'application/json'): Told => ({
  status,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
});

export function serveRoutes(options: ServerOptions, routes: Routes): Promise<OpenServer> {
  return openServer(options, async (request, response) => {
    const call = await readCall(request);
    if (call.path.startsWith('/control/')) return send(response, routes.control(call));
    const page = routes.page(call);
    if (page) return send(response, await page);
    const mode = takeFault(routes.faults, call.path);
    if (mode === 'hang') return;
    if (mode === 'refuse') {
      response.destroy();
      return;
    }
    const answer = mode === 'error' ? routes.broken : routes.api(call);
    options.log(`${call.method} ${call.path}: ${answer.status} ${answer.body.slice(0, 120)}`);
    if (mode === 'lose') response.destroy();
    else send(response, answer);
  });
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://own.invalid');
  const headers = request.headers as Record<string, string | undefined>;
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers,
    body: await readBody(request),
  };
}

function send(response: ServerResponse, { status, headers, body }: Told): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
}
