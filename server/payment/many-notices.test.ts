// Two thousand notices (ten thousand in a thorough run) in any order: a tenth of them are forged in nine ways, the rest are three per
// payment. Each genuine notice is applied once, the money of each payment once, and no forged notice ever.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventOf, signEvent, stripeKeys } from '../../tests/build/gateways/set-up-stripe.ts';
import { thorough } from '../../tests/build/how-thorough.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { setUp } from '../../tests/build/set-up-channels.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { makeVault } from '../platform/vault.ts';
import type { Raw } from './channels/stage.ts';
import { type Noticed, receiveNotice } from './receive-notice.ts';

const [paidOrders, forgedOrders] = thorough ? [3000, 1000] : [600, 200];
const overHttp = 200;
const houseKey = 'a house key for ten thousand notices';

/** Several products, as in a shop: the orders of one product wait for its places and its count of sales. */
const wanted = [
  { product: 'Silver Tower' },
  { product: 'Few Seats' },
  { product: 'Airport Car' },
  { product: 'Evening Show', session: '18:00' },
];
const priced: { amountMinor: number; currency: string }[] = [];
const pricedAt = (order: number) => priced[order % wanted.length] ?? { amountMinor: 0, currency: 'MYR' };
const channelAt = (order: number) => (Math.floor(order / wanted.length) % 2 ? 'sandbox' : 'stripe');
const numberOf = (order: number) => `Q${String(order).padStart(9, '0')}`;
const nowSeconds = () => Math.floor(Date.now() / 1000);

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse({ env: { SECRET_KEY: houseKey } });
  // One account stands for hundreds of buyers (decision 0790).
  await sql`UPDATE owner SET limits = '{"unpaidOrdersPerAccount": 1000000}'`.execute(test.database.house);
  for (const owner of ['one', 'two'] as const) await setUp(test, 'stripe', owner, stripeKeys[owner]);
});
afterAll(() => test.close());

/** Orders like one that was placed, each with an attempt under way. */
async function multiply(orderNo: string, first: number): Promise<void> {
  const { house } = test.database;
  const step = wanted.length;
  const copy = (table: string, fields: string) =>
    sql`INSERT INTO ${sql.table(table)} SELECT (jsonb_populate_record(o, ${sql.raw(fields)})).* FROM ${sql.table(table)} o, (SELECT g, 'Q' || lpad(g::text, 9, '0') AS no
      FROM generate_series(${sql.lit(first)}, ${sql.lit(paidOrders + forgedOrders - 1)}, ${sql.lit(step)}) g) n WHERE `;
  const own = sql`o.order_no = ${orderNo}`;
  const sub = `jsonb_build_object('order_no', n.no, 'sub_order_no', n.no || '-1')`;
  const head = `jsonb_build_object('order_no', n.no, 'pay_status', 102, 'pay_by', now() + interval '1 hour')`;
  await sql`${copy('purchase', head)} ${own}`.execute(house);
  await sql`${copy('sub_order', sub)} ${own}`.execute(house);
  await sql`${copy('line_hold', sub)} o.sub_order_no LIKE ${`${orderNo}%`}`.execute(house);
  const placed = `jsonb_build_object('order_no', n.no, 'event_id', -1 - n.g)`;
  await sql`${copy('order_event', placed)} ${own} AND o.action = 'place'`.execute(house);
  const more = (paidOrders + forgedOrders) / step;
  await sql`UPDATE departure d SET capacity = ${10 * more}, held = held + ${more} FROM line_hold h
    WHERE h.sub_order_no = ${`${numberOf(first)}-1`} AND h.owner_id = d.owner_id AND h.departure_id = d.departure_id`.execute(
    house,
  );
}

