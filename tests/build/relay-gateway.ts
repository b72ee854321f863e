// A relay between the portal and a gateway that a test can cut: answers are held back or lost, for any gateway. Passes bytes on as
// they are, with the path and the headers that signatures cover.
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

type Passed = { method: string; path: string; body: string; status: number };

export type Relay = {
  url: string;
  /** Where requests go on to. */
  to(target: string): void;
  /** What came through, oldest first. */
  passed: Passed[];
  /** Answers to fitting requests are lost, carried out and never heard of, until the wire is mended by calling what comes back. */
  lose(fits: (path: string) => boolean): () => void;
  /** Holds the answer to the next fitting request until `release` is called. `reached` resolves when the gateway has answered. */
  hold(fits: (path: string) => boolean): { reached: Promise<void>; release(): void };
  close(): Promise<void>;
};

type Fault = { fits: (path: string) => boolean; once: boolean; meet: () => Promise<'pass' | 'drop'> };

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
        if (fault.once) faults.splice(at, 1);
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
  // A connection that is taken again just when it ends for being idle would be a lost answer, too.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to(url) {
      target = url;
    },
    passed,
    lose(fits) {
      const fault: Fault = { fits, once: false, meet: async () => 'drop' };
      faults.push(fault);
      return () => void faults.splice(faults.indexOf(fault), 1);
    },
    hold(fits) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      faults.push({
        fits,
        once: true,
        async meet() {
          reached.resolve();
          await released.promise;
          return 'pass';
        },
      });
      return { reached: reached.promise, release: released.resolve };
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
    const sent = { method, agent: false, headers: { ...rest, 'content-length': body.length } };
    const out = send(target + path, sent, async (answer) => {
      try {
        const result = await gather(answer);
        const { connection: __, 'transfer-encoding': ___, ...kept } = answer.headers;
        resolve({ status: answer.statusCode ?? 502, headers: kept, body: result });
      } catch (error) {
        reject(error);
      }
    });
    out.once('error', reject).end(body);
  });
}
