// Mails about orders (§3 order, §4): queued in the transaction of the event, so that a rollback sends no mail; to all recipients
// that the buyer named, each in the chosen language, and to the people who must decide. An occasion may end in ":" and a mark that makes
// it unique, as one order may be cancelled in parts.
import { setTimeout as sleep } from 'node:timers/promises';
import { formatLocale, type Language, languageOf, textIn } from '../../domain/languages.ts';
import {
  type BuyerOccasion,
  isBuyerOccasion,
  type MailOccasion,
  staffOccasionOf,
} from '../../domain/mail-occasions.ts';
import { formatMoney } from '../../domain/money.ts';
import { isLedgerKind } from '../../domain/payment-status.ts';
import { translate } from '../../locales/translate.ts';
import { sayWay } from '../export/say-fields.ts';
import { listFileBytes } from '../order/delivery/order-file.sql.ts';
import { type LineOfOrder, listLines, listOrders, type OrderRow } from '../order/read.sql.ts';
import { findRemark } from '../order/remark.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import { readBack } from '../payment/cancel/read-back.ts';
import { takeForMail, waitsForOthers } from '../payment/refund.sql.ts';
import { sayWhere } from '../payment/transfer/say-where.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { findOwner, type OwnerRow } from '../site/site.sql.ts';
import { listSupplied } from '../supplier/supply-link.sql.ts';
import { type About, amountOf, composeMail, listFacts, nameButton } from './compose-order-mail.ts';
import {
  listAllRecipients,
  listDeciders,
  listMailTexts,
  listOperations,
  type MailTextRow,
  type RecipientRow,
} from './mail-text.sql.ts';
import type { Attachment } from './notification.sql.ts';
import { withinBounds } from './order/bound-mails.ts';
import { linesOfMatter, sayDayToCome } from './order/describe-day.ts';
import { isForTravellers, isInPart } from './order/describe-lines.ts';
import { findAbout } from './order/find-about.ts';
import { type Mail, storeMails } from './store-mail.ts';
import { queueReminders } from './write-completion-mail.ts';
import type { MailParts } from './write-mails.ts';
import { queueSupplyMails } from './write-supply-mail.ts';

type Recipient = { email: string; language: string; without_prices?: boolean };
type Matter = {
  owner: Owner;
  company: OwnerRow;
  order: OrderRow;
  lines: LineOfOrder[];
  about: About;
  /** The owner's own words. */
  texts: MailTextRow[];
};

type OrderChange = JobData['order.changed'] & { refundNos?: string[] };
type Letters = {
  company: OwnerRow;
  orders: OrderRow[];
  lines: LineOfOrder[];
  recipients: RecipientRow[];
  texts: MailTextRow[];
};

/**
 * Jobs of one owner together (decision 0406): what they have in common is read once, and what they write is written in one transaction.
 * The answers are the errors of those that failed.
 */
export async function writeOrderMails(writing: MailParts, list: OrderChange[]): Promise<unknown[]> {
  const errors: unknown[] = list.map(() => undefined);
  const known = await readLetters(writing.owner, [...new Set(list.map(({ orderNo }) => orderNo))]);
  const supplied = await listSupplied(writing.owner, list);
  const written: { at: number; mails: Mail[] }[] = [];
  for (const [at, change] of list.entries())
    try {
      if (occasionOf(change)[0] === 'refunded') await writeRefunded(writing, known, change);
      else if (asksSupplier(change) || supplied.has(change.orderNo)) await writeAndAsk(writing, known, change);
      else written.push({ at, mails: (await writeMails(writing, known, change)) ?? [] });
    } catch (error) {
      errors[at] = error;
    }
  try {
    await storeTogether(
      writing,
      written.flatMap(({ mails }) => mails),
    );
  } catch {
    // One of them cannot be written: the others are.
    for (const { at, mails } of written)
      await storeTogether(writing, mails).catch((error: unknown) => errors.splice(at, 1, error));
  }
  return errors;
}

async function readLetters(owner: Owner, orderNos: string[]): Promise<Letters> {
  const [company, orders, lines, recipients, texts] = await Promise.all([
    findOwner(owner),
    listOrders(owner, orderNos),
    listLines(owner, orderNos),
    listAllRecipients(owner, orderNos),
    listMailTexts(owner),
  ]);
  return { company, orders, lines, recipients, texts };
}

