// Logins of a supplier (rules §10): staff accounts with the role supplier alone, managed by administrators like all staff accounts.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { resetStaff, saveStaff } from '../staff/edit-staff.ts';
import { findSupplier } from './supplier.sql.ts';

/** Refuses as the page of staff does. A new login's person gets a mail in the supplier's language. */
export async function saveLogin(
  context: Context,
  { id, accountId, ...form }: ParsedInputOf<'consoleSupplierStaffSave'>,
): Promise<OutputOf<'consoleSupplierStaffSave'>> {
  const supplier = await findSupplier(context.owner, id);
  if (!supplier) throw new NotHere();
  const login = { ...form, id: accountId, roles: ['supplier' as const] };
  const { id: saved } = await saveStaff(context, login, { id, language: supplier.language });
  return { id: saved };
}

export async function resetLogin(
  context: Context,
  { id, accountId }: ParsedInputOf<'consoleSupplierStaffReset'>,
): Promise<OutputOf<'consoleSupplierStaffReset'>> {
  await resetStaff(context, { id: accountId }, id);
  return {};
}
