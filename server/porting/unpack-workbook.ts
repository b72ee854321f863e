// Opens an uploaded workbook on a thread of its own: the archive is measured while it unfolds, rows and cells before they are read,
// and only what was measured is read. What is too much or no workbook at all ends here and nowhere else.
import { parentPort, workerData } from 'node:worker_threads';
import { crc32, inflateRawSync } from 'node:zlib';
import readSheets from 'read-excel-file/node';
import { failedFormula, unstoredFormula } from './judge/formula-marks.ts';
import { mostCells, mostColumns, mostRows, mostUnpackedBytes } from './port-limits.ts';

export type Unpacked = { sheets: { name: string; rows: unknown[][] }[] } | { reason: 'unreadable' | 'tooMany' };
type Entry = { name: string; bytes: Buffer };

class TooMuch extends Error {}

async function unpack(file: Buffer): Promise<Unpacked> {
  try {
    const entries = readArchive(file);
    for (const { name, bytes } of entries) if (/\.xml$/i.test(name)) measure(bytes.toString('latin1'));
    for (const entry of entries) if (/\.xml$/i.test(entry.name)) entry.bytes = markFormulas(entry.bytes);
    const sheets = await readSheets(packStored(entries));
    return { sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as unknown[][] })) };
  } catch (error) {
    const tooMuch = error instanceof TooMuch || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return { reason: tooMuch ? 'tooMany' : 'unreadable' };
  }
}

/** Every entry of the archive's own list, unfolded within the limit; pictures and the like are left out. */
function readArchive(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('no archive');
  const entries: Entry[] = [];
  let left = mostUnpackedBytes;
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('a broken list');
    const method = file.readUInt16LE(at + 10);
    const size = file.readUInt32LE(at + 20);
    const [nameLength, more, remark] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const start = file.readUInt32LE(at + 42);
    if (/\.(xml|rels)$/i.test(name)) {
      const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
      const packed = file.subarray(from, from + size);
      const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
      left -= bytes.length;
      if (left < 0) throw new TooMuch();
      entries.push({ name, bytes });
    }
    at += 46 + nameLength + more + remark;
  }
  return entries;
}

let rows = 0;
let cells = 0;

/** Counts the rows and cells of a sheet and reads their claimed positions: one cell far out is as large as all before it. */
function measure(xml: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Error('declares things');
  if (!/<(?:\w+:)?worksheet[\s>]/.test(xml)) return;
  for (const [, tag, more = ''] of xml.matchAll(/<(?:\w+:)?(row|c)(?=[\s/>])([^>]*)>/g)) {
    if (tag === 'row') rows += 1;
    else cells += 1;
    if (rows > mostRows || cells > mostCells) throw new TooMuch();
    const place = /\sr\s*=\s*["']([^"']*)["']/.exec(more)?.[1];
    if (place === undefined) continue;
    const match = /^([A-Z]{0,3})(\d{1,7})$/.exec(place);
    if (!match) throw new Error('a cell without a place');
    if (Number(match[2]) > mostRows || numberOf(match[1] ?? '') > mostColumns) throw new TooMuch();
  }
}

/**
 * A formula that no program has calculated, or whose result is an error, has no value: it would be read as an empty cell, and an error as a
 * text. Such a cell gets a mark (judge/formula-marks.ts), by which the check names it.
 */
function markFormulas(bytes: Buffer): Buffer {
  const xml = bytes.toString('latin1');
  if (!/<(?:\w+:)?worksheet[\s>]/.test(xml)) return bytes;
  let marked = 0;
  const text = xml.replace(
    /<((?:\w+:)?)c(\s[^>]*[^/>]|)>(.*?)<\/\1c>/gs,
    (cell: string, prefix: string, facts: string, inside: string) => {
      const type = /\st\s*=\s*["'](\w+)["']/.exec(facts)?.[1];
      const hasValue = type === 'str' || /<(?:\w+:)?v(\s[^>]*[^/>])?>[^<]/.test(inside);
      if (type !== 'e' && (hasValue || !/<(?:\w+:)?f[\s/>]/.test(inside))) return cell;
      marked += 1;
      const place = /\sr\s*=\s*["'][^"']*["']/.exec(facts)?.[0] ?? '';
      const mark = type === 'e' ? failedFormula : unstoredFormula;
      return `<${prefix}c${place} t="str"><${prefix}v>&#${mark.charCodeAt(0)};</${prefix}v></${prefix}c>`;
    },
  );
  return marked ? Buffer.from(text, 'latin1') : bytes;
}

const numberOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The measured entries as an archive again, so that nothing else of the file is ever opened. */
function packStored(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const title = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, title, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, title);
    at += 30 + title.length + bytes.length;
  }
  const index = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

if (parentPort) parentPort.postMessage(await unpack(Buffer.from(workerData as Uint8Array)));