const storeTogether = (writing: MailParts, mails: Mail[]) =>
  inTransaction(writing.owner, (owner) => storeMails(owner, writing, mails));

const occasionOf = ({ occasion: markedOccasion }: OrderChange) => markedOccasion.split(/:(.*)/s);

/** The order's suppliers get mails of their own, queued in the same transaction. */
const asksSupplier = (change: OrderChange) =>
  Boolean(change.ended?.length || change.stands) ||
  ['paid', 'pickupFine', 'moved'].includes(occasionOf(change)[0] ?? '');

async function writeAndAsk(writing: MailParts, known: Letters, change: OrderChange): Promise<void> {
  const mails = await writeMails(writing, known, change);
  if (!mails) return;
  await inTransaction(writing.owner, async (owner) => {
    await storeMails(owner, writing, mails);
    await queueSupplyMails(owner, writing.jobs, change);
  });
}

/** Before a queued job looks again. */
const pauseMilliseconds = 250;

/**
 * What one act gives back to one payment is one mail (decision 0782). While some of it is likely to be settled in a moment, the job is
 * queued again.
 */
async function writeRefunded(writing: MailParts, known: Letters, change: OrderChange): Promise<void> {
  const [, refundNo = ''] = occasionOf(change);
  if (await waitsForOthers(writing.owner, refundNo)) {
    await sleep(pauseMilliseconds);
    return writing.jobs.send(writing.owner, 'order.changed', change);
  }
  await inTransaction(writing.owner, async (owner) => {
    const refundNos = await takeForMail(owner, refundNo);
    const mails = refundNos.length && (await writeMails({ ...writing, owner }, known, { ...change, refundNos }));
    if (mails) await storeMails(owner, writing, mails);
  });
}

/** Undefined where the order is gone, or what the mail would be about is over. */
async function writeMails(
  writing: MailParts,
  known: Letters,
  { orderNo, occasion: markedOccasion, over, refundNos }: OrderChange,
): Promise<Mail[] | undefined> {
  const { owner } = writing;
  const [occasion = '', mark = ''] = occasionOf({ orderNo, occasion: markedOccasion });
  if (occasion === 'completionReminder') {
    await queueReminders(writing, orderNo, mark);
    return [];
  }
  if (!isForTeam(occasion) && !isBuyerOccasion(occasion)) throw new Error(`no mail for ${occasion}`);
  const order = known.orders.find((order) => order.order_no === orderNo);
  const all = known.lines.filter((line) => line.order_no === orderNo);
  if (!order || !all.length) return undefined;
  const lines = linesOfMatter(all, occasion, mark);
  const about =
    occasion === 'newRemark'
      ? { reason: (await findRemark(owner, orderNo, mark))?.text }
      : await findAbout(occasion, { owner, order, lines, mark, ...(refundNos && { refundNos }) });
  if (!about) return undefined;
  if (tellsOfMoney.has(occasion))
    about.over = { lines: over?.lines ?? [], back: await readBack(writing, orderNo, over) };
  const matter = { owner, company: known.company, order, lines, about, texts: known.texts };
  if (isForTeam(occasion)) return writeToAll(matter, occasion, markedOccasion, await listOperations(owner));
  const isReview = occasion === 'reviewAnswered';
  const recipients = known.recipients.filter(
    (recipient) =>
      recipient.order_no === orderNo &&
      (!recipient.without_prices || isForTravellers(occasion, lines) || (isReview && !recipient.is_traveller)),
  );
  // The one who was asked for the review.
  return writeToBuyers(
    matter,
    occasion,
    markedOccasion,
    isReview
      ? recipients.slice(0, 1).map((one) => ({ ...one, without_prices: one.is_traveller }))
      : await withinBounds(owner, recipients),
  );
}

const tellsOfMoney = new Set<string>(['cancelled', 'expired', 'rejected', 'restMissed']);

/** Occasions about which only the owner's operations are mailed. */
function isForTeam(occasion: string): occasion is 'newRemark' | 'pickupWaits' {
  return occasion === 'newRemark' || occasion === 'pickupWaits';
}

/** To the buyer's recipients, and to the people who must decide what it is about. */
async function writeToBuyers(
  matter: Matter,
  occasion: BuyerOccasion,
  markedOccasion: string,
  recipients: Recipient[],
): Promise<Mail[]> {
  const { owner } = matter;
  const mails = await writeToAll(matter, occasion, markedOccasion, recipients);
  const forStaff = staffOccasionOf[occasion];
  if (!forStaff) return mails;
  const waits = markedOccasion.replace(occasion, forStaff);
  return [...mails, ...(await writeToAll(matter, forStaff, waits, await listDeciders(owner)))];
}

