// `ref_token` (§2, security rule 49): a one-time code, valid for 60 seconds, that becomes a session before any page is sent.
import { limits } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findAccountById } from './account.sql.ts';
import { openSession } from './open-session.ts';
import { insertLink, spendLink } from './sign-up.sql.ts';

/** Creates a code for an account; `actingStaffId` is the member of staff who will act as it. */
export async function makeHandOver(owner: Owner, accountId: number, actingStaffId: number | null) {
  const token = makeToken();
  await insertLink(owner, {
    hash: hashToken(token),
    purpose: 'hand-over',
    accountId,
    actingStaffId,
    lifeSeconds: limits.linkLifeSeconds.handOver,
  });
  return token;
}

/** Uses the code and opens the session; an unknown, expired or used code opens nothing and gives no error. */
export async function spendHandOver(context: Context, token: string): Promise<void> {
  const { owner } = context;
  if (!token || token.length > 100) return;
  await inTransaction(owner, async (owner) => {
    const link = await spendLink(owner, hashToken(token), 'hand-over');
    const account = link && (await findAccountById(owner, link.account_id));
    if (!link || !account || account.kind === 'staff') return;
    await openSession(context, owner, {
      accountId: account.account_id,
      verAuth: true,
      staff: false,
      keep: false,
      actingStaffId: link.acting_staff_id,
    });
  });
}
