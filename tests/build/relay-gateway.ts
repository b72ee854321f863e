// A wire between the house and a gateway that a test can cut: answers held back or lost, whatever the gateway. Passes bytes on as
// they are, with the path and the headers that signatures cover.
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Passed = { method: string; path: string; body: string; status: number };

export type Relay = {
  url: string;
  /** Where requests go on to. */
  to(target: string): void;
  /** What came through, oldest first. */
  passed: Passed[];
  /** The answers to the next fitting requests are lost: carried out, never heard of. */
  lose(fits: (path: string) => boolean, times?: number): void;
  /** Holds the answer to the next fitting request until `release` is called. `reached` tells that the gateway has answered. */
  hold(fits: (path: string) => boolean): { reached: Promise<void>; release(): void };
  close(): Promise<void>;
};

type Fault = { fits: (path: string) => boolean; times: number; meet: () => Promise<'pass' | 'drop'> };

export async function openRelay(): Promise<Relay> {
  let target = 'http://127.0.0.1:9';
  const passed: Passed[] = [];
  const faults: Fault[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    try {
      const body = await gather(request);
      const answer = await passOn(target, method, path, request.headers, body);
      passed.push({ method, path, body: body.toString('utf8'), status: answer.status });
      const at = faults.findIndex((fault) => method === 'POST' && fault.fits(path));
      const fault = faults[at];
      if (fault) {
        fault.times -= 1;
        if (fault.times <= 0) faults.splice(at, 1);
        if ((await fault.meet()) === 'drop') {
          response.destroy();
          return;
        }
      }
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to(url) {
      target = url;
    },
    passed,
    lose(fits, times = 1) {
      faults.push({ fits, times, meet: async () => 'drop' });
    },
    hold(fits) {
      let arrive = () => undefined as void;
      let release = () => undefined as void;
      const reached = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      faults.push({
        fits,
        times: 1,
        async meet() {
          arrive();
          await released;
          return 'pass';
        },
      });
      return { reached, release: () => release() };
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function gather(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

function passOn(
  target: string,
  method: string,
  path: string,
  headers: IncomingMessage['headers'],
  body: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host, connection, 'transfer-encoding': _, ...rest } = headers;
    const out = send(target + path, { method, headers: { ...rest, 'content-length': body.length } }, async (answer) => {
      try {
        const told = await gather(answer);
        const { connection: __, 'transfer-encoding': ___, ...kept } = answer.headers;
        resolve({ status: answer.statusCode ?? 502, headers: kept, body: told });
      } catch (error) {
        reject(error);
      }
    });
    out.once('error', reject).end(body);
  });
}
