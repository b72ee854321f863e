// DER (X.690), as far as a signature of Apple's passes needs it: writes elements, and takes one apart.

export const derTag = {
  integer: 0x02,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** The first of an element's own numbered parts. */
  first: 0xa0,
} as const;

export function writeDer(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), writeLength(body.length), body]);
}

function writeLength(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  return Buffer.concat([Buffer.from([128 + bytes.length]), bytes]);
}

/** "1.2.840.113549": the first two numbers share a byte, the others have seven bits in each. */
export function writeOid(text: string): Buffer {
  const [one = 0, two = 0, ...others] = text.split('.').map(Number);
  const bytes = others.flatMap((number) => {
    const list = [number & 127];
    for (let rest = number >> 7; rest > 0; rest >>= 7) list.unshift((rest & 127) | 128);
    return list;
  });
  return writeDer(derTag.oid, Buffer.from([one * 40 + two, ...bytes]));
}

/** The elements inside one, each whole. */
export function splitDer(element: Buffer): Buffer[] {
  const { start, end } = measure(element, 0);
  const list: Buffer[] = [];
  for (let at = start; at < end; ) {
    const next = measure(element, at).end;
    list.push(element.subarray(at, next));
    at = next;
  }
  return list;
}

function measure(bytes: Buffer, at: number): { start: number; end: number } {
  const first = bytes.readUInt8(at + 1);
  if (first < 128) return { start: at + 2, end: at + 2 + first };
  const count = first & 127;
  const start = at + 2 + count;
  const end = start + bytes.readUIntBE(at + 2, count);
  if (end > bytes.length) throw new RangeError('an element is longer than what holds it');
  return { start, end };
}
