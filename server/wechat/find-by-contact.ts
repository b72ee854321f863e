// One order found by its number and its contact's e-mail or mobile (§2 wechat/orderOne), and the link for its travellers mailed to
// that contact. A wrong number and a wrong contact get the same answer, and tries are counted before anything is looked up.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { queueLinkMail, refuseFilled } from '../completion/make-completion-link.ts';
import { readOrders } from '../completion/read-completion.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, type OrderRow } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import { contactOfKey, openFound, sealFound } from './seal-found.ts';

const windowSeconds = 3600;
const mailsPerOrderHour = 3;
const mailsPerSourceHour = 20;

type Contact = OrderRow['contact'];

export async function findByContact(
  context: Context,
  input: ParsedInputOf<'wechatFind'>,
): Promise<OutputOf<'wechatFind'>> {
  const { owner, source } = context;
  const orderNo = normalOrderNo(input.orderNo);
  const contact = input.contact.normalize('NFKC').trim();
  const fields: FieldProblems = {};
  if (!orderNo) fields.orderNo = { problem: 'required' };
  if (!contact) fields.contact = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await limitAttempts(context, [
    { bucket: `find:${source}`, most: limits.findsPerSourceHour, windowSeconds },
    { bucket: `find-order:${orderNo}`, most: limits.findsPerOrderHour, windowSeconds },
  ]);
  const order = await findOrder(owner, orderNo, everyOrder());
  const fits = isContact(order?.contact ?? nobody, contact);
  if (!order || !fits) throw new Refusal('orderNotFound');
  return { key: sealFound(context, order.order_no, contact) };
}

/** Compared where there is no such order, so that both cases take the same time. */
const nobody: Contact = { name: '', email: 'nobody@example.invalid', areaCode: '0', phone: '' };

/** As people copy or read it out: spaces, dashes and case do not matter. */
function normalOrderNo(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}

/** Staff may have replaced the contact since the order was found: a stranger's address may have been a slip. */
export function isFoundStill(context: Context, key: string, contact: Contact): boolean {
  const typed = contactOfKey(context, key);
  return typed === undefined || isContact(contact, typed);
}

/** An e-mail address by its text; a number by its digits, with or without its country code, and with or without the zero before it. */
function isContact({ email, areaCode, phone }: Contact, contact: string): boolean {
  if (contact.includes('@')) return normalEmail(contact) === normalEmail(email);
  if (!/^[+\d][\d\s()./\p{Pd}]*$/u.test(contact)) return false;
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const plain = digitsOf(phone).replace(/^0+/, '');
  const country = digitsOf(areaCode);
  const typed = digitsOf(contact).replace(/^0+/, '');
  return plain !== '' && [plain, country + plain, `${country}0${plain}`].includes(typed);
}

export async function mailOwnLink(
  context: Context,
  { key }: ParsedInputOf<'wechatSendLink'>,
): Promise<OutputOf<'wechatSendLink'>> {
  const { owner, now, source } = context;
  const orderNo = openFound(context, key);
  const order = await findOrder(owner, orderNo, everyOrder());
  const [toFill] = await readOrders(owner, [orderNo], now);
  if (!order || !toFill || !isFoundStill(context, key, order.contact)) throw new NotHere();
  refuseFilled(toFill);
  const email = normalEmail(order.contact.email);
  await limitAttempts(context, [
    { bucket: `find-mail-from:${source}`, most: mailsPerSourceHour, windowSeconds },
    { bucket: `find-mail:${orderNo}`, most: mailsPerOrderHour, windowSeconds },
  ]);
  await queueLinkMail(context, { orderNos: [orderNo], accountId: order.account_id, email, language: order.language });
  return { sentTo: hideEmail(email) };
}

/** "m•••@example.com": enough for its owner to recognise it. */
function hideEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${email.slice(at)}`;
}
