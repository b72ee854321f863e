// Links that let travellers fill in an order (§4 booking completion): made by a reader of the order, shown once as an address or
// mailed. Only the hash of the token is stored; a mailed link is made when the mail is written.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import { paths } from '../../domain/paths.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { hashToken, makeLetters, makeToken } from '../platform/make-ids.ts';
import { insertCompletionLink } from './completion.sql.ts';
import { type OrderToFill, readOrders } from './read-completion.ts';

const linksPerAccountHour = 120;
const mailsPerAccountHour = 60;
const mailsPerEmailHour = 10;
const windowSeconds = 3600;

/** Where a link leads: one order's form, or the list of several. */
export function completionPath(token: string, orders: number): string {
  return orders > 1 ? paths.completionList(token) : paths.completion(token);
}

export async function makeLink(
  context: Context,
  input: ParsedInputOf<'completionLink'>,
): Promise<OutputOf<'completionLink'>> {
  const { accountId } = buyerOf(context);
  await limitAttempts(context, [{ bucket: `completion-link:${accountId}`, most: linksPerAccountHour, windowSeconds }]);
  return makeFreshLink(context, await needFillable(context, input.orderNos), accountId);
}

/** A fresh link in the account's name, as an address to hand on. */
export async function makeFreshLink(
  { owner, origin }: Context,
  orderNos: readonly string[],
  accountId: number,
): Promise<{ address: string }> {
  const token = makeToken();
  await insertCompletionLink(owner, { hash: hashToken(token), orderNos, accountId, sentTo: '' });
  return { address: origin + completionPath(token, orderNos.length) };
}

export async function sendLink(
  context: Context,
  input: ParsedInputOf<'completionSend'>,
): Promise<OutputOf<'completionSend'>> {
  const { accountId } = buyerOf(context);
  const email = readEmail(input.email);
  const orderNos = await needFillable(context, input.orderNos);
  await limitAttempts(context, [{ bucket: `completion-mail:${accountId}`, most: mailsPerAccountHour, windowSeconds }]);
  await queueLinkMail(context, { orderNos, accountId, email, language: input.language });
  return {};
}

/** Refuses invalidInput for what is no address. */
export function readEmail(typed: string): string {
  const email = normalEmail(typed);
  if (email && isEmail(email)) return email;
  const problem = email ? 'emailFormat' : 'required';
  throw new Refusal('invalidInput', { fields: { email: { problem } } });
}

/** Queues the mail with a link in the account's name; the number of mails per address is limited. */
export async function queueLinkMail(
  context: Context,
  mail: { orderNos: string[]; accountId: number; email: string; language: string },
): Promise<void> {
  const { owner, jobs } = context;
  await limitAttempts(context, [{ bucket: `completion-to:${mail.email}`, most: mailsPerEmailHour, windowSeconds }]);
  const job = { ...mail, request: makeLetters(12) };
  await inTransaction(owner, (owner) => jobs.send(owner, 'completion.mail', job));
}

/** Orders that the caller sees, still to be completed, each once. */
async function needFillable(context: Context, fieldNames: readonly string[]): Promise<string[]> {
  const { owner, now } = context;
  const orderNos = [...new Set(fieldNames)];
  const visible = limitVisibility(context);
  for (const orderNo of orderNos) if (!(await findOrder(owner, orderNo, visible))) throw new NotHere();
  for (const order of await readOrders(owner, orderNos, now)) refuseFilled(order);
  return orderNos;
}

/** Refuses a link to an order that can no longer be completed. */
export function refuseFilled({ state, facts, orderFacts }: OrderToFill): void {
  if (state === 'closed') throw new Refusal('actionNotAllowed');
  if (state === 'done' || facts.travellerCount + orderFacts.orderFields.length === 0)
    throw new Refusal('completionDone');
}
