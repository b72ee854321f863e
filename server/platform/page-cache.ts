// Whole pages of anonymous visitors, kept for seconds (architecture §4.9). Keyed by host, path, language and currency; the
// nonce is put in anew at each answer, in plain and in compressed pages alike.

import { constants, crc32, deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Stands in rendered pages where each answer puts its own nonce. */
export const noncePlace = 'n0nce-p1ace-of-24-chars-';
const nonceLength = noncePlace.length;

type Kept = { plain: Buffer[]; packed: Buffer[]; size: number };

export type PageCache = {
  find(key: string): Kept | undefined;
  keep(key: string, page: string): Kept;
  clear(): void;
};

export function makePageCache(ttlSeconds: number, maxBytes = 64_000_000): PageCache {
  const pages = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.size,
    ttl: ttlSeconds * 1000,
  });
  return {
    find: (key) => pages.get(key),
    keep(key, page) {
      const kept = cutPage(page);
      pages.set(key, kept);
      return kept;
    },
    clear: () => pages.clear(),
  };
}

/** Cuts a page at its nonces; each piece is also deflated up to a byte boundary, so that pieces can be joined later. */
export function cutPage(page: string): Kept {
  const plain = page.split(noncePlace).map((piece) => Buffer.from(piece));
  const packed = plain.map((piece) => deflateRawSync(piece, { level: 6, finishFlush: constants.Z_FULL_FLUSH }));
  const size = [...plain, ...packed].reduce((sum, piece) => sum + piece.length, 1);
  return { plain, packed, size };
}

/** The page with this answer's nonce (24 characters). */
export function fillPage(page: Kept, nonce: string): Buffer {
  const filling = Buffer.from(nonce);
  return Buffer.concat(page.plain.flatMap((piece, at) => (at ? [filling, piece] : [piece])));
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastBlock = Buffer.from([0x03, 0x00]);

/** The same as gzip: the nonce goes in as a stored block between the deflated pieces; only the checksum is computed anew. */
export function fillPagePacked(page: Kept, nonce: string): Buffer {
  const filling = Buffer.from(nonce);
  const stored = Buffer.alloc(5 + nonceLength);
  stored.writeUInt16LE(filling.length, 1);
  stored.writeUInt16LE(~filling.length & 0xffff, 3);
  filling.copy(stored, 5);
  const whole = fillPage(page, nonce);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(whole), 0);
  tail.writeUInt32LE(whole.length, 4);
  const body = page.packed.flatMap((piece, at) => (at ? [stored, piece] : [piece]));
  return Buffer.concat([gzipHead, ...body, lastBlock, tail]);
}
