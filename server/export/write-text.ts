// Writes texts of mixed scripts into a PDF: measured and wrapped run by run, each run in the font that has its letters.
import type PDFDocument from 'pdfkit';
import type { Language } from '../../domain/languages.ts';
import { cutPieces, cutRuns, type FontName, fontBytes } from './pick-font.ts';

export type Doc = InstanceType<typeof PDFDocument>;
export type TextStyle = {
  size: number;
  bold?: boolean;
  colour?: string;
  lineHeight?: number;
  align?: 'left' | 'center' | 'right';
};

export function makeWriter(doc: Doc, language: Language) {
  const known = new Set<FontName>();
  const use = (font: FontName, size: number) => {
    if (!known.has(font)) {
      doc.registerFont(font, fontBytes(font));
      known.add(font);
    }
    doc.font(font).fontSize(size);
  };
  const widthOf = (text: string, style: TextStyle) => {
    let width = 0;
    for (const run of cutRuns(text, language, style.bold ?? false)) {
      use(run.font, style.size);
      width += doc.widthOfString(run.text);
    }
    return width;
  };
  const wrap = (text: string, width: number, style: TextStyle): string[] => {
    const lines: string[] = [];
    for (const paragraph of text.split('\n')) {
      let line = '';
      for (const piece of cutPieces(paragraph)) {
        if (line && widthOf((line + piece).trimEnd(), style) > width) {
          lines.push(line.trimEnd());
          line = piece.trimStart();
        } else line += piece;
      }
      lines.push(line.trimEnd());
    }
    return lines;
  };
  const lineHeight = (style: TextStyle) => style.size * (style.lineHeight ?? 1.45);
  const writeLine = (text: string, x: number, y: number, width: number, style: TextStyle) => {
    const free = width - widthOf(text, style);
    let at = x + (style.align === 'center' ? free / 2 : style.align === 'right' ? free : 0);
    for (const run of cutRuns(text, language, style.bold ?? false)) {
      use(run.font, style.size);
      doc.fillColor(style.colour ?? '#17222b').text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(run.text);
    }
  };
  /** Writes wrapped text and answers the height it took. */
  const write = (text: string, x: number, y: number, width: number, style: TextStyle): number => {
    const lines = wrap(text, width, style);
    lines.forEach((line, at) => {
      writeLine(line, x, y + at * lineHeight(style) + style.size * 1.08, width, style);
    });
    return lines.length * lineHeight(style);
  };
  const height = (text: string, width: number, style: TextStyle) => wrap(text, width, style).length * lineHeight(style);
  return { write, height, wrap };
}

export type Writer = ReturnType<typeof makeWriter>;
