// Placing orders over HTTP: prices, refusals, repeats, and the last seats under many parallel requests.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { todayIn } from '../../domain/dates.ts';
import { findFewSeats, plainOrder } from '../../tests/build/few-seats.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let member: string;

beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(() => test.close());

const order = async (
  wanted: Parameters<typeof fillOrder>[2],
  change: (input: Awaited<ReturnType<typeof fillOrder>>) => object = (input) => input,
) => test.call('createOrder', change(await fillOrder(test, member, wanted)) as never, { token: member, key: newKey() });

describe('an order', () => {
  it('freezes the price as a ladder and holds the places until the deadline (§3 amounts; §3 lines; §4 status)', async () => {
    const answer = await order({ quantity: 2, promoCode: 'TEN' }, (input) => ({
      ...input,
      seenTotal: { amountMinor: 18_000, currency: 'MYR' },
    }));
    expect(answer.code).toBe(200);
    expect(answer.data.payable).toEqual({ amountMinor: 18_000, currency: 'MYR' });
    const detail = await test.call('orderDetail', { id: answer.data.orderNo }, { token: member });
    expect(detail.data.lines[0]?.ladder).toEqual([
      { step: 'listed', amount: { amountMinor: 20_000, currency: 'MYR' } },
      { step: 'promo', amount: { amountMinor: -2000, currency: 'MYR' } },
    ]);
    expect(detail.data.actions).toEqual(['withdraw']);
    const held = await sql<{
      held: number;
    }>`SELECT sum(d.held)::int AS held FROM departure d JOIN package k USING (owner_id, package_id)
      JOIN product p USING (owner_id, product_id) WHERE p.key = 'tower' AND p.owner_id = 1`.execute(
      test.database.house,
    );
    expect(held.rows[0]?.held).toBe(2);
  });

  it('gives the same answer to a repeat and refuses the key for another order', async () => {
    const input = await fillOrder(test, member);
    const key = newKey();
    const first = await test.call('createOrder', input, { token: member, key });
    const again = await test.call('createOrder', input, { token: member, key });
    expect(again.data).toEqual(first.data);
    const other = await test.call('createOrder', { ...input, remark: 'other' }, { token: member, key });
    expect(other.code).toBe(200006);
    const none = await test.call('createOrder', input, { token: member });
    expect(none.code).toBe(200001);
  });

  it('keeps its contact as one line each, without the spaces around it (§3 contact)', async () => {
    const answer = await order({}, (input) => ({
      ...input,
      contact: { name: '  Mei\r\nBcc:\u2028 Tan ', email: ' mei@example.com ', areaCode: '60', phone: ' 12345678 ' },
      agentReference: ' A\n1 ',
    }));
    expect(answer.code).toBe(200);
    const { data } = await test.call('orderDetail', { id: answer.data.orderNo }, { token: member });
    expect(data.contact).toEqual({ name: 'Mei Bcc: Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' });
    expect(data.contactName).toBe('Mei Bcc: Tan');
    expect(data.agentReference).toBe('A 1');
  });

  it('is made of what its product says now, whatever the process read before (§3 lines; §8 off the shelf)', async () => {
    const { packages } = await findProduct(test, 'Silver Tower');
    const write = (name: string, onShelf: boolean) =>
      sql`UPDATE package SET names = names || jsonb_build_object('en', ${name}::text), on_shelf = ${onShelf}
          WHERE package_id = ${packages[0]?.id}`.execute(test.database.house);
    const nameOf = async () => {
      const { data } = await order({});
      const detail = await test.call('orderDetail', { id: data.orderNo }, { token: member });
      return detail.data.lines[0]?.packageName;
    };
    const before = (await nameOf()) ?? '';
    expect(before).toBe(packages[0]?.name);
    await write('Another package', true);
    expect(await nameOf()).toBe('Another package');
    const input = await fillOrder(test, member);
    await write(before, false);
    const gone = await test.call('createOrder', input, { token: member, key: newKey() });
    expect(gone.code).toBe(200201);
    await write(before, true);
    expect(await nameOf()).toBe(before);
  });

  it('makes one order of twenty simultaneous repeats', async () => {
    const input = await fillOrder(test, member);
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.call('createOrder', input, { token: member, key })),
    );
    expect(new Set(answers.map((answer) => answer.data.orderNo)).size).toBe(1);
    expect(answers.every((answer) => answer.code === 200)).toBe(true);
  });

  it.each([0, -1, 1.5, 1_000_000_000])('refuses a quantity of %s by field (§5 quantity)', async (quantity) => {
    const answer = await order({}, (input) => ({ ...input, lines: [{ ...input.lines[0], quantity }] }));
    expect(answer.code).toBe(200001);
    expect((answer.data as never as { fields: object }).fields).toHaveProperty(['lines.0.quantity']);
  });

  it('refuses what is not there, not sold, or more than is left, and holds nothing (§5 SKU; §8 no stock on that day)', async () => {
    const unknown = await test.call(
      'createOrder',
      { ...(await fillOrder(test, member)), lines: [{ skuId: '999999', playOn, session: '', quantity: 1 }] },
      { token: member, key: newKey() },
    );
    expect(unknown.http).toBe(421);
    expect(
      (await order({}, (input) => ({ ...input, lines: [{ ...input.lines[0], playOn: '2020-01-01' }] }))).code,
    ).toBe(200204);
    expect((await order({}, (input) => ({ ...input, lines: [{ ...input.lines[0], session: '09:00' }] }))).code).toBe(
      200204,
    );
    const many = await order({ product: 'Few Seats' }, (input) => ({
      ...input,
      lines: [{ ...input.lines[0], quantity: 6 }],
      seenTotal: { amountMinor: 60_000, currency: 'MYR' },
    }));
    expect(many.code).toBe(200202);
    expect(many.msg).toContain('5');
  });

  it('refuses groups outside the bounds (§5 groups)', async () => {
    const small = await order({ product: 'Green Hills', quantity: 2 }, (input) => ({
      ...input,
      lines: [{ ...input.lines[0], quantity: 1 }],
    }));
    expect([small.code, small.msg]).toEqual([200205, 'At least 2 must be booked together.']);
    const large = await order({ product: 'Green Hills', quantity: 2 }, (input) => ({
      ...input,
      lines: [{ ...input.lines[0], quantity: 7 }],
    }));
    expect(large.code).toBe(200206);
  });

  it('shows the new figures beside the old when the price changed (§8 two codes)', async () => {
    const answer = await order({}, (input) => ({ ...input, seenTotal: { amountMinor: 9000, currency: 'MYR' } }));
    expect(answer.code).toBe(200203);
    expect(answer.data).toEqual({
      total: { amountMinor: 10_000, currency: 'MYR' },
      seen: { amountMinor: 9000, currency: 'MYR' },
    });
  });

  it('refuses expired, unknown and used-up promo codes', async () => {
    expect((await order({ promoCode: 'OVER' })).code).toBe(200602);
    expect((await order({ promoCode: 'NOPE' })).code).toBe(200601);
    const cheaper = (input: object) => ({ ...input, seenTotal: { amountMinor: 9500, currency: 'MYR' } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => order({ promoCode: 'ONCE', on: playOn }, cheaper)),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    // Once the buyer's own order has the use, the refusal leads to it.
    expect(answers.filter(({ code }) => code === 200603 || code === 200611)).toHaveLength(19);
  });

  it('asks for what is missing, field by field, in the language of the reader (§5 agreement; §5 required; §8 form invalid)', async () => {
    const input = {
      ...(await fillOrder(test, member, { product: 'Green Hills', quantity: 2 })),
      contact: { name: '', email: 'nonsense', phone: '12-34' },
      travellers: [{ '102': '王小明' }],
      agreed: false,
    };
    const answer = await test.call('createOrder', input, { token: member, key: newKey() });
    expect(answer.code).toBe(200001);
    const { fields } = answer.data as never as { fields: Record<string, string> };
    expect(Object.keys(fields).sort()).toEqual([
      'agreed',
      'contact.areaCode',
      'contact.email',
      'contact.name',
      'contact.phone',
      'travellers.0.102',
      'travellers.0.202',
      'travellers.1.102',
      'travellers.1.202',
    ]);
  });
});

