// An instance for conformance tests of payment channels: one owner with every channel set up, another with the same channels and other
// keys, gateways behind relays that can be cut.
import { traitsOf } from '../../domain/pay-channels.ts';
import { closeOverdue } from '../../server/order/close-order.ts';
import type { OutsideChannel } from '../../server/payment/channels/index.ts';
import type { Attempt, Play, Stage } from '../../server/payment/channels/stage.ts';
import { sql } from '../../server/platform/db.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import { until } from './open-gateway.ts';
import { openTestHouse, type TestHouse } from './open-house.ts';
import { newKey, placeOrder } from './place-orders.ts';
import { openRelay, type Relay } from './relay-gateway.ts';

/** The parts of a channel's test: its fake, started once the instance is up, and the keys that both know. */
export type Cast = {
  channel: OutsideChannel;
  timed: boolean;
  /** Left out where the seed has them. */
  keys?: { one: Record<string, string>; two: Record<string, string> };
  options?: object;
  /** What buyers pay in, where the channel takes no other. */
  currency?: string;
  /** Whom the owner offers it to, where it must say so; what else it needs in the house. */
  only?: object;
  prepare?(test: TestHouse): Promise<void>;
  open(notifyUrl: string): Promise<{ url: string; play: Play; close(): Promise<void> }>;
};

export type Theatre = { test: TestHouse; stageOf(channel: string): Stage; close(): Promise<void> };

/** Buyer's details for channels that ask for a cardholder. */
export const cardholder = { email: 'holder@example.com', phone: '60123456789' };

export async function openTheatre(casts: readonly Cast[], more: Record<string, string> = {}): Promise<Theatre> {
  const relays = new Map<string, Relay>();
  for (const { channel } of casts) relays.set(channel, await openRelay());
  const env = Object.fromEntries(
    [...relays].map(([channel, relay]) => [
      `GATEWAY_${channel.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_URL`,
      relay.url,
    ]),
  );
  const test = await openTestHouse({ env: { ...env, ...more } });
  // The fakes reach the house where it really listens.
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('127.0.0.1', 1)`.execute(test.database.house);
  // Room for every case of every channel, and for floods.
  await sql`UPDATE departure SET capacity = 9999999 WHERE capacity = 20`.execute(test.database.house);
  const tokens = {
    one: await test.signIn('finance@one.example', 'finance-2026', 'one.test'),
    two: await test.signIn('finance@two.example', 'finance-2026', 'two.test'),
  };
  const stages = new Map<string, Stage>();
  const closing: (() => Promise<void>)[] = [];
  for (const cast of casts) {
    const relay = relays.get(cast.channel) as Relay;
    const gateway = await cast.open(`${test.base}/api/pay/notify/${cast.channel}`);
    relay.to(gateway.url);
    closing.push(gateway.close, relay.close);
    const { keys, options, currency, only } = cast;
    const more = { ...(options ? { options } : {}), ...(currency ? { currency } : {}), ...(only ? { only } : {}) };
    await cast.prepare?.(test);
    if (keys)
      for (const owner of ['one', 'two'] as const)
        await setUp(test, cast.channel, owner, keys[owner], more, tokens[owner]);
    stages.set(cast.channel, await openStage(test, relay, gateway.play));
  }
  return {
    test,
    stageOf: (channel) => stages.get(channel) as Stage,
    async close() {
      try {
        await test.close();
      } finally {
        for (const close of closing) await close();
      }
    },
  };
}

/** As the owner's finance people do it. */
export async function setUp(
  test: TestHouse,
  channel: string,
  owner: 'one' | 'two',
  keys: Record<string, string>,
  more: object = {},
  signedIn?: string,
): Promise<void> {
  const host = `${owner}.test`;
  const token = signedIn ?? (await test.signIn(`finance@${owner}.example`, 'finance-2026', host));
  const { list } = (await test.call('consoleChannels', {}, { token, host })).data;
  const revision = list.find((one) => one.channel === channel)?.revision ?? 0;
  const wanted = { channel, active: true, feePercent: '0', feeRefundable: false, keys, revision, ...more };
  const result = await test.call('consoleChannelSave', wanted, { token, host });
  if (result.code !== 200) throw new Error(`${channel} was not set up: ${result.msg} ${JSON.stringify(result.data)}`);
}

async function openStage(test: TestHouse, relay: Relay, play: Play): Promise<Stage> {
  const member = await test.signIn('member@one.example', 'member-2026');
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  return {
    play,
    ...customerOf(test, play, play.byAgent ? agent : member),
    ...clockOf(test),
    async askSoon({ paymentNo }) {
      const { house } = test.database;
      await sql`UPDATE payment SET next_poll_at = now() WHERE payment_no = ${paymentNo} AND next_poll_at IS NOT NULL`.execute(
        house,
      );
    },
    attempt: (orderNo) => readAttempt(test, orderNo),
    async takeRest(product, quantity) {
      const orderNo = await placeOrder(test, agent, { product, quantity });
      return async () => {
        await test.call('cancelOrder', { orderNo }, { token: agent });
      };
    },
    async reject(orderNo) {
      await test.call('consoleReject', { id: orderNo, why: 'No guide that day' }, { token: staff });
    },
    async give(id, amountMinor) {
      const asked = { id, amountMinor, reason: 'The bus was late' };
      return (await test.call('consoleGoodwillGive', asked, { token: staff, key: newKey() })).code;
    },
    givable: async (id) => (await test.call('consoleGoodwill', { id }, { token: staff })).data.most.amountMinor,
    lose: relay.lose,
    hold: () => relay.hold(() => true),
    until: (asking, fits) => until(asking, fits),
    async differences() {
      const day = new Date().toISOString().slice(0, 10);
      await test.call('consoleReconcile', { channel: play.channel, day }, { token: finance });
      const { list } = (await test.call('consoleDifferences', {}, { token: finance })).data;
      return list.filter((one) => one.channel === play.channel).map((one) => one.ref);
    },
    async audit() {
      const findings = await auditHouse(test.database);
      return findings.filter((one) => one.violations.length).map((one) => JSON.stringify(one));
    },
  };
}

/** What of the house failed last, so that a test that meets a 500 says why. */
function lastErrors(test: TestHouse): string {
  return test.log
    .filter((line) => /"level":[56]0/.test(line))
    .slice(-3)
    .join('\n');
}

function customerOf(
  test: TestHouse,
  play: Play,
  token: string,
): Pick<Stage, 'order' | 'start' | 'tell' | 'status' | 'ask'> {
  // Where a gateway's notices can find it.
  const host = test.base.replace('http://', '');
  return {
    order: (product, quantity) => placeOrder(test, token, { product, quantity }),
    async start(orderNo, channel = play.channel) {
      const asked = traitsOf(channel as OutsideChannel).cardholder ? { cardholder } : {};
      const result = await test.call('paying', { id: orderNo, channel, ...asked }, { token, key: newKey(), host });
      return { code: result.code, paymentNo: result.data?.paymentNo };
    },
    async tell({ raw, headers }, to = 'one.test') {
      // Unsigned notices cause a question at most every five seconds. Rows that the house is at are left to it.
      if (play.unsigned || play.isQueried)
        await sql`UPDATE payment SET polled_at = NULL WHERE payment_no IN (SELECT payment_no FROM payment
          WHERE polled_at IS NOT NULL FOR UPDATE SKIP LOCKED)`.execute(test.database.house);
      const path = `/api/pay/notify/${play.channel}`;
      const answer = await test.fetch(path, { method: 'POST', body: raw, headers, host: to });
      if (answer.status >= 500 && !play.unsigned && !play.isQueried)
        throw new Error(`a notice met ${answer.status}: ${lastErrors(test)}`);
      return { status: answer.status, text: await answer.text() };
    },
    async status(orderNo) {
      const { http, data } = await test.call('orderDetail', { id: orderNo }, { token });
      if (http !== 200) throw new Error(`the order's page met ${http}: ${lastErrors(test)}`);
      const applied = data.events.filter((one) => one.action === 'pay' || one.action === 'payLate').length;
      return { status: data.status, payStatus: data.payStatus, applied };
    },
    async ask(orderNo) {
      await sql`UPDATE payment SET polled_at = NULL WHERE order_no = ${orderNo}`.execute(test.database.house);
      const { paid, late } = (await test.call('isPaySuccess', { id: orderNo }, { token })).data;
      return { paid, late };
    },
  };
}

