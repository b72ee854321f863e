// A server of a stand-in: it listens, reads bodies with a bound, and closes without waiting for open connections.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OpenServer = { port: number; url: string; close(): Promise<void> };

export type ServerOptions = {
  /** 0 takes any free port. */
  port: number;
  host?: string | undefined;
  log(line: string): void;
  /** A slower caller is cut off. */
  headersTimeoutMs?: number;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function openServer(options: ServerOptions, answer: Answer): Promise<OpenServer> {
  const { port: wanted, host = '127.0.0.1', log, headersTimeoutMs } = options;
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      log(`answer failed: ${String(error)}`);
      response.destroy();
    });
  });
  if (headersTimeoutMs) server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const mostBytes = 262_144;

/** The whole body as text. Throws when it is larger than any request of a merchant. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > mostBytes) throw new Error('too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
