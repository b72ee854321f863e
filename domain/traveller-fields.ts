// Contact and traveller field codes of §3 that the booking form asks for, with their rules (§5) and the fixed display order.

export const travellerFields = {
  102: { key: 'latinName', max: 50, rule: 'latin' },
  202: { key: 'passportNumber', max: 20, rule: 'lettersDigits' },
  403: { key: 'pickupHotelName', max: 80, rule: 'text' },
  402: { key: 'pickupHotelAddress', max: 127, rule: 'text' },
  406: { key: 'flight', max: 10, rule: 'lettersDigits' },
} as const;

export type TravellerFieldCode = keyof typeof travellerFields;

/** Fixed order in which fields are shown. */
export const fieldOrder: readonly TravellerFieldCode[] = [102, 202, 406, 403, 402];

export function isTravellerField(code: number): code is TravellerFieldCode {
  return code in travellerFields;
}

/** Checks one value; returns what is wrong with it or undefined. Values are required when asked for. */
export function checkField(
  code: TravellerFieldCode,
  value: string | undefined,
): 'required' | 'tooLong' | 'latinOnly' | 'format' | undefined {
  const row = travellerFields[code];
  const text = value?.trim() ?? '';
  if (!text) return 'required';
  if (text.length > row.max) return 'tooLong';
  if (row.rule === 'latin' && !/^[\p{Script=Latin}\p{M} .'’-]+$/u.test(text)) return 'latinOnly';
  if (row.rule === 'lettersDigits' && !/^[A-Za-z0-9 ]+$/.test(text)) return 'format';
  return undefined;
}
