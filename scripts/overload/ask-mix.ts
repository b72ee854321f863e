// One process of the portal, and what visitors of a busy day ask of it: mostly searches and products, a few pages, some orders.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { makeCaller } from '../../demo/call-house.ts';
import { openPool } from '../../server/platform/db.ts';
import { startPostgres } from '../../server/platform/own-database/start-postgres.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { fillForBuyers } from '../soak/fill-for-buyers.ts';
import { launchMember, untilReady } from '../soak/start-member.ts';

export const kinds = ['search', 'product', 'check', 'order'] as const;
type Kind = (typeof kinds)[number];
/** How many of each kind are asked among all. */
export type Mixture = Record<Kind, number>;

type Path = { method: 'GET' | 'POST'; path: string; body?: () => [text: string, headers: Record<string, string>] };

export type Shop = {
  port: number;
  token: string;
  order: Awaited<ReturnType<typeof fillOrder>>;
  audit(): Promise<string[]>;
  close(): Promise<void>;
};
export type Outcome = { kind: Kind; status: number; retryAfter: boolean };

const port = Number(process.env.OVERLOAD_PORT ?? 4370);
const host = 'one.test';

export async function openShop(root: string): Promise<Shop> {
  const server = await startPostgres(join(root, '.data', 'overload'), () => undefined);
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS kembara_overload WITH (FORCE)');
  await admin.query('CREATE DATABASE kembara_overload OWNER kembara');
  await admin.end();
  const inOwn = (url: string) => url.replace(/(@[^/?]*\/)[^?]*/, '$1kembara_overload');
  const urls = { url: inOwn(server.url), ownerUrl: inOwn(server.ownerUrl) };
  await prepareDatabase(urls, () => undefined);
  const owner = openPool(urls.ownerUrl, 3);
  await fillForBuyers(owner);
  const child = launchMember(root, port, { DATABASE_URL: urls.url });
  await untilReady(port);
  const call = makeCaller((path, { host: _, ...init } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { 'x-forwarded-host': host, ...(init.headers as Record<string, string>) },
    }),
  );
  const entered = await call('login', { account: 'agent@one.example', password: 'agent-2026' });
  const { token } = entered.data;
  return {
    ...{ port, token },
    order: await fillOrder({ call }, token),
    async audit() {
      const broken = (await auditHouse(owner)).filter(({ violations }) => violations.length);
      return broken.map(({ invariant, violations }) => `${invariant} (${violations.length})`);
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await owner.close();
      await server.stop();
    },
  };
}

const words = ['tower', 'seats', 'hills', 'hike', 'show', 'walk', 'inn', 'pass', 'car', ''];

/** What visitors of a busy day ask: mostly searches and products. */
export const busyDay: Mixture = { search: 4, product: 4, check: 1, order: 1 };

/** Asks for one thing of the mixture, in turn; the kinds come as evenly as their numbers allow. */
export function askMix(shop: Shop, mixture: Mixture): () => Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4000 });
  const json = { 'content-type': 'application/json' };
  const [line] = shop.order.lines;
  let count = 0;
  const paths: Record<Kind, Path> = {
    search: {
      method: 'POST',
      path: '/api/product',
      body: () => [JSON.stringify({ query: words[count % words.length] }), json],
    },
    product: { method: 'GET', path: `/api/product/${shop.order.id}` },
    check: {
      method: 'GET',
      path: `/api/order/bookProducts?lines=${line?.skuId}:${line?.playOn}::1&addOns=`,
    },
    order: {
      method: 'POST',
      path: `/api/order/${shop.order.id}/createOrder`,
      body: () => {
        const { id, ...rest } = shop.order;
        return [JSON.stringify(rest), { ...json, 'idempotency-key': newKey() }];
      },
    },
  };
  const all = kinds.reduce((sum, kind) => sum + mixture[kind], 0);
  const owed: Mixture = { search: 0, product: 0, check: 0, order: 0 };
  return () => {
    count += 1;
    for (const kind of kinds) owed[kind] += mixture[kind] / all;
    const kind = kinds.reduce((most, other) => (owed[other] > owed[most] ? other : most));
    owed[kind] -= 1;
    return ask(agent, shop, paths[kind]).then((answer) => ({ kind, ...answer }));
  };
}

function ask(agent: Agent, { port, token }: Shop, { method, path, body }: Path): Promise<Omit<Outcome, 'kind'>> {
  const [text, more] = body?.() ?? ['', {}];
  const headers = { 'x-forwarded-host': host, token, l: 'en', c: 'MYR', ...more };
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answers) => {
      const parts: Buffer[] = [];
      answers.on('data', (part: Buffer) => parts.push(part));
      answers.on('end', () => {
        const status = answers.statusCode ?? 0;
        // Read as far as it says whether it was good: this process must not become what is measured.
        const isGood = status === 200 && parts[0]?.subarray(0, 11).toString() === '{"code":200';
        resolve({
          status: isGood || status !== 200 ? status : 0,
          retryAfter: answers.headers['retry-after'] !== undefined,
        });
      });
      answers.on('error', reject);
    });
    outgoing.setTimeout(30_000, () =>
      outgoing.destroy(Object.assign(new Error('no answer'), { name: 'TimeoutError' })),
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}
