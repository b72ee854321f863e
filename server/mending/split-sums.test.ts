// Limits for one person count what the person did alone within a day (decisions 0024, 0293, 0409, 0721): a sum that is split into several
// waits for a second person as the whole would, also where all parts are sent at once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { adjust, findAgency, passDay } from '../../tests/build/set-balances.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx, sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { insertGoodwill } from './goodwill.sql.ts';

type Balances = typeof import('../payment/balance/balances.sql.ts');
type Cards = typeof import('../payment/gift-card/issue-cards.ts');
type Orders = typeof import('../order/read.sql.ts');

let test: TestHouse;
let agent: string;
let admin: string;
let finance: string;
let operations: string;
let agency: string;
const limit = 3_000;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  agency = await findAgency(test, finance);
  await sql`UPDATE owner SET four_eyes_minor = ${limit} WHERE owner_id = 1`.execute(house());
}, 60_000);
afterAll(() => test.close());

const house = () => test.database.house;
beforeEach(() => passDay(test));

const countDone = (states: (string | undefined)[]) => states.filter((state) => state === 'done').length;
const atOnce = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
const staffId = async (name: string) =>
  (
    await sql<{ id: number }>`SELECT account_id AS id FROM account WHERE owner_id = 1 AND email = ${name}`.execute(
      house(),
    )
  ).rows[0]?.id ?? 0;

describe('changes of a balance', () => {
  const change = (amountMinor: number, token = finance, dealType: 5 | 9 | 10 = 9) =>
    adjust(test, token, { id: agency, dealType, amountMinor }).then((answer) => answer.data.state);
  const alone = async (token: string) => (await test.call('consoleBalance', { id: agency }, { token })).data.alone;

  it('wait once one person’s of a day are above the limit, of whatever kind', async () => {
    expect(await change(2_000)).toBe('done');
    expect(await change(1_000, finance, 5)).toBe('done');
    expect(await alone(finance)).toEqual({ amountMinor: limit, currency: 'MYR' });
    expect(await change(1)).toBe('waiting');
    // The other person did nothing yet, and the next day everyone begins anew.
    expect((await alone(admin)).amountMinor).toBe(0);
    expect(await change(limit, admin)).toBe('done');
    await passDay(test);
    expect(await change(limit)).toBe('done');
  });

  it('that a second person approved do not count', async () => {
    const asked = await adjust(test, finance, { id: agency, dealType: 9, amountMinor: limit + 1 });
    const approved = { id: asked.data.id, approve: true };
    expect((await test.call('consoleAdjustmentDecide', approved, { token: admin })).code).toBe(200);
    expect(await change(limit)).toBe('done');
  });

  it('twenty at once are done up to the limit, and more of them without the guard', async () => {
    expect(countDone(await atOnce(20, () => change(1_000)))).toBe(3);
    const by = { id: await staffId('finance@one.example'), name: 'Farah' };
    const row = { partnerId: agency, dealType: 9, currency: 'MYR' as const, amountMinor: 1_000, reason: 'raced', by };
    const race = async ({ lockStaff, sumDoneAlone, insertAdjustment }: Balances) => {
      await passDay(test);
      const made = await atOnce(6, () =>
        inTransaction(test.database.forOwner(1), async (owner) => {
          await lockStaff(owner, by.id);
          const aloneMinor = await sumDoneAlone(owner, agency, by.id);
          await pause();
          return insertAdjustment(owner, { ...row, aloneMinor });
        }),
      );
      await sql`DELETE FROM adjustment WHERE reason = 'raced'`.execute(house());
      return countDone(made.map((item) => item?.state));
    };
    expect(await race(await import('../payment/balance/balances.sql.ts'))).toBe(3);
    await withoutGuard<Balances>('payment/balance/balances.sql.ts', [[' FOR NO KEY UPDATE`', '`']], async (module) =>
      expect(await race(module)).toBeGreaterThan(3),
    );
  });
});

