// An A4 document in one language: its pages, its writer, its bytes; and what all documents of the installation share in looks.
import type PDFDocument from 'pdfkit';
import { type Language, languageTags } from '../../domain/languages.ts';
import { isTestOrder } from '../../domain/systems.ts';
import { translate } from '../../locales/translate.ts';
import { loadLate } from '../platform/load-late.ts';
import { type Doc, makeWriter, type TextStyle, type Writer } from './write-text.ts';

const pdfkit = loadLate<typeof PDFDocument>('pdfkit');

export const page = { width: 595.28, height: 841.89, margin: 42 };
export const inner = page.width - 2 * page.margin;
export const right = page.width - page.margin;
/** Nothing but the foot is written below this. */
export const bottom = page.height - 66;
export const quiet = '#5b6770';
const dark = '#17222b';

export type OpenDocument = { doc: Doc; writer: Writer; finish(): Promise<Buffer> };

/** The title of an order's document: one of the test mode says that it is none (decision 0385). */
export function titleFor(orderNo: string, title: string, language: Language): string {
  return isTestOrder(orderNo) ? `${title} · ${translate(language, 'export.test')}` : title;
}

/** Without any page: the caller adds the first one. */
export function openDocument(language: Language, title: string, author: string): OpenDocument {
  const doc = new (pdfkit())({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // Else it reads the metrics of Helvetica for each document.
    font: '',
    lang: languageTags[language],
    displayTitle: true,
    info: { Title: title, Author: author },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  return {
    doc,
    writer: makeWriter(doc, language),
    finish() {
      doc.end();
      return done;
    },
  };
}

/** `logo`: png or jpeg, instead of the name in its band. */
export type Head = { name: string; brandColour: string; title: string; number: string; logo?: Buffer | undefined };

/** The owner's colour, and black or white letters on it, whichever reads better. */
function bandOf(brandColour: string): { colour: string; ink: string } {
  const colour = /^#[0-9a-f]{6}$/i.test(brandColour) ? brandColour : '#0f766e';
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { colour, ink: light > 0.25 ? dark : '#ffffff' };
}

/** The band on top of a first page: who it comes from, what it is. Answers where the page goes on. */
export function drawHead(doc: Doc, writer: Writer, head: Head): number {
  if (head.logo) return drawLogoHead(doc, writer, { ...head, logo: head.logo });
  const { name, brandColour, title, number } = head;
  const { colour, ink } = bandOf(brandColour);
  doc.rect(0, 0, page.width, 76).fill(colour);
  const nameWidth = inner * 0.6;
  const style: TextStyle = { size: 18, bold: true, colour: ink, lineHeight: 1.3 };
  while (style.size > 11 && writer.wrap(name, nameWidth, style).length > 1) style.size -= 1;
  const lines = writer.wrap(name, nameWidth, style).slice(0, 3);
  const height = lines.length * writer.lineHeight(style);
  writer.writeLines(lines, page.margin, (76 - height) / 2, nameWidth, style);
  writer.write(title, page.margin, 18, inner, { size: 16, bold: true, colour: ink, align: 'right' });
  writer.write(number, page.margin, 43, inner, { size: 9.5, colour: ink, align: 'right' });
  return 100;
}

const logoBox = { width: 240, height: 54 };

/** On paper's white, in its own proportions. By its address, for a document carries what has the same address once. */
function drawLogoHead(doc: Doc, writer: Writer, { logo, title, number }: Head & { logo: Buffer }): number {
  const address = `data:image;base64,${logo.toString('base64')}`;
  doc.image(address, page.margin, 14, { fit: [logoBox.width, logoBox.height], valign: 'center' });
  const x = page.margin + logoBox.width + 14;
  writer.write(title, x, 18, right - x, { size: 16, bold: true, align: 'right' });
  writer.write(number, x, 43, right - x, { size: 9.5, colour: quiet, align: 'right' });
  drawRule(doc, 80);
  return 100;
}

/** Further pages say what they belong to, for they may be printed apart. */
export function drawHeadAgain(doc: Doc, writer: Writer, brandColour: string, text: string): number {
  doc.rect(0, 0, page.width, 14).fill(bandOf(brandColour).colour);
  const style: TextStyle = { size: 11, bold: true };
  const top = 34;
  return top + 14 + writer.write(text, page.margin, top, inner, style);
}

/** The foot of every page from `first` on, with how many there are. */
export function drawFeet(doc: Doc, writer: Writer, first: number, text: string): void {
  const end = doc.bufferedPageRange().count;
  const style: TextStyle = { size: 8.5, colour: quiet };
  for (let at = first; at < end; at += 1) {
    doc.switchToPage(at);
    const top = page.height - 48;
    writer.write(text, page.margin, top, inner, style);
    if (end - first > 1)
      writer.write(`${at - first + 1} / ${end - first}`, page.margin, top, inner, { ...style, align: 'right' });
  }
}

export function drawRule(doc: Doc, y: number): void {
  doc.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.7).strokeColor('#dfe6e7').stroke();
}
