// The caller: the session of a token and its account's current status (security rule 35). Frozen, disabled and deleted
// accounts are signed out at their next request.
import { AccountStatus, mayAct, type StaffDuty, type StaffRole } from '../../domain/account-status.ts';
import type { Visitor } from '../platform/context.ts';
import { loadInBatches } from '../platform/database/load-in-batches.ts';
import { prepareStatement } from '../platform/database/prepare-statement.ts';
import { type Owner, sql } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import { type AccountRow, accountColumns, accountTables, dutyOf, touchSession } from './account.sql.ts';

type SessionRow = AccountRow & {
  token_hash: Buffer;
  duty: StaffDuty | null;
  ver_auth_flag: boolean;
  staff: boolean;
  seen_at: Date;
  acting_staff_id: number | null;
  acting_staff_name: string | null;
  acting_staff_status: number | null;
  acting_staff_roles: StaffRole[] | null;
  acting_staff_duty: StaffDuty | null;
};

const preparedSession = prepareStatement(
  ({
    ownerId,
    hashes,
  }: {
    ownerId: number;
    hashes: Buffer[];
  }) => sql<SessionRow>`SELECT ${accountColumns}, s.token_hash, s.ver_auth_flag, s.staff, s.seen_at, s.acting_staff_id,
        t.name AS acting_staff_name, t.status AS acting_staff_status, t.roles AS acting_staff_roles,
        ${dutyOf('a')} AS duty, ${dutyOf('t')} AS acting_staff_duty
      FROM login_session s JOIN (${accountTables}) ON a.owner_id = s.owner_id AND a.account_id = s.account_id
        LEFT JOIN account t ON t.owner_id = s.owner_id AND t.account_id = s.acting_staff_id
      WHERE s.owner_id = ${ownerId} AND s.token_hash = ANY(${hashes}::bytea[]) AND s.ends_at > now()
        AND s.seen_at > now() - make_interval(secs => s.idle_seconds) AND coalesce(a.first_password_until, 'infinity') > now()
        AND NOT EXISTS (SELECT 1 FROM owner o WHERE o.owner_id = s.owner_id AND o.closed_at IS NOT NULL)`,
);

/** The live session of a token with its account, whatever the account's status; none while the owner is closed (decision 0335). */
function findSessionRow(owner: Owner, hash: Buffer): Promise<SessionRow | undefined> {
  return loadSession(owner, 'session', hash, {
    async load(hashes) {
      const rows = await preparedSession(owner, { ownerId: owner.id, hashes }, 'whole');
      const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
      return hashes.map((hash) => found.get(hash.toString('hex')));
    },
  });
}

const loadSession = loadInBatches<Buffer, SessionRow | undefined>();

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
  const { acting_staff_id: id, acting_staff_name: name, acting_staff_roles: roles } = row;
  const actingStaff =
    id === null
      ? null
      : { id, name: name ?? '', finance: Boolean(roles?.some((role) => role === 'admin' || role === 'finance')) };
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
    fullName: row.name,
    email: row.email,
    emailProved: row.email_proved,
    phone: { areaCode: row.area_code, mobile: row.mobile },
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
