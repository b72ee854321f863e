// Sets deposits and credit lines in tests, through the calls that the owner's staff uses.
import type { AdjustmentType } from '../../domain/payment-status.ts';
import { sql } from '../../server/platform/db.ts';
import type { TestHouse } from './open-house.ts';
import { newKey } from './place-orders.ts';

/** The first owner's agency of the small catalogue, as staff finds it. */
export async function findAgency(test: TestHouse, finance: string): Promise<string> {
  const found = await test.call('consoleBalances', { query: 'Agency' }, { token: finance });
  const id = found.data.list[0]?.id;
  if (!id) throw new Error('no agency');
  return id;
}

/** Lets buyers of the first owner pay from their credit line. */
export async function offerCredit(test: TestHouse): Promise<void> {
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'credit', true, '0') ON CONFLICT DO NOTHING`.execute(
    test.database.house,
  );
}

export function adjust(
  test: TestHouse,
  token: string,
  wanted: { id: string; dealType: AdjustmentType; amountMinor: number; reason?: string; key?: string; host?: string },
) {
  const { key = newKey(), host, reason = 'as agreed', ...rest } = wanted;
  return test.call('consoleAdjust', { ...rest, reason }, { token, key, host });
}

/** As if what staff changed, gave back or issued so far had been a day ago: it no longer counts towards their limit (decision 0721). */
export async function passDay({ database: { house } }: TestHouse): Promise<void> {
  const day = sql`interval '24 hours'`;
  for (const table of ['adjustment', 'goodwill'])
    await sql`UPDATE ${sql.table(table)} SET created_at = created_at - ${day}, decided_at = decided_at - ${day}`.execute(
      house,
    );
  await sql`UPDATE gift_card SET created_at = created_at - ${day}`.execute(house);
}

/** Deposit and credit as the partner reads them, in minor units. */
export async function readFigures(test: TestHouse, token: string) {
  const { figures } = (await test.call('bill', {}, { token })).data;
  const { deposit, credit } = figures;
  return { deposit: deposit.amountMinor, left: credit?.left.amountMinor ?? 0, used: credit?.used.amountMinor ?? 0 };
}

/** Every line of the own statement, oldest first. */
export async function readLines(test: TestHouse, token: string, filters: object = {}) {
  const first = (await test.call('bill', { ...filters, size: 50 }, { token })).data;
  const list = [...first.list];
  for (let page = 2; page <= first.pages; page += 1)
    list.push(...(await test.call('bill', { ...filters, size: 50, page }, { token })).data.list);
  return list.reverse();
}
