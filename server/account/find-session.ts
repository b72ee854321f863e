// The caller: the session of a token and its account's current status (security rule 35). Frozen, disabled and deleted
// accounts are signed out at their next request.
import { AccountStatus, mayAct } from '../../domain/account-status.ts';
import type { Visitor } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import { type AccountRow, findSessionRow, type SessionRow, touchSession } from './account.sql.ts';

const touchAfterMilliseconds = 60_000;

/** Acting as a partner ends with the right to it: staff frozen, without the role that signs in as partners, or with a duty to do first. */
function mayStillAct(row: SessionRow): boolean {
  const { acting_staff_status: status, acting_staff_roles: roles, acting_staff_duty: duty } = row;
  return (
    !duty &&
    status === AccountStatus.normal &&
    Boolean(roles?.some((role) => role === 'admin' || role === 'operations'))
  );
}

/** The visitor of a token for the shop (`staff` false) or the back office (`staff` true); undefined when there is none. */
export async function findSession(
  owner: Owner,
  token: string | undefined,
  staff: boolean,
  now: Date,
): Promise<Visitor | undefined> {
  if (!token || token.length > 100) return undefined;
  const hash = hashToken(token);
  const row = await findSessionRow(owner, hash);
  if (!row || row.staff !== staff || !mayAct(row.status) || row.partner_frozen) return undefined;
  if (row.acting_staff_id !== null && !mayStillAct(row)) return undefined;
  if (now.getTime() - row.seen_at.getTime() > touchAfterMilliseconds) await touchSession(owner, hash);
  const { acting_staff_id: id, acting_staff_name: name } = row;
  const actingStaff = id === null ? null : { id, name: name ?? '' };
  return describeVisitor(row, { hash, verAuth: row.ver_auth_flag, actingStaff });
}

type Entered = { hash: Buffer; verAuth: boolean; actingStaff: Visitor['actingStaff'] };

/** The visitor of an account that entered by a session or a key. */
export function describeVisitor(row: AccountRow & Pick<SessionRow, 'duty'>, entered: Entered): Visitor {
  return {
    accountId: row.account_id,
    partnerId: row.partner_id,
    kind: row.kind,
    name: row.nick_name || row.name,
    email: row.email,
    status: row.status,
    roles: row.roles,
    duty: row.duty,
    verAuthFlag: entered.verAuth,
    passwordSet: row.password_hash !== null,
    sessionHash: entered.hash,
    orderVisibility: row.order_visibility,
    approval: row.approval,
    level: row.level,
    agentType: row.agent_type,
    profile: {
      username: row.username ?? '',
      partnerName: row.partner_name,
      registrant: row.partner_kind,
      approvalReason: row.approval_reason,
      verLoginFlag: row.ver_login_flag,
      zone: row.zone,
    },
    actingStaff: entered.actingStaff,
  };
}
