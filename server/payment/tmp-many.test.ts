// Ten thousand notices, a tenth of them forged in every way one can think of: each genuine one is applied once, no forged one ever.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventOf, signEvent, stripeKeys } from '../../tests/build/casts/cast-stripe.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { setUp } from '../../tests/build/stage-channels.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { makeVault } from '../platform/vault.ts';
import type { Raw } from './channels/conformance.ts';
import { type Noticed, receiveNotice } from './receive-notice.ts';

const many = 1_000;
const overHttp = 0;
const houseKey = 'a house key for ten thousand notices';
const channels = ['stripe', 'sandbox'] as const;

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse({ env: { SECRET_KEY: houseKey } });
  for (const owner of ['one', 'two'] as const) await setUp(test, 'stripe', owner, stripeKeys[owner]);
});
afterAll(() => test.close());

const numberOf = (at: number) => `Q${String(at).padStart(9, '0')}`;
const isForged = (at: number) => at % 10 === 7;
const channelOf = (at: number) => channels[at % 2] ?? 'stripe';
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Several products, as in a shop: the orders of one would stand in line for its places and its count of sales. */
const wanted = [
  { product: 'Silver Tower' },
  { product: 'Open Rail Pass' },
  { product: 'Airport Car' },
  { product: 'Evening Show', session: '18:00' },
];
const priced: { amountMinor: number; currency: string }[] = [];
const pricedAt = (at: number) => priced[at % wanted.length] ?? { amountMinor: 0, currency: 'MYR' };

