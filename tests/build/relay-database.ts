// A relay between an instance and its database that a test can cut, hold or redirect. Bytes pass unchanged.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type DatabaseRelay = {
  /** The database's address through this wire. */
  url: string;
  /** Where new connections go: a socket path or a port of this machine. */
  to(target: string | number): void;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Lets bytes wait in both directions; connections are taken and left without an answer. */
  hold(): void;
  /** Passes again: what was held goes on. */
  mend(): void;
  /** Open connections end with the next bytes that are sent on them, as where a firewall has forgotten them; new ones are let through. */
  forget(): void;
  connections(): number;
  close(): Promise<void>;
};

/** `url` names a database of the server, with its socket or port. */
export async function relayDatabase(url: string): Promise<DatabaseRelay> {
  let target: string | number = targetOf(url);
  let state: 'passing' | 'held' | 'cut' = 'passing';
  const pairs = new Set<[Socket, Socket]>();
  const end = (pair: [Socket, Socket]) => {
    pairs.delete(pair);
    for (const side of pair) side.destroy();
  };
  const server = createServer((near) => {
    if (state === 'cut') return near.resetAndDestroy();
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, into] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => into.write(bytes));
      from.on('error', () => end(pair));
      from.on('close', () => end(pair));
      if (state === 'held') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: throughPort(url, port),
    to(next) {
      target = next;
    },
    cut() {
      state = 'cut';
      for (const pair of [...pairs]) end(pair);
    },
    hold() {
      state = 'held';
      for (const pair of pairs) for (const side of pair) side.pause();
    },
    mend() {
      state = 'passing';
      for (const pair of pairs) for (const side of pair) side.resume();
    },
    forget() {
      for (const [near, far] of pairs) {
        near.removeAllListeners('data');
        near.on('data', () => {
          near.resetAndDestroy();
          far.destroy();
        });
      }
    },
    connections: () => pairs.size,
    async close() {
      for (const pair of [...pairs]) end(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function targetOf(url: string): string | number {
  const { hostname, port, searchParams } = new URL(url.replace('@/', '@local/'));
  const folder = searchParams.get('host');
  const at = Number(searchParams.get('port') ?? (port || 5432));
  if (folder?.startsWith('/')) return `${folder}/.s.PGSQL.${at}`;
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error('the relay reaches this machine only');
  return at;
}

/** The same database by the relay's port. */
function throughPort(url: string, port: number): string {
  return url.replace(/@[^/?]*(\/[^?]*).*$/, `@127.0.0.1:${port}$1`);
}
