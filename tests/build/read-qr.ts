// Reads the squares of a QR code (ISO/IEC 18004) without the library that drew them: format, mask, order of cells, blocks, segments. No
// error is corrected: these codes are drawn, not photographed.

/** Check words of a block and how many blocks there are, by version, at error correction M. */
const checkWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

const masks: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

export function readQr(rows: boolean[][]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  if (!Number.isInteger(version) || version < 1 || version > 20) throw new Error(`no QR code of ${size} rows`);
  const dark = (row: number, column: number) => rows[row]?.[column] ?? false;
  const format = [0, 1, 2, 3, 4].reduce((bits, at) => (bits << 1) | (dark(8, at) ? 1 : 0), 0) ^ 0b10101;
  if (format >> 3 !== 0) throw new Error('not error correction M');
  const mask = masks[format & 7] as (row: number, column: number) => boolean;
  const words = readWords(size, (row, column) => dark(row, column) !== mask(row, column), version);
  return readSegments(joinBlocks(words, version), version);
}

/** Cells that carry no data: corners, timing, alignment, version. */
function isFixed(row: number, column: number, size: number, version: number): boolean {
  if (row === 6 || column === 6) return true;
  if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const centres = alignments(version, size);
  const last = centres.length - 1;
  return centres.some((y, a) =>
    centres.some((x, b) => {
      const inCorner = (a === 0 && b === 0) || (a === 0 && b === last) || (a === last && b === 0);
      return !inCorner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2;
    }),
  );
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step).reverse();
  return [6, ...rest];
}

function readWords(size: number, bitAt: (row: number, column: number) => boolean, version: number): number[] {
  const bits: number[] = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isFixed(row, column, size, version)) bits.push(bitAt(row, column) ? 1 : 0);
    }
    upwards = !upwards;
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  );
}

function joinBlocks(words: number[], version: number): number[] {
  const blocks = blockCounts[version - 1] as number;
  const data = words.length - blocks * (checkWords[version - 1] as number);
  const short = Math.floor(data / blocks);
  const lengths = Array.from({ length: blocks }, (_, at) => (at < blocks - (data % blocks) ? short : short + 1));
  const parts = lengths.map(() => [] as number[]);
  let at = 0;
  for (let place = 0; place <= short; place += 1)
    for (const [block, length] of lengths.entries())
      if (place < length) {
        parts[block]?.push(words[at] as number);
        at += 1;
      }
  return parts.flat();
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

function readSegments(words: number[], version: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const take = (count: number) => {
    at += count;
    return Number.parseInt(bits.slice(at - count, at), 2);
  };
  let text = '';
  while (at + 4 <= bits.length) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 4) {
      const count = take(version < 10 ? 8 : 16);
      text += Buffer.from(Array.from({ length: count }, () => take(8))).toString('utf8');
    } else if (mode === 2) {
      let left = take(version < 10 ? 9 : 11);
      for (; left >= 2; left -= 2) {
        const pair = take(11);
        text += `${alphanumeric[Math.floor(pair / 45)]}${alphanumeric[pair % 45]}`;
      }
      if (left) text += alphanumeric[take(6)];
    } else if (mode === 1) {
      let left = take(version < 10 ? 10 : 12);
      for (; left >= 3; left -= 3) text += String(take(10)).padStart(3, '0');
      if (left) text += String(take(left === 2 ? 7 : 4)).padStart(left, '0');
    } else throw new Error(`a segment of mode ${mode}`);
  }
  return text;
}
