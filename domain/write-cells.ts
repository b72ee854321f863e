// Cells of files that people open in spreadsheets (security rule 57): a text is never a formula, a number is a number.

export type SheetCell = string | number | null;
/** `decimal`: a number with all its digits. `time`: yyyy-MM-dd, or with HH:mm or HH:mm:ss; a date where the file has dates. */
export type FileCell = SheetCell | { decimal: string } | { time: string };

/** Most characters that a spreadsheet keeps in a cell. */
const mostCharacters = 32_000;

/** Starts like a formula, after spaces: = + - @ (also in full width), tab, return, NUL. */
const likeFormula = /^[\s\0]*[=+\-@＝＋－＠]|^\s*[\t\r\0]/;
/** Control characters and halves of pairs: what no file may hold. */
const unwritable = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** A text that every spreadsheet shows as it is: line ends are one kind, nothing that a file cannot hold, an apostrophe before formulas. */
export function safeText(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(unwritable, '');
  // Also what only begins like one once the rest is gone.
  const mark = likeFormula.test(text) || likeFormula.test(clean) ? "'" : '';
  return mark + clean.slice(0, mostCharacters);
}

/**
 * Programs that part cells at semicolons or tabs do not see the quotes of ours: to them a new cell begins after each of these, and a new
 * row after a line end. A formula there gets its apostrophe too.
 */
const insideFormula = /([;\t\n])(?=[\s"']*[=+\-@＝＋－＠])/g;

/** One record of RFC 4180, its end included. Line ends inside are \n, so that \r\n ends records only. Numbers come as decimal texts. */
export function csvRecord(cells: readonly FileCell[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    if (typeof cell === 'object') return 'time' in cell ? cell.time : cell.decimal;
    const text = safeText(cell).replace(insideFormula, "$1'");
    return /[",\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(',')}\r\n`;
}
