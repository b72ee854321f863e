// A quotation as a PDF (§7 exportQuote): what the customer's page shows, in the customer's language, with the owner's head.
import { formatDay } from '../../domain/dates.ts';
import { formatLocale, type Language, withColon } from '../../domain/languages.ts';
import { formatMoney } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { type FlowLine, flowColumns } from '../export/flow-columns.ts';
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
} from '../export/open-document.ts';
import type { TextStyle, Writer } from '../export/write-text.ts';
import { type CustomerView, sayQuantity, sayTime } from './compose-text.ts';

type Line = CustomerView['days'][number]['lines'][number];
/** The logo as png, where the owner has one. */
type Company = { name: string; brand_colour: string; logo: Buffer | undefined };

/** Amounts are in a column at the right, whose lines align with the text at the left. */
const amountWidth = 120;
const textWidth = inner - amountWidth - 16;
/** The gap above each line; the first line of a column has none. */
const gap = 9;

export async function drawQuotation(view: CustomerView, company: Company, language: Language): Promise<Buffer> {
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  const locale = formatLocale(language);
  const title = say('quotation.listTitle');
  const { doc, writer, finish } = openDocument(language, `${title} ${view.number}`, company.name);
  doc.addPage();
  const head = {
    name: company.name,
    brandColour: company.brand_colour,
    title,
    number: view.number,
    logo: company.logo,
  };
  let y = drawHead(doc, writer, head);
  const turnPage = () => {
    doc.addPage();
    return drawHeadAgain(doc, writer, company.brand_colour, `${title} · ${view.number}`);
  };
  const flow = (lines: FlowLine[]) => {
    y = flowColumns(writer, [{ x: page.margin, width: textWidth, lines }], y, { bottom, turnPage });
  };
  flow(wrapAll(writer, opening(view, language)));
  for (const { on, lines } of view.days) {
    flow(
      wrapAll(writer, [[on ? formatDay(on, locale) : say('quotation.anyDay'), dayStyle, { before: 0, keep: true }]]),
    );
    for (const line of lines) {
      const text = wrapAll(writer, describeLine(line, language));
      const height = text.reduce((sum, line) => sum + writer.lineHeight(line.style) + (line.before ?? 0), 0);
      y += gap;
      if (y + Math.min(height, bottom - page.margin) > bottom) y = turnPage();
      const right = { size: 11, align: 'right' } as const;
      writer.write(formatMoney(line.amount, locale), page.margin + textWidth + 16, y, amountWidth, right);
      flow(text);
    }
    y += 12;
  }
  if (y + 60 > bottom) y = turnPage();
  drawRule(doc, y);
  const strong: TextStyle = { size: 14, bold: true };
  writer.write(say('quotation.total'), page.margin, y + 10, inner / 2, strong);
  writer.write(formatMoney(view.total, locale), page.margin, y + 10, inner, { ...strong, align: 'right' });
  y += 40;
  flow(wrapAll(writer, closing(view, language)));
  drawFeet(doc, writer, 0, `${title} · ${view.number} · ${view.agent.name}`);
  return finish();
}

const dayStyle: TextStyle = { size: 13, bold: true };
type Piece = [text: string, style: TextStyle, more?: Partial<FlowLine>];

function wrapAll(writer: Writer, pieces: Piece[]): FlowLine[] {
  return pieces
    .filter(([text]) => text.trim())
    .flatMap(([text, style, more = {}]) =>
      writer
        .wrap(text, textWidth, style)
        .map((value, nth) => ({ text: value, style, ...more, before: nth === 0 ? (more.before ?? 0) : 0 })),
    );
}

function opening(view: CustomerView, language: Language): Piece[] {
  const locale = formatLocale(language);
  const { agent } = view;
  const from = [agent.name, agent.phone, agent.email].filter(Boolean).join(' · ');
  const facts = [
    translate(language, 'quotation.validUntil', { date: formatDay(view.validUntil, locale) }),
    withColon(translate(language, 'quotation.made'), language) + formatDay(view.sentOn, locale),
  ].join(' · ');
  return [
    [view.title, { size: 20, bold: true }],
    [view.customerName, { size: 12 }, { before: 4 }],
    [facts, { size: 10, colour: quiet }, { before: 4 }],
    [from, { size: 10, colour: quiet }],
    [view.greeting, { size: 11 }, { before: 12 }],
    [' \u200b', { size: 8 }],
  ];
}

function describeLine(line: Line, language: Language): Piece[] {
  const small: TextStyle = { size: 10, colour: quiet };
  return [
    [line.name, { size: 11, bold: true }],
    [[sayTime(line, language), line.packageName].filter(Boolean).join(' · '), small],
    [sayQuantity(line, language), small],
    [line.text, { size: 10 }, { before: 2 }],
  ];
}

function closing(view: CustomerView, language: Language): Piece[] {
  const small: TextStyle = { size: 10 };
  return [
    [view.freightLater ? translate(language, 'quotation.deliveryLater') : '', small],
    [view.terms && translate(language, 'quotation.terms'), { size: 12, bold: true }, { before: 6, keep: true }],
    [view.terms, small, { before: 2 }],
    [translate(language, 'quotation.subject'), { size: 9, colour: quiet }, { before: 8 }],
  ];
}
