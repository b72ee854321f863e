// Cities of the world by name, out of GeoNames' list (CC BY 4.0, decision 0260). The list lies in a file that is read in pieces for each
// question, so that nothing of it stays in memory; a search reads all of it in some milliseconds.
import { open, readFile } from 'node:fs/promises';
import { foldCity } from './flatten-words.ts';

export type WorldCity = {
  /** GeoNames' number. */
  id: number;
  name: string;
  /** ISO 3166. */
  country: string;
  /** Distinguishes it from others of the same name in the country; '' where there are none. */
  region: string;
  lat: number;
  lng: number;
};

const list = new URL('./world-cities.tsv', import.meta.url);
/** Other names of some cities, a blank before each, with the city's number; few enough to be read whole. */
const otherNames = new URL('./world-names.tsv', import.meta.url);
const mostOfOtherNames = 5;
const pieceBytes = 262_144;
const [lineBreak, tab] = [10, 9];
/** Fewer letters begin the names of thousands. */
const leastLetters = 2;
/** Lines that a search looks at more closely, so that a narrow question about a common name stays quick. */
const mostLooked = 2000;

/** Codes of cities in the list, as searchRegion answers them and every call that takes a city understands them. */
export const worldCode = ({ id }: Pick<WorldCity, 'id'>) => `w${id}`;
const readCode = (code: string): number | undefined => (/^w\d{1,10}$/.test(code) ? Number(code.slice(1)) : undefined);

/** Whole lines, piece by piece; each piece begins with a line break. `visit` returns false to stop. */
async function readPieces(visit: (piece: Buffer) => boolean): Promise<void> {
  const file = await open(list);
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let rest = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, rest, pieceBytes - rest);
      if (!bytesRead) return;
      const filled = rest + bytesRead;
      const end = buffer.lastIndexOf(lineBreak, filled - 1);
      if (!visit(buffer.subarray(0, end + 1))) return;
      buffer.copyWithin(0, end, filled);
      rest = filled - end;
    }
  } finally {
    await file.close();
  }
}

/** Calls `visit` with each line that holds `wanted`, and where in the line it was found, until `visit` returns false. */
function visitLines(piece: Buffer, wanted: Buffer, visit: (line: Buffer, at: number) => boolean): boolean {
  let at = piece.indexOf(wanted);
  while (at >= 0) {
    const start = piece.lastIndexOf(lineBreak, at === 0 ? 0 : at - (piece[at] === lineBreak ? 0 : 1));
    const end = piece.indexOf(lineBreak, start + 1);
    if (!visit(piece.subarray(start + 1, end), at - start - 1)) return false;
    at = piece.indexOf(wanted, end);
  }
  return true;
}

function readLine(line: Buffer): WorldCity {
  const [, name = '', country = '', region = '', lat, lng, id] = line.toString().split('\t');
  return { id: Number(id), name, country, region, lat: Number(lat), lng: Number(lng) };
}

/**
 * Cities with a word that begins with the text: those of exactly that name first, then those that are also called so ("Penang" for George
 * Town, names in other scripts), then the larger ones. `accepts` narrows them down.
 */
export async function searchWorld(
  text: string,
  most: number,
  accepts: (city: WorldCity) => boolean = () => true,
): Promise<WorldCity[]> {
  const folded = foldCity(text);
  if (folded.length < leastLetters) return [];
  const also = await searchOtherNames(folded, accepts);
  // The list itself has names in Latin letters only.
  const { exact, others } = /^[a-z0-9 ]+$/.test(folded) ? await searchList(folded, most, accepts) : nothing;
  const found = [...exact, ...also, ...others];
  return found.filter(({ id }, at) => found.findIndex((city) => city.id === id) === at).slice(0, most);
}

const nothing = { exact: [], others: [] };

async function searchList(folded: string, most: number, accepts: (city: WorldCity) => boolean) {
  const wanted = Buffer.from(` ${folded}`);
  const [exact, others]: [WorldCity[], WorldCity[]] = [[], []];
  let looked = 0;
  await readPieces((piece) => {
    visitLines(piece, wanted, (line, at) => {
      const end = line.indexOf(tab);
      if (at > end) return true;
      const found = at === 0 && end === wanted.length ? exact : others;
      if (found.length >= most || (found === others && looked >= mostLooked)) return true;
      looked += 1;
      const city = readLine(line);
      if (accepts(city)) found.push(city);
      return true;
    });
    return exact.length < most;
  });
  return { exact, others };
}

/** Those of exactly that other name first; two Latin letters begin too many others. */
async function searchOtherNames(folded: string, accepts: (city: WorldCity) => boolean): Promise<WorldCity[]> {
  const lines = (await readFile(otherNames, 'utf8')).split('\n');
  const exact = lines.filter((line) => line.startsWith(` ${folded}\t`));
  const begun = /^[a-z0-9 ]{2}$/.test(folded) ? [] : lines.filter((line) => line.includes(` ${folded}`));
  const ids = new Set([...exact, ...begun].map((line) => line.split('\t')[1]));
  const found: WorldCity[] = [];
  for (const id of [...ids].slice(0, mostOfOtherNames)) {
    const city = await findInWorld(`w${id}`);
    if (city && accepts(city)) found.push(city);
  }
  return found;
}

/** All cities of exactly this name that `accepts` takes; where there are none, those that are also called so. */
export async function findNamesakes(
  name: string,
  accepts: (city: WorldCity) => boolean = () => true,
): Promise<WorldCity[]> {
  const folded = foldCity(name);
  const named = (await searchWorld(name, 200, accepts)).filter((city) => foldCity(city.name) === folded);
  if (named.length) return named;
  const called = (await readFile(otherNames, 'utf8')).split('\n').filter((line) => line.startsWith(` ${folded}\t`));
  const found = await Promise.all(called.map((line) => findInWorld(`w${line.split('\t')[1]}`)));
  return found.flatMap((city) => (city && accepts(city) ? [city] : []));
}

/** The city of a code like "w611717". */
export async function findInWorld(code: string): Promise<WorldCity | undefined> {
  const id = readCode(code);
  if (id === undefined) return undefined;
  const wanted = Buffer.from(`\t${id}\n`);
  let found: WorldCity | undefined;
  await readPieces((piece) =>
    visitLines(piece, wanted, (line) => {
      found = readLine(line);
      return false;
    }),
  );
  return found;
}
