// Text files as a package that npm installs: a gzipped tar archive (POSIX ustar) with everything in the folder `package`.
import { gzipSync } from 'node:zlib';

const block = 512;
/** Always the same, so that the same contract gives the same bytes. */
const madeAt = Date.UTC(2026, 10, 23) / 1000;

export function packFiles(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [
      headOf(`package/${name}`, content.length),
      content,
      Buffer.alloc((block - (content.length % block)) % block),
    ];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]));
}

function headOf(name: string, size: number): Buffer {
  const head = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  head.write(name, 0);
  head.write(octal(0o644, 8), 100);
  head.write(octal(0, 8) + octal(0, 8), 108);
  head.write(octal(size, 12) + octal(madeAt, 12), 124);
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
