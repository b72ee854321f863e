// The invoice of an order, a receipt once it is paid (§3 order, transaction): the agreed price step by step as the order stores
// it, additional payments, cancellations, payments with their fees, refunds. Made for readers of the order's money only,
// never for customers of an agent: it shows the agent's own price.
import type { Currency } from '../../domain/currencies.ts';
import { formatInstant, nameZone } from '../../domain/dates.ts';
import { formatLocale, type Language, textIn, withColon } from '../../domain/languages.ts';
import { formatMoney, money } from '../../domain/money.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { showRate } from '../../domain/payment/show-rate.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { writePhone } from '../../domain/phones/write-phone.ts';
import { nameReason } from '../../domain/refund-reasons.ts';
import { translate } from '../../locales/translate.ts';
import { listOrderRefunds } from '../order/list.sql.ts';
import { findMoneyTotals, type LineOfOrder, type OrderRow } from '../order/read.sql.ts';
import { listSupplements, type SupplementRow } from '../order/supplement/supplement.sql.ts';
import { findLivePayment } from '../payment/payment.sql.ts';
import { findWhere, sayWhere } from '../payment/transfer/say-where.ts';
import type { Owner } from '../platform/db.ts';
import { describeCompany } from '../site/describe-company.ts';
import { showExchange } from '../site/show-exchange.ts';
import { nameUnit, type Papers, sayWhen } from './compose-voucher.ts';
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
  titleFor,
} from './open-document.ts';
import { sayCountry, sayWay } from './say-fields.ts';
import {
  findInvoiceName,
  findPartnerOfOrder,
  listReceived,
  type PartnerFacts,
  type ReceiptPayment,
} from './voucher.sql.ts';
import type { TextStyle } from './write-text.ts';

type Row = { text: string; amount?: string; bold?: boolean; small?: boolean; before?: number; rule?: boolean };

/** For an order whose buyer was erased, the name that the law requires on invoices (decision 0495). */
export async function drawInvoice(papers: Papers, lines: LineOfOrder[]): Promise<Buffer> {
  const { owner, order } = papers;
  if (order.contact.name) return drawPages(papers, lines);
  const name = await findInvoiceName(owner, order.order_no);
  return drawPages({ ...papers, order: { ...order, contact: { ...order.contact, name } } }, lines);
}

async function drawPages(papers: Papers, lines: LineOfOrder[]): Promise<Buffer> {
  const { owner, company, order, language } = papers;
  const { order_no: orderNo } = order;
  const words = speak(language, order.currency, lines[0]?.terms.zone ?? company.zone);
  const [partner, rows] = await Promise.all([
    findPartnerOfOrder(owner, order.partner_id),
    listRows(papers, lines, words),
  ]);
  const paid = isPaid(order);
  const title = titleFor(orderNo, words.say(paid ? 'export.document.receipt' : 'export.document.invoice'), language);
  const { doc, writer, finish } = openDocument(language, `${title} ${orderNo}`, company.name);
  doc.addPage();
  const number = `${words.say('export.voucher.orderNo')} ${orderNo}`;
  const top = drawHead(doc, writer, { name: company.name, brandColour: company.brand_colour, title, number });
  const put: Put = (text, x, style) => writer.write(text, x, top, inner / 2 - 12, style);
  let y = top + drawParties(papers, partner, words, put) + 10;
  for (const row of rows) {
    const style: TextStyle = {
      size: row.small ? 9 : 10.5,
      bold: row.bold ?? false,
      colour: row.small ? quiet : '#17222b',
    };
    const text = writer.wrap(row.text, inner - (row.amount ? 150 : 0), style);
    const height = text.length * writer.lineHeight(style);
    y += row.before ?? 3;
    if (y + height > bottom) {
      doc.addPage();
      y = drawHeadAgain(doc, writer, company.brand_colour, `${title} · ${orderNo}`);
    }
    if (row.rule) drawRule(doc, y - 5);
    writer.writeLines(text, page.margin, y, inner, style);
    if (row.amount) writer.write(row.amount, page.margin, y, inner, { ...style, align: 'right' });
    y += height;
  }
  drawFeet(doc, writer, 0, `${title} · ${orderNo}`);
  return finish();
}

const isPaid = (order: Papers['order']) => order.pay_status === PaymentStatus.paid;

