// Telephone numbers are stored as digits (§5). People write them in groups: "0170 123 4567", "(02) 1234-5678".

/**
 * Removes the marks that only group digits, and those of direction that apps copy with a number. Anything else stays, so that the
 * field's rule can report it.
 */
export function stripNumber(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s()./\u200E\u200F\u2010-\u2015\u202A-\u202E\u2066-\u2069\u2212-]/g, '');
}

/** A number's field and that of its area code; '' where there is none. */
export type PhoneField = readonly [phone: string, areaCode: string];

/** Something other than digits, or a zero in front that is dialled only inside the country. */
export const isWritten = (text: string): boolean => /\D|^0/.test(text.trim());
