// Web hooks (decision 0361): the life of an order told in its order, signed, tried again, replayed and paused; a receiver that fails, stalls
// and redirects; addresses that lead into our own network.
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookTypes } from '../../../domain/systems.ts';
import { thorough } from '../../../tests/build/how-thorough.ts';
import { openKeys } from '../../../tests/build/make-api-key.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { insertHook } from './hooks.sql.ts';
import { signHook } from './post-hook.ts';
import { isPublicAddress } from './reach-address.ts';

type Message = { id: string; type: string; orderNo: string; body: string; headers: Record<string, string> };

/** Answers as `decide` says; 0 is silence. What it accepted is in `taken`. */
async function openReceiver(decide: (message: Message, tries: number) => number = () => 204) {
  const taken: Message[] = [];
  const tries = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const id = headers['webhook-id'] ?? '';
      const { type, data } = JSON.parse(body) as { type: string; data: { orderNo: string } };
      const message = { id, type, orderNo: data.orderNo, body, headers };
      tries.set(id, (tries.get(id) ?? 0) + 1);
      const answer = decide(message, tries.get(id) ?? 1);
      if (answer === 0) return;
      if (answer < 300) taken.push(message);
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(1000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { taken, tries, port, address: `http://127.0.0.1:${port}/orders`, close };
}

let test: TestHouse;
let main: string;
let admin: string;
beforeAll(async () => {
  const env = {
    HOOKS_PRIVATELY: '1',
    HOOKS_RETRY_SECONDS: [...Array(30).fill('0.2'), '120'].join(),
    HOOKS_ANSWER_SECONDS: '1',
  };
  test = await openTestHouse({ env });
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  await openKeys(test, admin);
});
afterAll(() => test.close());

const create = (address: string, types = [...hookTypes]) =>
  test.call('hookCreate', { address, types }, { token: main });
const drop = (id: string) => test.call('hookDelete', { id }, { token: main });
const sendings = async (id: string) => (await test.call('hookSendings', { id, size: 50 }, { token: main })).data.list;

describe('an order', () => {
  it('is reported from placing to cancelling, signed, to its partner and to the owner (§4)', async () => {
    const [own, owners] = [await openReceiver(), await openReceiver()];
    const made = await create(own.address);
    expect(made.data.secret).toMatch(/^whsec_/);
    const desk = await test.call(
      'consoleHookCreate',
      { address: owners.address, types: ['order.placed'] },
      { token: admin },
    );
    const member = await test.signIn('member@one.example', 'member-2026');
    const others = await placeOrder(test, member);
    const id = await placeOrder(test, main);
    const { channels } = (await test.call('payInfo', { id }, { token: main })).data;
    const seen = channels.find(({ channel }) => channel === 'deposit')?.payable;
    await test.call('paying', { id, channel: 'deposit', seen } as never, { token: main, key: newKey() });
    await test.call('cancelOrder', { orderNo: id }, { token: main });
    const types = () => own.taken.map(({ type }) => type);
    await until(
      async () => types().length,
      (count) => count >= 5,
    );
    expect(types().slice(0, 4)).toEqual(['order.placed', 'order.paid', 'order.confirmed', 'voucher.ready']);
    expect(types()[4]).toBe('order.changed');
    expect(new Set(own.taken.map(({ orderNo }) => orderNo))).toEqual(new Set([id]));
    await until(
      async () => owners.taken.length,
      (count) => count >= 2,
    );
    expect(owners.taken.map(({ orderNo }) => orderNo).sort()).toEqual([id, others].sort());
    const [{ headers, body }] = own.taken as [Message];
    const signed = createHmac('sha256', Buffer.from(made.data.secret.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signed}`);
    expect(JSON.parse(body)).toMatchObject({ type: 'order.placed', data: { orderNo: id, status: 1001 } });
    // A database that went back to an earlier moment counts its events anew; receivers carry out each id once.
    for (const message of own.taken)
      expect(message.headers['webhook-id']).toContain(`_${Date.parse(JSON.parse(message.body).timestamp)}_`);
    const listed = await sendings(made.data.id);
    expect(listed.at(-1)).toMatchObject({ type: 'order.placed', state: 'sent', answer: 204, tries: 1 });
    const before = own.taken.length;
    await test.call('hookAgain', { id: made.data.id, sendingId: listed.at(-1)?.id ?? '' }, { token: main });
    await until(
      async () => own.taken.length,
      (count) => count > before,
    );
    expect(own.taken.at(-1)?.id).toBe(own.taken[0]?.id);
    // Neither side reaches the other's.
    expect((await test.call('hookSendings', { id: desk.data.id }, { token: main })).data.list).toEqual([]);
    expect((await test.call('hookDelete', { id: desk.data.id }, { token: main })).http).toBe(421);
    await drop(made.data.id);
    await test.call('consoleHookDelete', { id: desk.data.id }, { token: admin });
    await Promise.all([own.close(), owners.close()]);
  });
});

describe('a receiver', () => {
  it('that fails, stalls and redirects misses nothing and gets the messages of each order in order', async () => {
    const [orders, events] = thorough ? [100, 100] : [10, 30];
    let seed = 7;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    const receiver = await openReceiver(() => {
      const lot = random();
      if (lot < 0.01) return 0;
      return lot < 0.08 ? 500 : lot < 0.12 ? 302 : 204;
    });
    const { id } = (await create(receiver.address, ['order.changed'])).data;
    const numbers = await Promise.all(
      Array.from({ length: orders }, () => placeOrder(test, main, { product: 'Free Walk' }).catch(() => '')),
    );
    const placed = numbers.filter(Boolean);
    expect(placed.length).toBeGreaterThan(5);
    const perOrder = Math.ceil((orders * events) / placed.length);
    // As many transactions at once as the pool has connections, those of one order one after another.
    await Promise.all(
      placed.map(async (orderNo) => {
        for (let at = 0; at < perOrder; at += 1)
          await sql`INSERT INTO order_event (owner_id, order_no, action, actor, why) VALUES (1, ${orderNo}, 'contact', 'owner', ${String(at)})`.execute(
            test.database.house,
          );
      }),
    );
    const all = placed.length * perOrder;
    // A message may come twice, where its answer was late.
    const different = () => new Set(receiver.taken.map((one) => one.id)).size;
    for (let waited = 0; different() < all && waited < 500; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(different()).toBe(all);
    for (const orderNo of placed) {
      const ids = receiver.taken.filter((one) => one.orderNo === orderNo).map((one) => Number(one.id.split('_')[3]));
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
    expect([...receiver.tries.values()].some((count) => count > 1)).toBe(true);
    await drop(id);
    await receiver.close();
  }, 560_000);

  it('that is gone is paused with a mail to the hook’s maker, and gets what waited once the hook goes on', async () => {
    let gone = true;
    const receiver = await openReceiver(() => (gone ? 410 : 200));
    const { id } = (await create(receiver.address, ['order.placed'])).data;
    const orderNo = await placeOrder(test, main);
    const state = async () => (await test.call('hooks', {}, { token: main })).data.list.find((one) => one.id === id);
    await until(state, (hook) => hook?.state === 'dead');
    const mails = await until(
      () => test.mails('agent@one.example'),
      (list) => list.some(({ body }) => body.includes(receiver.address)),
    );
    expect(mails.length).toBeGreaterThan(0);
    gone = false;
    expect((await test.call('hookSet', { id, live: true }, { token: main })).code).toBe(200);
    await until(
      async () => receiver.taken.length,
      (count) => count === 1,
    );
    expect(receiver.taken[0]?.orderNo).toBe(orderNo);
    await drop(id);
    await receiver.close();
  });

  it('that was repaired gets at once what waited for its next try, and what was given up while nothing got through', async () => {
    let works = false;
    const receiver = await openReceiver(() => (works ? 204 : 500));
    const { id } = (await create(receiver.address, ['order.placed'])).data;
    const state = async () =>
      (await test.call('hooks', {}, { token: main })).data.list.find((one) => one.id === id)?.state;
    const orders = [await placeOrder(test, main), await placeOrder(test, main)];
    await until(
      () => sendings(id),
      (list) => list.length === 2 && list.every(({ tries }) => tries > 0),
    );
    // Three days later: the first message has its last try, and the second one waits for tomorrow.
    const [last = '', later = ''] = orders;
    await inTransaction(test.database.forOwner(1), async (owner) => {
      await sql`UPDATE hook SET failing_since = now() - interval '4 days' WHERE hook_id = ${id}::bigint`.execute(owner);
      await sql`UPDATE hook_sending SET due_at = now() + interval '1 day', tried_at = now() - interval '1 hour'
        WHERE hook_id = ${id}::bigint AND subject = ${later}`.execute(owner);
      await sql`UPDATE hook_sending SET tries = 40, due_at = now() WHERE hook_id = ${id}::bigint AND subject = ${last}`.execute(
        owner,
      );
    });
    await until(state, (now) => now === 'dead');
    expect((await sendings(id)).map((one) => one.state).sort()).toEqual(['given up', 'waiting']);
    works = true;
    expect((await test.call('hookSet', { id, live: true }, { token: main })).code).toBe(200);
    await until(
      async () => receiver.taken.length,
      (count) => count === 2,
    );
    expect(receiver.taken.map(({ orderNo }) => orderNo).sort()).toEqual([...orders].sort());
    await drop(id);
    await receiver.close();
  });

  it('that moved gets at its new address what waited for the old one, and other events from then on', async () => {
    const [old, moved] = [await openReceiver(() => 500), await openReceiver()];
    const { id } = (await create(old.address, ['order.placed'])).data;
    const first = await placeOrder(test, main);
    await until(
      () => sendings(id),
      (list) => list.some(({ tries }) => tries > 0),
    );
    const change = (wish: object, as = main) =>
      test.call('hookChange', { id, address: moved.address, types: ['order.placed'], ...wish } as never, { token: as });
    expect((await change({ address: 'ftp://shop.example', types: [] })).data).toMatchObject({
      fields: { address: expect.any(String), types: expect.any(String) },
    });
    expect(
      (await test.call('consoleHookChange', { id, address: moved.address, types: ['order.paid'] }, { token: admin }))
        .http,
    ).toBe(421);
    expect((await change({ types: ['order.placed', 'order.cancelled'] })).code).toBe(200);
    await until(
      async () => moved.taken.length,
      (count) => count === 1,
    );
    await test.call('cancelOrder', { orderNo: first }, { token: main });
    await until(
      async () => moved.taken.length,
      (count) => count === 2,
    );
    expect(moved.taken.map(({ orderNo, type }) => `${orderNo} ${type}`)).toEqual([
      `${first} order.placed`,
      `${first} order.cancelled`,
    ]);
    const shown = (await test.call('hooks', {}, { token: main })).data.list.find((one) => one.id === id);
    expect(shown).toMatchObject({ address: moved.address, failingSince: null, octo: false });
    await drop(id);
    await Promise.all([old.close(), moved.close()]);
  });

  it('that lost its secret gets a new one, and both sign until the former one ends (decision 0753)', async () => {
    const receiver = await openReceiver();
    const { id, secret: first } = (await create(receiver.address, ['order.placed'])).data;
    const renew = async (hours: number) => (await test.call('hookSecret', { id, hours }, { token: main })).data.secret;
    const signers = async (secrets: Record<string, string>) => {
      const count = receiver.taken.length;
      await placeOrder(test, main);
      await until(
        async () => receiver.taken.length,
        (now) => now > count,
      );
      const { headers, body, id } = receiver.taken.at(-1) as Message;
      const given = headers['webhook-signature']?.split(' ') ?? [];
      const by = (secret: string) => signHook(secret, id, Number(headers['webhook-timestamp']), body);
      expect(given.every((one) => Object.values(secrets).some((secret) => by(secret) === one))).toBe(true);
      return Object.keys(secrets).filter((name) => given.includes(by(secrets[name] ?? '')));
    };
    const shown = async () => (await test.call('hooks', {}, { token: main })).data.list.find((one) => one.id === id);
    expect((await shown())?.formerUntil).toBeNull();
    const second = await renew(1);
    expect(second).toMatch(/^whsec_/);
    expect(Date.parse((await shown())?.formerUntil ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    expect(await signers({ first, second })).toEqual(['first', 'second']);
    const third = await renew(0);
    expect((await shown())?.formerUntil).toBeNull();
    expect(await signers({ first, second, third })).toEqual(['third']);
    const fourth = await renew(24);
    await sql`UPDATE hook SET former_until = now() WHERE hook_id = ${id}::bigint`.execute(test.database.house);
    expect(await signers({ third, fourth })).toEqual(['fourth']);
    // Neither side renews the other's, and staff's renewals are in the log.
    expect((await test.call('consoleHookSecret', { id, hours: 0 }, { token: admin })).http).toBe(421);
    const desk = (
      await test.call('consoleHookCreate', { address: receiver.address, types: ['order.refunded'] }, { token: admin })
    ).data.id;
    expect((await test.call('hookSecret', { id: desk, hours: 0 }, { token: main })).http).toBe(421);
    expect((await test.call('consoleHookSecret', { id: desk, hours: 1 }, { token: admin })).data.secret).toMatch(
      /^whsec_/,
    );
    const { list } = (await test.call('consoleLog', { query: `hook ${desk}` }, { token: admin })).data;
    expect(JSON.stringify(list)).toContain('hook-secret-replaced');
    expect(JSON.stringify(list)).not.toContain('whsec_');
    await drop(id);
    await test.call('consoleHookDelete', { id: desk }, { token: admin });
    await receiver.close();
  });
});

describe('a partner', () => {
  it('that is frozen, or whose interface is closed, hears nothing until it is open again (security rule 35)', async () => {
    const [own, owners] = [await openReceiver(), await openReceiver()];
    const orderNo = await placeOrder(test, main, { product: 'Free Walk' });
    const { id } = (await create(own.address, ['order.changed'])).data;
    const desk = { address: owners.address, types: ['order.changed'] as ['order.changed'] };
    const { id: deskId } = (await test.call('consoleHookCreate', desk, { token: admin })).data;
    const found = await test.call('consolePartners', { query: 'agent@' }, { token: admin });
    const partnerId = found.data.list[0]?.id ?? '';
    const open = (open: boolean) => test.call('consolePartnerKeysOpen', { id: partnerId, open }, { token: admin });
    const freeze = (frozen: boolean) =>
      sql`UPDATE partner SET frozen = ${frozen} WHERE partner_id = ${partnerId}::bigint`.execute(test.database.house);
    const change = () =>
      sql`INSERT INTO order_event (owner_id, order_no, action, actor) VALUES (1, ${orderNo}, 'contact', 'owner')`.execute(
        test.database.house,
      );
    const heard = (count: number) =>
      until(
        async () => owners.taken.length,
        (taken) => taken === count,
      );
    const waiting = async () => (await sendings(id)).map(({ state, tries }) => [state, tries]);
    await open(false);
    await change();
    await heard(1);
    expect(await waiting()).toEqual([['waiting', 0]]);
    await open(true);
    await freeze(true);
    await change();
    await heard(2);
    await freeze(false);
    expect((await sendings(id)).length).toBe(2);
    await until(
      async () => own.taken.length,
      (count) => count === 2,
    );
    await drop(id);
    await test.call('consoleHookDelete', { id: deskId }, { token: admin });
    await Promise.all([own.close(), owners.close()]);
  });
});

describe('addresses', () => {
  it('of this machine and of private networks are refused, in every spelling', () => {
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
    ];
    const inside6 = [
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'ff02::1',
    ];
    for (const one of [...inside, ...inside6, 'localhost', '']) expect(isPublicAddress(one), one).toBe(false);
    for (const one of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111']) expect(isPublicAddress(one), one).toBe(true);
  });

  it('that resolve to one are refused at the sending; http, names with passwords and private numbers when they are typed', async () => {
    const other = await openTestHouse({ env: { HOOKS_RETRY_SECONDS: '0.1' } });
    const receiver = await openReceiver();
    try {
      const token = await other.signIn('admin@one.example', 'admin-2026');
      const make = (address: string) =>
        other.call('consoleHookCreate', { address, types: ['order.placed'] }, { token });
      for (const wrong of [receiver.address, 'https://me:pass@shop.example/', 'nowhere', 'ftp://shop.example/'])
        expect((await make(wrong)).code, wrong).toBe(200001);
      const hosts = [
        `https://localhost:${receiver.port}/`,
        `https://127.1:${receiver.port}/`,
        `https://[::1]:${receiver.port}/`,
      ];
      for (const host of [...hosts.slice(1), 'https://192.168.0.7/', 'https://0x7f000001/', 'https://[fe80::1]/'])
        expect(await make(host)).toMatchObject({
          code: 200001,
          data: { fields: { address: expect.stringContaining('private') } },
        });
      // As a name would that was public when it was typed.
      const ids = await Promise.all(hosts.map(async () => (await make('https://shop.example/')).data.id));
      for (const [at, id] of ids.entries())
        await sql`UPDATE hook SET address = ${hosts[at]} WHERE hook_id = ${id}`.execute(other.database.house);
      await placeOrder(other, await other.signIn('agent@one.example', 'agent-2026'));
      for (const id of ids) {
        const [sent] = await until(
          async () => (await other.call('consoleHookSendings', { id }, { token })).data.list,
          (list) => list[0]?.state === 'given up',
        );
        expect(sent).toMatchObject({ problem: 'privateAddress', answer: 0, tries: 2 });
      }
      expect(receiver.tries.size).toBe(0);
    } finally {
      await receiver.close();
      await other.close();
    }
  });
});

