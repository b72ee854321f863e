// The voucher on A4 (§3 vouchers): what was bought, when and for whom, and a large QR code with its letters. One page;
// long lists of travellers or notices continue on further pages, so that none of them is cut off.
import { inBrackets, joinList, type Language } from '../../domain/languages.ts';
import type { SupplierCode } from '../order/read.sql.ts';
import { codeSize, drawBars, drawModules } from './draw-codes.ts';
import { type FlowLine, flowColumns } from './flow-columns.ts';
import {
  bottom,
  drawFeet,
  drawHead,
  drawHeadAgain,
  drawRule,
  inner,
  openDocument,
  page,
  quiet,
  right,
} from './open-document.ts';
import type { Doc, TextStyle, Writer } from './write-text.ts';

export const voucherLabels = [
  'title',
  'orderNo',
  'voucherCode',
  'package',
  'date',
  'time',
  'quantity',
  'room',
  'extras',
  'travellers',
  'contact',
  'cancelling',
  'eSim',
  'eSimText',
  'place',
  'included',
  'notices',
  'howToUseText',
  'issuedAt',
  'provider',
] as const;
type VoucherLabel = (typeof voucherLabels)[number];

/** Plain data; every word is already in the reader's language. */
export type VoucherInput = {
  language: Language;
  labels: Record<VoucherLabel | 'entry' | 'seatPlan' | 'answers', string>;
  company: { name: string; phone?: string; legal?: string; brandColour: string; logo?: Buffer | undefined };
  /** `qrText` '': it is let in by a code of the supplier's, or by its number. */
  order: { orderNo: string; subOrderNo: string; voucherCode: string; qrText: string };
  /** In place of the code what the supplier lets in by (decision 0461): the first beside the facts, others on a page of their own. */
  theirs: SupplierCode[];
  product: {
    name: string;
    packageName: string;
    cityLine: string;
    /** City and position, for a map; '' where the product is gone. */
    placeText: string;
    dateText: string;
    /** With what one does then, where it has no session. */
    timeText: string | null;
    /** How guests use it; '' where the product is gone. */
    entry: string;
    /** `more`: the line's code where there are several, and how many were cancelled. */
    lines: { label: string; quantity: number; more: string }[];
    /** Guests, beds, meals and times of a stay. */
    room: string[];
    /** Where guests are picked up or collect it, and what else they filled in for the day. */
    details: string[];
    /** Until when it can be cancelled free of charge, or that it cannot. */
    cancelling: string;
    /** Bought beside it. */
    extras: string[];
  };
  travellers: string[];
  contact: { name: string; email: string; phone?: string };
  included: string[];
  notices: string[];
  /** Each on a page of its own, with its code to scan. */
  eSims: { activation: string; facts: [label: string, value: string][] }[];
  issuedAt: string;
  /** JPEG of ratio 3:2. */
  picture?: Buffer;
  /** PNG, whole, on a page of its own, under the owner's description. */
  seatPlan?: { picture: Buffer; caption: string } | undefined;
};

const factsWidth = 300;

/** One document of as many vouchers as there are, each on pages of its own. */
export async function drawVouchers(inputs: VoucherInput[]): Promise<Buffer> {
  const [first] = inputs;
  if (!first) throw new Error('no voucher to draw');
  const numbers = inputs.map((input) => input.order.subOrderNo).join(', ');
  const { doc, writer, finish } = openDocument(first.language, `${first.labels.title} ${numbers}`, first.company.name);
  for (const input of inputs) drawVoucher(doc, writer, input);
  return finish();
}

