// The partner's data (§2 uc/account): shown to its accounts, changed by the main account; a disapproved application that is
// changed is submitted again.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm, completeContacts, gatherContacts, partnerForm } from '../../domain/account-forms.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { findPartner, type PartnerRow, updatePartner } from './member.sql.ts';

export async function showPartner(context: Context): Promise<OutputOf<'partner'>> {
  const buyer = buyerOf(context);
  const row = await findPartner(context.owner, buyer.partnerId);
  if (!row) throw new NotHere();
  return { ...describePartner(row), mayChange: buyer.kind === 'main' && !buyer.actingStaff, logo: row.logo_id };
}

/** Refuses invalidInput by field: `askUs` for fields that an approved partner cannot change itself. And changedMeanwhile. */
export async function changePartner(
  context: Context,
  input: ParsedInputOf<'partnerUpdate'>,
): Promise<OutputOf<'partnerUpdate'>> {
  const { owner } = context;
  const { partnerId } = buyerOf(context);
  const row = await findPartner(owner, partnerId);
  if (!row || row.kind === 'individual') throw new NotHere();
  const fields: FieldProblems = checkForm(input, partnerForm);
  const legal = {
    name: input.name.trim(),
    country: input.country.trim(),
    city: input.city.trim(),
    address: input.address.trim(),
  };
  for (const [name, value] of Object.entries(legal))
    if (row.approval === 'approved' && row[name as keyof typeof legal] && value !== row[name as keyof typeof legal])
      fields[name] ??= { problem: 'askUs' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const change = { ...legal, contacts: gatherContacts(input) };
  if ((await updatePartner(owner, partnerId, input.revision, change)) !== 1) throw new Refusal('changedMeanwhile');
  const next = await findPartner(owner, partnerId);
  return describePartner(next ?? row);
}

export function describePartner(row: PartnerRow): OutputOf<'partnerUpdate'> {
  const { order, business, settlement } = completeContacts(row.contacts);
  return {
    name: row.name,
    registrant: row.kind,
    approval: row.approval,
    approvalReason: row.approval_reason,
    country: row.country,
    city: row.city,
    address: row.address,
    orderContact: order,
    businessContact: business,
    settlementContact: settlement,
    revision: row.revision,
  };
}