/** The rows of the invoice below the parties, from the first line of the order to the zone of its times. */
async function listRows({ owner, order, language }: Papers, lines: LineOfOrder[], words: Words): Promise<Row[]> {
  const { order_no: orderNo } = order;
  const [received, refunds, supplements, totals, toPay] = await Promise.all([
    listReceived(owner, orderNo),
    listOrderRefunds(owner, orderNo),
    listSupplements(owner, orderNo),
    findMoneyTotals(owner, orderNo),
    sayHowToPay(owner, order, language, words.at),
  ]);
  const open = order.rest?.minor ?? (order.shared_minor && order.payable_minor - order.shared_minor);
  return [
    ...lines.flatMap((line) => listLine(words, line, { language, promoCode: order.coupon_code ?? '' })),
    // A receipt asks for nothing; what is still open of a price that was paid in part is below.
    sumRow(
      words.say(isPaid(order) || open ? 'quotation.total' : 'order.ladder.payable'),
      words.amount(order.payable_minor),
    ),
    // The rest of a price that is paid in parts is in the price.
    ...supplements
      .filter((supplement) => supplement.state !== 'withdrawn' && supplement.kind !== 'rest')
      .map((supplement) => listSupplement(words, supplement)),
    ...headed(
      words.say('console.payments'),
      received.flatMap((payment) => listPayment(words, payment)),
    ),
    ...headed(
      words.say('order.refunds'),
      refunds.flatMap((refund) => listRefund(words, refund)),
    ),
    sumRow(words.say('order.paid'), words.amount(totals.paid)),
    ...(open ? [{ text: words.say('order.part.open'), amount: words.amount(open), bold: true }] : []),
    ...(totals.refunded
      ? [{ text: words.say('order.refunded'), amount: words.amount(totals.refunded), bold: true }]
      : []),
    ...toPay.until.map((text) => ({ text, before: 10 })),
    ...headed(
      words.say('payment.channel.offline'),
      toPay.where.map((text) => ({ text })),
    ),
    { text: words.say('payment.balance.zone', { zone: words.zone }), small: true, before: 14 },
  ];
}

/** A sum below a rule. */
function sumRow(text: string, amount: string): Row {
  return { text, amount, bold: true, before: 14, rule: true };
}

type Words = ReturnType<typeof speak>;
type RefundRow = Awaited<ReturnType<typeof listOrderRefunds>>[number];

/** With its reason, so that money that came twice does not read as a part of the price that was given back. */
function listRefund(words: Words, refund: RefundRow): Row[] {
  const at = words.at(refund.settled_at ?? refund.created_at);
  const text = [at, words.way(refund), words.say(`order.refundState.${refund.status}`)].join(' · ');
  const ordered = refund.currency === refund.order_currency ? '' : ` · ${words.amount(refund.order_minor)}`;
  return [
    { text: text + ordered, amount: words.money(refund.amount_minor, refund.currency) },
    ...(refund.reason ? [{ text: nameReason(words.say, refund.reason), small: true }] : []),
  ];
}

function speak(language: Language, ownCurrency: Currency, zone: string) {
  const locale = formatLocale(language);
  const show = (amountMinor: number, currency: Currency) => formatMoney(money(amountMinor, currency), locale);
  return {
    say: (key: string, values?: Record<string, string | number>) => translate(language, key, values),
    /** In the order's selling currency. */
    amount: (amountMinor: number) => show(amountMinor, ownCurrency),
    money: show,
    ...{ currency: ownCurrency, locale, zone: nameZone(zone, locale) },
    way: (way: Parameters<typeof sayWay>[0]) => sayWay(way, language),
    /** In the zone of the product, as in mails and on the screen. */
    at: (moment: Date) => formatInstant(moment, locale, zone),
  };
}

function headed(title: string, rows: Row[]): Row[] {
  return rows.length ? [{ text: title, bold: true, before: 16 }, ...rows] : [];
}

type Shown = { language: Language; promoCode: string };

