// The refusal of a promo code says what is missing: the day from which it is good, its products, the kind of account (§3 promo codes).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let finance: string;
let member: string;
let productId: string;

beforeAll(async () => {
  test = await openTestHouse();
  finance = await test.signIn('finance@one.example', 'finance-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  productId = (await findProduct(test, 'Silver Tower')).id;
});
afterAll(() => test.close());

async function save(code: string, more: Partial<InputOf<'consoleCouponSave'>>): Promise<void> {
  const off = { type: 3, amountMinor: 500, percent: null, minimumMinor: 900_000, mostMinor: null } as const;
  const limits = { startsAt: null, endsAt: null, useLimit: null, userLimit: null, productIds: null };
  const input = { code, currency: 'MYR' as const, ...off, ...limits, ...more };
  expect((await test.call('consoleCouponSave', input, { token: finance })).code).toBe(200);
}

async function textOf(code: string, as: { token?: string; l?: string } = {}): Promise<string> {
  const amount = { amountMinor: 10_000, currency: 'MYR' as const };
  return (await test.call('checkCoupon', { code, productId, amount }, { token: member, ...as })).msg;
}

describe('§3 promo codes: a refusal', () => {
  it('names the day from which a code is good, or since which it is over, by the owner’s clock', async () => {
    await save('SOON', { startsAt: '2035-03-01T09:00' });
    await save('PAST', { endsAt: '2026-01-31T23:00' });
    expect(await textOf('SOON')).toBe('This promo code is valid from Mar 1, 2035, 09:00 GMT+8.');
    expect(await textOf('PAST')).toBe('This promo code has been over since Jan 31, 2026, 23:00 GMT+8.');
  });

  it('names products, types and cities that a code is for before the minimum, and none that the buyer does not see', async () => {
    const seats = await findProduct(test, 'Few Seats');
    await save('SEATS', { productIds: [seats.id], types: [16] });
    const named = 'This promo code does not apply to this product. It is for: Hotels and stays, Few Seats.';
    expect(await textOf('SEATS')).toBe(named);
    await sql`UPDATE product SET on_shelf = false WHERE product_id = ${seats.id}`.execute(test.database.house);
    await save('GONE', { productIds: [seats.id] });
    expect((await textOf('GONE')).trim()).toBe('This promo code does not apply to this product.');
  });

  it('meets an agent who came by a mailed code alone, and says what helps; the password opens the code', async () => {
    const { rows } = await sql<{ id: string; level: number }>`SELECT partner_id::text AS id, level FROM partner
      JOIN account USING (owner_id, partner_id) WHERE email = 'agent@one.example'`.execute(test.database.house);
    const [partner] = rows;
    await save('FORLEVEL', { levels: [partner?.level ?? 0], minimumMinor: 100 });
    await save('FORPARTNER', { partnerIds: [partner?.id ?? ''], minimumMinor: 100 });
    const byCode = await enterAsGuest(test, 'agent@one.example');
    const byPassword = await test.signIn('agent@one.example', 'agent-2026');
    for (const code of ['FORLEVEL', 'FORPARTNER']) {
      expect(await textOf(code, { token: byCode })).toMatch(/^This code is for certain accounts only\. /);
      expect(await textOf(code, { token: byPassword })).not.toMatch(/certain accounts/);
    }
  });
});
