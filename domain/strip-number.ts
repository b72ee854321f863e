// Telephone numbers are stored as digits (§5). People write them in groups: "0170 123 4567", "(02) 1234-5678".

/** Removes the marks that only group digits. Anything else stays, so that the field's rule can report it. */
export function stripNumber(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s()./\u2010-\u2015\u2212-]/g, '');
}