describe('gift cards', () => {
  const issue = async (valueMinor: number, count = 1, currency: 'MYR' | 'USD' = 'MYR', token = finance) =>
    (await test.call('consoleGiftCardIssue', { valueMinor, currency, count, endsOn: null, note: '' }, { token })).data;

  it('wait once one person’s of a day are above the limit, in whatever currency', async () => {
    expect((await issue(1_000)).waits).toBe(false);
    // 442 of the owner's currency.
    expect((await issue(100, 1, 'USD')).waits).toBe(false);
    expect((await issue(1_600)).waits).toBe(true);
    expect((await issue(1_500)).waits).toBe(false);
    expect((await issue(1_000, 3, 'MYR', admin)).waits).toBe(false);
  });

  it('that another person released do not count', async () => {
    const made = await issue(limit + 1);
    expect(made.waits).toBe(true);
    const { list } = (await test.call('consoleGiftCards', { query: made.codes[0]?.slice(-4) ?? '' }, { token: admin }))
      .data;
    const released = { id: list[0]?.id ?? '', act: 'release' as const };
    expect((await test.call('consoleGiftCardMove', released, { token: admin })).code).toBe(200);
    expect((await issue(limit)).waits).toBe(false);
  });

  it('twenty at once are open up to the limit, and all of them without the guard', async () => {
    const made = await atOnce(20, () => issue(1_000));
    expect(made.filter((item) => !item.waits)).toHaveLength(3);
    const staff = { accountId: await staffId('finance@one.example'), name: 'Farah' };
    const site = { currency: 'MYR', currencies: ['MYR'], zone: 'Asia/Kuala_Lumpur' };
    const owner = test.database.forOwner(1);
    const vault = makeVault('a secret of this test');
    const context = { owner, site, staff, vault, now: new Date(), visitor: null, source: '' } as unknown as Context;
    const card = { valueMinor: 1_000, currency: 'MYR' as const, count: 1, endsOn: null, note: '' };
    const slowly = [
      'return alone +',
      'await new Promise((resolve) => setTimeout(resolve, 250)); return alone +',
    ] as const;
    const race = async ({ issueCards }: Cards) => {
      await passDay(test);
      return countDone((await atOnce(6, () => issueCards(context, card))).map(({ waits }) => (waits ? '' : 'done')));
    };
    const file = 'payment/gift-card/issue-cards.ts';
    await withoutGuard<Cards>(file, [[...slowly]], async (module) => expect(await race(module)).toBe(3));
    await withoutGuard<Cards>(file, [[...slowly], ['  await lockStaff(owner, by);\n', '']], async (module) =>
      expect(await race(module)).toBeGreaterThan(3),
    );
  });
});

describe('money given back', () => {
  const give = (id: string, amountMinor: number, token = admin) =>
    test
      .call('consoleGoodwillGive', { id, amountMinor, reason: 'The bus was late' }, { token, key: newKey() })
      .then((answer) => answer.data.state);

  it('waits once one person’s of a day and an order is above the limit', async () => {
    const id = await buy(test, agent);
    expect(await give(id, 2_000)).toBe('done');
    expect(await give(id, 1_001)).toBe('waiting');
    expect(await give(id, 1_000)).toBe('done');
    expect(await give(id, 1)).toBe('waiting');
    expect(await give(id, 100, operations)).toBe('done');
    expect(await give(await buy(test, agent), limit)).toBe('done');
  });

  it('twenty times at once is done up to the limit, and each time without the guard', async () => {
    const id = await buy(test, agent);
    expect(countDone(await atOnce(20, () => give(id, 1_000)))).toBe(3);
    const by = { id: await staffId('admin@one.example'), name: 'Grace' };
    const asked = { orderNo: id, amountMinor: 1_000, ownerMinor: 1_000, reason: 'raced', by };
    const race = async (lockOrder: (owner: OwnerTrx, orderNo: string) => Promise<unknown>) => {
      await passDay(test);
      const made = await atOnce(6, () =>
        inTransaction(test.database.forOwner(1), async (owner) => {
          await lockOrder(owner, id);
          const written = await insertGoodwill(owner, asked);
          await pause();
          return written;
        }),
      );
      await sql`DELETE FROM goodwill WHERE reason = 'raced'`.execute(house());
      return countDone(made.map((item) => item.state));
    };
    const { lockOrder }: Orders = await import('../order/read.sql.ts');
    expect(await race(lockOrder)).toBe(3);
    expect(await race(() => Promise.resolve())).toBe(6);
  });
});
