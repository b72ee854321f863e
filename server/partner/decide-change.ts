// The queue of changes that approved partners ask for (decision 0283): old beside new, approved or refused with a reason that the partner
// reads in a mail. Each decision is logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { legalFields } from '../../domain/account-forms.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { legalOf } from '../member/change-partner.ts';
import { findPartner } from '../member/member.sql.ts';
import {
  decideLegalRequest,
  holdPartnerOf,
  type LegalRequestRow,
  listLegalRequests,
  writeLegal,
} from '../member/partner-request.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';

export async function listChanges(
  { owner }: Context,
  { state, page, size }: ParsedInputOf<'consolePartnerChanges'>,
): Promise<OutputOf<'consolePartnerChanges'>> {
  const { total, waiting, list } = await listLegalRequests(owner, { state, size, from: (page - 1) * size });
  return { total, waiting, page, pages: Math.ceil(total / size), list: list.map(showAskedChange) };
}

export function showAskedChange(row: LegalRequestRow): OutputOf<'consolePartnerChanges'>['list'][number] {
  return {
    id: String(row.request_id),
    partnerId: String(row.partner_id),
    partnerName: row.partner_name,
    askedBy: row.asked_by,
    askedByEmail: row.asked_by_email,
    state: row.state,
    before: row.before,
    asked: row.asked,
    reason: row.reason,
    decidedBy: row.decided_by,
    askedAt: row.asked_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

/** Refuses invalidInput without a reason to refuse, changedMeanwhile when it was decided, withdrawn or replaced by another request. */
export async function decideChange(
  context: Context,
  { id, approve, ...input }: ParsedInputOf<'consolePartnerChangeDecide'>,
): Promise<Record<string, never>> {
  const { owner, jobs } = context;
  const reason = input.reason.trim();
  if (!approve && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  await inTransaction(owner, async (owner) => {
    if (!(await holdPartnerOf(owner, id))) throw new NotHere();
    const request = await decideLegalRequest(owner, id, { approve, reason, decidedBy: staffOf(context).name });
    if (!request) throw new Refusal('changedMeanwhile');
    const { partner_id: partnerId, account_id: accountId, asked } = request;
    const row = await findPartner(owner, partnerId);
    if (!row) throw new NotHere();
    if (approve) await writeLegal(owner, partnerId, asked);
    const now = legalOf(row);
    const names = legalFields.filter((field) => asked[field] !== undefined);
    await logAction(owner, context, {
      act: approve ? 'partner-change-approved' : 'partner-change-refused',
      subject: `partner ${partnerId}`,
      before: approve ? Object.fromEntries(names.map((field) => [field, now[field]])) : {},
      after: approve ? { ...asked, ...(reason && { reason }) } : { reason },
    });
    const kind = approve ? 'change-approved' : 'change-refused';
    await jobs.send(owner, 'account.mail', { kind, email: '', accountId, language: '', reason });
  });
  return {};
}
