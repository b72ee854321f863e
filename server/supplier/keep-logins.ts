// Logins of a supplier (rules §10): accounts of staff with the role supplier alone, kept by administrators as all accounts of staff are.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { resetStaff, saveStaff } from '../staff/edit-staff.ts';
import { findSupplier } from './supplier.sql.ts';

/** Refuses as the page of staff does. A new login's password is returned once. */
export async function saveLogin(
  context: Context,
  { id, accountId, ...form }: ParsedInputOf<'consoleSupplierStaffSave'>,
): Promise<OutputOf<'consoleSupplierStaffSave'>> {
  if (!(await findSupplier(context.owner, id))) throw new NotHere();
  return saveStaff(context, { ...form, id: accountId, roles: ['supplier'] }, id);
}

export function resetLogin(
  context: Context,
  { id, accountId }: ParsedInputOf<'consoleSupplierStaffReset'>,
): Promise<OutputOf<'consoleSupplierStaffReset'>> {
  return resetStaff(context, { id: accountId }, id);
}
