// The voucher as one A4 page (§3 vouchers): what was bought, for when and whom, and a large QR code with its letters.
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { type Language, languageTags } from '../../domain/languages.ts';
import { type Doc, makeWriter, type Writer } from './write-text.ts';

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
const quiet = '#5b6770';

export async function drawVoucher(input: VoucherInput): Promise<Buffer> {
  const { labels, order, owner, language } = input;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: languageTags[language],
    displayTitle: true,
    info: { Title: `${labels.title} ${order.subOrderNo}`, Author: owner.name },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  const writer = makeWriter(doc, language);
  drawHead(doc, writer, input);
  const under = drawProduct(doc, writer, input, 100);
  const facts = drawFacts(writer, input, under + 14);
  const code = drawCode(doc, writer, input, under + 14);
  drawLists(doc, writer, input, Math.max(facts, code) + 18);
  drawFoot(writer, input);
  doc.end();
  return done;
}

function drawHead(doc: Doc, writer: Writer, { owner, labels, order }: VoucherInput): void {
  const colour = /^#[0-9a-f]{6}$/i.test(owner.brandColour) ? owner.brandColour : '#0f766e';
  doc.rect(0, 0, page.width, 76).fill(colour);
  writer.write(owner.name, page.margin, 24, inner * 0.6, { size: 18, bold: true, colour: '#ffffff' });
  writer.write(labels.title, page.margin, 18, inner, { size: 16, bold: true, colour: '#ffffff', align: 'right' });
  writer.write(`${labels.orderNo} ${order.orderNo}`, page.margin, 42, inner, {
    size: 9.5,
    colour: '#ffffff',
    align: 'right',
  });
}

function drawProduct(doc: Doc, writer: Writer, { picture, product }: VoucherInput, top: number): number {
  const width = picture ? 168 : 0;
  if (picture) {
    doc
      .save()
      .roundedRect(page.margin, top, width, 112, 8)
      .clip()
      .image(picture, page.margin, top, { width, height: 112 })
      .restore();
  }
  const x = page.margin + (picture ? width + 18 : 0);
  let y =
    top + writer.write(product.name, x, top, page.width - page.margin - x, { size: 19, bold: true, lineHeight: 1.3 });
  y += 4 + writer.write(product.cityLine, x, y + 4, page.width - page.margin - x, { size: 11, colour: quiet });
  return Math.max(y, top + 112);
}

function drawFacts(writer: Writer, { labels, product, travellers, contact, owner }: VoucherInput, top: number): number {
  const facts: [string, string][] = [
    [labels.date, product.dateText],
    ...(product.timeText ? [[labels.time, product.timeText] as [string, string]] : []),
    [labels.package, product.packageName],
    [labels.quantity, product.lines.map((line) => `${line.label} × ${line.quantity}`).join(', ')],
    ...(travellers.length ? [[labels.travellers, travellers.join(', ')] as [string, string]] : []),
    [labels.contact, [contact.name, contact.phone].filter(Boolean).join(' · ')],
    [labels.provider, [owner.name, owner.phone].filter(Boolean).join(' · ')],
  ];
  let y = top;
  for (const [at, [label, value]] of facts.entries()) {
    writer.write(label, page.margin, y, 300, { size: 9, colour: quiet });
    y += 14;
    y += 8 + writer.write(value, page.margin, y, 300, { size: at === 0 ? 15 : 12, bold: at === 0 });
  }
  return y;
}

function drawCode(doc: Doc, writer: Writer, { order, labels }: VoucherInput, top: number): number {
  const size = 172;
  const x = page.width - page.margin - size;
  const { modules } = QRCode.create(order.qrText, { errorCorrectionLevel: 'M' });
  const cell = size / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) doc.rect(x + column * cell, top + row * cell, cell + 0.2, cell + 0.2);
    }
  }
  doc.fill('#0b1418');
  writer.write(labels.voucherCode, x, top + size + 10, size, { size: 9, colour: quiet, align: 'center' });
  writer.write(order.voucherCode.replace(/(.{5})(?=.)/g, '$1 '), x, top + size + 24, size, {
    size: 17,
    bold: true,
    align: 'center',
  });
  return top + size + 56;
}

function drawLists(doc: Doc, writer: Writer, input: VoucherInput, top: number): void {
  const { labels, included, notices } = input;
  doc
    .moveTo(page.margin, top)
    .lineTo(page.width - page.margin, top)
    .lineWidth(0.7)
    .strokeColor('#dfe6e7')
    .stroke();
  const half = (inner - 24) / 2;
  drawList(writer, labels.included, included, page.margin, top + 14, half);
  drawList(writer, labels.notices, [labels.howToUseText, ...notices], page.margin + half + 24, top + 14, half);
}

function drawList(writer: Writer, title: string, items: string[], x: number, top: number, width: number): void {
  let y = top + 6 + writer.write(title, x, top, width, { size: 12, bold: true });
  for (const item of items) {
    if (y > page.height - 90) return;
    writer.write('•', x, y, 10, { size: 10 });
    y += 4 + writer.write(item, x + 12, y, width - 12, { size: 10 });
  }
}

function drawFoot(writer: Writer, { labels, order, issuedAt }: VoucherInput): void {
  writer.write(`${labels.issuedAt} ${issuedAt} · ${order.subOrderNo}`, page.margin, page.height - 48, inner, {
    size: 8.5,
    colour: quiet,
  });
}
