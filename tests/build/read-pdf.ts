// Reads a document back without the library that drew it: the letters of each page by the fonts' own tables, the small squares of a
// QR code as rows of dark and light, and the size of its pictures.
import { inflateSync } from 'node:zlib';

export type ReadPage = { text: string; squares: boolean[][]; placed: { width: number; height: number }[] };

export function readPdf(bytes: Buffer): ReadPage[] {
  const objects = cutObjects(bytes);
  const maps = new Map<string, Map<number, string>>();
  const lettersOf = (font: string) => {
    const known = maps.get(font);
    if (known) return known;
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1] ?? '';
    const read = readMap(objects.get(table)?.stream.toString('latin1') ?? '');
    maps.set(font, read);
    return read;
  };
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => {
    const contents = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream.toString('latin1') ?? '';
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? head;
    const fonts = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((one) => [one[1], one[2] as string]));
    return {
      text: readText(contents, (name) => lettersOf(fonts.get(name) ?? '')),
      squares: readSquares(contents),
      placed: readPlaced(contents),
    };
  });
}

/** The letters of all pages. */
export const readPdfText = (bytes: Buffer): string =>
  readPdf(bytes)
    .map(({ text }) => text)
    .join('\n');

function readPlaced(contents: string): ReadPage['placed'] {
  const placed = contents.matchAll(/([\d.]+) 0 0 -?([\d.]+) [-\d.]+ [-\d.]+ cm\s+\/I\d+ Do/g);
  return [...placed].map((one) => ({ width: Number(one[1]), height: Number(one[2]) }));
}

type Part = { head: string; stream: Buffer };

function cutObjects(bytes: Buffer): Map<string, Part> {
  const text = bytes.toString('latin1');
  const found = new Map<string, Part>();
  const start = /(?:^|\n)(\d+) 0 obj\n/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const from = match.index + match[0].length;
    const stream = text.indexOf('stream\n', from);
    const end = text.indexOf('endobj', from);
    if (stream < 0 || stream > end) {
      found.set(match[1] as string, { head: text.slice(from, end), stream: Buffer.alloc(0) });
      continue;
    }
    const head = text.slice(from, stream);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const raw = bytes.subarray(stream + 7, stream + 7 + length);
    found.set(match[1] as string, { head, stream: /FlateDecode/.test(head) ? inflateSync(raw) : raw });
    start.lastIndex = stream + 7 + length;
  }
  return found;
}

/** Numbers of letters in a font to what they say. */
function readMap(table: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const range of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(range[1] as string, 16);
    for (const [at, one] of [...(range[3] as string).matchAll(/<([0-9a-f ]*)>/gi)].entries())
      map.set(first + at, readUtf16((one[1] as string).replaceAll(' ', '')));
  }
  return map;
}

function readUtf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

/** Text at one height is one line. */
function readText(contents: string, lettersOf: (font: string) => Map<number, string>): string {
  let font = '';
  let height = '';
  let text = '';
  for (const part of contents.matchAll(/\/(F\d+) [\d.]+ Tf|1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\[([^\]]*)\] TJ/g)) {
    if (part[1]) font = part[1];
    else if (part[2]) {
      if (part[2] !== height) text += '\n';
      height = part[2];
    } else {
      const letters = lettersOf(font);
      for (const run of (part[3] ?? '').matchAll(/<([0-9a-f]+)>/gi))
        for (const one of (run[1] as string).match(/.{4}/g) ?? [])
          text += letters.get(Number.parseInt(one, 16)) ?? '\ufffd';
    }
  }
  return text.trim();
}

/** Dark squares beside each other are one rectangle. */
function readSquares(contents: string): boolean[][] {
  const bars = [...contents.matchAll(/([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re/g)]
    .map((one) => one.slice(1).map(Number) as [number, number, number, number])
    .filter(([, , , height]) => height < 12);
  if (!bars.length) return [];
  const left = Math.min(...bars.map(([x]) => x));
  const top = Math.min(...bars.map(([, y]) => y));
  const size = Math.max(...bars.map(([x, , width]) => x + width)) - left;
  const cell = (bars[0]?.[3] ?? 1) - 0.2;
  const count = Math.round(size / cell);
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => false));
  for (const [x, y, width] of bars) {
    const first = Math.round((x - left) / cell);
    rows[Math.round((y - top) / cell)]?.fill(true, first, first + Math.round(width / cell));
  }
  return rows;
}