/** The ladder as the line keeps it (rules §5), with the letters of a promo code, and what of it was cancelled since. */
function listLine({ say, amount }: Words, line: LineOfOrder, { language, promoCode }: Shown): Row[] {
  const when = [sayWhen(line, language), line.session].filter(Boolean).join(' ');
  const unit = `${nameUnit(line, language)} ×\u00a0${line.quantity - line.added_quantity}`;
  return [
    { text: textIn(line.terms.names, language), bold: true, before: 16 },
    { text: [textIn(line.terms.packageNames, language), when, line.sub_order_no].join(' · '), small: true },
    ...line.ladder.map(({ step, amountMinor }) => ({
      text:
        step === 'listed'
          ? unit
          : [say(`order.ladder.${step}`), step === 'promo' && promoCode].filter(Boolean).join(' '),
      amount: amount(amountMinor),
    })),
    ...line.add_ons.map((item) => ({
      text: `${textIn(item.names, language)} ×\u00a0${item.quantity} · ${amount(item.unitMinor)}`,
      small: true,
    })),
    ...(line.cancelled_quantity
      ? [
          {
            text: say('order.cancelledPart', { count: line.cancelled_quantity, amount: amount(line.cancelled_minor) }),
            small: true,
          },
        ]
      : []),
  ];
}

function listSupplement({ say, amount }: Words, supplement: SupplementRow): Row {
  const parts = [
    say('order.supplement.title'),
    say(`order.supplement.${supplement.kind}`),
    supplement.reason,
    say(`order.supplement.${supplement.state}`),
  ];
  return { text: parts.filter(Boolean).join(' · '), amount: amount(supplement.amount_minor) };
}

/** In the currency of the channel; its fee is part of the amount. */
function listPayment({ say, way, money: show, at, currency, locale }: Words, payment: ReceiptPayment): Row[] {
  const text = `${at(payment.settled_at ?? payment.created_at)} · ${way(payment)} · ${payment.payment_no}`;
  const fee = show(payment.fee_minor, payment.currency);
  const exchange = showExchange(payment, currency);
  const rate = exchange && showRate(currency, payment.currency, exchange.rate, locale);
  return [
    { text, amount: show(payment.amount_minor, payment.currency) },
    ...(exchange ? [{ text: `${show(payment.order_minor, currency)} · ${rate}`, small: true }] : []),
    ...(payment.fee_minor ? [{ text: say('export.document.feeIncluded', { fee }), small: true }] : []),
  ];
}

/**
 * Until when to pay, and where to if the buyer chose a bank transfer, whose invoice often goes to another person who pays it (§4 offline
 * payment). Nothing where nothing is to be paid any more.
 */
async function sayHowToPay(
  owner: Owner,
  { status, order_no: orderNo, pay_by: payBy, transfer }: OrderRow,
  language: Language,
  at: Words['at'],
): Promise<{ until: string[]; where: string[] }> {
  if (status !== OrderStatus.unpaid || transfer === 'submitted') return { until: [], where: [] };
  const line = (label: string, value: string) => withColon(label, language) + value;
  const until = payBy ? [line(translate(language, 'notification.mail.payBy'), at(payBy))] : [];
  const payment = transfer ? await findLivePayment(owner, orderNo) : undefined;
  const where = payment && (await findWhere(owner, `${payment.payment_no}@${payment.currency}`, true));
  return { until, where: where ? sayWhere(where, language).map(({ label, value }) => line(label, value)) : [] };
}

type Put = (text: string, x: number, style: TextStyle) => number;

const sayAddress = ({ address, city, country }: PartnerFacts, language: Language) =>
  [address, city, sayCountry(country, language)].filter(Boolean).join(', ');

/** Sender and recipient, side by side; returns the height of the taller one. */
function drawParties(papers: Papers, partner: PartnerFacts | undefined, words: Words, put: Put): number {
  const { company, order, language } = papers;
  const { contact, agent_reference: reference } = order;
  const firm = partner && partner.kind !== 'individual' ? [partner.name, sayAddress(partner, language)] : [];
  const legal = describeCompany(company, words.say);
  const from = [
    words.say('export.document.from'),
    company.name,
    ...legal.filter((part) => part !== company.name),
    company.phone,
    company.address,
    words.at(order.placed_at),
  ];
  const to = [
    words.say('export.document.to'),
    ...firm,
    contact.name,
    contact.email,
    writePhone(contact),
    // The buyer's accounting finds the booking by it.
    reference && withColon(words.say('order.list.column.reference'), language) + reference,
  ];
  const style: TextStyle = { size: 10 };
  const text = (list: (string | null | undefined)[]) => list.filter(Boolean).join('\n');
  return Math.max(put(text(from), page.margin, style), put(text(to), page.margin + inner / 2 + 12, style));
}
