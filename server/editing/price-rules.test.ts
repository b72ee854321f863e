// Agent prices in the back office over HTTP: one rule for each SKU or product and level or partner, validated, shown to the buyers they
// are for, logged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

describe('agent prices', () => {
  it('are one rule per SKU or product and level or partner, within bounds, and logged', async () => {
    const productId = (await findProduct(test, 'Silver Tower')).id;
    const as = { token: content };
    const list = async () => (await test.call('consolePriceRules', { productId }, as)).data;
    const { skus } = await list();
    expect(skus[0]).toMatchObject({ name: 'Adult', packageName: 'standard', priceMinor: 10_000 });
    const partner = (
      await sql<{
        id: string;
      }>`SELECT partner_id::text AS id FROM partner WHERE owner_id = 1 AND name = 'Agency'`.execute(test.database.house)
    ).rows[0]?.id;
    const rule = {
      productId,
      skuId: skus[0]?.id ?? '',
      level: 3,
      partnerId: null,
      kind: 'fixed' as const,
      value: 9000,
    };
    const save = (change: Partial<InputOf<'consolePriceRuleSave'>>) =>
      test.call('consolePriceRuleSave', { ...rule, ...change }, as);
    const refused: [Partial<InputOf<'consolePriceRuleSave'>>, string][] = [
      [{ level: null }, 'level'],
      [{ partnerId: partner ?? '' }, 'level'],
      [{ level: null, partnerId: '99999' }, 'partnerId'],
      [{ skuId: '99999' }, 'skuId'],
      [{ skuId: null }, 'kind'],
      [{ kind: 'percent', value: 10_001 }, 'value'],
      [{ kind: 'amount', value: 10_001 }, 'value'],
    ];
    for (const [change, field] of refused) {
      const answer = await save(change);
      expect([answer.code, Object.keys((answer.data as unknown as { fields: object }).fields)], field).toEqual([
        200001,
        [field],
      ]);
    }
    expect((await save({})).code).toBe(200);
    expect((await save({ kind: 'percent', value: 2000 })).code).toBe(200);
    expect((await save({ level: null, partnerId: partner ?? '', value: 8500 })).code).toBe(200);
    expect((await save({ skuId: null, kind: 'percent', value: 500 })).code).toBe(200);
    const { rules } = await list();
    expect(rules.map(({ id: _, ...item }) => item)).toEqual(
      [
        { skuId: null, level: 3, partnerId: null, partnerName: '', kind: 'percent', value: 500 },
        { skuId: rule.skuId, level: 3, partnerId: null, partnerName: '', kind: 'percent', value: 2000 },
        { skuId: rule.skuId, level: null, partnerId: partner, partnerName: 'Agency', kind: 'fixed', value: 8500 },
      ].sort((a, b) => Number(a.partnerId !== null) - Number(b.partnerId !== null)),
    );
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const shown = (await test.call('productDetail', { id: productId }, { token: agent })).data.packages[0]?.skus[0];
    expect(shown?.from).toEqual({ amountMinor: 8500, currency: 'MYR' });
    const other = (await findProduct(test, 'Few Seats')).id;
    const id = rules.find((rule) => rule.partnerId)?.id ?? '';
    expect((await test.call('consolePriceRuleDelete', { productId: other, id }, as)).http).toBe(421);
    expect((await test.call('consolePriceRuleDelete', { productId, id }, as)).code).toBe(200);
    expect((await test.call('consolePriceRuleDelete', { productId, id }, as)).http).toBe(421);
    const log = await sql<{
      before: object;
      after: object;
    }>`SELECT before, after FROM audit_log WHERE act = 'product-saved'
      AND subject = ${`product ${productId}`} ORDER BY entry_id`.execute(test.database.house);
    expect(log.rows[1]).toMatchObject({
      before: { kind: 'fixed', value: 9000 },
      after: { kind: 'percent', value: 2000 },
    });
    expect(log.rows.at(-1)).toMatchObject({ before: { kind: 'fixed', value: 8500 }, after: { kind: null } });
  });
});
