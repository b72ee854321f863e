// Admins of the installation invite others and take their right away (decision 0335). The last one who can sign in stays.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm } from '../../domain/account-forms.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { setupForms } from '../../domain/owner-setup.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { endAccess } from '../account/sign-up.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { deleteAdmin, findAdmin, listAdmins, renameInvited } from './admins.sql.ts';
import { findInvitationMail, insertInvited } from './owners.sql.ts';
import { showMailState } from './show-owners.ts';

export async function showAdmins(context: Context): Promise<OutputOf<'houseAdmins'>> {
  const { owner } = context;
  const { accountId } = staffOf(context);
  const rows = await listAdmins(owner);
  const list = await Promise.all(
    rows.map(async (row) => ({
      id: String(row.account_id),
      name: row.name,
      email: row.email,
      language: row.language,
      own: row.account_id === accountId,
      entered: row.entered,
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
      mail: row.entered ? null : showMailState(await findInvitationMail(owner, row.email)),
    })),
  );
  return { list };
}

/**
 * Mails the link to a first password; a person invited before gets a new one, and the earlier link stops working. Refuses
 * invalidInput by field: also for an address whose admin has a password.
 */
export async function inviteAdmin(
  context: Context,
  typed: ParsedInputOf<'houseAdminInvite'>,
): Promise<Record<string, never>> {
  const fields = checkForm(typed, setupForms.admin);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const to = { name: typed.name.trim(), email: normalEmail(typed.email), language: typed.language };
  const most = limits.staffLinksPerAccountHour;
  await limitAttempts(context, [{ bucket: `house-admin:${to.email}`, most, windowSeconds: 3600 }]);
  try {
    await inTransaction(context.owner, async (owner) => {
      const invited = await renameInvited(owner, to);
      if (invited !== undefined) await endAccess(owner, invited, null);
      const accountId = invited ?? (await insertInvited(owner, to, 'house'));
      const { email, language } = to;
      await context.jobs.send(owner, 'account.mail', { kind: 'invite', accountId, email, language });
      await logAction(owner, context, { act: 'house-admin-invited', subject: `staff ${accountId}`, after: to });
    });
  } catch (error) {
    if (isDuplicate(error, 'account_email'))
      throw new Refusal('invalidInput', { fields: { email: { problem: 'emailTaken' } } });
    throw error;
  }
  return {};
}

/** Ends the right with its sessions and links. Refuses lastAdmin when no other admin could sign in. */
export async function removeAdmin(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const row = await findAdmin(owner, id);
    if (!row) throw new NotHere();
    if ((await deleteAdmin(owner, row.account_id)) !== 1) throw new Refusal('lastAdmin');
    await endAccess(owner, row.account_id, null);
    const before = { name: row.name, email: row.email };
    await logAction(owner, context, { act: 'house-admin-removed', subject: `staff ${id}`, before });
  });
  return {};
}
