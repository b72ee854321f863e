// Writes texts of mixed scripts into a PDF: measured and wrapped run by run, each run in the font that has its letters.
import type PDFDocument from 'pdfkit';
import type { Language } from '../../domain/languages.ts';
import { fontForDocument } from '../platform/read-fonts.ts';
import { cutGraphemes, cutPieces, cutRuns, type FontName, type FontRun, hasBold } from './pick-font.ts';

export type Doc = InstanceType<typeof PDFDocument>;
export type TextStyle = {
  size: number;
  bold?: boolean;
  colour?: string;
  lineHeight?: number;
  align?: 'left' | 'center' | 'right';
};

/** Widths at size 1 (a width grows with the size), for documents say the same words again and again. */
const measured = new Map<string, number>();
const mostMeasured = 20_000;

/** Sets fonts, each registered once, and measures what a text takes in them. */
function makeMeasure(doc: Doc, language: Language) {
  const known = new Set<FontName>();
  const use = (font: FontName, size: number) => {
    if (known.has(font)) {
      doc.font(font).fontSize(size);
      return;
    }
    doc
      .registerFont(font, fontForDocument(font) as never)
      .font(font)
      .fontSize(size);
    known.add(font);
  };
  const widthOf = (text: string, style: TextStyle) => {
    const key = `${language} ${style.bold ? 'bold' : 'plain'} ${text}`;
    let width = measured.get(key);
    if (width === undefined) {
      width = 0;
      for (const run of cutRuns(text, language, style.bold ?? false)) {
        use(run.font, 1);
        width += doc.widthOfString(run.text, featuresOf(run));
      }
      if (measured.size >= mostMeasured) measured.clear();
      measured.set(key, width);
    }
    return width * style.size;
  };
  return { use, widthOf };
}

type WidthOf = (text: string, style: TextStyle) => number;

/** A line differs from the sum of its pieces by what letters at their seams draw nearer: never by more than this part. */
const seams = 0.03;

function makeWrapping(widthOf: WidthOf) {
  const wrap = (text: string, width: number, style: TextStyle, wholeWords = false): string[] => {
    const lines: string[] = [];
    for (const paragraph of text.split('\n')) {
      let line = '';
      let lineWidth = 0;
      // Lines are measured whole only where the sum of their pieces leaves a doubt: measuring is most of the work of a document.
      const fits = (part: string) => {
        const sum = lineWidth + widthOf(part.trimEnd(), style);
        if (Math.abs(sum - width) > width * seams) return sum < width;
        return widthOf((line + part).trimEnd(), style) <= width;
      };
      for (const piece of cutPieces(paragraph, wholeWords)) {
        // A word wider than its column (an e-mail address, a web address) is the only thing that breaks inside.
        for (const part of widthOf(piece.trimEnd(), style) <= width ? [piece] : cutGraphemes(piece)) {
          if (line && !fits(part)) {
            lines.push(line.trimEnd());
            line = part.trimStart();
            lineWidth = widthOf(line, style);
          } else {
            line += part;
            lineWidth += widthOf(part, style);
          }
        }
      }
      lines.push(line.trimEnd());
    }
    return lines;
  };
  /** Wraps a heading to lines of about equal length, so that no single letter is alone on the last one. */
  const wrapEvenly = (text: string, width: number, style: TextStyle): string[] => {
    const widest = wrap(text, width, style, true);
    let even = widest;
    for (let narrower = width - 8; narrower > width / 2; narrower -= 8) {
      const lines = wrap(text, narrower, style, true);
      if (lines.length > widest.length) break;
      even = lines;
    }
    return even;
  };
  return { wrap, wrapEvenly };
}

export function makeWriter(doc: Doc, language: Language) {
  const { use, widthOf } = makeMeasure(doc, language);
  const { wrap, wrapEvenly } = makeWrapping(widthOf);
  const lineHeight = (style: TextStyle) => style.size * (style.lineHeight ?? 1.45);
  const writeLine = (text: string, x: number, y: number, width: number, style: TextStyle) => {
    const free = width - widthOf(text, style);
    let at = x + (style.align === 'center' ? free / 2 : style.align === 'right' ? free : 0);
    for (const run of cutRuns(text, language, style.bold ?? false)) {
      use(run.font, style.size);
      const colour = style.colour ?? '#17222b';
      // The Chinese, Japanese and Korean fonts come in one weight only: an outline of the same colour makes them bold.
      const outlined = style.bold === true && !hasBold(run.font);
      if (outlined) doc.lineWidth(style.size * 0.035).strokeColor(colour);
      doc.fillColor(colour).text(run.text, at, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        fill: true,
        stroke: outlined,
        ...featuresOf(run),
      });
      at += doc.widthOfString(run.text, featuresOf(run));
    }
  };
  const writeLines = (lines: string[], x: number, y: number, width: number, style: TextStyle): number => {
    lines.forEach((line, at) => {
      writeLine(line, x, y + at * lineHeight(style) + style.size * 1.08, width, style);
    });
    return lines.length * lineHeight(style);
  };
  /** Writes wrapped text and answers the height it took. */
  const write = (text: string, x: number, y: number, width: number, style: TextStyle): number =>
    writeLines(wrap(text, width, style), x, y, width, style);
  return { write, writeLines, wrap, wrapEvenly, widthOf, lineHeight };
}

/**
 * The Latin fonts split these letters into letter and mark, so that copying, searching or reading aloud yields the bare letter. They
 * also have each of them whole, so a run with one of them is measured and drawn without splitting.
 */
const takenApart = /[ǹḿṃṅṣẹịọụ]/;
const whole = { ccmp: false } as unknown as [];

function featuresOf({ text }: FontRun) {
  return takenApart.test(text) ? { features: whole } : {};
}

export type Writer = ReturnType<typeof makeWriter>;
