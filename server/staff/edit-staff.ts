// Staff accounts (rules §10): nobody grants rights they do not have, and one active administrator always remains.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkValue } from '../../domain/account-forms.ts';
import { AccountStatus } from '../../domain/account-status.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { storeTotp } from '../account/account.sql.ts';
import { hashPassword, makePassword } from '../account/hash-password.ts';
import { makeSupplierOf, replacePassword } from '../account/sign-up.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';

import {
  changeStaff,
  countAdmins,
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
 * Saves an account of the owner's staff, or with `supplierId` a login of that supplier. Refuses invalidInput by field, rightsTooHigh,
 * lastAdmin, changedMeanwhile; NotHere for a login of another. A new account's password is returned once.
 */
export async function saveStaff(
  context: Context,
  input: ParsedInputOf<'consoleStaffSave'>,
  supplierId: string | null = null,
): Promise<OutputOf<'consoleStaffSave'>> {
  judge(input);
  const { owner, language } = context;
  const own = staffOf(context).roles;
  const granted = input.roles.filter((role) => !own.includes('admin') && !own.includes(role));
  if (granted.length) throw new Refusal('rightsTooHigh');
  const change = {
    email: normalEmail(input.email),
    name: input.name.trim(),
    roles: [...new Set(input.roles)],
    active: input.active,
  };
  const password = input.id ? null : makePassword();
  const hash = password && (await hashPassword(password));
  try {
    return await inTransaction(owner, async (owner) => {
      if (!input.id) {
        const id = await insertStaff(owner, change, { language, hash: hash ?? '', supplierId });
        if (change.roles.includes('supplier')) await makeSupplierOf(owner, id);
        await logAction(owner, context, { act: 'staff-created', subject: `staff ${id}`, after: change });
        return { id, password };
      }
      await countAdmins(owner);
      const row = await findStaff(owner, input.id);
      if (!row || !isLoginOf(row, supplierId)) throw new NotHere();
      if ((await changeStaff(owner, input.id, input.revision ?? 0, change)) !== 1)
        throw new Refusal('changedMeanwhile');
      if ((await countAdmins(owner)) === 0) throw new Refusal('lastAdmin');
      if (change.roles.includes('supplier')) await makeSupplierOf(owner, input.id);
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

/** A new password, shown once and valid until the first sign-in or for a week; sessions end and the second factor is removed. */
export async function resetStaff(
  context: Context,
  { id }: { id: string },
  supplierId: string | null = null,
): Promise<{ password: string }> {
  const { owner } = context;
  const password = makePassword();
  const hash = await hashPassword(password);
  await inTransaction(owner, async (owner) => {
    const row = await findStaff(owner, id);
    if (!row || !isLoginOf(row, supplierId)) throw new NotHere();
    if ((await replacePassword(owner, row.account_id, hash)) !== 1) throw new Refusal('actionNotAllowed');
    await limitFirstPassword(owner, row.account_id);
    await storeTotp(owner, row.account_id, { off: true });
    await logAction(owner, context, { act: 'staff-reset', subject: `staff ${id}` });
  });
  return { password };
}
