// A ZIP archive (APPNOTE 4.3) whose files are stored without compression: a pass is small, and its pictures are packed already.
import { crc32 } from 'node:zlib';

export type ZipFile = { name: string; bytes: Buffer };

/** What both heads of a file say of it: version 2.0, no flags, not packed, no time, sum, sizes, length of the name. */
function describe({ name, bytes }: ZipFile): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x21, 8);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}

export function packZip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const head = describe(file);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(file.name), file.bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, place, Buffer.from(file.name)]));
    bodies.push(body);
    at += body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}
