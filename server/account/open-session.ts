// A new session at each sign-in, with a new id (security rule 40): it lasts a week if the person asked for that, else 12 idle hours.
import { AccountStatus, mayAct } from '../../domain/account-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { type AccountRow, insertSession } from './account.sql.ts';
import { rememberSource } from './known-source.sql.ts';

/** Even after a correct password, account and partner must be active. Refuses accountFrozen, with who can change it. */
export function admitAccount({ status, partner_frozen: frozen }: Pick<AccountRow, 'status' | 'partner_frozen'>): void {
  if (mayAct(status) && !frozen) return;
  const by = !frozen && status === AccountStatus.disabledByMain ? 'main' : 'owner';
  throw new Refusal('accountFrozen', { data: { by } });
}

export type OpenSession = {
  accountId: number;
  verAuth: boolean;
  staff: boolean;
  keep: boolean;
  /** The member of staff who signs in as this account. */
  actingStaffId?: number | null;
};

/** Stores the session, sets the cookie and returns the token for callers that send it themselves. */
export async function openSession(
  context: Context,
  owner: Owner,
  { accountId, verAuth, staff, keep, actingStaffId = null }: OpenSession,
): Promise<string> {
  const token = makeToken();
  const idleSeconds = keep ? limits.keepLoginSeconds : limits.idleLoginSeconds;
  await insertSession(owner, {
    hash: hashToken(token),
    accountId,
    verAuth,
    staff,
    idleSeconds,
    lifeSeconds: limits.keepLoginSeconds,
    actingStaffId,
  });
  if (!actingStaffId) await rememberSource(owner, context, accountId);
  context.setSession(token, { staff, maxAgeSeconds: keep ? limits.keepLoginSeconds : undefined });
  return token;
}
