// The frame of a stand-in: control that is never faulty, customers' pages, and the merchant's calls, of which planned ones fail.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OpenServer, openServer, readBody, type ServerOptions } from './open-server.ts';
import { type Fault, planFault, takeFault } from './plan-faults.ts';
import { type Control, readControl } from './read-control.ts';

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
};
export type Reply = { status: number; headers?: Record<string, string>; body: string };

/** lose: carried out, the answer is lost · refuse: the connection breaks first · error: 500 with nothing done · hang. */
type FaultMode = 'lose' | 'refuse' | 'error' | 'hang';

export type Played<Wish> = {
  controlToken: string;
  /** What the gateway says when it is broken. */
  broken?: Reply;
  /** Undefined for an address that is no page. */
  page?(call: Call): Reply | Promise<Reply> | undefined;
  /** Undefined for an address that the gateway does not have. */
  answer(call: Call): Reply | undefined;
  /** Undefined for a control that there is not. */
  control(control: Control<Wish>): object | undefined;
  stop(): Promise<void>;
};

type FaultWish = { mode: FaultMode; path: string; times: number };

export async function serveFake<Wish>(options: ServerOptions, played: Played<Wish>): Promise<OpenServer> {
  const faults: Fault<FaultMode>[] = [];
  const server = await openServer(options, async (request, response) => {
    const call = await readCall(request);
    if (call.path.startsWith('/control/')) return send(response, answerControl(call));
    const page = await played.page?.(call);
    if (page) return send(response, page);
    const mode = takeFault(faults, call.path);
    if (mode === 'hang') return;
    if (mode === 'refuse') {
      response.destroy();
      return;
    }
    const answer =
      mode === 'error' ? (played.broken ?? { status: 500, body: 'Internal Server Error' }) : played.answer(call);
    options.log(`${call.method} ${call.path}: ${answer?.status ?? 404}`);
    if (mode === 'lose') response.destroy();
    else send(response, answer ?? { status: 404, body: 'Not Found' });
  });

  function answerControl(call: Call): Reply {
    const control = readControl<Wish & FaultWish>(call, played.controlToken);
    if (!control) return json(401, { error: 'token' });
    if (control.room === 'faults') {
      planFault<FaultMode>(faults, control.wish as Partial<FaultWish>);
      return json(200, { faults });
    }
    const answer = played.control(control as Control<Wish>);
    return answer ? json(200, answer) : json(404, { error: 'no such control' });
  }

  return {
    ...server,
    async close() {
      await Promise.all([server.close(), played.stop()]);
    },
  };
}

export const json = (status: number, body: unknown, type = 'application/json; charset=utf-8'): Reply => ({
  status,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
});

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://own.invalid');
  const headers = request.headers as Record<string, string | undefined>;
  return { method: request.method ?? 'GET', path, query, headers, body: await readBody(request) };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
}
