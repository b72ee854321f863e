// Names that a new password may not contain (ASVS 6.1.2, 6.2.11): of the person, the company and the shop.
import type { Context } from '../platform/context.ts';
import { readAppearance } from '../site/read-appearance.ts';
import type { AccountRow } from './account.sql.ts';

/** The owner's name and the shop's titles in every language. */
export async function listShopNames({ owner, site }: Pick<Context, 'owner' | 'site'>): Promise<string[]> {
  const { setting } = await readAppearance(owner);
  return [site.ownerName, ...Object.values(setting?.title ?? {})];
}

/** What an account says about its person. */
export function namesOf(row: AccountRow): string[] {
  return [row.email, row.username ?? '', row.name, row.nick_name, row.partner_name];
}
