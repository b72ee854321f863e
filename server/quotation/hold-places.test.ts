// Places that a quotation holds (§2 onlinequotation, decision 0312): within the limits of the partner's level, counted apart in the calendar,
// given back at every end, used by the booking and never sold twice; races, and the same statements shown to fail without their guards.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { writeQuotationChange } from '../notification/write-quotation-mails.ts';
import { inTransaction, sql } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { expireQuotations, releaseOverHolds } from './quotation.jobs.ts';

let test: TestHouse;
let agent: string;
let member: string;
let operations: string;
let content: string;
let found: { key: string; product: string; package: string; sku: string }[];
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  const all = await sql<(typeof found)[number]>`
    SELECT p.key, p.product_id::text AS product, g.package_id::text AS package, s.sku_id::text AS sku
    FROM product p JOIN package g ON g.product_id = p.product_id JOIN sku s ON s.package_id = g.package_id
    WHERE p.owner_id = 1 ORDER BY s.position`.execute(test.database.house);
  found = all.rows;
}, 60_000);
afterAll(() => test.close());

type Line = NonNullable<InputOf<'quotationSave'>['lines']>[number];
const of = (key: string) => found.find((item) => item.key === key) ?? ({} as never);
const line = (key: string, quantity: number, more: Partial<Line> = {}): Line => {
  const { product: productId, package: packageId, sku: skuId } = of(key);
  return { productId, packageId, skuId, playOn, quantity, ...more };
};
const draft = (lines: Line[], more: Partial<InputOf<'quotationSave'>> = {}) => ({
  ...{ language: 'en' as const, currency: 'MYR' as const, validUntil: addDays(today, 5), title: 'Held', ...more },
  lines,
});
const save = async (lines: Line[], more = {}) =>
  (await test.call('quotationSave', draft(lines, more), { token: agent })).data;
const hold = (item: { id: string; revision: number }) =>
  test.call('quotationHold', { id: item.id, revision: item.revision }, { token: agent });
const detail = async (id: string) => (await test.call('quotation', { id }, { token: agent })).data;
const cell = async (key: string) => {
  const input = { packageId: of(key).package, from: playOn, to: playOn };
  const [day] = (await test.call('consoleCalendar', input, { token: content })).data.days;
  return { held: day?.held, quoted: day?.quoted, sold: day?.sold };
};
const leftOf = async (key: string) => {
  const input = { packageId: of(key).package, from: playOn, to: playOn };
  return (await test.call('inventories', input, { token: member })).data.days[0]?.left;
};
const setLimits = async (places: number, hours: number) => {
  const token = await test.signIn('admin@one.example', 'admin-2026');
  const { partners, ...levels } = (await test.call('consoleLevels', {}, { token })).data;
  const all = (value: number) => levels.names.map(() => value);
  const input = { ...levels, quotePlaces: all(places), quoteHours: all(hours) };
  return test.call('consoleLevelsSave', input, { token });
};
const orders = () =>
  [...new Set(found.map((item) => item.product))].map((productId) => ({ productId, orderFields: {} }));
const book = (id: string, revision: number) =>
  test.call(
    'quotationBook',
    { id, revision, contact: { name: 'Arif', email: 'agent@one.example' }, agreed: true, orders: orders() },
    { token: agent, key: newKey() },
  );
const jobs = { send: async () => undefined } as never;
/** What the clock queues for mails. */
const queued: { name: string; data: JobData['quotation.changed'] }[] = [];
const noting = { send: async (_: unknown, name: string, data: never) => queued.push({ name, data }) } as never;

