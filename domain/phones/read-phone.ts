// Telephone numbers as people write them: "+60 12-345 6789", "0060 12…", "012 345 6789" (§5, decision 0412). Area code and digits come out.
// What is no possible number stays as it is, so that the field's rule can report it.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { areaCodes } from '../area-codes.ts';
import { isWritten, type PhoneField, stripNumber } from './strip-number.ts';

const known = new Set(areaCodes.map(({ code }) => code));

type Phone = { areaCode: string; phone: string };

/** Area codes such as 1242 are the country's code 1 and the first digits of the number. */
function internationally(written: string, areaCode: string): string {
  if (!/^1\d{3}$/.test(areaCode)) return written;
  return written.length > 7 ? `+1${written.replace(/^1(?=\d{10}$)/, '')}` : `+${areaCode}${written}`;
}

/** Undefined where nothing is understood. */
export function parsePhone(text: string, areaCode: string): Phone | undefined {
  const written = stripNumber(text).replace(/^00/, '+');
  const isFull = written.startsWith('+');
  if (!isFull && !known.has(areaCode)) return undefined;
  const number = isFull ? written : internationally(written, areaCode);
  const found = number.startsWith('+')
    ? parsePhoneNumberFromString(number)
    : parsePhoneNumberFromString(number, { defaultCallingCode: areaCode });
  return found?.isPossible() ? { areaCode: found.countryCallingCode, phone: found.nationalNumber } : undefined;
}

/** The values with every number that was understood. Without an area code field its code stays in front of the number. */
export function readPhones(values: Record<string, string>, fields: readonly PhoneField[]): Record<string, string> {
  const read = { ...values };
  for (const [name, area] of fields) {
    const text = values[name] ?? '';
    if (!isWritten(text)) continue;
    const found = parsePhone(text, area ? (values[area] ?? '') : '');
    if (!found) continue;
    if (area) Object.assign(read, { [name]: found.phone, [area]: found.areaCode });
    else read[name] = found.areaCode + found.phone;
  }
  return read;
}
