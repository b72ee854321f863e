// The voucher on A4 (§3 vouchers): what was bought, for when and whom, and a large QR code with its letters. One page;
// long lists of travellers or notices go on over further pages, so that none of them is cut off.
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { type Language, languageTags } from '../../domain/languages.ts';
import { type FlowLine, flowColumns } from './flow-columns.ts';
import { type Doc, makeWriter, type TextStyle, type Writer } from './write-text.ts';

export const voucherLabels = [
  'title',
  'orderNo',
  'voucherCode',
  'package',
  'date',
  'time',
  'quantity',
  'travellers',
  'contact',
  'included',
  'notices',
  'howToUseText',
  'issuedAt',
  'provider',
] as const;
export type VoucherLabel = (typeof voucherLabels)[number];

/** Plain data; every word is already in the reader's language. */
export type VoucherInput = {
  language: Language;
  labels: Record<VoucherLabel, string>;
  owner: { name: string; phone?: string; brandColour: string };
  order: { orderNo: string; subOrderNo: string; voucherCode: string; qrText: string };
  product: {
    name: string;
    packageName: string;
    cityLine: string;
    dateText: string;
    timeText?: string;
    lines: { label: string; quantity: number }[];
  };
  travellers: string[];
  contact: { name: string; email: string; phone?: string };
  included: string[];
  notices: string[];
  issuedAt: string;
  /** JPEG of ratio 3:2. */
  picture?: Buffer;
};

const page = { width: 595.28, height: 841.89, margin: 42 };
const inner = page.width - 2 * page.margin;
const right = page.width - page.margin;
/** Nothing but the foot is written below this. */
const bottom = page.height - 66;
const quiet = '#5b6770';
const dark = '#17222b';
const factsWidth = 300;
const codeSize = 172;

export async function drawVoucher(input: VoucherInput): Promise<Buffer> {
  const { labels, order, owner, language } = input;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: languageTags[language],
    displayTitle: true,
    info: { Title: `${labels.title} ${order.subOrderNo}`, Author: owner.name },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  const writer = makeWriter(doc, language);
  drawHead(doc, writer, input);
  const under = drawProduct(doc, writer, input, 100) + 14;
  const code = drawCode(doc, writer, input, under);
  let turned = false;
  const turnPage = () => {
    turned = true;
    doc.addPage();
    return drawHeadAgain(doc, writer, input);
  };
  const lines = listFacts(writer, input);
  const facts = flowColumns(writer, [{ x: page.margin, width: factsWidth, lines }], under, { bottom, turnPage });
  drawLists(doc, writer, input, (turned ? facts : Math.max(facts, code)) + 18, turnPage);
  drawFeet(doc, writer, input);
  doc.end();
  return done;
}

/** The owner's colour, and black or white letters on it, whichever reads better. */
function bandOf({ owner }: VoucherInput): { colour: string; ink: string } {
  const colour = /^#[0-9a-f]{6}$/i.test(owner.brandColour) ? owner.brandColour : '#0f766e';
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { colour, ink: light > 0.25 ? dark : '#ffffff' };
}

function drawHead(doc: Doc, writer: Writer, input: VoucherInput): void {
  const { owner, labels, order } = input;
  const { colour, ink } = bandOf(input);
  doc.rect(0, 0, page.width, 76).fill(colour);
  const nameWidth = inner * 0.6;
  const style: TextStyle = { size: 18, bold: true, colour: ink, lineHeight: 1.3 };
  while (style.size > 11 && writer.wrap(owner.name, nameWidth, style).length > 1) style.size -= 1;
  const name = writer.wrap(owner.name, nameWidth, style).slice(0, 3);
  const height = name.length * writer.lineHeight(style);
  writer.writeLines(name, page.margin, (76 - height) / 2, nameWidth, style);
  writer.write(labels.title, page.margin, 18, inner, { size: 16, bold: true, colour: ink, align: 'right' });
  writer.write(`${labels.orderNo} ${order.orderNo}`, page.margin, 43, inner, {
    size: 9.5,
    colour: ink,
    align: 'right',
  });
}

/** Further pages say whose voucher they belong to, for they may be printed apart. */
function drawHeadAgain(doc: Doc, writer: Writer, input: VoucherInput): number {
  doc.rect(0, 0, page.width, 14).fill(bandOf(input).colour);
  const style: TextStyle = { size: 11, bold: true };
  const top = 34;
  return top + 14 + writer.write(`${input.labels.title} · ${input.product.name}`, page.margin, top, inner, style);
}

