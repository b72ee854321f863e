// The customer's side of a quotation, by the token of the link (§2 onlinequotation, §7 dtaQuoteList): reading it, the first opening, a
// question, accepting. Unknown, renewed and withdrawn links look the same, and nothing here answers a price of the agent.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import { questionAction, shownToCustomer } from '../../domain/quotation-status.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import type { CustomerView } from './compose-text.ts';
import { findByToken, moveQuotation, type QuotationRow } from './quotation.sql.ts';
import { noteChange } from './send-quotation.ts';
import { showToCustomer } from './show-quotation.ts';

const callsPerSourceHour = 600;
const missesPerSourceHour = 30;
const questionsPerQuotationDay = 20;
const hour = 3600;

export async function openLink(context: Context, token: string): Promise<QuotationRow> {
  const { owner, source } = context;
  await limitAttempts(context, [{ bucket: `quotation:${source}`, most: callsPerSourceHour, windowSeconds: hour }]);
  const row = await findByToken(owner, hashToken(token));
  if (row && shownToCustomer.includes(row.status)) return row;
  const misses = { bucket: `quotation-miss:${source}`, most: missesPerSourceHour, windowSeconds: hour };
  await limitAttempts(context, [misses]);
  throw new Refusal('linkExpired');
}

export async function readByToken(context: Context, token: string): Promise<CustomerView> {
  return showToCustomer(context, await openLink(context, token), context.language);
}

/** Once, and only for a customer: not for robots, prefetches, staff, or accounts of the agent's partner. */
export async function noteOpened(
  context: Context,
  { quotetoken }: ParsedInputOf<'quotationOpened'>,
): Promise<OutputOf<'quotationOpened'>> {
  const row = await openLink(context, quotetoken);
  const { visitor, staff, counted } = context;
  if (!counted || staff || visitor?.actingStaff || visitor?.partnerId === row.partner_id) return {};
  await inTransaction(context.owner, async (owner) => {
    const moved = await moveQuotation(owner, {
      ...{ id: row.quotation_id, action: 'open', reader: null, version: row.version },
    });
    const by = { actor: 'customer', name: row.customer_name } as const;
    if (moved) await noteChange(owner, context.jobs, moved, { action: 'open', by });
  });
  return {};
}

/** Written to the history and mailed to the agent. */
export async function askAgent(
  context: Context,
  { quotetoken, ...input }: ParsedInputOf<'quotationAsk'>,
): Promise<OutputOf<'quotationAsk'>> {
  const row = await openLink(context, quotetoken);
  const text = input.text.trim();
  if (!text) throw new Refusal('invalidInput', { fields: { text: { problem: 'required' } } });
  const bucket = `quotation-ask:${row.quotation_id}`;
  await limitAttempts(context, [{ bucket, most: questionsPerQuotationDay, windowSeconds: 24 * hour }]);
  const by = { actor: 'customer', name: input.name.trim() || row.customer_name } as const;
  await inTransaction(context.owner, (owner) =>
    noteChange(owner, context.jobs, row, { action: questionAction, by, text }),
  );
  return {};
}

/** The version that the customer reads, until the end of its last day. Refuses quotationOver, and changedMeanwhile for another version. */
export async function acceptQuotation(
  context: Context,
  { quotetoken, version, name }: ParsedInputOf<'quotationAccept'>,
): Promise<OutputOf<'quotationAccept'>> {
  const { site, now, jobs } = context;
  const acceptedBy = name.trim();
  if (!acceptedBy) throw new Refusal('invalidInput', { fields: { name: { problem: 'required' } } });
  const row = await openLink(context, quotetoken);
  if (row.version !== version) throw new Refusal('changedMeanwhile');
  const today = todayIn(site.zone, now.getTime());
  await inTransaction(context.owner, async (owner) => {
    const id = row.quotation_id;
    const moved = await moveQuotation(owner, { id, action: 'accept', reader: null, version, today, acceptedBy });
    if (!moved) throw new Refusal('quotationOver');
    await noteChange(owner, jobs, moved, { action: 'accept', by: { actor: 'customer', name: acceptedBy } });
  });
  return { status: 'accepted' };
}