describe('races', () => {
  it('twenty at once make five hooks, and only of https; without the lock more than five are made', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('https://shop.example/hooks')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 200124)).toHaveLength(15);
    for (const { data } of answers) if (data?.id) await drop(data.id);
    type Locking = typeof import('../keys.sql.ts');
    await withoutGuard<Locking>(
      'systems/keys.sql.ts',
      [['partnerId} FOR NO KEY UPDATE', 'partnerId}']],
      async ({ lockKeys }) => {
        const agent = sql<{
          partner_id: number;
          account_id: number;
        }>`SELECT partner_id, account_id FROM account WHERE email = 'agent@one.example'`;
        const { partner_id: partnerId = 0, account_id: accountId = 0 } =
          (await agent.execute(test.database.house)).rows[0] ?? {};
        const hook = { partnerId, accountId, address: 'https://unguarded.example/', types: [...hookTypes], sealed: '' };
        const made = await Promise.all(
          Array.from({ length: 20 }, () =>
            inTransaction(test.database.forOwner(1), async (owner) => {
              await lockKeys(owner, partnerId);
              const id = await insertHook(owner, hook);
              await sql`SELECT pg_sleep(0.2)`.execute(owner);
              return id;
            }),
          ),
        );
        expect(made.filter(Boolean).length).toBeGreaterThan(5);
        await sql`DELETE FROM hook WHERE address = ${hook.address}`.execute(test.database.house);
      },
    );
  });
});

it('a signature is the one that the library of Standard Webhooks makes (standardwebhooks 1.1.1)', () => {
  const secret = `whsec_${Buffer.from('kembara test secret 24 b').toString('base64')}`;
  const data = { orderNo: '261123ABCDEFGH', status: 1001 };
  const body = JSON.stringify({ type: 'order.placed', timestamp: '2026-11-23T00:00:00.000Z', data });
  expect(signHook(secret, 'msg_1_2_3_0', 1795392000, body)).toBe('v1,Ar6Z4+s5XJSlmTGADWrRGCd0iOTqQX+lhdYYDTS6BD4=');
});
