// Staff accounts (rules §10): no one grants rights they do not have, and one active administrator always remains.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkValue } from '../../domain/account-forms.ts';
import { AccountStatus } from '../../domain/account-status.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { storeTotp } from '../account/account.sql.ts';
import { hashPassword, makePassword } from '../account/hash-password.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { endAccess, makeSupplierOf, replacePassword } from '../account/sign-up.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, isDuplicate, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';

import {
  changeStaff,
  countAdmins,
  dropPassword,
  findStaff,
  insertStaff,
  limitFirstPassword,
  listStaffRows,
  type StaffRow,
} from './staff.sql.ts';

export async function listStaff({ owner }: Context): Promise<OutputOf<'consoleStaff'>> {
  const rows = await listStaffRows(owner);
  const companies = rows.flatMap((row) => (row.supplier_name ? [[String(row.account_id), row.supplier_name]] : []));
  return { list: rows.map(showStaff), companies: Object.fromEntries(companies) };
}

export function showStaff(row: StaffRow): OutputOf<'consoleStaff'>['list'][number] {
  return {
    id: String(row.account_id),
    email: row.email,
    name: row.name,
    roles: row.roles as never,
    active: row.status === AccountStatus.normal,
    secondFactor: row.second_factor,
    passwordSet: row.password_set,
    firstPasswordUntil: row.first_password_until?.toISOString() ?? null,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    revision: row.revision,
  };
}

function judge(input: ParsedInputOf<'consoleStaffSave'>): void {
  const fields: FieldProblems = {};
  const email = checkValue(input.email, { kind: 'email', max: 120, required: true });
  const name = checkValue(input.name, { kind: 'text', max: 50, required: true });
  if (email) fields.email = { problem: email, max: 120 };
  if (name) fields.name = { problem: name, max: 50 };
  if (!input.roles.length) fields.roles = { problem: 'choose' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

/**
 * Saves an account of the owner's staff, or a login of a supplier. Refuses invalidInput by field, rightsTooHigh, lastAdmin,
 * changedMeanwhile; NotHere for a login of another. A new account's password is returned once, unless its person chooses one by the link
 * of a mail, as a supplier's does.
 */
export async function saveStaff(
  context: Context,
  input: ParsedInputOf<'consoleStaffSave'>,
  company: { id: string; language: string } | null = null,
): Promise<OutputOf<'consoleStaffSave'>> {
  judge(input);
  const { owner } = context;
  const ownRoles = staffOf(context).roles;
  const granted = input.roles.filter((role) => !ownRoles.includes('admin') && !ownRoles.includes(role));
  if (granted.length) throw new Refusal('rightsTooHigh');
  const change = {
    email: normalEmail(input.email),
    name: input.name.trim(),
    roles: [...new Set(input.roles)],
    active: input.active,
  };
  const byMail = company !== null || change.roles.includes('supplier');
  const password = input.id || byMail ? null : makePassword();
  const hash = password && (await hashPassword(password));
  try {
    return await inTransaction(owner, async (owner) => {
      if (!input.id) {
        const { language, id: supplierId } = company ?? { language: context.language, id: null };
        const id = await insertStaff(owner, change, { language, hash, supplierId });
        if (byMail) await inviteStaff(owner, context, Number(id), change.email);
        if (change.roles.includes('supplier')) await makeSupplierOf(owner, id);
        await logAction(owner, context, { act: 'staff-created', subject: `staff ${id}`, after: change });
        return { id, password };
      }
      await countAdmins(owner);
      const row = await findStaff(owner, input.id);
      if (!row || !isLoginOf(row, company?.id ?? null)) throw new NotHere();
      if ((await changeStaff(owner, input.id, input.revision ?? 0, change)) !== 1)
        throw new Refusal('changedMeanwhile');
      if ((await countAdmins(owner)) === 0) throw new Refusal('lastAdmin');
      if (change.roles.includes('supplier')) await makeSupplierOf(owner, input.id);
      if (!row.password_set && row.email !== change.email) {
        // The link in the old mailbox must not open the account.
        await endAccess(owner, row.account_id, null);
        await inviteStaff(owner, context, row.account_id, change.email);
      }
      const { email, name, roles, active } = showStaff(row);
      const before = { email, name, roles, active };
      await logAction(owner, context, { act: 'staff-changed', subject: `staff ${input.id}`, before, after: change });
      return { id: input.id, password: null };
    });
  } catch (error) {
    if (isDuplicate(error, 'account_email'))
      throw new Refusal('invalidInput', { fields: { email: { problem: 'emailTaken' } } });
    throw error;
  }
}

const isLoginOf = (row: StaffRow, supplierId: string | null): boolean =>
  supplierId === null || String(row.supplier_id) === supplierId;

function inviteStaff(owner: OwnerTrx, { jobs }: Context, accountId: number, email: string): Promise<void> {
  return jobs.send(owner, 'account.mail', { kind: 'invite', email, accountId, language: '' });
}

/**
 * Sessions end, the second factor is removed, and the password is void. One of the owner's staff gets a new one, shown once and valid until
 * the first sign-in or for a week; the person of a supplier chooses one by the link of a mail, which comes as often as this is called.
 */
export async function resetStaff(
  context: Context,
  { id }: { id: string },
  supplierId: string | null = null,
): Promise<{ password: string | null }> {
  const { owner } = context;
  const made = makePassword();
  const hash = await hashPassword(made);
  return inTransaction(owner, async (owner) => {
    const row = await findStaff(owner, id);
    if (!row || !isLoginOf(row, supplierId)) throw new NotHere();
    const byMail = row.supplier_id !== null;
    if (byMail) await limitStaffLinks(context, id);
    if ((await replacePassword(owner, row.account_id, hash)) !== 1) throw new Refusal('actionNotAllowed');
    if (byMail) await dropPassword(owner, row.account_id);
    else await limitFirstPassword(owner, row.account_id);
    await storeTotp(owner, row.account_id, { off: true });
    if (byMail) await inviteStaff(owner, context, row.account_id, row.email);
    await logAction(owner, context, { act: 'staff-reset', subject: `staff ${id}` });
    return { password: byMail ? null : made };
  });
}

function limitStaffLinks(context: Context, accountId: string): Promise<void> {
  const most = limits.staffLinksPerAccountHour;
  return limitAttempts(context, [{ bucket: `staff-link:${accountId}`, most, windowSeconds: 3600 }]);
}