describe('twenty buyers for the last five seats', () => {
  /** All requests are released at the same moment, while a second connection holds the departure's row. */
  async function race(): Promise<number[]> {
    const product = await findProduct(test, 'Few Seats');
    const input = await fillOrder(test, member, { product: 'Few Seats' });
    const client = await test.database.pool.connect();
    await client.query(`SET app.owner_id = '0'`);
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM departure WHERE package_id = $1 FOR UPDATE', [product.packages[0]?.id]);
    const waiting = Array.from({ length: 20 }, () => test.call('createOrder', input, { token: member, key: newKey() }));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await client.query('COMMIT');
    client.release(true);
    return (await Promise.all(waiting)).map((answer) => answer.code);
  }

  it('sells exactly five, and refuses the rest because there are no places', async () => {
    const codes = await race();
    expect(codes.filter((code) => code === 200)).toHaveLength(5);
    expect(codes.filter((code) => code === 200202)).toHaveLength(15);
  });

  it('would be sold twice without the guard: the race can fail, and the audit sees it', async () => {
    const other = await openTestHouse();
    const source = new URL('./place/insert-orders.sql.ts', import.meta.url);
    const mutant = new URL(`./place/unguarded-${process.pid}.tmp.ts`, import.meta.url);
    const guard = ' AND d.held + d.sold + w.quantity <= d.capacity';
    const text = readFileSync(source, 'utf8');
    expect(text).toContain(guard);
    writeFileSync(mutant, text.replace(guard, ''));
    try {
      const { insertOrder } = (await import(mutant.href)) as typeof import('./place/insert-orders.sql.ts');
      await sql`ALTER TABLE departure DROP CONSTRAINT departure_check`.execute(other.database.house);
      const row = await findFewSeats(other);
      const orders = Array.from({ length: 20 }, (_, at) =>
        inTransaction(other.database.forOwner(1), (owner) => insertOrder(owner, plainOrder(row, `RACE${1000 + at}`))),
      );
      await Promise.all(orders);
      const sold = await sql<{
        held: number;
      }>`SELECT held FROM departure WHERE departure_id = ${row.departure_id}`.execute(other.database.house);
      expect(sold.rows[0]?.held).toBe(20);
    } finally {
      rmSync(mutant);
    }
    await expect(other.close()).rejects.toThrow('never more held and sold');
  });
});

describe('withdrawing', () => {
  it('gives the places back and can be done once', async () => {
    const orderNo = await placeOrder(test, member);
    expect((await test.call('cancelOrder', { orderNo }, { token: member })).data.status).toBe(4007);
    expect((await test.call('cancelOrder', { orderNo }, { token: member })).code).toBe(200302);
  });
});

it('the number of an order begins with the day of its owner, whatever day it is in Greenwich (§3 orderNo)', async () => {
  // One of these has another day than Greenwich at any moment.
  const zone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
  const own = await openTestHouse();
  try {
    await sql`UPDATE owner SET zone = ${zone} WHERE owner_id = 1`.execute(own.database.house);
    const token = await own.signIn('member@one.example', 'member-2026');
    const days = () => [todayIn(zone, Date.now()), todayIn('UTC', Date.now())].map(shorten);
    const [there, here] = days();
    const orderNo = await placeOrder(own, token);
    expect(there).not.toBe(here);
    // Midnight may have passed meanwhile.
    expect([there, days()[0]]).toContain(orderNo.slice(0, 6));
  } finally {
    await own.close();
  }
});

const shorten = (day: string) => day.slice(2).replaceAll('-', '');
