// Whole pages of anonymous visitors, cached for seconds (rules §12.9). Only SharedPages are cached, under the key
// of their input; each answer gets a new nonce, in plain and in compressed pages alike.

import { constants, crc32, deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { SharedPage } from './share-page.ts';

const nonceLength = 24;

/** `spare`: whole packed answers that were sent, for the next ones (borrowPacked). */
export type CachedPage = { plain: Buffer[]; packed: Buffer[]; spare: Buffer[]; checksum: Checksum; size: number };

/** Answers of one page that are under way at a time are few: most are written at once. */
const mostSpare = 4;

export type PageCache = {
  /**
   * The cached page, or the result of `make`; after it expires, one of many callers makes it and the others wait.
   * A result for a single caller is not shared.
   */
  share<Once extends object | undefined>(
    key: string,
    make: () => Promise<SharedPage | Once>,
  ): Promise<{ cached: CachedPage } | { once: Once }>;
  /** The page under a key that is cached at this moment. */
  find(key: string): CachedPage | undefined;
  clear(): void;
};

export function makePageCache(ttlSeconds: number, maxBytes = 64_000_000): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.size,
    ttl: ttlSeconds * 1000,
  });
  let purgeAt = 0;
  const underWay = new Map<string, Promise<CachedPage | undefined>>();
  /** Saved under the page's key: a page made from other input than the requested one is not cached. */
  const store = (key: string, made: object | undefined): CachedPage | undefined => {
    if (!made || !SharedPage.isMade(made)) return undefined;
    if (made.key !== key) throw new Error('a page was made from another visit than its key names');
    const cached = cutPage(made);
    if (performance.now() >= purgeAt) {
      // Addresses that are not requested again would fill the cache with expired pages.
      pages.purgeStale();
      purgeAt = performance.now() + ttlSeconds * 1000;
    }
    // What packing took is over already; a time of zero would mean none.
    const left = Math.max(1, Math.ceil(made.holdsUntil - performance.now()));
    pages.set(key, cached, { ttl: Math.min(ttlSeconds * 1000, left) });
    return cached;
  };
  return {
    async share<Once extends object | undefined>(key: string, make: () => Promise<SharedPage | Once>) {
      // Nothing is awaited before the promise is saved: callers in the same moment find it.
      const before = underWay.get(key);
      const known = pages.get(key) ?? (before && (await before));
      if (known) return { cached: known };
      const making = make();
      const caching = making.then((made) => store(key, made));
      const waited = caching.catch(() => undefined);
      underWay.set(key, waited);
      try {
        const cached = await caching;
        return cached ? { cached } : { once: (await making) as Once };
      } finally {
        if (underWay.get(key) === waited) underWay.delete(key);
      }
    },
    find: (key) => pages.get(key),
    clear: () => pages.clear(),
  };
}

/** Cuts a page at its nonces; each piece is also deflated up to a byte boundary, so that pieces can be joined later. */
export function cutPage({ text, noncePlace }: SharedPage): CachedPage {
  const plain = text.split(noncePlace).map((piece) => Buffer.from(piece));
  const packed = plain.map(packPiece);
  const lengthOf = (pieces: Buffer[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const size = 1 + lengthOf(plain) + (1 + mostSpare) * lengthOf(packed);
  return { plain, packed, spare: [], checksum: prepareChecksum(plain), size };
}

/** Copied: what the packer gives holds on to a work space of 64 KB, which the size of the page does not count. */
function packPiece(piece: Buffer): Buffer {
  const packed = deflateRawSync(piece, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
  const copy = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(copy);
  return copy;
}

/** The page with this answer's nonce (24 characters). */
export function fillPage(page: CachedPage, nonce: string): Buffer {
  const filling = Buffer.from(nonce);
  return Buffer.concat(page.plain.flatMap((piece, at) => (at ? [filling, piece] : [piece])));
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastBlock = Buffer.from([0x03, 0x00]);
const storedHeadLength = 5;

/** The same as gzip: the nonce goes in as a stored block between the deflated pieces. */
export function fillPagePacked(page: CachedPage, nonce: string): Buffer {
  const filling = Buffer.from(nonce);
  const stored = Buffer.alloc(storedHeadLength + nonceLength);
  stored.writeUInt16LE(filling.length, 1);
  stored.writeUInt16LE(~filling.length & 0xffff, 3);
  filling.copy(stored, storedHeadLength);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(checksumWith(page.checksum, filling), 0);
  tail.writeUInt32LE(page.checksum.length, 4);
  const body = page.packed.flatMap((piece, at) => (at ? [stored, piece] : [piece]));
  return Buffer.concat([gzipHead, ...body, lastBlock, tail]);
}

/**
 * The same in memory that an earlier answer used: only its nonces and its checksum are written again. The caller returns it after it was
 * handed to the system, and not before.
 */
export function borrowPacked(page: CachedPage, nonce: string): Buffer {
  const buffer = page.spare.pop();
  if (!buffer) return fillPagePacked(page, nonce);
  const filling = Buffer.from(nonce);
  let at = gzipHead.length;
  for (const piece of page.packed.slice(0, -1)) {
    at += piece.length + storedHeadLength;
    at += filling.copy(buffer, at);
  }
  buffer.writeUInt32LE(checksumWith(page.checksum, filling), buffer.length - 8);
  return buffer;
}

export function givePackedBack({ spare }: CachedPage, buffer: Buffer): void {
  if (spare.length < mostSpare) spare.push(buffer);
}

/** A page's CRC-32 with a nonce of zeros, and the bits of it that each of the nonce's last 32 bits flips. */
type Checksum = { length: number; ofZeros: number; turns: number[] };

const zeros = Buffer.alloc(nonceLength);
const headLength = nonceLength - 4;
const ofHeadOfZeros = crc32(zeros.subarray(0, headLength));

/**
 * A CRC is linear: flipped bits in the text flip bits of the sum that depend only on their positions. So the sum of a whole
 * page is computed 33 times when it is cached, and never when it is answered.
 */
function prepareChecksum(plain: Buffer[]): Checksum {
  const sumWith = (filling: Buffer) =>
    plain.reduce((sum, piece, at) => crc32(piece, at ? crc32(filling, sum) : sum), 0);
  const ofZeros = sumWith(zeros);
  const turns = Array.from({ length: 32 }, (_, bit) => {
    const filling = Buffer.alloc(nonceLength);
    filling.writeUInt32LE((1 << bit) >>> 0, headLength);
    return sumWith(filling) ^ ofZeros;
  });
  const length = plain.reduce((sum, piece) => sum + piece.length, (plain.length - 1) * nonceLength);
  return { length, ofZeros, turns };
}

/** Any nonce affects the sum like zeros with certain four bytes at the end: the result of its first twenty, and its last four. */
function checksumWith({ ofZeros, turns }: Checksum, filling: Buffer): number {
  const flips = crc32(filling.subarray(0, headLength)) ^ ofHeadOfZeros ^ filling.readUInt32LE(headLength);
  let sum = ofZeros;
  for (let bit = 0; bit < 32; bit += 1) if ((flips >>> bit) & 1) sum ^= turns[bit] as number;
  return sum >>> 0;
}
