// What a card promises about cancelling is what the product's page says (§2, rules §7): the rules in force, not the days behind them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

it.each([
  ['without rules, free until the days before', null, 3, 3],
  ['with rules, free before the widest of them', [{ daysBefore: 7, feePercent: 50 }], 3, 7],
  ['with rules alone', [{ daysBefore: 5, feePercent: 100 }], null, 5],
  ['with neither, never free', null, null, null],
])('%s', async (_, rules, days, free) => {
  await sql`UPDATE product SET refund_rules = ${rules && JSON.stringify(rules)}::jsonb, free_cancel_days = ${days}
    WHERE owner_id = 1 AND key = 'few-seats'`.execute(test.database.house);
  // Answers of a search are shared for some seconds by all who ask the same.
  const found = await test.call('searchProducts', { query: `few seats ${' '.repeat(free ?? 0)}` });
  expect(found.data.list.map((card) => [card.name, card.freeCancelDays])).toEqual([['Few Seats', free]]);
});
