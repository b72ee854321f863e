// What the law asks of an owner's letterhead: its legal name and address, and its tax number.
import type { OwnerRow } from './site.sql.ts';

/** Parts in the order of a letterhead, without those that are not set. */
export function describeCompany(
  {
    legal_name: name,
    legal_address: address,
    tax_number: tax,
  }: Pick<OwnerRow, 'legal_name' | 'legal_address' | 'tax_number'>,
  say: (key: string) => string,
): string[] {
  const place = address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
  return [name, place, tax && `${say('site.company.taxNumber')} ${tax}`].filter(Boolean);
}