async function beginAll(): Promise<void> {
  const { house } = test.database;
  await sql`INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, order_minor, rate, provider_ref, expires_at)
    SELECT owner_id, order_no || 'P', order_no, CASE substr(order_no, 2)::int / ${sql.lit(wanted.length)} % 2 WHEN 0 THEN 'stripe' ELSE 'sandbox' END,
      102, true, currency, payable_minor, payable_minor, 1, 'ref_' || order_no, now() + interval '1 hour'
    FROM purchase WHERE order_no LIKE 'Q%'`.execute(house);
  // As the database does automatically where orders come one by one.
  await sql`ANALYZE`.execute(house);
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const forgeries = 9;

function writeStripe(order: number, paid: boolean, forgery: number): Raw {
  const { amountMinor, currency } = pricedAt(order);
  const paymentNo = `${numberOf(order)}P`;
  const event = eventOf(paid ? 'checkout.session.completed' : 'checkout.session.expired', {
    id: `ref_${numberOf(order)}`,
    object: 'checkout.session',
    livemode: false,
    client_reference_id: paymentNo,
    metadata: { paymentNo, merchant: stripeKeys.one.accountId },
    status: paid ? 'complete' : 'expired',
    payment_status: paid ? 'paid' : 'unpaid',
    payment_intent: `pi_${order}`,
    amount_total: amountMinor,
    currency: currency.toLowerCase(),
  });
  const { webhookSecret: secret } = stripeKeys.one;
  const { raw, headers } = signEvent(event, secret);
  const good = headers['stripe-signature'] ?? '';
  return forge({ raw, good, secret, other: stripeKeys.two.webhookSecret, amountMinor }, 'stripe-signature', forgery);
}

function writeSandbox(order: number, paid: boolean, forgery: number): Raw {
  const secret = 'secret-of-one-0001';
  const { amountMinor, currency } = pricedAt(order);
  const raw = JSON.stringify({
    eventId: `evt-${Math.random()}`,
    type: paid ? 'payment.paid' : 'payment.failed',
    merchant: 'shop-one',
    paymentId: `ref_${numberOf(order)}`,
    transactionId: `txn-${order}`,
    reference: `${numberOf(order)}P`,
    currency,
    amountMinor,
  });
  const t = nowSeconds();
  const good = `t=${t},v1=${hmac(secret, `${t}.${raw}`)}`;
  return forge({ raw, good, secret, other: 'secret-of-two-0001', amountMinor }, 'x-sandbox-signature', forgery);
}

type Genuine = { raw: string; good: string; secret: string; other: string; amountMinor: number };

/** 0 is genuine; both schemes sign "<t>.<body>", so both are forged in the same nine ways. */
function forge({ raw, good, secret, other, amountMinor }: Genuine, header: string, forgery: number): Raw {
  const t = nowSeconds();
  const bent = raw.replace(String(amountMinor), String(amountMinor + 1));
  const ways: [text: string, signature: string][] = [
    [raw, good],
    [raw, `t=${t},v1=${hmac(other, `${t}.${raw}`)}`],
    [raw, `t=${t - 301},v1=${hmac(secret, `${t - 301}.${raw}`)}`],
    [bent, good],
    [`${raw} `, good],
    [raw, ''],
    [raw, `t=${t},v0=${hmac(secret, `${t}.${raw}`)}`],
    [raw, `t=${t},v1=${hmac(secret, raw)}`],
    [raw, good.replace(/t=(\d+)/, (_, at) => `t=${Number(at) + 1}`)],
    [raw, good.slice(0, -1)],
  ];
  const [text, signature] = ways[forgery] ?? [raw, ''];
  return { raw: text, headers: { 'content-type': 'application/json', [header]: signature } };
}

/** As a gateway does: what is answered 503 is sent again. */
async function post(path: string, body: string, headers: Record<string, string>): Promise<number> {
  for (;;) {
    const { status } = await test.fetch(path, { method: 'POST', body, headers });
    if (status !== 503) return status;
  }
}

type Letter = { order: number; paid: boolean; forgery: number };

/** Twice the money and once a failure for each paid order, one forgery for each other; in an order that the seed decides. */
function shuffled(seed: number): Letter[] {
  const letters: Letter[] = [];
  for (let order = 0; order < paidOrders; order += 1)
    for (const paid of [true, true, false]) letters.push({ order, paid, forgery: 0 });
  for (let at = 0; at < forgedOrders; at += 1)
    letters.push({ order: paidOrders + at, paid: true, forgery: 1 + (at % forgeries) });
  let state = seed;
  for (let at = letters.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [letters[at], letters[other]] = [letters[other] as Letter, letters[at] as Letter];
  }
  return letters;
}

it('many notices: every genuine one once, no forged one', { timeout: 600_000 }, async () => {
  const member = await test.signIn('member@one.example', 'member-2026');
  for (const [first, item] of wanted.entries()) {
    const orderNo = await placeOrder(test, member, item);
    priced.push((await test.call('orderDetail', { id: orderNo }, { token: member })).data.payable);
    await multiply(orderNo, first);
  }
  await beginAll();
  // What follows a commit is queued, not done: ten thousand mails are another test's business.
  const jobs: Noticed['jobs'] = {
    send: async () => undefined,
    part: async () => undefined,
    work: async () => undefined,
    stop: async () => undefined,
  };
  const vault = makeVault(houseKey);
  const context = {
    owner: test.database.forOwner(1),
    log: makeLog('silent'),
    vault,
    gateways: {},
    jobs,
    clock: () => new Date(),
  };
  const letters = shuffled(20_260_601);
  expect(letters).toHaveLength(3 * paidOrders + forgedOrders);

  const wrong: Letter[] = [];
  const send = async (letter: Letter, at: number) => {
    const channel = channelAt(letter.order);
    const write = channel === 'stripe' ? writeStripe : writeSandbox;
    const { raw, headers } = write(letter.order, letter.paid, letter.forgery);
    const taken =
      at < overHttp
        ? (await post(`/api/pay/notify/${channel}`, raw, headers)) === 200
        : (await receiveNotice({ ...context, now: new Date() }, channel, Buffer.from(raw), headers)) !== undefined;
    if (taken === letter.forgery > 0) wrong.push(letter);
  };
  const begun = Date.now();
  const queue = letters.entries();
  const sender = async () => {
    for (const [at, letter] of queue) await send(letter, at);
  };
  await Promise.all(Array.from({ length: 6 }, sender));
  const seconds = (Date.now() - begun) / 1000;
  console.log(`${letters.length} notices in ${seconds} s`);

  expect(wrong).toEqual([]);
  const { rows } = await sql`
    SELECT substr(p.order_no, 2)::int >= ${paidOrders} AS forged, count(*)::int AS orders,
      count(*) FILTER (WHERE p.status = 1003 AND y.status = 103 AND y.outcome = 'applied')::int AS paid,
      sum(n.applied)::int AS applied, sum(n.kept)::int AS kept, sum(e.pays)::int AS pays
    FROM purchase p JOIN payment y USING (owner_id, order_no),
      LATERAL (SELECT count(*) AS kept, count(*) FILTER (WHERE reason = 'applied') AS applied FROM payment_notice n
        WHERE n.owner_id = y.owner_id AND n.payment_no = y.payment_no AND n.state = 'applied') n,
      LATERAL (SELECT count(*) AS pays FROM order_event e WHERE e.owner_id = p.owner_id AND e.order_no = p.order_no AND e.action = 'pay') e
    WHERE p.order_no LIKE 'Q%' GROUP BY 1 ORDER BY 1`.execute(test.database.house);
  expect(rows).toEqual([
    {
      forged: false,
      orders: paidOrders,
      paid: paidOrders,
      applied: paidOrders,
      kept: 3 * paidOrders,
      pays: paidOrders,
    },
    { forged: true, orders: forgedOrders, paid: 0, applied: 0, kept: 0, pays: 0 },
  ]);
  const all = await sql<{ count: number }>`SELECT count(*)::int AS count FROM payment_notice`.execute(
    test.database.house,
  );
  expect(all.rows[0]?.count).toBe(3 * paidOrders);
  // Wall time says something only where the machine was not busy with other things.
});