function drawProduct(doc: Doc, writer: Writer, { picture, product }: VoucherInput, top: number): number {
  const size = { width: 168, height: 112 };
  if (picture) {
    doc.save().roundedRect(page.margin, top, size.width, size.height, 8).clip();
    doc.image(picture, page.margin, top, { cover: [size.width, size.height], align: 'center', valign: 'center' });
    doc.restore();
  }
  const x = page.margin + (picture ? size.width + 18 : 0);
  const style: TextStyle = { size: 20, bold: true, lineHeight: 1.32 };
  while (style.size > 13 && writer.wrap(product.name, right - x, style).length > 3) style.size -= 1;
  let y = top + writer.writeLines(writer.wrapEvenly(product.name, right - x, style), x, top, right - x, style);
  y += 4 + writer.write(product.cityLine, x, y + 4, right - x, { size: 11, colour: quiet });
  return Math.max(y, picture ? top + size.height : y);
}

function listFacts(writer: Writer, input: VoucherInput): FlowLine[] {
  const { labels, product, travellers, contact, owner } = input;
  const facts: [string, string][] = [
    [labels.date, product.dateText],
    [labels.time, product.timeText ?? ''],
    [labels.package, product.packageName],
    [labels.quantity, product.lines.map((line) => `${line.label} × ${line.quantity}`).join('\n')],
    [labels.travellers, travellers.join(', ')],
    [labels.contact, `${[contact.name, contact.phone].filter(Boolean).join(' · ')}\n${contact.email}`.trim()],
    [labels.provider, [owner.name, owner.phone].filter(Boolean).join(' · ')],
  ];
  return facts
    .filter(([, value]) => value)
    .flatMap(([label, value]) => {
      const large = label === labels.date || label === labels.time;
      const style: TextStyle = large ? { size: 15, bold: true } : { size: 12 };
      return [
        { text: label, style: { size: 9, colour: quiet }, before: 8, keep: true },
        ...writer.wrap(value, factsWidth, style).map((text) => ({ text, style, before: 0 })),
      ];
    });
}

function drawCode(doc: Doc, writer: Writer, { order, labels }: VoucherInput, top: number): number {
  const x = right - codeSize;
  const { modules } = QRCode.create(order.qrText, { errorCorrectionLevel: 'M' });
  const cell = codeSize / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      // Neighbours overlap by a hair, or viewers show white seams between them.
      if (modules.get(row, column)) doc.rect(x + column * cell, top + row * cell, cell + 0.2, cell + 0.2);
    }
  }
  doc.fill('#000000');
  let y = top + codeSize + 10;
  y += writer.write(labels.voucherCode, x, y, codeSize, { size: 9, colour: quiet, align: 'center' });
  const letters = order.voucherCode.replace(/(.{5})(?=.)/g, '$1 ');
  y += 1 + writer.write(letters, x, y + 1, codeSize, { size: 17, bold: true, align: 'center' });
  const style: TextStyle = { size: 10, align: 'center' };
  y += 8;
  return y + writer.writeLines(writer.wrapEvenly(labels.howToUseText, codeSize, style), x, y, codeSize, style);
}

function drawLists(doc: Doc, writer: Writer, input: VoucherInput, from: number, turnPage: () => number): void {
  const { labels } = input;
  const width = (inner - 24) / 2;
  const columns = [
    { x: page.margin, width, lines: listItems(writer, labels.included, input.included, width) },
    { x: page.margin + width + 24, width, lines: listItems(writer, labels.notices, input.notices, width) },
  ].filter(({ lines }) => lines.length > 0);
  if (columns.length === 0) return;
  // A heading with hardly a line under it is not worth the end of a page.
  const top = from > bottom - 70 ? turnPage() : from;
  doc.moveTo(page.margin, top).lineTo(right, top).lineWidth(0.7).strokeColor('#dfe6e7').stroke();
  flowColumns(writer, columns, top + 14, { bottom, turnPage });
}

function listItems(writer: Writer, title: string, items: string[], width: number): FlowLine[] {
  if (items.length === 0) return [];
  const style: TextStyle = { size: 10 };
  const indent = 12;
  return [
    ...writer.wrap(title, width, { size: 12, bold: true }).map((text) => ({
      text,
      style: { size: 12, bold: true },
      keep: true,
    })),
    ...items.flatMap((item) =>
      writer.wrap(item, width - indent, style).map((text, nth) => ({
        text,
        style,
        indent,
        before: nth === 0 ? 4 : 0,
        ...(nth === 0 ? { bullet: '•' } : {}),
      })),
    ),
  ];
}

function drawFeet(doc: Doc, writer: Writer, { labels, order, issuedAt }: VoucherInput): void {
  const { count } = doc.bufferedPageRange();
  const style: TextStyle = { size: 8.5, colour: quiet };
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at);
    const top = page.height - 48;
    writer.write(`${labels.issuedAt} ${issuedAt} · ${order.subOrderNo}`, page.margin, top, inner, style);
    if (count > 1) writer.write(`${at + 1} / ${count}`, page.margin, top, inner, { ...style, align: 'right' });
  }
}
