// Whether an uploaded PDF may be handed to other readers (security rule 56): nothing in it runs, opens other files or sends anything. A
// voucher needs none of it. Its words may be spelled with escapes and lie in packed streams of objects: both are read as a viewer would.
import { constants, inflateSync } from 'node:zlib';

const acting = /\/(JavaScript|Launch|EmbeddedFiles?|SubmitForm|ImportData|RichMedia)\b/;
/** Of all streams of objects of a file together; those of a large voucher have some hundred kilobytes. */
const mostUnpacked = 16 * 2 ** 20;

export function isPlainPdf(bytes: Buffer): boolean {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return false;
  const text = bytes.toString('latin1');
  if (!text.slice(-1024).includes('%%EOF') || acting.test(readNames(text))) return false;
  const objects = unpackObjects(text);
  return objects !== undefined && !acting.test(readNames(objects));
}

/** "/J#61vaScript" is the name /JavaScript (ISO 32000, 7.3.5). */
const readNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** What streams of objects contain; undefined where one cannot be looked into: sealed, packed in another way, too large. */
function unpackObjects(text: string): string | undefined {
  let unpacked = '';
  for (const part of text.split('endstream')) {
    const [head = ''] = /^.*?stream(?:\r\n|\n|\r)/s.exec(part) ?? [];
    const facts = readNames(head);
    if (!/\/ObjStm\b/.test(facts) || !/\/Filter\b/.test(facts)) continue;
    const content = inflate(Buffer.from(part.slice(head.length), 'latin1'), mostUnpacked - unpacked.length);
    if (content === undefined || /\/Predictor\b/.test(facts)) return undefined;
    unpacked += content;
  }
  return unpacked;
}

function inflate(packed: Buffer, most: number): string | undefined {
  try {
    // What follows the packed bytes, and an end that is missing, do not matter to viewers either.
    const options = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(packed, options).toString('latin1');
  } catch {
    return undefined;
  }
}
