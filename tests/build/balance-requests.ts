// A small balancer before several processes: it asks the /ready of each, keeps connections open, and never repeats a request.
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = { base: string; close(): Promise<void> };

const lookMilliseconds = 250;

export async function balanceRequests(ports: number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ready = new Set(ports);
  const look = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (answer?.ok) ready.add(port);
    else ready.delete(port);
  };
  const looking = setInterval(() => void Promise.all(ports.map(look)), lookMilliseconds);
  let turn = 0;
  const server = createServer((request, response) => {
    const open = [...ready];
    const port = open[turn++ % open.length];
    if (port === undefined) return response.writeHead(502).end();
    const { host, connection, ...headers } = request.headers;
    const onward = send(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: request.method,
        path: request.url,
        headers: { ...headers, 'x-forwarded-host': headers['x-forwarded-host'] ?? host },
      },
      (answer) => {
        const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(response);
        answer.once('aborted', () => response.destroy());
      },
    );
    onward.once('error', (error) => {
      console.error('balancer:', port, request.method, request.url, error.message);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
