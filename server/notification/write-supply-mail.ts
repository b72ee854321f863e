// The mail to a supplier about an order that waits for its answer (rules §7), or that was booked, moved or cancelled (decisions 0713,
// 0726, 0728 and 0760): in the supplier's language, days and times of the product's zone, without a price. Its link answers without a
// login; it is made when the mail is written, so that only the mail holds it.
import { consolePaths } from '../../domain/console-paths.ts';
import { formatInstant, nameZone } from '../../domain/dates.ts';
import { formatLocale, inBrackets, joinList, type Language, languageOf, textIn } from '../../domain/languages.ts';
import { isEnded, OrderStatus } from '../../domain/order-status.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { nameUnit } from '../export/compose-voucher.ts';
import { findRequest } from '../order/cancel.sql.ts';
import type { ClockRound } from '../order/clock/complete-orders.ts';
import { activeSupplier, linesOf, listLineNumbers } from '../order/delivery/delivery.sql.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines, type OrderRow } from '../order/read.sql.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { JobData, Jobs, MovedLine } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import { findOwner } from '../site/site.sql.ts';
import { findSupplier } from '../supplier/supplier.sql.ts';
import { findLinkEnd, insertSupplyLink, listMailed, listUnmailed } from '../supplier/supply-link.sql.ts';
import { composeMail, type Fact, listFacts } from './compose-order-mail.ts';
import { findMailText } from './mail-text.sql.ts';
import { sayMailedTime } from './order/describe-lines.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

/**
 * One mail to each person of each supplier that has to answer, or whose lines were booked, moved or cancelled (decisions 0713, 0726 and
 * 0728).
 */
export async function queueSupplyMails(owner: OwnerTrx, jobs: Jobs, change: JobData['order.changed']): Promise<void> {
  const { orderNo, was, booked, stands } = change;
  const ended = stands ? [stands.subOrderNo] : change.ended;
  for (const { supplierId, emails } of await listMailed(owner, orderNo, { moved: numbersOf(was), ended, booked }))
    for (const email of emails) await jobs.send(owner, 'supply.mail', { orderNo, supplierId, email, ...askOf(change) });
}

const batch = 200;

/** Suppliers that were assigned, made active or given a contact while orders wait are mailed about each (decision 0756). */
export async function mailLateSuppliers({ house, forOwner, jobs, now }: ClockRound): Promise<unknown> {
  return workThrough(await listUnmailed(house, now, batch), ({ owner_id: ownerId, order_no: orderNo }) =>
    inTransaction(forOwner(ownerId), (owner) => queueSupplyMails(owner, jobs, { orderNo, occasion: 'assigned' })),
  );
}

const numbersOf = (was: MovedLine[] | undefined) => was?.map((line) => line.subOrderNo);

/** What a mail is about. Its name of the request keeps a repeated job from writing a second one. */
function askOf({ occasion, was, ended, booked, stands }: JobData['order.changed']) {
  if (stands) return { request: `stands-${stands.requestId}`, stands };
  if (ended) return { request: `ended-${ended.join('+')}-${occasion}`, ended };
  if (booked) return { request: 'booked', booked };
  const [at = ''] = occasion.replace('moved:', '').split('@');
  return was ? { request: `moved-${at}`, was } : { request: 'first' };
}

