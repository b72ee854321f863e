// The contract as a whole: every call is described, every call of the permission table is refused without a session and to strangers, and
// answers that have the promised shape.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls, fileRoutes } from '../contract/calls.ts';
import { schemas } from '../contract/index.ts';
import { partnerScopes } from '../domain/systems.ts';
import { describeCalls } from '../server/platform/describe-calls.ts';
import { openTestHouse, type TestHouse } from './build/open-house.ts';
import { findProduct, newKey, placeOrder } from './build/place-orders.ts';
import { playOn } from './build/small-seed.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const names = Object.keys(calls) as CallName[];
const rowOf = (name: CallName): CallRow => calls[name];

/** The calls of the table in §7; `*` for a parameter in braces. */
const written = [...readFileSync('docs/specification.md', 'utf8').matchAll(/^\| `((?:GET|POST) [^`]+)` \|/gm)].map(
  ([, one]) => (one ?? '').replace(/\{\w+\}/g, '*'),
);

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { in: string; required?: boolean }[];
  responses: Record<number, unknown>;
};
type Described = {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { securitySchemes: Record<string, unknown> };
};

describe('every call', () => {
  it('of the specification has its address and method', () => {
    const rows: CallRow[] = [...Object.values(calls), ...Object.values(fileRoutes)];
    const answered = new Set(rows.map(({ method, path }) => `${method} ${path.slice(5).replace(/:\w+/g, '*')}`));
    expect(written.filter((one) => !answered.has(one))).toEqual([]);
    expect(written.length).toBeGreaterThan(70);
  });

  it('has a unique address and schemas', () => {
    expect(new Set(names.map((name) => `${rowOf(name).method} ${rowOf(name).path}`)).size).toBe(names.length);
    expect(Object.keys(schemas).sort()).toEqual([...names].sort());
  });

  it('is in the OpenAPI document', () => {
    const { paths } = describeCalls() as { paths: Record<string, Record<string, { operationId: string }>> };
    const told = Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(told.sort()).toEqual([...names].sort());
  });

  it('is described as linters require: summary, declared tags, permission, and refusals', () => {
    const { paths, tags, components } = describeCalls() as unknown as Described;
    const declared = new Set(tags.map(({ name }) => name));
    for (const one of Object.values(paths).flatMap((path) => Object.values(path))) {
      const told = [one.summary.length > 3, one.description !== '', one.tags.every((tag) => declared.has(tag))];
      expect([...told, Boolean(one.responses[401] && one.responses[421])], one.operationId).toEqual(
        Array(4).fill(true),
      );
      for (const scheme of one.security.flatMap((way) => Object.keys(way)))
        expect(components.securitySchemes[scheme], one.operationId).toBeDefined();
      for (const { in: place, required } of one.parameters) expect(place === 'path' && !required).toBe(false);
    }
  });

  it('that a key of a partner may use is in the document for developers, and no other', async () => {
    const answer = await test.fetch('/developers/openapi.json');
    const { paths, servers } = (await answer.json()) as Described & { servers: { url: string }[] };
    const told = Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    const wanted = names.filter((name) => partnerScopes.some((scope) => scope === rowOf(name).keyed));
    expect(told.sort()).toEqual([...wanted].sort());
    expect(servers[0]?.url).toContain('one.test');
  });

  it.each(names.filter((name) => rowOf(name).who !== 'any'))('%s is refused without a session', async (name) => {
    const told = await test.call(name, { id: '1', orderNo: '1' } as never, { key: newKey() });
    expect(told.http).toBe(401);
  });

  it('admin calls are refused to operations', async () => {
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    expect((await test.call('consoleMails', {}, { token: operations })).http).toBe(421);
    expect((await test.call('consoleOrders', {}, { token: operations })).http).toBe(200);
  });

  it('refuses fields that it does not know', async () => {
    const told = await test.call('searchProducts', { query: 'x', extra: 1 } as never);
    expect(told.code).toBe(200001);
  });
});

describe('answers have the promised shape', () => {
  it('for visitors and members', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const product = await findProduct(test, 'Silver');
    const orderNo = await placeOrder(test, member);
    const sku = product.packages[0]?.skus[0]?.id ?? '';
    const asked: [CallName, object][] = [
      ['webSettings', {}],
      ['ownerBasicInfo', {}],
      ['notifications', {}],
      ['keyQuery', { query: 'silv' }],
      ['categories', {}],
      ['promotions', {}],
      ['searchProducts', { query: '' }],
      ['productDetail', { id: product.id }],
      ['packageDetail', { id: product.packages[0]?.id }],
      ['pickupPackages', { id: product.id, lat: 1, lng: 1 }],
      ['webSettingsRead', {}],
      ['inventories', { packageId: product.packages[0]?.id, from: playOn, to: playOn }],
      ['bookCheck', { lines: [{ skuId: sku, playOn, session: '', quantity: 1 }] }],
      ['getUserInfo', {}],
      ['bookProducts', { lines: `${sku}:${playOn}::2` }],
      ['payInfo', { id: orderNo }],
      ['isPaySuccess', { id: orderNo }],
      ['orderList', {}],
      ['orderDetail', { id: orderNo }],
      ['checkCoupon', { code: 'TEN', productId: product.id, amount: { amountMinor: 10_000, currency: 'MYR' } }],
      ['getSliderCaptcha', { flow: 'flow-of-a-test' }],
    ];
    for (const [name, input] of asked) {
      const told = await test.call(name, input as never, { token: member });
      expect(told.code, name).toBe(200);
      expect(schemas[name].output.safeParse(told.data).error, name).toBeUndefined();
    }
  });

  it('for staff', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const orders = await test.call('consoleOrders', {}, { token: admin });
    const id = orders.data.list[0]?.orderNo ?? '';
    for (const [name, input] of [
      ['consoleMe', {}],
      ['consoleQueues', {}],
      ['consoleOrders', {}],
      ['consoleOrder', { id }],
      ['consoleMails', {}],
    ] as [CallName, object][]) {
      const told = await test.call(name, input as never, { token: admin });
      expect(schemas[name].output.safeParse(told.data).error, name).toBeUndefined();
    }
    expect((await test.call('consoleLogout', {}, { token: admin })).code).toBe(200);
    expect((await test.call('consoleMe', {}, { token: admin })).http).toBe(401);
  });
});

describe('bad requests', () => {
  it('broken and oversized bodies are answered in the envelope', async () => {
    const send = (body: string) =>
      test.fetch('/api/product', { method: 'POST', headers: { 'content-type': 'application/json', l: 'zh_CN' }, body });
    for (const [body, status, msg] of [
      ['{"query":', 400, /JSON/],
      [JSON.stringify({ query: 'x'.repeat(400_000) }), 413, /./],
    ] as const) {
      const answer = await send(body);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code: 200001, msg: expect.stringMatching(msg) });
    }
  });

  it('a NUL and a number beyond the column are refused, never a 500', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const nul = await test.call('consoleLog', { query: 'a\u0000b' }, { token: admin });
    expect([nul.http, nul.code]).toEqual([200, 200001]);
    const big = await test.call(
      'consolePartnerLevel',
      { id: '1', revision: 9_000_000_000, level: 1 },
      { token: admin },
    );
    expect([big.http, big.code]).toEqual([200, 200001]);
  });
});
