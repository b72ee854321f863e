// Whole pages of anonymous visitors, kept for seconds (architecture §4.9). Keyed by host, path, language and currency; the
// nonce is put in anew at each answer, in plain and in compressed pages alike.

import { constants, crc32, deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Stands in rendered pages where each answer puts its own nonce. */
export const noncePlace = 'n0nce-p1ace-of-24-chars-';
const nonceLength = noncePlace.length;

export type KeptPage = { plain: Buffer[]; packed: Buffer[]; checksum: Checksum; size: number };

export type PageCache = {
  /**
   * The kept page, or what `make` makes of it; of many who ask in the moment after it ran out one makes it and the others wait.
   * What is made to be sent once goes to nobody else. `shared`: not made for this asker.
   */
  share<Once>(
    key: string,
    make: () => Promise<{ keep: string } | { once: Once }>,
  ): Promise<{ kept: KeptPage; shared: boolean } | { once: Once }>;
  clear(): void;
};

export function makePageCache(ttlSeconds: number, maxBytes = 64_000_000): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.size,
    ttl: ttlSeconds * 1000,
  });
  const underWay = new Map<string, Promise<KeptPage | undefined>>();
  return {
    async share(key, make) {
      // Nothing is awaited before the making is noted: who asks in the same moment finds it.
      const before = underWay.get(key);
      const known = pages.get(key) ?? (before && (await before));
      if (known) return { kept: known, shared: true };
      const making = make();
      const keeping = making.then((made) => ('keep' in made ? cutPage(made.keep) : undefined));
      const waited = keeping.catch(() => undefined);
      underWay.set(key, waited);
      try {
        const made = await making;
        const kept = await keeping;
        if (kept) pages.set(key, kept);
        return kept ? { kept, shared: false } : (made as Extract<typeof made, { once: unknown }>);
      } finally {
        if (underWay.get(key) === waited) underWay.delete(key);
      }
    },
    clear: () => pages.clear(),
  };
}

/** Cuts a page at its nonces; each piece is also deflated up to a byte boundary, so that pieces can be joined later. */
export function cutPage(page: string): KeptPage {
  const plain = page.split(noncePlace).map((piece) => Buffer.from(piece));
  const packed = plain.map((piece) => deflateRawSync(piece, { level: 6, finishFlush: constants.Z_FULL_FLUSH }));
  const size = [...plain, ...packed].reduce((sum, piece) => sum + piece.length, 1);
  return { plain, packed, checksum: prepareChecksum(plain), size };
}

/** The page with this answer's nonce (24 characters). */
export function fillPage(page: KeptPage, nonce: string): Buffer {
  const filling = Buffer.from(nonce);
  return Buffer.concat(page.plain.flatMap((piece, at) => (at ? [filling, piece] : [piece])));
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastBlock = Buffer.from([0x03, 0x00]);

/** The same as gzip: the nonce goes in as a stored block between the deflated pieces. */
export function fillPagePacked(page: KeptPage, nonce: string): Buffer {
  const filling = Buffer.from(nonce);
  const stored = Buffer.alloc(5 + nonceLength);
  stored.writeUInt16LE(filling.length, 1);
  stored.writeUInt16LE(~filling.length & 0xffff, 3);
  filling.copy(stored, 5);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(checksumWith(page.checksum, filling), 0);
  tail.writeUInt32LE(page.checksum.length, 4);
  const body = page.packed.flatMap((piece, at) => (at ? [stored, piece] : [piece]));
  return Buffer.concat([gzipHead, ...body, lastBlock, tail]);
}

/** What a page's CRC-32 is with a nonce of zeros, and which bits of it each of the nonce's last 32 bits turns over. */
type Checksum = { length: number; ofZeros: number; turns: number[] };

const zeros = Buffer.alloc(nonceLength);
const headLength = nonceLength - 4;
const ofHeadOfZeros = crc32(zeros.subarray(0, headLength));

/**
 * A CRC is linear: bits turned over in the text turn over bits of the sum that depend on their places alone. So the sum of a whole
 * page is worked out 33 times when it is kept, and not once when it is answered.
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

/** Any nonce acts on the sum like zeros with a certain four bytes at the end: what its first twenty leave behind, and its own last four. */
function checksumWith({ ofZeros, turns }: Checksum, filling: Buffer): number {
  const acts = crc32(filling.subarray(0, headLength)) ^ ofHeadOfZeros ^ filling.readUInt32LE(headLength);
  let sum = ofZeros;
  for (let bit = 0; bit < 32; bit += 1) if ((acts >>> bit) & 1) sum ^= turns[bit] as number;
  return sum >>> 0;
}