function clockOf(test: TestHouse): Pick<Stage, 'runOut' | 'refunds' | 'age'> {
  const { house } = test.database;
  return {
    async runOut(orderNo) {
      await sql`UPDATE payment SET live = false, status = 104 WHERE order_no = ${orderNo}`.execute(house);
      await sql`UPDATE purchase SET pay_by = now() - interval '1 second', pay_status = 104 WHERE order_no = ${orderNo}`.execute(
        house,
      );
      // The house's own rounds close orders too: on a busy machine one of them holds a row for longer than statements wait.
      const close = () => closeOverdue(test.database, () => new Date()).catch(() => undefined);
      await until(close, (closed) => closed !== undefined);
    },
    async refunds(orderNo) {
      const found = await sql<{
        refund_no: string;
        status: number;
        tries: number;
        amount_minor: number;
        last_problem: string;
        manual: boolean;
      }>`SELECT refund_no, status, tries, amount_minor, last_problem, manual FROM refund WHERE order_no = ${orderNo}`.execute(
        house,
      );
      return found.rows.map(({ refund_no, amount_minor, last_problem, ...rest }) => ({
        ...rest,
        refundNo: refund_no,
        amountMinor: amount_minor,
        problem: last_problem,
      }));
    },
    async age(refundNo) {
      await sql`UPDATE refund SET created_at = created_at - interval '2 hours' WHERE refund_no = ${refundNo}`.execute(
        house,
      );
    },
  };
}

/** The newest payment of an order or of a recharge. */
export async function readAttempt(test: TestHouse, orderNo: string): Promise<Attempt> {
  const found = await sql<{
    payment_no: string;
    provider_ref: string | null;
    amount_minor: number;
    currency: string;
    status: number;
  }>`SELECT payment_no, provider_ref, amount_minor, currency, status FROM payment
    WHERE order_no = ${orderNo} OR recharge_no = ${orderNo}
    ORDER BY created_at DESC LIMIT 1`.execute(test.database.house);
  const row = found.rows[0];
  if (!row) throw new Error(`no payment for ${orderNo}`);
  const { payment_no: paymentNo, provider_ref: providerRef, amount_minor: amountMinor, currency, status } = row;
  return { paymentNo, providerRef, amountMinor, currency, status };
}
