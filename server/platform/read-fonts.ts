// The bundled fonts (fonts/), read once per process: for documents and for pictures of letters. The machine's fonts are not used.
import { readFileSync } from 'node:fs';
import type * as fontkit from 'fontkit';
import { LRUCache } from 'lru-cache';
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

/** For one document: the tables, which take a tenth of a second to read, and the layout of words are shared; the glyphs are not. */
export function fontForDocument(name: FontName): fontkit.Font {
  return Object.create(fontOf(name), {
    _glyphs: { value: {}, writable: true },
    layout: { value: layoutOf(name) },
  }) as fontkit.Font;
}

/** What a PDF uses of a text that was laid out. */
type Run = Pick<fontkit.Run, 'glyphs' | 'positions'>;
type Layout = (text: string, features?: unknown) => fontkit.Run;

/** Documents use the same words again and again, and laying them out was a third of the work. */
const mostRuns = 4000;
const layouts = new Map<FontName, Layout>();

function layoutOf(name: FontName): Layout {
  let layout = layouts.get(name);
  if (!layout) {
    layout = shareLayout(fontOf(name));
    layouts.set(name, layout);
  }
  return layout;
}

function shareLayout(whole: fontkit.Font): Layout {
  const runs = new LRUCache<string, Run>({ max: mostRuns });
  const font = Object.create(whole, { _glyphs: { value: {}, writable: true } });
  // The getter makes a layout engine of its own for this object; that of the whole font uses glyphs which other texts have used.
  Reflect.get(Object.getPrototypeOf(whole), '_layoutEngine', font);
  const layOut = (text: string, features: unknown): Run => {
    // A glyph remembers the letter for which it was first used, and text copied from a document uses that letter.
    font._glyphs = {};
    const { glyphs, positions } = (font as fontkit.Font).layout(text, features);
    return {
      glyphs: glyphs.map(({ id, codePoints, advanceWidth }) => ({ id, codePoints, advanceWidth })),
      positions,
    };
  };
  return (text, features) => {
    const key = features ? `${JSON.stringify(features)} ${text}` : text;
    const run = runs.get(key) ?? layOut(text, features);
    runs.set(key, run);
    // The document scales the positions that it is given.
    const positions = run.positions.map((position) => ({ ...position }));
    return { glyphs: run.glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
}

/** The outline of a letter as an SVG path, y upwards, in units of which `unitsPerEm` make the letter's height. */
export function outlineOf(name: FontName, letter: string): { path: string; unitsPerEm: number } {
  const font = fontOf(name);
  const [glyph] = font.glyphsForString(letter);
  return { path: glyph?.path.toSVG() ?? '', unitsPerEm: font.unitsPerEm };
}
