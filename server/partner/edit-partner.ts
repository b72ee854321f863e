// Partners that staff make and complete (rules §3, §10): a new one is approved as it is made, and its main account chooses a password by
// the mailed link; legal data and contacts change at any time, with a note in the log.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import {
  checkForm,
  completeContacts,
  gatherContacts,
  legalFields,
  memberPartnerForm,
  newPartnerForms,
  partnerForm,
  relaxForm,
  spreadContacts,
} from '../../domain/account-forms.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { findProvedAccount } from '../account/account.sql.ts';
import { openAccount } from '../account/activate-account.ts';
import { legalOf, readLegal } from '../member/change-partner.ts';
import { findLevels } from '../member/levels.sql.ts';
import { findPartner, updatePartner } from '../member/member.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { isErased } from './partner.sql.ts';

export const emailTaken = () => new Refusal('invalidInput', { fields: { email: { problem: 'emailTaken' } } });

/** Two invitations for one address, and an address that was proved for an account meanwhile. */
export const isTaken = (error: unknown) => isDuplicate(error, 'account_invited') || isDuplicate(error, 'account_email');

/** Refuses invalidInput by field: emailTaken for the address of another account. A guest of that address is raised, with its orders. */
export async function createPartner(
  context: Context,
  input: ParsedInputOf<'consolePartnerCreate'>,
): Promise<OutputOf<'consolePartnerCreate'>> {
  const { owner, jobs } = context;
  const { registrant, language, level } = input;
  const form = newPartnerForms[registrant];
  const fields = checkForm(input, form);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const typed = Object.fromEntries(
    Object.keys(form).map((name) => [name, String(input[name as keyof typeof input] ?? '').trim()]),
  );
  const email = normalEmail(input.email);
  const data = { ...typed, ...(registrant === 'individual' ? {} : completeOrderContact(typed, email)) };
  const isDistributor = registrant !== 'individual';
  const opening = { email, registrant, data, language, agreement_version: null, password_hash: null };
  try {
    return await inTransaction(owner, async (owner) => {
      const known = await findProvedAccount(owner, email);
      if (known && (known.kind !== 'guest' || known.password_hash)) throw emailTaken();
      const { default_level } = await findLevels(owner);
      const newLevel = isDistributor ? (level ?? default_level) : 0;
      const approval = isDistributor ? 'approved' : 'none';
      const made = await openAccount(owner, opening, { proved: false, approval, level: newLevel });
      const { accountId, partnerId } = made;
      await logAction(owner, context, {
        act: 'partner-created',
        subject: `partner ${partnerId}`,
        after: { registrant, email, name: typed.companyName || typed.name, level: newLevel },
      });
      await jobs.send(owner, 'account.mail', { kind: 'invite', email, accountId, language });
      return { id: String(partnerId) };
    });
  } catch (error) {
    if (isTaken(error)) throw emailTaken();
    throw error;
  }
}

/** A contact for orders that staff left empty is the person of the main account. */
function completeOrderContact(typed: Record<string, string>, email: string): Record<string, string> {
  if (['Name', 'Phone', 'Email'].some((part) => typed[`orderContact${part}`])) return {};
  const { name = '', areaCode = '', mobile = '' } = typed;
  return {
    ...{ orderContactName: name, orderContactAreaCode: areaCode },
    ...{ orderContactPhone: mobile, orderContactEmail: email },
  };
}

/**
 * Refuses invalidInput by field, `note` when it is missing, changedMeanwhile, and actionNotAllowed where the last account was erased with
 * its person.
 */
export async function savePartner(
  context: Context,
  input: ParsedInputOf<'consolePartnerSave'>,
): Promise<OutputOf<'consolePartnerSave'>> {
  const { owner } = context;
  const note = input.note.trim();
  const row = await findPartner(owner, input.id);
  if (!row) throw new NotHere();
  if (await isErased(owner, input.id)) throw new Refusal('actionNotAllowed');
  const updated = { ...legalOf(row), ...spreadContacts(completeContacts(row.contacts)) };
  const form = row.kind === 'individual' ? memberPartnerForm : partnerForm;
  const fields = checkForm(input, relaxForm(form, updated));
  if (!note) fields.note = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const before = { ...legalOf(row), contacts: row.contacts };
  const after = { ...readLegal(input, legalOf(row)), contacts: gatherContacts(input) };
  await inTransaction(owner, async (owner) => {
    if ((await updatePartner(owner, row.partner_id, input.revision, after, 'staff')) !== 1)
      throw new Refusal('changedMeanwhile');
    const names = legalFields.filter((field) => before[field] !== after[field]);
    const shown = (side: typeof before) => Object.fromEntries(names.map((field) => [field, side[field]]));
    await logAction(owner, context, {
      act: 'partner-changed',
      subject: `partner ${row.partner_id}`,
      before: { ...shown(before), contacts: before.contacts },
      after: { ...shown(after), contacts: after.contacts, note },
    });
  });
  return {};
}
