// Documents of an order for its readers only (§7 download/voucher, security rules 31 and 33): vouchers, all of them in one file,
// itinerary, invoice, calendar. `l` chooses the language; `plain=1` replaces the owner's name and logo by the agent's.
import type { fileRoutes } from '../../contract/calls.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { isLanguage } from '../../domain/languages.ts';
import { writePhone } from '../../domain/phones/write-phone.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { everyOrder, limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines, type Visible } from '../order/read.sql.ts';
import { showJourney } from '../order/show-journey.ts';
import { hasVoucher } from '../order/show-order.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { findOwner } from '../site/site.sql.ts';
import { composeVoucher, type Papers } from './compose-voucher.ts';
import { drawInvoice } from './draw-invoice.ts';
import { drawItinerary } from './draw-itinerary.ts';
import { makeCalendar } from './make-calendar.ts';
import { packVouchers } from './pack-vouchers.ts';
import { findLogoOf, findPartnerOfOrder } from './voucher.sql.ts';

/** Each takes as long as fifty ordinary calls. */
const documentsPerAccountHour = 300;

type Opened = { context: Context; visible: Visible; papers: Papers; lines: LineOfOrder[] };
type Made = { name: string; type: string; bytes: Buffer };
type Answer = (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const pdf = (name: string, bytes: Buffer): Made => ({ name: `${name}.pdf`, type: 'application/pdf', bytes });

const documents = {
  async vouchers({ papers, lines }: Opened) {
    return pdf(`vouchers-${papers.order.order_no}`, await packVouchers(papers, lines));
  },
  async itinerary({ context, visible, papers, lines }: Opened) {
    const reader = { ...context, language: papers.language };
    const journey = await showJourney(reader, { orderNo: papers.order.order_no }, visible);
    return pdf(`itinerary-${papers.order.order_no}`, await drawItinerary(papers, journey, lines));
  },
  async invoice({ papers, lines }: Opened) {
    return pdf(`invoice-${papers.order.order_no}`, await drawInvoice(papers, lines));
  },
  async calendar({ context, papers, lines }: Opened) {
    return calendarOf(papers, lines, context);
  },
};
type Kind = keyof typeof documents;

/** `link`: the page of the voucher that the entries lead to. */
export async function calendarOf(papers: Papers, lines: LineOfOrder[], { now }: Context, link?: string): Promise<Made> {
  const bytes = await makeCalendar(papers, lines, now, link);
  return { name: `order-${papers.order.order_no}.ics`, type: 'text/calendar; charset=utf-8', bytes };
}

/** Answers by their names in the table of file routes. */
export const documentAnswers = {
  voucherFile: answerVoucher,
  voucherPackFile: answerOwn('vouchers'),
  itineraryFile: answerOwn('itinerary'),
  invoiceFile: answerOwn('invoice'),
  calendarFile: answerOwn('calendar'),
  consoleVoucherFile: answerVoucher,
  consoleVoucherPackFile: answerOfOwner('vouchers'),
  consoleItineraryFile: answerOfOwner('itinerary'),
  consoleInvoiceFile: answerOfOwner('invoice'),
  consoleCalendarFile: answerOfOwner('calendar'),
} satisfies Partial<Record<keyof typeof fileRoutes, Answer>>;

function answerOwn(kind: Kind): Answer {
  return async (context, request, reply) => {
    const { orderNo } = queryOf(request);
    const opened = await openOrder(context, String(orderNo ?? ''), limitVisibility(context), request);
    return sendMade(reply, await documents[kind](opened));
  };
}

/** The owner's copies: every order of the owner. */
function answerOfOwner(kind: Kind): Answer {
  return async (context, request, reply) => {
    const { id } = request.params as { id: string };
    return sendMade(reply, await documents[kind](await openOrder(context, id, everyOrder(), request)));
  };
}

/** One voucher by the number of its line. Refuses voucherNotReady while that is not confirmed. */
async function answerVoucher(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id?: string };
  const subOrderNo = String(queryOf(request).subOrderNo ?? '');
  const orderNo = /^([A-Z0-9]{8,20})-\d{1,3}$/.exec(subOrderNo)?.[1] ?? '';
  if (id !== undefined && id !== orderNo) throw new NotHere();
  const visible = id === undefined ? limitVisibility(context) : everyOrder();
  const { papers, lines } = await openOrder(context, orderNo, visible, request);
  const line = lines.find((line) => line.sub_order_no === subOrderNo);
  if (!line) throw new NotHere();
  if (!hasVoucher(line)) throw new Refusal('voucherNotReady');
  return sendMade(reply, pdf(`voucher-${subOrderNo}`, await composeVoucher(papers, line)));
}

function queryOf(request: FastifyRequest): Record<string, unknown> {
  return request.query as Record<string, unknown>;
}

/** Counts against the reader's documents of the hour. */
async function openOrder(
  context: Context,
  orderNo: string,
  visible: Visible,
  request: FastifyRequest,
): Promise<Opened> {
  const { owner, vault } = context;
  const order = /^[A-Z0-9]{8,20}$/.test(orderNo) ? await findOrder(owner, orderNo, visible) : undefined;
  if (!order) throw new NotHere();
  const reader = (context.staff ?? context.visitor)?.accountId ?? 0;
  const limit = { bucket: `document ${reader}`, most: documentsPerAccountHour, windowSeconds: 3600 };
  await limitAttempts(context, [limit]);
  const { l, plain } = queryOf(request);
  const papers: Papers = {
    owner,
    vault,
    order,
    company: await findOwner(owner),
    language: isLanguage(l) ? l : context.language,
    plain: plain === '1' ? await findAgent(context, order.partner_id) : undefined,
  };
  return { context, visible, papers, lines: await listLines(owner, [orderNo]) };
}

/** Only companies have a name to put there; members' own stay the owner's. */
async function findAgent({ owner }: Context, partnerId: number): Promise<Papers['plain']> {
  const partner = await findPartnerOfOrder(owner, partnerId);
  if (!partner || partner.kind === 'individual') return undefined;
  const logo = await findLogoOf(owner, partnerId);
  return { name: partner.name, phone: writePhone(partner.contacts.order ?? {}), logo };
}

export function sendMade(reply: FastifyReply, { name, type, bytes }: Made) {
  return reply
    .header('content-type', type)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes);
}
