// Text as outlines of the bundled fonts, in any of the 13 languages: pictures are the same on every machine, whatever fonts it has.
import type { Language } from '../../../domain/languages.ts';
import { fontOf } from '../../platform/read-fonts.ts';
import { cutPieces, cutRuns } from '../pick-font.ts';

export type TextLook = { language: Language; bold: boolean; size: number };

function widthOf(text: string, { language, bold, size }: TextLook): number {
  return cutRuns(text, language, bold).reduce((sum, run) => {
    const font = fontOf(run.font);
    return sum + (font.layout(run.text).advanceWidth * size) / font.unitsPerEm;
  }, 0);
}

/** Lines no wider than `width`; what does not fit into `most` of them ends with three dots. */
export function breakLines(text: string, look: TextLook, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const piece of cutPieces(text.trim(), true)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf((last + piece).trimEnd(), look) <= width) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  const fitting = lines.slice(0, most);
  const cut = fitting.map((line, at) =>
    lines.length > most && at === most - 1 ? `${line.trimEnd()}…` : line.trimEnd(),
  );
  return cut.map((line) => shorten(line, look, width));
}

/** A single word may be wider than the picture. */
function shorten(line: string, look: TextLook, width: number): string {
  let letters = [...line];
  if (widthOf(line, look) <= width) return line;
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, look) > width) letters = letters.slice(0, -1);
  return `${letters.join('')}…`;
}

/** One line as SVG paths, its baseline beginning at x and y. */
export function outlineLine(text: string, look: TextLook, { x, y }: { x: number; y: number }): string {
  let along = x;
  const paths: string[] = [];
  for (const run of cutRuns(text, look.language, look.bold)) {
    const font = fontOf(run.font);
    const scale = look.size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text);
    glyphs.forEach((glyph, at) => {
      const place = positions[at] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const path = glyph.path.toSVG();
      const left = along + place.xOffset * scale;
      const base = y - place.yOffset * scale;
      if (path)
        paths.push(
          `<path transform="translate(${left.toFixed(2)} ${base.toFixed(2)}) scale(${scale} ${-scale})" d="${path}"/>`,
        );
      along += place.xAdvance * scale;
    });
  }
  return paths.join('');
}
