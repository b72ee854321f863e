// Travellers from a pasted or imported list (§4 groups): one person a line, columns by tab, comma or semicolon, a first line of headings
// or none. What cannot be parsed is reported, never guessed.
import { isDay } from './dates.ts';
import { fieldRow } from './traveller-fields.ts';

/** Headings per field and names of choices, in the reader's language. Compared without case and space. */
export type ListWords = {
  heads: Record<string, readonly string[]>;
  choices: Record<string, Record<string, readonly string[]>>;
};

export type ReadPerson = {
  values: Record<string, string>;
  /** Texts that could not be parsed: the field (null: an unknown column) and the text. */
  unread: { field: string | null; text: string }[];
};

export type ReadList = { columns: (string | null)[]; withHead: boolean; persons: ReadPerson[] };

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*]+/g, ' ');

/** Cells of each line that has any; quotes hold separators and line ends, as in CSV. */
export function readCells(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const separator = clean.includes('\t') ? /\t/ : /[,，;；]/;
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endLine = () => {
    endCell();
    if (cells.some(Boolean)) lines.push(cells);
    cells = [];
  };
  for (let at = 0; at < clean.length; at += 1) {
    const sign = clean[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (clean[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && !cell.trim()) {
      cell = '';
      quoted = true;
    } else if (sign === '\n') endLine();
    else if (separator.test(sign)) endCell();
    else cell += sign;
  }
  endLine();
  return lines;
}

/** Reads a list for the fields asked of each traveller, in their order where the list has no headings. */
export function readNameList(text: string, fieldNames: readonly string[], words: ListWords): ReadList {
  const lines = readCells(text);
  const heads = (lines[0] ?? []).map((cell) => fieldOfHead(cell, fieldNames, words));
  const withHead = heads.some((head) => head !== null);
  const columns = withHead ? heads : [...fieldNames];
  const persons = lines.slice(withHead ? 1 : 0).map((cells) => readPerson(cells, columns, words));
  return { columns, withHead, persons };
}

function fieldOfHead(cell: string, fieldNames: readonly string[], words: ListWords): string | null {
  const text = plain(cell);
  if (!text) return null;
  const names = (field: string) => [field, fieldRow(field)?.key ?? '', ...(words.heads[field] ?? [])].map(plain);
  return fieldNames.find((field) => names(field).includes(text)) ?? null;
}

function readPerson(cells: string[], columns: (string | null)[], words: ListWords): ReadPerson {
  const person: ReadPerson = { values: {}, unread: [] };
  cells.forEach((text, at) => {
    const field = columns[at] ?? null;
    if (!text) return;
    const value = field === null ? undefined : readValue(field, text, words);
    if (field !== null && value !== undefined) person.values[field] = value;
    else person.unread.push({ field, text });
  });
  return person;
}

/** A value in its stored form; undefined for an unknown choice or day. Other texts are validated with the form. */
function readValue(field: string, text: string, words: ListWords): string | undefined {
  const row = fieldRow(field);
  if (row?.rule === 'choice' || row?.rule === 'country' || row?.rule === 'language' || row?.rule === 'areaCode') {
    const known = words.choices[field] ?? {};
    const wanted = plain(text).replace(/^\+/, '');
    return Object.keys(known).find((value) => [value, ...(known[value] ?? [])].map(plain).includes(wanted));
  }
  if (row?.rule === 'day' || row?.rule === 'pastDay' || row?.rule === 'expiry') return readDay(text);
  if (row?.rule === 'digits') return text.replaceAll(/[\s()+-]/g, '');
  if (row?.rule === 'lettersDigits') return text.normalize('NFKC').toUpperCase();
  return text;
}

/** Year first, as §5 writes days, with any of the usual marks between; other orders could mean two days. */
function readDay(text: string): string | undefined {
  const found = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/.exec(text.normalize('NFKC'));
  if (!found) return undefined;
  const [, year, month = found[4] ?? '', date = found[5] ?? ''] = found;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}
