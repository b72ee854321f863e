// Texts in workbooks that people open in spreadsheets (security rule 57): none is ever read as a formula, and exporting and importing
// a text again gives the same text.

/** Starts like a formula, after spaces and marks of ours: = + - @ (also in full width), tab, return. */
const likeFormula = /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r]/;
/** Control characters and halves of pairs: what no file may hold. */
const unwritable = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** One apostrophe more before whatever looks like a formula. */
export function guardText(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(unwritable, '');
  return likeFormula.test(clean) ? `'${clean}` : clean;
}

/** Takes the apostrophe of `guardText` off again. */
export function unguardText(text: string): string {
  return text.startsWith("'") && likeFormula.test(text) ? text.slice(1) : text;
}
