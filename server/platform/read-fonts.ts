// The bundled fonts (fonts/), read once per process: for documents and for pictures of letters. The machine's fonts are not used.
import { readFileSync } from 'node:fs';
import type * as fontkit from 'fontkit';
import { loadLate } from './load-late.ts';

const fontReader = loadLate<typeof fontkit>('fontkit');

const fontFiles = {
  latin: 'NotoSans-Regular.ttf',
  latinBold: 'NotoSans-Bold.ttf',
  thai: 'NotoSansThai-Regular.ttf',
  thaiBold: 'NotoSansThai-Bold.ttf',
  sc: 'NotoSansSC-Regular.ttf',
  tc: 'NotoSansTC-Regular.ttf',
  jp: 'NotoSansJP-Regular.ttf',
  kr: 'NotoSansKR-Regular.ttf',
} as const;

export type FontName = keyof typeof fontFiles;

const bytes = new Map<FontName, Buffer>();
const parsed = new Map<FontName, fontkit.Font>();

function fontBytes(name: FontName): Buffer {
  let file = bytes.get(name);
  if (!file) {
    file = readFileSync(new URL(`../../fonts/${fontFiles[name]}`, import.meta.url));
    bytes.set(name, file);
  }
  return file;
}

export function fontOf(name: FontName): fontkit.Font {
  let font = parsed.get(name);
  if (!font) {
    font = fontReader().create(fontBytes(name));
    parsed.set(name, font);
  }
  return font;
}

/**
 * For one document: the tables, which take a tenth of a second to read, are shared; the glyphs are not, because each remembers the
 * letter for which it was first used, and copied text uses that letter.
 */
export function fontForDocument(name: FontName): fontkit.Font {
  return Object.create(fontOf(name), { _glyphs: { value: {}, writable: true } }) as fontkit.Font;
}

/** The outline of a letter as an SVG path, y upwards, in units of which `unitsPerEm` make the letter's height. */
export function outlineOf(name: FontName, letter: string): { path: string; unitsPerEm: number } {
  const font = fontOf(name);
  const [glyph] = font.glyphsForString(letter);
  return { path: glyph?.path.toSVG() ?? '', unitsPerEm: font.unitsPerEm };
}
