// Handing a quotation to its customer (§2 onlinequotation): sending makes a link, which is shown once and stored as a hash. Links of before
// lead to the new version too, until the agent renews the link, sends it to another or withdraws it. The agent is mailed each change.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { paths } from '../../domain/paths.ts';
import { type QuotationActionName, type QuotationActor, quotationActions } from '../../domain/quotation-status.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { hashToken, makeLetters, makeToken } from '../platform/make-ids.ts';
import { insertQuotationEvent } from './events.sql.ts';
import { releaseHold } from './hold.sql.ts';
import { deleteLinksOfAnother, deleteQuotationLinks, insertQuotationLink } from './links.sql.ts';
import { type AgentReader, findQuotation, type MovedQuotation, moveQuotation, noteSent } from './quotation.sql.ts';
import { readerOf, refuseChange } from './save-quotation.ts';

const linksPerAccountHour = 240;
const mailsPerEmailHour = 10;
const windowSeconds = 3600;

type By = { actor: QuotationActor; name: string };

/** Where a link leads, in the customer's language. */
export const quotationPath = (token: string, language: Language) => paths.quotation({ quotetoken: token, l: language });

/** Notes a change in the history and queues the mail about it, in the transaction of the change. */
export async function noteChange(
  owner: OwnerTrx,
  jobs: Jobs,
  { quotation_id: id, version }: Pick<MovedQuotation, 'quotation_id' | 'version'>,
  { action, by, text = '' }: { action: QuotationActionName | 'ask' | 'release'; by: By; text?: string },
): Promise<void> {
  const event = { version, action, actor: by.actor, actor_name: by.name, text };
  const eventId = await insertQuotationEvent(owner, id, event);
  await jobs.send(owner, 'quotation.changed', { quotationId: id, eventId });
}

/** Refuses quotationIncomplete while a line has no price, and a validity that is over by its field. */
export async function sendQuotation(
  context: Context,
  { id, revision, mail }: ParsedInputOf<'quotationSend'>,
): Promise<OutputOf<'quotationSend'>> {
  const { owner, jobs, site, now } = context;
  const reader = readerOf(context);
  const row = await findQuotation(owner, id, reader);
  if (!row) throw new NotHere();
  if (row.total_minor === null) throw new Refusal('quotationIncomplete');
  if (row.valid_until < todayIn(site.zone, now.getTime()))
    throw new Refusal('invalidInput', { fields: { validUntil: { problem: 'dayOver' } } });
  const email = row.customer_email;
  if (mail && !email) throw new Refusal('invalidInput', { fields: { customerEmail: { problem: 'required' } } });
  await limitLinks(context, reader.accountId);
  if (mail) await limitAttempts(context, [{ bucket: `quotation-to:${email}`, most: mailsPerEmailHour, windowSeconds }]);
  const token = makeToken();
  const moved = await inTransaction(owner, async (owner) => {
    const moved = await move(owner, context, { id, revision, reader, action: 'send' });
    await noteSent(owner, moved);
    await deleteLinksOfAnother(owner, moved);
    await insertQuotationLink(owner, moved.quotation_id, hashToken(token));
    const request = makeLetters(12);
    if (mail) await jobs.send(owner, 'quotation.mail', { quotationId: moved.quotation_id, email, request });
    return moved;
  });
  return { address: context.origin + quotationPath(token, row.language), revision: moved.revision };
}

async function limitLinks(context: Context, accountId: number): Promise<void> {
  await limitAttempts(context, [{ bucket: `quotation-link:${accountId}`, most: linksPerAccountHour, windowSeconds }]);
}

type Input = { id: string; revision: number; reader: AgentReader };

async function move(
  owner: OwnerTrx,
  context: Context,
  { action, ...input }: Input & { action: 'send' | 'withdraw' },
): Promise<MovedQuotation> {
  const moved = await moveQuotation(owner, { ...input, action });
  if (!moved) return refuseChange(owner, input.id, input.reader, quotationActions[action].from);
  await noteChange(owner, context.jobs, moved, { action, by: { actor: 'agent', name: buyerOf(context).name } });
  return moved;
}

/** A new link in place of all of before, for a quotation that is with its customer. */
export async function renewLink(
  context: Context,
  { id, revision }: ParsedInputOf<'quotationLink'>,
): Promise<OutputOf<'quotationLink'>> {
  const reader = readerOf(context);
  await limitLinks(context, reader.accountId);
  const token = makeToken();
  const language = await inTransaction(context.owner, async (owner) => {
    const row = await findQuotation(owner, id, reader);
    if (!row) throw new NotHere();
    if (row.revision !== revision) throw new Refusal('changedMeanwhile');
    if (row.status === 'draft' || row.status === 'withdrawn') throw new Refusal('actionNotAllowed');
    await deleteQuotationLinks(owner, row.quotation_id);
    await insertQuotationLink(owner, row.quotation_id, hashToken(token));
    return row.language;
  });
  return { address: context.origin + quotationPath(token, language), revision };
}

export async function withdrawQuotation(
  context: Context,
  { id, revision }: ParsedInputOf<'quotationWithdraw'>,
): Promise<OutputOf<'quotationWithdraw'>> {
  const reader = readerOf(context);
  const moved = await inTransaction(context.owner, async (owner) => {
    const moved = await move(owner, context, { id, revision, reader, action: 'withdraw' });
    await releaseHold(owner, moved.quotation_id);
    await deleteQuotationLinks(owner, moved.quotation_id);
    return moved;
  });
  return { revision: moved.revision };
}