function drawVoucher(doc: Doc, writer: Writer, input: VoucherInput): void {
  const { labels, order, company } = input;
  const first = doc.bufferedPageRange().count;
  doc.addPage();
  const number = `${labels.orderNo} ${order.orderNo}`;
  const top = drawHead(doc, writer, { ...company, title: labels.title, number });
  const under = drawProduct(doc, writer, input, top) + 14;
  const code = drawCode(doc, writer, input, under);
  let turned = false;
  const turnPage = () => {
    turned = true;
    doc.addPage();
    return drawHeadAgain(doc, writer, company.brandColour, `${labels.title} · ${input.product.name}`);
  };
  const lines = listFacts(writer, input);
  const facts = flowColumns(writer, [{ x: page.margin, width: factsWidth, lines }], under, { bottom, turnPage });
  drawLists(doc, writer, input, (turned ? facts : Math.max(facts, code)) + 18, turnPage);
  drawFurther(doc, writer, input, turnPage);
  if (input.seatPlan) drawPlan(doc, writer, { ...input, ...input.seatPlan }, turnPage());
  for (const [at, item] of input.eSims.entries()) drawESim(doc, writer, input, { ...item, at }, turnPage());
  drawFeet(doc, writer, first, `${labels.issuedAt} ${input.issuedAt} · ${order.subOrderNo}`);
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
  const { labels, product, travellers, contact, company } = input;
  const facts: [string, string][] = [
    [labels.date, product.dateText],
    [labels.time, product.timeText ?? ''],
    [labels.entry, product.entry],
    [labels.package, product.packageName],
    [labels.place, product.placeText],
    [
      labels.quantity,
      product.lines
        .map(({ label, quantity, more }) => `${label} ×\u00a0${quantity}${more && inBrackets(more, input.language)}`)
        .join('\n'),
    ],
    [labels.room, product.room.join('\n')],
    [labels.answers, product.details.join('\n')],
    [labels.extras, product.extras.join('\n')],
    [labels.travellers, joinList(travellers, input.language)],
    [labels.cancelling, product.cancelling],
    [labels.contact, `${[contact.name, contact.phone].filter(Boolean).join(' · ')}\n${contact.email}`.trim()],
    [
      labels.provider,
      [[company.name, company.phone].filter(Boolean).join(' · '), company.legal].filter(Boolean).join('\n'),
    ],
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

type Plan = Pick<VoucherInput, 'language' | 'labels' | 'product'> & NonNullable<VoucherInput['seatPlan']>;

function drawPlan(doc: Doc, writer: Writer, { language, labels, product, picture, caption }: Plan, top: number): void {
  let y = top + writer.write(labels.seatPlan, page.margin, top, inner, { size: 16, bold: true }) + 6;
  // Which of the seats are the reader's.
  for (const [text, style] of [
    [
      joinList(
        product.lines.map(({ label, quantity }) => `${label} ×\u00a0${quantity}`),
        language,
      ),
      { size: 12, bold: true },
    ],
    [caption, { size: 11, colour: quiet }],
  ] satisfies [string, TextStyle][])
    y += writer.writeLines(writer.wrap(text, inner, style), page.margin, y, inner, style) + 4;
  y += 10;
  doc.image(picture, page.margin, y, { fit: [inner, bottom - y], align: 'center' });
}

type NumberedESim = VoucherInput['eSims'][number] & { at: number };

/** The code that a telephone scans to install it, and the same to be typed. */
function drawESim(doc: Doc, writer: Writer, { labels, eSims }: VoucherInput, eSim: NumberedESim, top: number): void {
  const { at, activation, facts } = eSim;
  const title = eSims.length > 1 ? `${labels.eSim} ${at + 1} / ${eSims.length}` : labels.eSim;
  let y = top + writer.write(title, page.margin, top, inner, { size: 16, bold: true }) + 6;
  const style: TextStyle = { size: 10 };
  y += writer.writeLines(writer.wrap(labels.eSimText, inner, style), page.margin, y, inner, style) + 14;
  drawModules(doc, activation, right - codeSize, y);
  for (const [label, value] of facts) {
    y += writer.write(label, page.margin, y, factsWidth, { size: 9, colour: quiet });
    const text: TextStyle = { size: 12 };
    y += writer.writeLines(writer.wrap(value, factsWidth, text), page.margin, y, factsWidth, text) + 8;
  }
}

function drawCode(doc: Doc, writer: Writer, { order, labels, theirs: [theirs] }: VoucherInput, top: number): number {
  const x = right - codeSize;
  if (theirs) return drawTheirs(doc, writer, labels.howToUseText, theirs, { x, top });
  const style: TextStyle = { size: 10, align: 'center' };
  const explain = (y: number) =>
    y + writer.writeLines(writer.wrapEvenly(labels.howToUseText, codeSize, style), x, y, codeSize, style);
  if (!order.qrText) return explain(top);
  drawModules(doc, order.qrText, x, top);
  let y = top + codeSize + 10;
  y += writer.write(labels.voucherCode, x, y, codeSize, { size: 9, colour: quiet, align: 'center' });
  const letters = order.voucherCode.replace(/(.{4})(?=.)/g, '$1 ');
  y += 1 + writer.write(letters, x, y + 1, codeSize, { size: 17, bold: true, align: 'center' });
  return explain(y + 8);
}

/** Long texts of codes are for machines; the address of a file is there to be opened. */
const readableLength = 40;

function drawTheirs(
  doc: Doc,
  writer: Writer,
  hint: string,
  { format, value }: SupplierCode,
  { x, top }: { x: number; top: number },
): number {
  let y = top;
  if (format === 'QRCODE') drawModules(doc, value, x, y);
  const isDrawn = format === 'QRCODE' || (format === 'CODE128' && drawBars(doc, value, x, y));
  if (isDrawn) y += codeSize + 10;
  const style: TextStyle = { size: isDrawn ? 12 : 9, bold: isDrawn, align: 'center' };
  if (!isDrawn || value.length <= readableLength) {
    const height = writer.writeLines(writer.wrap(value, codeSize, style), x, y, codeSize, style);
    if (format === 'PDF_URL') doc.link(x, y, codeSize, height, value);
    y += height + 6;
  }
  const small: TextStyle = { size: 10, align: 'center' };
  return y + writer.writeLines(writer.wrapEvenly(hint, codeSize, small), x, y, codeSize, small);
}

/** Two beside each other, three rows on a page. */
function drawFurther(doc: Doc, writer: Writer, { theirs, labels }: VoucherInput, turnPage: () => number): void {
  const step = { across: inner - codeSize, down: codeSize + 62 };
  let top = 0;
  for (const [at, code] of theirs.slice(1).entries()) {
    if (at % 6 === 0) top = turnPage();
    const place = { x: page.margin + (at % 2) * step.across, top: top + Math.floor((at % 6) / 2) * step.down };
    drawTheirs(doc, writer, labels.howToUseText, code, place);
  }
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
  drawRule(doc, top);
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
