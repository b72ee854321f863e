// The partner's data (§2 uc/account): shown to its accounts, changed by the main account. A disapproved application that is changed
// is submitted again. A change of an approved partner's legal data waits for the owner (decision 0283).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import {
  checkForm,
  completeContacts,
  gatherContacts,
  type LegalData,
  legalFields,
  partnerForm,
} from '../../domain/account-forms.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { findPartner, type PartnerRow, updatePartner } from './member.sql.ts';
import {
  findLegalRequest,
  insertLegalRequest,
  type LegalRequestRow,
  withdrawLegalRequest,
} from './partner-request.sql.ts';

export async function showPartner(context: Context): Promise<OutputOf<'partner'>> {
  const buyer = buyerOf(context);
  const row = await findPartner(context.owner, buyer.partnerId);
  if (!row) throw new NotHere();
  const request = showAsked(await findLegalRequest(context.owner, buyer.partnerId));
  const mayChange = buyer.kind === 'main' && !buyer.actingStaff;
  return { ...describePartner(row), request, mayChange, logo: row.logo_id };
}

/** The partner's newest request while it waits or was refused; what was approved or withdrawn needs no words. */
function showAsked(row: LegalRequestRow | undefined): OutputOf<'partner'>['request'] {
  if (!row || (row.state !== 'waiting' && row.state !== 'refused')) return null;
  const { state, asked, before, reason } = row;
  return { state, asked, before, reason, askedAt: row.asked_at.toISOString() };
}

/**
 * Contacts and data that was never given are saved at once; other changes of an approved partner's legal data become one request, in place
 * of the one that waits. A disapproved application is mailed as a new one. Refuses invalidInput by field and changedMeanwhile.
 */
export async function changePartner(
  context: Context,
  input: ParsedInputOf<'partnerUpdate'>,
): Promise<OutputOf<'partnerUpdate'>> {
  const { owner, jobs } = context;
  const { partnerId, accountId, email } = buyerOf(context);
  const row = await findPartner(owner, partnerId);
  if (!row || row.kind === 'individual') throw new NotHere();
  const fields = checkForm(input, partnerForm);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const before = legalOf(row);
  const wanted = readLegal(input, before);
  const changes: Partial<LegalData> = {};
  const saved = { ...wanted };
  if (row.approval === 'approved')
    for (const field of legalFields)
      if (before[field] && wanted[field] !== before[field]) {
        changes[field] = wanted[field];
        saved[field] = before[field];
      }
  await inTransaction(owner, async (owner) => {
    const change = { ...saved, contacts: gatherContacts(input) };
    if ((await updatePartner(owner, partnerId, input.revision, change)) !== 1) throw new Refusal('changedMeanwhile');
    await askFor(owner, { partnerId, accountId }, before, changes);
    // Sent in again: applicant and administrators read so, as the first time.
    if (row.approval === 'disapproved')
      await jobs.send(owner, 'account.mail', { kind: 'applied', email, accountId, language: '' });
  });
  const next = await findPartner(owner, partnerId);
  return describePartner(next ?? row);
}

/** What waits is what the form asks for: the same request stays, another one takes its place, and without a difference there is none. */
async function askFor(
  owner: OwnerTrx,
  who: { partnerId: number; accountId: number },
  legal: LegalData,
  changes: Partial<LegalData>,
): Promise<void> {
  const names = legalFields.filter((field) => changes[field] !== undefined);
  const known = await findLegalRequest(owner, who.partnerId);
  const same = known?.state === 'waiting' && legalFields.every((field) => known.asked[field] === changes[field]);
  if (same) return;
  await withdrawLegalRequest(owner, who.partnerId);
  const before = Object.fromEntries(names.map((field) => [field, legal[field]]));
  if (names.length) await insertLegalRequest(owner, { ...who, before, asked: changes });
}

/** Refuses changedMeanwhile when nothing waits any more. */
export async function withdrawChange(context: Context): Promise<Record<string, never>> {
  const { partnerId } = buyerOf(context);
  if ((await withdrawLegalRequest(context.owner, partnerId)) !== 1) throw new Refusal('changedMeanwhile');
  return {};
}

export const legalOf = (row: PartnerRow): LegalData => ({
  ...{ name: row.name, country: row.country, city: row.city, address: row.address },
  taxNumber: row.tax_number,
});

/** What a form holds of it; a field that it leaves out stays. */
export const readLegal = (typed: Partial<LegalData>, before: LegalData): LegalData =>
  Object.fromEntries(legalFields.map((field) => [field, (typed[field] ?? before[field]).trim()])) as LegalData;

export function describePartner(row: PartnerRow): OutputOf<'partnerUpdate'> {
  const { order, business, settlement } = completeContacts(row.contacts);
  return {
    registrant: row.kind,
    approval: row.approval,
    approvalReason: row.approval_reason,
    ...legalOf(row),
    orderContact: order,
    businessContact: business,
    settlementContact: settlement,
    revision: row.revision,
  };
}
