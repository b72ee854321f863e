// Keys of partners' and owners' systems (decision 0360): made on screen, stored as a hash, bound to scopes, addresses and a limit; and what a
// booking system does with one, from the search to the cancellation (§7).
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallRow, calls } from '../../contract/calls.ts';
import type { InputOf } from '../../contract/index.ts';
import { type KeyScope, ownerScopes, partnerScopes } from '../../domain/systems.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let main: string;
let admin: string;
let operations: string;
let partnerId: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  const found = await test.call('consolePartners', { query: 'agent@' }, { token: operations });
  partnerId = found.data.list[0]?.id ?? '';
});
afterAll(() => test.close());

const open = (isOpen: boolean) =>
  test.call('consolePartnerKeysOpen', { id: partnerId, open: isOpen }, { token: operations });
const create = (more: Partial<InputOf<'apiKeyCreate'>> = {}) =>
  test.call('apiKeyCreate', { name: 'Booking system', scopes: [...partnerScopes], ...more }, { token: main });
const revoke = (id: string) => test.call('apiKeyRevoke', { id }, { token: main });
const by = (key: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${key}`, ...more },
});

async function withKey(work: (key: string, id: string) => Promise<void>, more: Partial<InputOf<'apiKeyCreate'>> = {}) {
  const made = await create(more);
  expect(made.code).toBe(200);
  try {
    await work(made.data.key, made.data.id);
  } finally {
    await revoke(made.data.id);
  }
}

describe('a key', () => {
  it('is made only where the owner has opened its interface, which the log notes (§6 roles)', async () => {
    expect((await create()).code).toBe(200122);
    expect((await test.call('apiKeys', {}, { token: main })).data).toMatchObject({ open: false, list: [] });
    expect((await open(true)).code).toBe(200);
    const { data } = await test.call('consolePartner', { id: partnerId }, { token: operations });
    expect(data.log[0]?.act).toBe('keys-opened');
  });

  it('is shown once and stored as a hash, with every mistake of its form named', async () => {
    await withKey(async (key, id) => {
      expect(key).toMatch(/^kb_live_[\w-]{43}$/);
      const { rows } = await sql<{ whole: string }>`SELECT to_jsonb(k)::text AS whole FROM api_key k`.execute(
        test.database.house,
      );
      expect(rows.map(({ whole }) => whole).join()).not.toContain(key.slice(12));
      const { list } = (await test.call('apiKeys', {}, { token: main })).data;
      expect(list.find((one) => one.id === id)).toMatchObject({
        start: key.slice(0, 12),
        state: 'live',
        lastUsedAt: null,
      });
    });
    const wrong = await create({ name: ' ', scopes: [], networks: '10.0.0.0/40\n300.1.1.1' });
    expect(wrong.data).toEqual({
      fields: {
        name: 'This field is required',
        scopes: 'Please choose one',
        networks: 'Please enter IP addresses or networks such as 203.0.113.0/24',
      },
    });
  });

  it('does what its scopes say, call by call of the permission table, and nothing that is for people (§7)', async () => {
    const rows = Object.entries(calls) as [keyof typeof calls, CallRow][];
    const scope = 'catalogue';
    await withKey(
      async (key) => {
        for (const [name, row] of rows) {
          if (row.keyed === scope) continue;
          const answer = await test.call(name, { id: '1' } as never, { ...by(key), key: newKey() });
          const console = row.path.startsWith('/api/console');
          const isPartners = partnerScopes.some((one) => one === row.keyed);
          expect([answer.http, answer.code], name).toEqual(
            console ? [401, 401] : isPartners ? [200, 200120] : [421, 421],
          );
        }
        await raise(key);
        expect((await test.call('searchProducts', {}, by(key))).code).toBe(200);
        expect((await test.call('keyQuery', { query: 'Silver' }, by(key))).code).toBe(200);
      },
      { scopes: [scope] },
    );
  });

  it('is accepted from its addresses alone, IPv4 and IPv6', async () => {
    await withKey(
      async (key) => {
        const from = (address: string) => test.call('searchProducts', {}, by(key, { 'x-forwarded-for': address }));
        expect((await from('203.0.113.77')).code).toBe(200);
        // As a server that listens on IPv6 sees it.
        expect((await from('::ffff:203.0.113.78')).code).toBe(200);
        expect((await from('2001:db8::9')).code).toBe(200);
        expect((await from('203.0.114.1')).code).toBe(200121);
        expect((await from('2001:db9::9')).code).toBe(200121);
        // As some proxies write it; what is no address comes from nowhere.
        expect((await from('203.0.113.79:52144')).code).toBe(200);
        expect((await from('[2001:db8::9]:443')).code).toBe(200);
        expect((await from('unknown')).code).toBe(200121);
      },
      { networks: '203.0.113.0/24\n2001:db8::/32' },
    );
  });

  it('is refused elsewhere: at another owner, in the back office; so is a made-up and a revoked key', async () => {
    const { id, key } = (await create()).data;
    expect((await test.call('getUserInfo', {}, { ...by(key), host: 'two.test' })).http).toBe(401);
    const invalid = { http: 401, code: 401, msg: 'This key is not known here, or no longer valid.' };
    expect(await test.call('searchProducts', {}, by('kb_live_made-up'))).toMatchObject(invalid);
    expect((await test.call('consoleOrders', {}, by(key))).http).toBe(401);
    expect((await revoke(id)).code).toBe(200);
    expect(await test.call('searchProducts', {}, by(key))).toMatchObject(invalid);
    expect((await revoke(id)).http).toBe(421);
  });

  it('that is over is listed with its calls, once a minute, for the staff; a made-up one is not', async () => {
    const { id, key } = (await create()).data;
    expect((await revoke(id)).code).toBe(200);
    expect((await test.call('orderList', {}, by('kb_live_made-up'))).http).toBe(401);
    for (const _ of [1, 2, 3]) expect((await test.call('orderList', {}, by(key))).http).toBe(401);
    const listed = await until(
      async () => (await test.call('consoleKeyCalls', { query: '/api/order/list' }, { token: admin })).data.list,
      (list) => list.length > 0,
    );
    expect(listed).toMatchObject([
      {
        keyName: 'Booking system',
        partnerName: 'Agency',
        code: 401,
        text: 'This key is not known here, or no longer valid.',
      },
    ]);
  });

  it('stops at once where the owner closes the interface or freezes the partner, and works again afterwards', async () => {
    await withKey(async (key) => {
      await open(false);
      expect((await test.call('orderList', {}, by(key))).code).toBe(200122);
      await open(true);
      const { revision } = (await test.call('consolePartner', { id: partnerId }, { token: operations })).data;
      const freeze = (frozen: boolean, seen: number) =>
        test.call(
          'consolePartnerFreeze',
          { id: partnerId, revision: seen, frozen, reason: 'a test' },
          { token: operations },
        );
      expect((await freeze(true, revision)).code).toBe(200);
      expect((await test.call('orderList', {}, by(key))).http).toBe(401);
      expect((await freeze(false, revision + 1)).code).toBe(200);
      expect((await test.call('orderList', {}, by(key))).code).toBe(200);
      main = await test.signIn('agent@one.example', 'agent-2026');
    });
  });

  it('is replaced with an overlap: both work, then the previous one ends', async () => {
    const { id, key } = (await create({ scopes: ['catalogue'] })).data;
    const next = (await test.call('apiKeyReplace', { id, hours: 24 }, { token: main })).data;
    for (const one of [key, next.key]) expect((await test.call('searchProducts', {}, by(one))).code).toBe(200);
    const { list } = (await test.call('apiKeys', {}, { token: main })).data;
    expect(list.find((one) => one.id === id)?.state).toBe('ending');
    await sql`UPDATE api_key SET ends_at = now() - interval '1 second' WHERE key_id = ${id}::bigint`.execute(
      test.database.house,
    );
    expect((await test.call('searchProducts', {}, by(key))).http).toBe(401);
    expect((await test.call('searchProducts', {}, by(next.key))).code).toBe(200);
    expect((await test.call('apiKeyReplace', { id, hours: 0 }, { token: main })).http).toBe(421);
    await revoke(next.id);
  });
});

/** So that one test's calls leave the next ones of the same minute alone. A changed limit makes worthless what a process took of it. */
async function raise(key: string): Promise<void> {
  await sql`UPDATE api_key SET minute_calls = 0, per_minute = per_minute + 1 WHERE start = ${key.slice(0, 12)}`.execute(
    test.database.house,
  );
}

describe('a booking system with a key', () => {
  it('searches, books, pays from the deposit, reads, cancels and reads its statement (§7)', async () => {
    await withKey(async (key) => {
      const asKey = {
        call: ((name, input, as) =>
          test.call(name, input, { ...as, token: undefined, ...by(key) })) as TestHouse['call'],
      };
      const input = await fillOrder(asKey, '');
      const placing = newKey();
      const placed = await asKey.call('createOrder', { ...input, ownSystem: true }, { key: placing });
      expect(placed.code).toBe(200);
      const again = await asKey.call('createOrder', { ...input, ownSystem: true }, { key: placing });
      expect(again.data).toEqual(placed.data);
      const id = placed.data.orderNo;
      const info = (await asKey.call('payInfo', { id }, {})).data;
      const deposit = info.channels.find((one) => one.channel === 'deposit');
      if (!deposit) throw new Error('no deposit');
      const seen = deposit.payable;
      const pay = (channel: 'deposit' | 'sandbox') =>
        asKey.call('paying', { id, channel, seen } as never, { key: newKey() });
      expect((await pay('sandbox')).code).toBe(200401);
      expect((await pay('deposit')).code).toBe(200);
      const order = (await asKey.call('orderDetail', { id }, {})).data;
      expect(order.source).toBe(9);
      expect((await asKey.call('orderList', {}, {})).data.total).toBeGreaterThan(0);
      const voucher = await test.fetch(`/api/order/download/voucher?subOrderNo=${id}-1`, by(key));
      expect([voucher.status, voucher.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect((await asKey.call('bill', {}, {})).data.total).toBeGreaterThan(0);
      const subOrderNo = order.lines[0]?.subOrderNo ?? '';
      const quote = await asKey.call('calculateRefund', { subOrderNo, refundNum: 1 }, {});
      expect(quote.code).toBe(200);
      expect((await asKey.call('cancelOrder', { orderNo: id }, {})).code).toBe(200);
      const listed = await test.call('consoleKeyCalls', { query: 'createOrder' }, { token: admin });
      expect(listed.http).toBe(200);
      const noted = await until(
        async () => (await test.call('consoleKeyCalls', { query: 'paying' }, { token: admin })).data.list,
        (list) => list.length >= 3,
      );
      // The first one is of the key without the right to pay.
      const results = noted.map(({ code, text }) => [code, text]).sort();
      expect(results).toEqual([
        [200, ''],
        // Its words name the right, which the log does not hold.
        [200120, 'Refused'],
        [200401, 'This way to pay is not available now. Please choose another.'],
      ]);
      expect(noted[0]).toMatchObject({ keyName: 'Booking system', partnerName: 'Agency', call: 'paying' });
    });
  });
});

describe('a key of the owner', () => {
  it('reads and answers orders in the back office as far as its scopes go, and only there', async () => {
    const make = (scopes: readonly KeyScope[]) =>
      test.call('consoleKeyCreate', { name: 'Stock keeper', scopes } as never, { token: admin });
    expect((await make(['book'])).code).toBe(200001);
    const { id, key } = (await make(ownerScopes)).data;
    expect((await test.call('consoleOrders', {}, by(key))).code).toBe(200);
    expect((await test.call('consoleProducts', {}, by(key))).code).toBe(200);
    expect((await test.call('consoleStaff', {}, by(key))).http).toBe(421);
    expect((await test.call('searchProducts', {}, by(key))).http).toBe(401);
    const limited = await test.call('consoleKeyLimit', { id, perMinute: 2 }, { token: admin });
    expect(limited.code).toBe(200);
    const refused = await test.call('consoleOrders', {}, by(key));
    expect(refused.http).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await test.call('consoleKeyRevoke', { id }, { token: admin })).code).toBe(200);
    expect((await test.call('consoleOrders', {}, by(key))).http).toBe(401);
    const acts = (await test.call('consoleLog', { query: `key ${id}` }, { token: admin })).data.list.map(
      ({ act }) => act,
    );
    expect(acts).toEqual(['key-revoked', 'key-limited', 'key-created']);
  });
});

describe('races', () => {
  it('twenty at once make ten keys, and more without the lock and the count', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const made = answers.filter(({ code }) => code === 200);
    expect(made).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 200123)).toHaveLength(10);
    for (const { data } of made) await revoke(data.id);
    const source = new URL('keys.sql.ts', import.meta.url);
    const mutant = new URL(`keys-unguarded-${process.pid}.tmp.ts`, import.meta.url);
    const text = readFileSync(source, 'utf8');
    expect(text.split('FOR NO KEY UPDATE')).toHaveLength(3);
    writeFileSync(mutant, text.replaceAll(' FOR NO KEY UPDATE', ''));
    try {
      const { insertApiKey, lockKeys } = (await import(mutant.href)) as typeof import('./keys.sql.ts');
      const id = Number(partnerId);
      const { rows } = await sql<{
        account_id: number;
      }>`SELECT account_id FROM account WHERE email = 'agent@one.example'`.execute(test.database.house);
      const key = {
        partner_id: id,
        account_id: rows[0]?.account_id ?? 0,
        name: 'x',
        start: 'x',
        networks: [],
        per_minute: 1,
      };
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          inTransaction(test.database.forOwner(1), async (owner) => {
            await lockKeys(owner, id);
            const row = {
              ...key,
              scopes: ['book' as const],
              is_test: false,
              made_by: 'x',
              key_hash: Buffer.from(`unguarded ${at}`),
            };
            const made = await insertApiKey(owner, row);
            await sql`SELECT pg_sleep(0.2)`.execute(owner);
            return made;
          }),
        ),
      );
      expect(results.filter(Boolean).length).toBeGreaterThan(10);
    } finally {
      rmSync(mutant);
      await sql`DELETE FROM api_key WHERE start = 'x'`.execute(test.database.house);
    }
  });

  it('forty at once are admitted twenty times in a minute, and more where the count is read before it is written', async () => {
    await withKey(async (key, id) => {
      await test.call('consoleKeyLimit', { id, perMinute: 20 }, { token: admin });
      await awayFromMinuteEnd();
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => test.call('searchRegion', { name: 'Te' } as never, by(key))),
      );
      expect(answers.filter(({ http }) => http !== 503)).toHaveLength(20);
      expect(Number(answers.find(({ http }) => http === 503)?.headers.get('retry-after'))).toBeGreaterThan(0);
      await raise(key);
      const counts = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const owner = test.database.forOwner(1);
          const { rows } = await sql<{
            n: number;
          }>`SELECT minute_calls AS n FROM api_key WHERE key_id = ${id}::bigint`.execute(owner);
          const n = (rows[0]?.n ?? 0) + 1;
          await sql`UPDATE api_key SET minute_calls = ${n} WHERE key_id = ${id}::bigint`.execute(owner);
          return n;
        }),
      );
      expect(counts.filter((n) => n <= 20).length).toBeGreaterThan(20);
    });
  });
});

/** A new minute would begin a new count. */
async function awayFromMinuteEnd(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5000) await new Promise((resolve) => setTimeout(resolve, left + 100));
}
