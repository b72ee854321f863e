// The itinerary of an order (§3 journey, itinerary): where to be and when, the given pick-up and flight, how to use the purchase,
// step by step, and the number to call. No prices.
import type { OutputOf } from '../../contract/index.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { writePhone } from '../../domain/phones/write-phone.ts';
import { inFieldOrder } from '../../domain/traveller-fields.ts';
import { translate } from '../../locales/translate.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import { nameUnit, type Papers, sayWhen } from './compose-voucher.ts';
import { type FlowLine, flowColumns } from './flow-columns.ts';
import {
  bottom,
  drawFeet,
  drawHead,
  drawHeadAgain,
  inner,
  openDocument,
  page,
  quiet,
  titleFor,
} from './open-document.ts';
import { sayField } from './say-fields.ts';
import type { TextStyle, Writer } from './write-text.ts';

type Journey = OutputOf<'journey'>;

export async function drawItinerary(papers: Papers, journey: Journey, lines: LineOfOrder[]): Promise<Buffer> {
  const { company, order, language, plain } = papers;
  const say = (key: string) => translate(language, key);
  const title = titleFor(order.order_no, say('export.document.itinerary'), language);
  const from = plain ?? { name: company.name, phone: company.phone ?? '' };
  const colour = plain ? '#334155' : company.brand_colour;
  const number = `${say('export.voucher.orderNo')} ${order.order_no}`;
  const { doc, writer, finish } = openDocument(language, `${title} ${order.order_no}`, from.name);
  doc.addPage();
  const top = drawHead(doc, writer, { name: from.name, brandColour: colour, title, number, logo: plain?.logo });
  const turnPage = () => {
    doc.addPage();
    return drawHeadAgain(doc, writer, colour, `${title} · ${order.order_no}`);
  };
  const list = writeJourney(writer, language);
  for (const stop of journey.stops) writeStop(list, stop, lines, language);
  list.section(say('export.document.answers'));
  for (const [name, value] of inFieldOrder(Object.entries(journey.fields)))
    list.fact(say(`order.traveller.${name}`), sayField(name, value, language));
  list.section(say('export.document.contacts'));
  list.fact(say('export.voucher.provider'), [from.name, from.phone].filter(Boolean).join(' · '));
  const { contact } = order;
  list.fact(
    say('export.voucher.contact'),
    [contact.name, writePhone(contact), contact.email].filter(Boolean).join(' · '),
  );
  flowColumns(writer, [{ x: page.margin, width: inner, lines: list.lines }], top, { bottom, turnPage });
  drawFeet(doc, writer, 0, `${title} · ${order.order_no}`);
  return finish();
}

type Writing = ReturnType<typeof writeJourney>;

/** Lines for the one column, wrapped as they are added; a section is written only when something follows it. */
function writeJourney(writer: Writer, language: Language) {
  const lines: FlowLine[] = [];
  let waiting = '';
  const put = (text: string, style: TextStyle, more: Partial<FlowLine> = {}) => {
    const indent = more.indent ?? 0;
    for (const [nth, value] of writer.wrap(text, inner - indent, style).entries())
      lines.push({ text: value, style, ...more, before: nth === 0 ? (more.before ?? 0) : 0 });
  };
  const open = () => {
    if (waiting) put(waiting, { size: 12, bold: true }, { before: 14, keep: true });
    waiting = '';
  };
  return {
    lines,
    language,
    heading: (text: string) => {
      waiting = '';
      put(text, { size: 16, bold: true }, { before: lines.length ? 24 : 0, keep: true });
    },
    section: (text: string) => {
      waiting = text;
    },
    fact: (label: string, value: string) => {
      if (!value.trim()) return;
      open();
      put(label, { size: 9, colour: quiet }, { before: 6, keep: true });
      put(value, { size: 11 });
    },
    text: (text: string) => {
      if (!text.trim()) return;
      open();
      put(text, { size: 10.5 }, { before: 3 });
    },
    step: (when: string, title: string, text: string) => {
      open();
      put(
        [when, title].filter(Boolean).join('  '),
        { size: 11, bold: true },
        { before: 7, keep: Boolean(text.trim()) },
      );
      if (text.trim()) put(text, { size: 10.5 }, { indent: 14, before: 1 });
    },
  };
}

function writeStop(list: Writing, stop: Journey['stops'][number], lines: LineOfOrder[], language: Language): void {
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  const line = lines.find((line) => line.sub_order_no === stop.subOrderNo);
  if (!line) return;
  list.heading(stop.productName);
  list.fact(say('export.voucher.date'), [sayWhen(line, language), stop.session].filter(Boolean).join(' · '));
  list.fact(say('export.voucher.package'), [stop.packageName, stop.cityName].filter(Boolean).join(' · '));
  list.fact(say('export.voucher.quantity'), `${nameUnit(line, language)} ×\u00a0${stop.quantity}`);
  list.fact(
    say('export.voucher.extras'),
    line.add_ons.map((item) => `${textIn(item.names, language)} ×\u00a0${item.quantity}`).join('\n'),
  );
  for (const driver of stop.drivers) list.fact(say('desk.driver.driver'), sayDriver(driver));
  if (stop.redemption) list.fact(say('order.howToUse'), say(`catalog.redemption.${stop.redemption}`));
  list.text(stop.howToUse);
  list.section(say('order.howToGetThere'));
  list.text(stop.howToGetThere);
  list.section(say('order.itinerary'));
  const many = stop.itinerary.some((step) => step.day > 1);
  for (const step of stop.itinerary) {
    const when = [many ? say('export.document.day', { day: step.day }) : '', step.time].filter(Boolean).join(' · ');
    list.step(when, step.title, step.text);
  }
}

function sayDriver(driver: Journey['stops'][number]['drivers'][number]): string {
  const { name, plate, car, remark } = driver;
  return [name, writePhone(driver), plate, car, remark].filter(Boolean).join(' · ');
}
