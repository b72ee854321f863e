// A connection between two instances in tests: a supplier's endpoint at its own address, which may be cut, be slow, or deliver twice.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestHouse } from './open-house.ts';

/** What the line does to a question. `mislaid`: a server in between answers it, as frameworks answer what they do not know. */
export type LineFault = 'cutBefore' | 'cutAfter' | 'slow' | 'twice' | 'mislaid';

export type Line = {
  endpoint: string;
  /** Asked for each question; nothing happens unless it says what. */
  fault: (method: string, path: string) => LineFault | undefined;
  /** Addresses in what is said, as the other end reaches them. */
  translate: (body: string) => string;
  /** Questions that came through. */
  heard: string[];
  close(): void;
};

const passed = ['authorization', 'content-type', 'octo-capabilities', 'octo-notice-secret'];
const slowMilliseconds = 1300;

export async function openLine(supplier: TestHouse): Promise<Line> {
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: Line = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/octo`,
    fault: () => undefined,
    translate: (body) => body,
    heard: [],
    close: () => server.close(),
  };
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = line.translate(Buffer.concat(parts).toString('utf8'));
    const { url: path = '', method = 'GET' } = request;
    line.heard.push(`${method} ${path} ${body}`);
    const what = line.fault(method, path);
    if (what === 'cutBefore') {
      request.socket.destroy();
      return;
    }
    if (what === 'mislaid') {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ timestamp: '2026-03-15T01:00:00Z', status: 404, error: 'Not Found', path }));
      return;
    }
    const headers = Object.fromEntries(
      passed.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
    );
    const ask = () => supplier.fetch(path, { method, headers, ...(body.length ? { body } : {}) });
    const [answer] = await Promise.all([ask(), ...(what === 'twice' ? [ask()] : [])]);
    const text = await answer.text();
    if (what === 'cutAfter') {
      request.socket.destroy();
      return;
    }
    if (what === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMilliseconds));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(text || undefined);
  }
  return line;
}

/** A key of the first owner's agency for OCTO. */
export async function makeOctoKey(supplier: TestHouse): Promise<string> {
  const admin = await supplier.signIn('admin@one.example', 'admin-2026');
  const main = await supplier.signIn('agent@one.example', 'agent-2026');
  const found = await supplier.call('consolePartners', { query: 'agent@' }, { token: admin });
  await supplier.call('consolePartnerKeysOpen', { id: found.data.list[0]?.id ?? '', open: true }, { token: admin });
  return (await supplier.call('apiKeyCreate', { name: 'Reseller', scopes: ['octo'] }, { token: main })).data.key;
}