describe('holding places', () => {
  it('is refused where the owner lets the level hold nothing, and bounded by places and hours where it does', async () => {
    const saved = await save([line('tower', 3)]);
    expect(saved.hold).toEqual({ until: null, taken: 0, places: 0, hours: 0, open: true });
    const no = await hold(saved);
    expect([no.code, no.msg]).toEqual([200903, 'Quotations of your company cannot hold places.']);
    expect(Object.keys((await setLimits(4, 0)).data)).toEqual(['fields']);
    expect((await setLimits(4, 48)).code).toBe(200);
    const answer = await hold(saved);
    expect(Math.abs(Date.parse(answer.data.until) - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
    expect(await cell('tower')).toEqual({ held: 3, quoted: 3, sold: 0 });
    expect(await leftOf('tower')).toBe(17);
    const { hold: shown, revision, history } = await detail(saved.id);
    expect(shown).toEqual({ until: answer.data.until, taken: 3, places: 4, hours: 48, open: true });
    expect(history[0]).toMatchObject({ action: 'hold', actor: 'agent' });
    const other = await save([line('tower', 2)]);
    expect((await hold(other)).msg).toMatch(/may hold 4 places, each for 48 hours/);
    // Again: not longer than from the first time.
    await sql`UPDATE quotation SET held_at = held_at - interval '47 hours' WHERE quotation_id = ${saved.id}`.execute(
      test.database.house,
    );
    expect((await hold(saved)).code).toBe(200009);
    const again = await hold({ id: saved.id, revision });
    expect(Date.parse(again.data.until) - Date.now()).toBeLessThan(3_700_000);
    expect(await cell('tower')).toEqual({ held: 3, quoted: 3, sold: 0 });
    const back = { id: saved.id, revision: again.data.revision };
    expect((await test.call('quotationRelease', back, { token: agent })).code).toBe(200);
    expect((await test.call('quotationRelease', back, { token: agent })).code).toBe(200302);
    expect(await cell('tower')).toEqual({ held: 0, quoted: 0, sold: 0 });
  });

  it('takes all or nothing, nights and single tickets with limits of their own too', async () => {
    await setLimits(200, 24);
    const nights = { untilOn: addDays(playOn, 3) };
    const saved = await save([line('inn', 2, nights), line('few-seats', 5)]);
    await placeOrder(test, member, { product: 'Few Seats' });
    expect((await hold(saved)).code).toBe(200202);
    expect(await cell('inn')).toEqual({ held: 0, quoted: 0, sold: 0 });
    const fewer = await save([line('inn', 2, nights), line('few-seats', 4)]);
    expect((await hold(fewer)).code).toBe(200);
    expect(await cell('inn')).toEqual({ held: 2, quoted: 2, sold: 0 });
    expect(await cell('few-seats')).toEqual({ held: 5, quoted: 4, sold: 0 });
    // A limit that is set meanwhile begins with what is held.
    const limits = (capacity: number | null, wasCapacity: number | null) =>
      test.call(
        'consoleCalendarSave',
        {
          packageId: of('few-seats').package,
          changes: [{ on: playOn, session: '', limits: [{ skuId: of('few-seats').sku, capacity, wasCapacity }] }],
        },
        { token: content },
      );
    expect((await limits(4, null)).code).toBe(200209);
    expect((await limits(5, null)).code).toBe(200);
    const { revision } = await detail(fewer.id);
    await test.call('quotationRelease', { id: fewer.id, revision }, { token: agent });
    expect(await cell('few-seats')).toEqual({ held: 1, quoted: 0, sold: 0 });
    expect((await limits(null, 5)).code).toBe(200);
  });

  it('ends with a change of the lines, withdrawing, the last day, and the clock, which mails the agent', async () => {
    const ends: ((id: string, revision: number) => Promise<unknown>)[] = [
      (id, revision) => test.call('quotationSave', { ...draft([line('hills', 2)]), id, revision }, { token: agent }),
      async (id, revision) => {
        const sent = await test.call('quotationSend', { id, revision }, { token: agent });
        await test.call('quotationWithdraw', { id, revision: sent.data.revision }, { token: agent });
      },
      async (id, revision) => {
        await test.call('quotationSend', { id, revision }, { token: agent });
        await expireQuotations({ database: test.database, jobs }, new Date(Date.now() + 8 * 86_400_000));
      },
      () => releaseOverHolds({ database: test.database, jobs: noting }, new Date(Date.now() + 25 * 3_600_000)),
    ];
    for (const end of ends) {
      const saved = await save([line('hills', 3)]);
      const held = await hold(saved);
      expect(await cell('hills')).toEqual({ held: 3, quoted: 3, sold: 0 });
      await releaseOverHolds({ database: test.database, jobs }, new Date());
      expect((await cell('hills')).quoted).toBe(3);
      await end(saved.id, held.data.revision);
      expect(await cell('hills')).toEqual({ held: 0, quoted: 0, sold: 0 });
      expect((await detail(saved.id)).hold.until).toBeNull();
    }
    // The agent is mailed about the clock's changes alone; its own actions and status changes have other mails.
    expect(queued).toEqual([
      { name: 'quotation.changed', data: { quotationId: expect.any(Number), eventId: expect.any(Number) } },
    ]);
    const writing = { owner: test.database.forOwner(1), jobs, vault: {} as never, erasures: null };
    if (queued[0]) await writeQuotationChange(writing, queued[0].data);
    const subjects = (await test.mails('agent@one.example')).map((mail) => mail.subject);
    expect(subjects).toContainEqual(expect.stringMatching(/^The places held for quotation \S+ have been given back$/));
  });
});

describe('booking', () => {
  it('uses the places that were held, while others find none', async () => {
    await sql`UPDATE departure SET capacity = 6 WHERE package_id = ${of('few-seats').package} AND play_on = ${playOn}::date`.execute(
      test.database.house,
    );
    const saved = await save([line('few-seats', 5), line('tower', 2)]);
    const held = await hold(saved);
    expect(await leftOf('few-seats')).toBe(0);
    const check = await test.call('quotationCheck', { id: saved.id }, { token: agent });
    expect([check.code, check.data.orders.length]).toEqual([200, 2]);
    const sent = await test.call('quotationSend', { id: saved.id, revision: held.data.revision }, { token: agent });
    const buyers = Array.from({ length: 20 }, () =>
      placeOrder(test, member, { product: 'Few Seats' }).then(
        () => 'bought',
        () => 'none',
      ),
    );
    const [booked, ...rest] = await Promise.all([book(saved.id, sent.data.revision), ...buyers]);
    expect(booked.code).toBe(200);
    expect(rest.filter((value) => value === 'bought')).toEqual([]);
    expect(await cell('few-seats')).toEqual({ held: 6, quoted: 0, sold: 0 });
    expect(await cell('tower')).toEqual({ held: 2, quoted: 0, sold: 0 });
    expect((await detail(saved.id)).hold).toMatchObject({ until: null, taken: 0, open: false });
  });

  it('leaves the hold where it is refused', async () => {
    const saved = await save([line('tower', 2), line('hills', 2)]);
    const held = await hold(saved);
    const sent = await test.call('quotationSend', { id: saved.id, revision: held.data.revision }, { token: agent });
    await sql`UPDATE sku SET price_minor = price_minor + 100 WHERE sku_id = ${of('hills').sku}`.execute(
      test.database.house,
    );
    expect((await book(saved.id, sent.data.revision)).code).toBe(200203);
    expect((await detail(saved.id)).hold).toMatchObject({ until: held.data.until, taken: 4 });
    const left = { id: saved.id, revision: sent.data.revision };
    expect((await test.call('quotationRelease', left, { token: agent })).code).toBe(200);
  });
});

describe('staff', () => {
  it('see a quotation with every version, hold beyond the limits and give back, in the log', async () => {
    await setLimits(1, 1);
    const saved = await save([line('yen-show', 3, { session: '18:00' })]);
    const sent = await test.call('quotationSend', { id: saved.id, revision: saved.revision }, { token: agent });
    const next = { ...draft([line('yen-show', 4, { session: '18:00' })]), id: saved.id, revision: sent.data.revision };
    await test.call('quotationSave', next, { token: agent });
    const read = async (version?: number) =>
      (await test.call('consoleQuotation', { id: saved.id, ...(version ? { version } : {}) }, { token: operations }))
        .data;
    const now = await read();
    expect(now).toMatchObject({ version: 2, shown: 2, partnerName: expect.any(String), status: 'draft' });
    expect(now.versions.map((version) => [version.version, version.sentAt !== null])).toEqual([[2, false], [1, true]]); // biome-ignore format: a table
    expect([now.lines[0]?.quantity, (await read(1)).lines[0]?.quantity]).toEqual([4, 3]);
    expect((await test.call('consoleQuotation', { id: saved.id, version: 9 }, { token: operations })).http).toBe(421);
    const asked = { id: saved.id, revision: now.revision };
    const held = await test.call('consoleQuotationHold', asked, { token: operations });
    expect(Date.parse(held.data.until) - Date.now()).toBeGreaterThan(4 * 86_400_000);
    expect((await read()).history[0]).toMatchObject({ action: 'hold', actor: 'owner' });
    const back = await test.call(
      'consoleQuotationRelease',
      { ...asked, revision: held.data.revision },
      { token: operations },
    );
    expect([back.code, (await read()).hold.until]).toEqual([200, null]);
    const { rows } = await sql<{ act: string }>`SELECT act FROM audit_log WHERE subject = ${`quotation ${saved.id}`}
      ORDER BY entry_id`.execute(test.database.house);
    expect(rows.map((row) => row.act)).toEqual(['quotation-held', 'quotation-released']);
  });
});

describe('a crowd', () => {
  const stage = async (other: TestHouse) => {
    const house = other.database.house;
    await sql`UPDATE owner SET quote_places = array_fill(7, ARRAY[10]), quote_hours = array_fill(24, ARRAY[10]) WHERE owner_id = 1`.execute(
      house,
    );
    const token = await other.signIn('agent@one.example', 'agent-2026');
    const made = Array.from({ length: 20 }, () =>
      other.call('quotationSave', draft([line('few-seats', 1)]), { token }).then((answer) => answer.data),
    );
    return { token, made: await Promise.all(made) };
  };

  it('of holds and buyers takes each of five places once, and never more than the partner may hold', async () => {
    const other = await openTestHouse();
    const { token, made } = await stage(other);
    const buyer = await other.signIn('member@one.example', 'member-2026');
    const held = made.map((item) =>
      other.call('quotationHold', { id: item.id, revision: item.revision }, { token }).then(({ code }) => code === 200),
    );
    const bought = Array.from({ length: 10 }, () => placeOrder(other, buyer, { product: 'Few Seats' }).then(() => true, () => false)); // biome-ignore format: one line
    const won = (await Promise.all([...held, ...bought])).filter(Boolean).length;
    expect(won).toBe(5);
    await sql`UPDATE departure SET capacity = 100 WHERE package_id = ${of('few-seats').package}`.execute(
      other.database.house,
    );
    const rest = await Promise.all(
      made.map((item) => other.call('quotationHold', { id: item.id, revision: item.revision }, { token })),
    );
    expect(rest.every(({ code }) => [200, 200009, 200903].includes(code))).toBe(true);
    const { rows } = await sql<{ n: number }>`SELECT sum(quantity)::int AS n FROM quotation_hold`.execute(
      other.database.house,
    );
    expect(rows).toEqual([{ n: 7 }]);
    await other.close();
  }, 120_000);

  it('would hold twenty of five without the guard: the race can fail, and the audit sees it', async () => {
    const other = await openTestHouse();
    const { made } = await stage(other);
    const source = new URL('hold.sql.ts', import.meta.url);
    const mutant = new URL(`hold-unguarded-${process.pid}.tmp.ts`, import.meta.url);
    const guard = ' AND d.held + d.sold + a.quantity <= d.capacity';
    const text = readFileSync(source, 'utf8');
    expect(text.split(guard)).toHaveLength(2);
    writeFileSync(mutant, text.replace(guard, ''));
    try {
      const { lockHolding, takeHold } = (await import(mutant.href)) as typeof import('./hold.sql.ts');
      await sql`ALTER TABLE departure DROP CONSTRAINT departure_check`.execute(other.database.house);
      await Promise.all(
        made.map(({ id }) =>
          inTransaction(other.database.forOwner(1), async (owner) => {
            const found = await lockHolding(owner, { id, reader: null }, 'UTC');
            if (found) await takeHold(owner, found, new Date(Date.now() + 3_600_000), null);
          }),
        ),
      );
      const { rows } = await sql<{
        held: number;
      }>`SELECT held FROM departure WHERE package_id = ${of('few-seats').package}
        AND play_on = ${playOn}::date`.execute(other.database.house);
      expect(rows).toEqual([{ held: 20 }]);
    } finally {
      rmSync(mutant);
    }
    await expect(other.close()).rejects.toThrow('never more held and sold');
  }, 120_000);
});
