// Which fields hold telephone numbers, and when a number has to be read before its digits are judged (§5, decision 0412). Reading is in
// read-phone.ts, which is loaded when one needs it.

import { isWritten, type PhoneField } from './strip-number.ts';

export const contactPhone: readonly PhoneField[] = [['phone', 'areaCode']];

/** Of a form of an account or a cardholder: each number beside the area code that belongs to it. */
export function phonesOf(rules: Record<string, { kind: string }>): PhoneField[] {
  return Object.entries(rules)
    .filter(([name, { kind }]) => kind === 'digits' && name !== 'qq')
    .map(([name]) => {
      const areaCode = name === 'mobile' ? 'areaCode' : name.replace(/Phone$/, 'AreaCode');
      return [name, areaCode !== name && areaCode in rules ? areaCode : ''] as const;
    });
}

type Values = Record<string, string>;
type Read = (values: Values, fields: readonly PhoneField[]) => Values;

/**
 * Reads numbers as people write them; undefined where nothing has to be read, or where it cannot be loaded. In a browser the values may
 * have changed while it was loaded: it is used on the newest.
 */
export async function loadReader(
  ...groups: [values: Values, fields: readonly PhoneField[]][]
): Promise<Read | undefined> {
  if (!groups.some(([values, fields]) => fields.some(([name]) => isWritten(values[name] ?? '')))) return undefined;
  try {
    return (await import('./read-phone.ts')).readPhones;
  } catch {
    return undefined;
  }
}
