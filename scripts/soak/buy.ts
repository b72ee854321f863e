// Buyers of a soak: each books a ticket, pays it from the agency's deposit, and does so again. A request that fails is sent again
// under the same key to another process, as a careful client does, until there is an answer.
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import type { InputOf } from '../../contract/index.ts';
import { sealCall } from '../../contract/seal-call.ts';
import type { TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder } from '../../tests/build/place-orders.ts';
import { host } from './open-rig.ts';

/** The processes that answer, or the balancer before them. */
export type Shop = { members: { port: number }[] };

export type Tally = {
  requests: number;
  /** Requests without an answer or with 503, by their kind. */
  failed: Map<string, number>;
  /** Answers that must never come: other 5xx, and refusals where none is right. */
  wrong: string[];
  /** Milliseconds of answered requests. */
  times: number[];
  ordered: Set<string>;
  paid: Set<string>;
};

export const newTally = (): Tally => ({
  requests: 0,
  failed: new Map(),
  wrong: [],
  times: [],
  ordered: new Set(),
  paid: new Set(),
});

type Answer = { http: number; code: number; msg: string; data: never; headers: Headers };
type As = { token?: string; key?: string };

let keys = 0;
const newKey = () => `soak-${process.pid}-${Date.now()}-${keys++}`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One request to a process chosen by chance; undefined when it failed. */
async function ask(shop: Shop, tally: Tally, name: CallName, input: object, as: As): Promise<Answer | undefined> {
  const row: CallRow = calls[name];
  const rest: Record<string, unknown> = { ...input };
  const path = row.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest[key]));
    delete rest[key];
    return value;
  });
  const query = row.method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
  const headers: Record<string, string> = { 'x-forwarded-host': host, l: 'en', c: 'MYR' };
  if (as.token) headers.token = as.token;
  if (as.key) headers['idempotency-key'] = as.key;
  if (row.method === 'POST') headers['content-type'] = 'application/json';
  const body = row.method === 'POST' ? JSON.stringify(rest) : null;
  const { port } = shop.members[Math.floor(Math.random() * shop.members.length)] ?? { port: 0 };
  const began = performance.now();
  tally.requests += 1;
  const fail = (kind: string) => {
    tally.failed.set(kind, (tally.failed.get(kind) ?? 0) + 1);
    return undefined;
  };
  try {
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(`http://127.0.0.1:${port}${path}${query}`, {
      method: row.method,
      headers,
      body,
      signal,
    });
    const result = (await answer.json()) as Omit<Answer, 'http' | 'headers'>;
    if (answer.status === 503) return fail('503');
    tally.times.push(performance.now() - began);
    if (answer.status >= 500) tally.wrong.push(`${name}: ${answer.status} ${JSON.stringify(result).slice(0, 200)}`);
    return { http: answer.status, headers: answer.headers, ...result };
  } catch (error) {
    return fail((error as Error).name === 'TimeoutError' ? 'no answer in 30 s' : 'connection');
  }
}

/** Asks until there is an answer. */
async function insist(shop: Shop, tally: Tally, name: CallName, input: object, as: As): Promise<Answer> {
  for (;;) {
    const answer = await ask(shop, tally, name, input, as);
    if (answer && answer.http < 500) return answer;
    await pause(150 + Math.random() * 200);
  }
}

export async function signIn(shop: Shop, tally: Tally): Promise<string> {
  const { data } = (await insist(shop, tally, 'webSettings', {}, {})) as unknown as { data: { publicKey: string } };
  const sealed = await sealCall({ account: 'agent@one.example', password: 'agent-2026' }, data.publicKey);
  const answer = await insist(shop, tally, 'login', sealed, {});
  const token = (answer.data as { token?: string } | null)?.token;
  if (!token) throw new Error(`no sign-in: ${answer.msg}`);
  return token;
}

type Buying = {
  token: string;
  thinkMilliseconds: number;
  over: () => boolean;
  /** Resolves when a payment was acknowledged; from the deposit unless given. */
  pay?: (orderNo: string) => Promise<void>;
};

/** Books and pays until `over`. Every acknowledgement is written down the moment it comes. */
export async function buy(shop: Shop, tally: Tally, { token, thinkMilliseconds, over, pay }: Buying): Promise<void> {
  const asHouse = {
    call: (name: CallName, input: InputOf<CallName>, as: As = {}) => insist(shop, tally, name, input as object, as),
  } as unknown as TestHouse;
  while (!over()) {
    await pause(thinkMilliseconds * (0.5 + Math.random()));
    const input = await fillOrder(asHouse, token, { quantity: 1 });
    const placed = await insist(shop, tally, 'createOrder', input, { token, key: newKey() });
    if (placed.code !== 200) {
      tally.wrong.push(`createOrder: ${placed.code} ${placed.msg}`);
      continue;
    }
    const { orderNo } = placed.data as { orderNo: string };
    tally.ordered.add(orderNo);
    if (pay) {
      await pay(orderNo);
      tally.paid.add(orderNo);
      continue;
    }
    const pays = await insist(shop, tally, 'paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
    if (pays.code === 200) tally.paid.add(orderNo);
    else tally.wrong.push(`paying ${orderNo}: ${pays.code} ${pays.msg}`);
  }
}