/** Orders like one that was placed, each with an attempt under way. */
async function multiply(orderNo: string, first: number): Promise<void> {
  const { house } = test.database;
  const like = (table: string, set: string) =>
    sql`INSERT INTO ${sql.table(table)} SELECT (jsonb_populate_record(o, ${sql.raw(set)})).* FROM ${sql.table(table)} o,
      (SELECT g, 'Q' || lpad(g::text, 9, '0') AS no FROM generate_series(${sql.lit(first)}, ${sql.lit(many - 1)}, ${sql.lit(wanted.length)}) g) n WHERE `;
  const own = sql`o.order_no = ${orderNo}`;
  await sql`${like('purchase', `jsonb_build_object('order_no', n.no, 'pay_status', 102, 'pay_by', now() + interval '1 hour')`)} ${own}`.execute(
    house,
  );
  await sql`${like('sub_order', `jsonb_build_object('order_no', n.no, 'sub_order_no', n.no || '-1')`)} ${own}`.execute(
    house,
  );
  await sql`${like('line_hold', `jsonb_build_object('sub_order_no', n.no || '-1')`)} o.sub_order_no LIKE ${`${orderNo}%`}`.execute(
    house,
  );
  await sql`${like('order_event', `jsonb_build_object('order_no', n.no, 'event_id', -1 - n.g)`)} ${own} AND o.action = 'place'`.execute(
    house,
  );
  await sql`UPDATE departure d SET capacity = ${2 * many}, held = held + ${many / wanted.length} FROM line_hold h
    WHERE h.sub_order_no = ${`${numberOf(first)}-1`} AND h.owner_id = d.owner_id AND h.departure_id = d.departure_id`.execute(
    house,
  );
  await sql`INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, order_minor, rate, provider_ref, expires_at)
    SELECT owner_id, order_no || 'P', order_no, CASE right(order_no, 1)::int % 2 WHEN 0 THEN 'stripe' ELSE 'sandbox' END, 102, true, currency,
      payable_minor, payable_minor, 1, 'ref_' || order_no, now() + interval '1 hour' FROM purchase WHERE order_no LIKE 'Q%' AND substr(order_no, 2)::int % ${sql.lit(wanted.length)} = ${sql.lit(first)}`.execute(
    house,
  );
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

function writeStripe(at: number, kind: number): Raw {
  const { amountMinor, currency } = pricedAt(at);
  const paymentNo = `${numberOf(at)}P`;
  const metadata = { paymentNo, merchant: stripeKeys.one.accountId };
  const event = eventOf('checkout.session.completed', {
    id: `ref_${numberOf(at)}`,
    object: 'checkout.session',
    livemode: false,
    client_reference_id: paymentNo,
    metadata,
    status: 'complete',
    payment_status: 'paid',
    payment_intent: `pi_${at}`,
    amount_total: amountMinor,
    currency: currency.toLowerCase(),
  });
  const { webhookSecret } = stripeKeys.one;
  const good = signEvent(event, webhookSecret);
  const t = nowSeconds();
  const header = (value: string): Raw => ({ ...good, headers: { ...good.headers, 'stripe-signature': value } });
  return [
    () => good,
    () => signEvent(event, stripeKeys.two.webhookSecret),
    () => signEvent(event, webhookSecret, t - 301),
    () => ({ ...good, raw: good.raw.replace(String(amountMinor), String(amountMinor + 1)) }),
    () => ({ ...good, raw: `${good.raw} ` }),
    () => header(''),
    () => header(`t=${t},v0=${hmac(webhookSecret, `${t}.${good.raw}`)}`),
    () => header(`v1=${hmac(webhookSecret, good.raw)}`),
    () => header((good.headers['stripe-signature'] ?? '').replace(/t=\d+/, `t=${t + 1}`)),
    () => header((good.headers['stripe-signature'] ?? '').slice(0, -1)),
  ][kind]?.() as Raw;
}

function writeSandbox(at: number, kind: number): Raw {
  const secret = 'secret-of-one-0001';
  const { amountMinor, currency } = pricedAt(at);
  const raw = JSON.stringify({
    eventId: `evt-${at}`,
    type: 'payment.paid',
    merchant: 'shop-one',
    paymentId: `ref_${numberOf(at)}`,
    transactionId: `txn-${at}`,
    reference: `${numberOf(at)}P`,
    currency,
    amountMinor,
  });
  const t = nowSeconds();
  const signed = (text: string, value: string): Raw => ({ raw: text, headers: { 'x-sandbox-signature': value } });
  const good = `t=${t},v1=${hmac(secret, `${t}.${raw}`)}`;
  return [
    () => signed(raw, good),
    () => signed(raw, `t=${t},v1=${hmac('secret-of-two-0001', `${t}.${raw}`)}`),
    () => signed(raw, `t=${t - 301},v1=${hmac(secret, `${t - 301}.${raw}`)}`),
    () => signed(raw.replace(String(amountMinor), String(amountMinor + 1)), good),
    () => signed(`${raw} `, good),
    () => signed(raw, ''),
    () => signed(raw, `t=${t},v0=${hmac(secret, `${t}.${raw}`)}`),
    () => signed(raw, `t=${t},v1=${hmac(secret, raw)}`),
    () => signed(raw, good.replace(/t=\d+/, `t=${t + 1}`)),
    () => signed(raw, good.slice(0, -1)),
  ][kind]?.() as Raw;
}

it('ten thousand notices within a minute: every genuine one once, no forged one', { timeout: 240_000 }, async () => {
  const member = await test.signIn('member@one.example', 'member-2026');
  for (const [first, one] of wanted.entries()) {
    const orderNo = await placeOrder(test, member, one);
    priced.push((await test.call('orderDetail', { id: orderNo }, { token: member })).data.payable);
    await multiply(orderNo, first);
  }
  // As the database does by itself where orders come one by one.
  await sql`ANALYZE`.execute(test.database.house);
  let queued = 0;
  const context: Noticed = {
    db: test.database.forOwner(1),
    site: { ownerId: 1 } as Noticed['site'],
    log: makeLog('silent'),
    vault: makeVault(houseKey),
    gateways: {},
    now: new Date(),
    jobs: {
      send: async () => {
        queued += 1;
      },
      work: async () => undefined,
      stop: async () => undefined,
    },
  };
  const write = (at: number): Raw => {
    const kind = isForged(at) ? 1 + (Math.floor(at / 10) % 9) : 0;
    return channelOf(at) === 'stripe' ? writeStripe(at, kind) : writeSandbox(at, kind);
  };
  const send = async (at: number): Promise<boolean> => {
    const { raw, headers } = write(at);
    const channel = channelOf(at);
    if (at >= overHttp)
      return (await receiveNotice({ ...context, now: new Date() }, channel, Buffer.from(raw), headers)) !== undefined;
    const init = { method: 'POST', body: raw, headers: { 'content-type': 'application/json', ...headers } };
    return (await test.fetch(`/api/pay/notify/${channel}`, init)).status === 200;
  };
  const begun = Date.now();
  const taken = new Set<number>();
  let next = 0;
  const sender = async () => {
    for (let at = next++; at < many; at = next++) if (await send(at)) taken.add(at);
  };
  await Promise.all(Array.from({ length: 6 }, sender));
  const seconds = (Date.now() - begun) / 1000;
  console.log(`${many} notices in ${seconds} s`);

  expect(Array.from({ length: many }, (_, at) => at).filter((at) => taken.has(at) === isForged(at))).toEqual([]);
  const { rows } = await sql<{ forged: boolean; paid: number; notices: number; events: number; orders: number }>`
    SELECT substr(p.order_no, 10, 1) = '7' AS forged, count(*)::int AS orders, count(*) FILTER (WHERE y.status = 103 AND y.outcome = 'applied')::int AS paid,
      sum((SELECT count(*) FROM payment_notice n WHERE n.payment_no = y.payment_no AND n.state = 'applied' AND n.reason = 'applied'))::int AS notices,
      sum((SELECT count(*) FROM order_event e WHERE e.owner_id = p.owner_id AND e.order_no = p.order_no AND e.action = 'pay'))::int AS events
    FROM purchase p JOIN payment y USING (owner_id, order_no) WHERE p.order_no LIKE 'Q%' GROUP BY 1 ORDER BY 1`.execute(
    test.database.house,
  );
  const genuine = (many * 9) / 10;
  expect(rows).toEqual([
    { forged: false, orders: genuine, paid: genuine, notices: genuine, events: genuine },
    { forged: true, orders: many / 10, paid: 0, notices: 0, events: 0 },
  ]);
  const kept = await sql<{ count: number }>`SELECT count(*)::int AS count FROM payment_notice`.execute(
    test.database.house,
  );
  expect(kept.rows[0]?.count).toBe(genuine);
  expect(queued).toBe(((many - overHttp) * 9) / 10);
  expect(seconds).toBeLessThan(60);
});