/** Nothing is written once the order waits no more for this supplier, or what was moved is over. */
export async function writeSupplyMail(writing: MailParts, data: JobData['supply.mail'], now: Date): Promise<void> {
  const { owner } = writing;
  const { orderNo, supplierId, email, request } = data;
  const [company, order, supplier, all, ownLines, until] = await Promise.all([
    findOwner(owner),
    findOrder(owner, orderNo, everyOrder()),
    findSupplier(owner, supplierId),
    listLines(owner, [orderNo]),
    listLineNumbers(owner, [orderNo], linesOf(activeSupplier(owner, supplierId))),
    findLinkEnd(owner, orderNo, now),
  ]);
  const lines = all.filter((line) => ownLines.has(line.sub_order_no) && isMatter(line, data));
  const [first] = lines;
  if (!order || !supplier || !first) return;
  const waits = !data.ended && lines.some((line) => line.status === OrderStatus.pending);
  const occasion = occasionOf(data);
  const language = languageOf(supplier.language);
  const say = (key: string, values?: Record<string, string>) => translate(language, key, values);
  const token = makeToken();
  const linked = waits && until !== undefined && Boolean(company.address);
  const locale = formatLocale(language);
  const { zone } = first.terms;
  const reason = data.stands && (await findRequest(owner, String(data.stands.requestId)))?.reject_text;
  const ending = linked ? `${formatInstant(until, locale, zone)}${inBrackets(nameZone(zone, locale), language)}` : '';
  const links = linked
    ? { label: say('notification.mail.supplyButton'), href: `${company.address}${paths.supply(token, language)}` }
    : { label: say('notification.mail.openOrder'), href: `${company.address}${consolePaths.order(orderNo)}` };
  const letter = composeMail({
    language,
    occasion,
    company,
    values: {
      name: order.contact.name,
      product: textIn(first.terms.names, language),
      orderNo,
      owner: company.name,
      amount: '',
    },
    facts: [
      ...listFacts(language, occasion, order, lines, {}),
      ...(data.was ? sayBefore(lines, data.was, language) : []),
      ...(reason ? [{ label: translate(language, 'notification.mail.reason'), value: reason }] : []),
      ...(data.booked ? [{ label: say('order.booking.contact'), value: sayContact(order) }] : []),
    ],
    button: company.address ? links : undefined,
    texts: await findMailText(owner, occasion, language),
    inPart: Boolean(data.ended) && lines.some((line) => !isEnded(line.status)),
    ...(linked ? { small: say('notification.mail.supplySmall', { until: ending }) } : {}),
  });
  await inTransaction(owner, async (owner) => {
    const lifeSeconds = linked ? Math.ceil((until.getTime() - now.getTime()) / 1000) : 0;
    const again = { name: 'supply.mail', data } as const;
    const secret = linked ? { words: [token], lifeSeconds, again } : null;
    const about = `order ${orderNo} ${waits ? 'toConfirm' : occasion}:${supplierId}.${request}`;
    if (!(await storeMail(owner, writing, { occasion: about, recipient: email, ...letter, attachments: [], secret })))
      return;
    if (linked) await insertSupplyLink(owner, { hash: hashToken(token), orderNo, supplierId, sentTo: email, until });
  });
}

function occasionOf({ ended, was, booked, stands }: JobData['supply.mail']) {
  if (stands) return 'supplyStands';
  if (ended) return 'supplyCancelled';
  if (was) return 'supplyMoved';
  return booked ? 'supplyBooked' : 'toSupply';
}

/** Whom to expect: who supplies without a login reads it nowhere else. */
const sayContact = ({ contact: { name, areaCode, phone } }: OrderRow) =>
  [name, phone && `+${areaCode} ${phone}`].filter(Boolean).join(' · ');

/**
 * Those that were cancelled; those that were booked and stand; of a move the lines that did not end since; else all that wait for the
 * supplier's answer.
 */
function isMatter(
  { sub_order_no: number, status }: LineOfOrder,
  { was, ended, booked, stands }: JobData['supply.mail'],
): boolean {
  if (stands) return stands.subOrderNo === number && status === OrderStatus.confirmed;
  if (ended) return ended.includes(number);
  if (booked) return status === OrderStatus.confirmed;
  return was ? !isEnded(status) && was.some((line) => line.subOrderNo === number) : status === OrderStatus.pending;
}

/** When the moved lines took place before, and how many units they had. */
function sayBefore(lines: LineOfOrder[], was: MovedLine[], language: Language): Fact[] {
  const before = was.flatMap(({ subOrderNo, playOn, session, untilOn, quantity }) => {
    const line = lines.find((line) => line.sub_order_no === subOrderNo);
    if (!line) return [];
    const when = sayMailedTime({ ...line, play_on: playOn, session, until_on: untilOn }, language);
    return `${when} · ${nameUnit(line, language)} ×\u00a0${quantity}`;
  });
  return [{ label: translate(language, 'notification.mail.before'), value: joinList(before, language) }];
}
