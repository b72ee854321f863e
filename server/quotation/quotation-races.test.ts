// Races of saved quotations at the statements that decide them (§2 onlinequotation, decisions 0250 and 0312), each shown to fail without
// its guard. Tests over HTTP are in hold-places.test.ts and saved-quotation.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction } from '../platform/db.ts';

type Holds = typeof import('./hold.sql.ts');
type Moves = typeof import('./quotation.sql.ts');

let test: TestHouse;
let agent: string;
let line: { productId: string; packageId: string; skuId: string };
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const { id: productId, packages } = await findProduct(test, 'Silver Tower');
  line = { productId, packageId: packages[0]?.id ?? '', skuId: packages[0]?.skus[0]?.id ?? '' };
}, 60_000);
afterAll(() => test.close());

const save = (on: string, more: { id?: string; revision?: number } = {}) =>
  test.call(
    'quotationSave',
    {
      ...{ language: 'en', currency: 'MYR', validUntil: addDays(today, 5), title: 'Raced', ...more },
      lines: [{ ...line, playOn: on, quantity: 1 }],
    },
    { token: agent },
  );
const make = async (on = playOn): Promise<OutputOf<'quotation'>> => (await save(on)).data;
const send = async () => {
  const { id, revision } = await make();
  const sent = await test.call('quotationSend', { id, revision }, { token: agent });
  return { id, revision: sent.data.revision };
};

describe('the places that the quotations of one partner may hold together', () => {
  const full = new Error('the partner holds as many as it may');

  /** Two quotations of two days hold one place each where one is allowed, and both end their transactions late. */
  const holdTwo = async ({ lockHolding, takeHold, releaseHold }: Holds) => {
    const made = [await make(playOn), await make(addDays(playOn, 1))];
    const held = await Promise.all(
      made.map(({ id }) =>
        inTransaction(test.database.forOwner(1), async (owner) => {
          const found = await lockHolding(owner, { id, reader: null }, 'UTC');
          if (!found || !(await takeHold(owner, found, new Date(Date.now() + 3_600_000), 1))) throw full;
          await pause(300);
          return true;
        }).catch((error) => {
          if (error !== full) throw error;
          return false;
        }),
      ),
    );
    for (const { id } of made) await inTransaction(test.database.forOwner(1), (owner) => releaseHold(owner, id));
    return held.filter(Boolean).length;
  };

  it('are one where one is allowed, and would be two without the guard', async () => {
    expect(await holdTwo(await import('./hold.sql.ts'))).toBe(1);
    await withoutGuard<Holds>(
      'quotation/hold.sql.ts',
      [['FOR NO KEY UPDATE OF q, r`', 'FOR NO KEY UPDATE OF q`']],
      async (module) => expect(await holdTwo(module)).toBe(2),
    );
  });
});

describe('a quotation that is changed, sent and withdrawn at once', () => {
  it('does one of them: a change and a withdrawal of the same revision, and sending twice', async () => {
    const sent = await send();
    const either = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? save(playOn, sent) : test.call('quotationWithdraw', sent, { token: agent }),
      ),
    );
    expect(either.filter(({ code }) => code === 200)).toHaveLength(1);
    const { status } = (await test.call('quotation', { id: sent.id }, { token: agent })).data;
    expect(status).toBe(either.findIndex(({ code }) => code === 200) % 2 ? 'draft' : 'withdrawn');
    const { id, revision } = await make();
    const twice = await Promise.all(
      Array.from({ length: 20 }, () => test.call('quotationSend', { id, revision }, { token: agent })),
    );
    expect(twice.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('would be sent while it is withdrawn, and withdrawn twenty times, without the guard', async () => {
    const move = ({ moveQuotation }: Moves, id: string) =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          inTransaction(test.database.forOwner(1), (owner) =>
            moveQuotation(owner, { id, action: at % 2 ? 'send' : 'withdraw', reader: null }),
          ),
        ),
      ).then((list) => list.filter(Boolean).length);
    expect(await move(await import('./quotation.sql.ts'), (await send()).id)).toBe(1);
    const { id } = await send();
    await withoutGuard<Moves>(
      'quotation/quotation.sql.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the statement's source
      [[' AND q.status = ANY(${[...from]}::text[]) AND ${visibleTo(reader)}', '']],
      async (module) => expect(await move(module, id)).toBe(20),
    );
  });
});