async function writeToAll(
  matter: Matter,
  occasion: MailOccasion,
  markedOccasion: string,
  list: Recipient[],
): Promise<Mail[]> {
  const { order } = matter;
  const mails: Mail[] = [];
  const attached = new Map<string, Attachment[]>();
  for (const { email, language: spoken, without_prices: isTraveller = false } of list) {
    if (mails.some((mail) => mail.recipient.toLowerCase() === email.toLowerCase())) continue;
    const language = languageOf(spoken);
    const [reader, key] = [{ language, isTraveller }, `${language} ${isTraveller}`];
    const attachments = attached.get(key) ?? (await attachVouchers(matter, occasion, reader));
    attached.set(key, attachments);
    // The rest was the agency's to pay: its customer's vouchers are there.
    const worded = isTraveller && occasion === 'restPaid' ? 'confirmed' : occasion;
    const letter = writeOne(matter, worded, markedOccasion, reader);
    const named = `order ${order.order_no} ${markedOccasion}`;
    mails.push({ occasion: named, recipient: email, ...letter, attachments, secret: null });
  }
  return mails;
}

type Reading = { language: Language; isTraveller: boolean };

function writeOne(matter: Matter, occasion: MailOccasion, markedOccasion: string, { language, isTraveller }: Reading) {
  const { company, order, lines, about, texts } = matter;
  const inPart = isInPart(occasion, lines);
  return composeMail({
    language,
    occasion,
    company,
    values: {
      name: order.contact.name,
      product: textIn((lines[0] as LineOfOrder).terms.names, language),
      orderNo: order.order_no,
      owner: company.name,
      amount: formatMoney(amountOf(order, about), formatLocale(language)),
      ...(about.way ? { way: sayWay(about.way, language) } : {}),
    },
    facts: [
      ...listFacts(language, occasion, order, lines, { ...about, isTraveller }),
      ...(about.where ? sayWhere(about.where, language) : []),
      ...(about.day ? sayDayToCome(about.day, company, language) : []),
    ],
    // The order is the agency's: its pages open for the agency alone.
    button:
      company.address && !isTraveller
        ? nameButton(language, inPart ? 'paid' : occasion, company.address, {
            orderNo: order.order_no,
            markedOccasion,
            about,
          })
        : undefined,
    ...(isTraveller && { small: translate(language, 'notification.mail.travellerSmall', { owner: company.name }) }),
    texts: texts.find(
      (text) => text.occasion === occasion && text.language === language && !(isTraveller && namesAmount(text)),
    ),
    ...{ inPart, byProvider: about.byProvider },
    givesNothing: occasion === 'cancelled' && !about.over?.back.length,
    blocked: about.card?.blocked === true,
    inside: about.way !== undefined && (about.way.ending !== null || isLedgerKind(about.way.channel)),
  });
}

/** The owner's words may name what the agency paid. */
const namesAmount = ({ subject, intro }: MailTextRow): boolean => `${subject} ${intro}`.includes('{amount}');

const withVouchers: readonly string[] = ['confirmed', 'pickupFine', 'moved', 'restPaid', 'eSim', 'cancelRejected'];

async function attachVouchers(
  { owner, order, lines }: Matter,
  occasion: MailOccasion,
  { language, isTraveller }: Reading,
): Promise<Attachment[]> {
  if (!withVouchers.includes(occasion)) return [];
  const withVoucher = lines.filter(hasVoucher);
  if (!withVoucher.length) return [];
  const name =
    withVoucher.length > 1 ? `vouchers-${order.order_no}.pdf` : `voucher-${withVoucher[0]?.sub_order_no}.pdf`;
  const attachments: Attachment[] = [{ name, type: 'application/pdf', vouchersOf: order.order_no, language }];
  // A file may name what the agency or the owner pays: others than the buyer get what is meant for them (decision 0811).
  for (const { name, type, bytes, for_travellers: isForAll } of await listFileBytes(owner, order.order_no))
    if (isForAll || !isTraveller) attachments.push({ name, type, base64: bytes.toString('base64') });
  return attachments;
}
