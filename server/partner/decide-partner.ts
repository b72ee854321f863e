// Partners in the back office (rules §3, §10): the queue of applications, approve or disapprove with a reason, price level,
// freeze, and sign in as. Each action is logged with before and after.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { makeHandOver } from '../account/hand-over.ts';
import { describePartner } from '../member/change-partner.ts';
import { findLevels } from '../member/levels.sql.ts';
import { findMember, findPartner, listMembers, type PartnerRow } from '../member/member.sql.ts';
import { findLegalRequest } from '../member/partner-request.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { listLog } from '../staff/log.sql.ts';
import { showEntry } from '../staff/read-log.ts';
import { showAskedChange } from './decide-change.ts';
import {
  decideApproval,
  freezeAccount,
  listPartnerRows,
  markMain,
  type PartnerListRow,
  type PartnerSearch,
  setFrozen,
  setLevel,
} from './partner.sql.ts';

/** What the list's filters look for. */
export const partnerSearchOf = (
  { site, now }: Context,
  input: Omit<ParsedInputOf<'consolePartners'>, 'page' | 'size'>,
): PartnerSearch => ({
  query: input.query.trim(),
  approval: input.approval ?? null,
  kind: input.registrant ?? null,
  id: null,
  endingOn: input.documents ? todayIn(site.zone, now.getTime()) : null,
});

export async function listPartners(
  context: Context,
  input: ParsedInputOf<'consolePartners'>,
): Promise<OutputOf<'consolePartners'>> {
  const { owner } = context;
  const [{ total, waiting, list }, levels] = await Promise.all([
    listPartnerRows(owner, {
      ...partnerSearchOf(context, input),
      size: input.size,
      from: (input.page - 1) * input.size,
    }),
    findLevels(owner),
  ]);
  const pages = Math.ceil(total / input.size);
  return {
    ...{ total, waiting, page: input.page, pages, list: list.map(showRow) },
    ...{ levelNames: levels.names, defaultLevel: levels.default_level },
  };
}

export async function showOnePartner(
  { owner, language }: Context,
  { id }: { id: string },
): Promise<OutputOf<'consolePartner'>> {
  const everything = { query: '', approval: null, kind: null, size: 1, from: 0 };
  const [found, row, members, log, levels, request] = await Promise.all([
    listPartnerRows(owner, { ...everything, id }),
    findPartner(owner, id),
    listMembers(owner, Number(id)),
    listLog(owner, language, { query: '', act: null, subject: `partner ${id}`, size: 30, from: 0 }),
    findLevels(owner),
    findLegalRequest(owner, Number(id)),
  ]);
  const [listed] = found.list;
  if (!listed || !row) throw new NotHere();
  return {
    ...showRow(listed),
    levelNames: levels.names,
    defaultLevel: levels.default_level,
    data: describePartner(row),
    accounts: members.map((member) => ({
      userNo: String(member.account_id),
      kind: member.kind,
      name: member.name,
      username: member.username ?? '',
      email: member.email,
      mobile: [member.area_code && `+${member.area_code}`, member.mobile].filter(Boolean).join(' '),
      status: member.status,
      orderVisibility: member.order_visibility,
      emailProved: member.email_proved_at !== null,
      newEmail: member.new_email,
      passwordSet: member.password_set,
      createdAt: member.created_at.toISOString(),
      lastLoginAt: member.last_login_at?.toISOString() ?? null,
    })),
    log: log.list.map(showEntry),
    change: request?.state === 'waiting' ? showAskedChange(request) : null,
    revision: row.revision,
  };
}

function showRow(row: PartnerListRow) {
  return {
    id: String(row.partner_id),
    name: row.name,
    registrant: row.kind,
    approval: row.approval,
    frozen: row.frozen,
    level: row.level,
    levelGiven: row.level_given,
    agentType: row.agent_type,
    mainEmail: row.main_email,
    mainName: row.main_name,
    subAccounts: row.sub_accounts,
    appliedAt: row.applied_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** One guarded change of a partner with its log entry, in one transaction. Refuses changedMeanwhile. */
async function changeOne(
  context: Context,
  id: string,
  act: string,
  change: (owner: OwnerTrx, before: PartnerRow) => Promise<number>,
  after: Record<string, unknown>,
): Promise<Record<string, never>> {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    const row = await findPartner(owner, id);
    if (!row) throw new NotHere();
    if ((await change(owner, row)) !== 1) throw new Refusal('changedMeanwhile');
    const { approval, level, frozen, agent_type: agentType } = row;
    await logAction(owner, context, {
      act,
      subject: `partner ${id}`,
      before: { approval, level, agentType, frozen },
      after,
    });
  });
  return {};
}

/**
 * An approved distributor has the given level, else the one that it was given before, else the owner's default (rules §11).
 * One that has a level already gets another from administrators alone: otherwise rightsTooHigh (decision 0240).
 * Refuses invalidInput without a reason to disapprove, changedMeanwhile when it was decided or changed by another.
 */
export async function decidePartner(context: Context, input: ParsedInputOf<'consolePartnerDecide'>) {
  const { id, approve, revision, level } = input;
  const reason = input.reason.trim();
  if (!approve && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const { jobs } = context;
  const kind = approve ? 'approved' : 'disapproved';
  const after: Record<string, unknown> = { approval: kind, reason };
  return changeOne(
    context,
    id,
    `partner-${kind}`,
    async (owner, row) => {
      if (row.kind === 'individual') throw new NotHere();
      const { default_level } = await findLevels(owner);
      const before = row.level_given ? row.level : row.level || default_level;
      const decided = approve ? (level ?? before) : row.level;
      if (row.level_given && decided !== row.level && !staffOf(context).roles.includes('admin'))
        throw new Refusal('rightsTooHigh');
      after.level = decided;
      const count = await decideApproval(owner, id, revision, { approve, reason, level: decided });
      await markMain(owner, id, approve);
      const [main] = (await listMembers(owner, row.partner_id)).filter((member) => member.kind === 'main');
      if (main) await jobs.send(owner, 'account.mail', { kind, email: main.email, language: '', reason });
      return count;
    },
    after,
  );
}

export function levelPartner(context: Context, { id, revision, ...change }: ParsedInputOf<'consolePartnerLevel'>) {
  return changeOne(context, id, 'partner-level', (owner) => setLevel(owner, id, revision, change), change);
}

export function freezePartner(context: Context, input: ParsedInputOf<'consolePartnerFreeze'>) {
  const { id, revision, frozen } = input;
  const reason = input.reason.trim();
  if (frozen && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const act = frozen ? 'partner-frozen' : 'partner-unfrozen';
  return changeOne(context, id, act, (owner) => setFrozen(owner, id, revision, frozen), { frozen, reason });
}

export async function freezeOneAccount(context: Context, input: ParsedInputOf<'consoleAccountFreeze'>) {
  const { id, accountId, frozen } = input;
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    const row = await findMember(owner, Number(id), accountId);
    if (!row) throw new NotHere();
    if ((await freezeAccount(owner, id, accountId, frozen)) !== 1) throw new Refusal('actionNotAllowed');
    const act = frozen ? 'account-frozen' : 'account-unfrozen';
    const after = { account: row.email, status: frozen ? 0 : 1 };
    await logAction(owner, context, { act, subject: `partner ${id}`, before: { status: row.status }, after });
  });
  return {};
}

/** An address with a hand-over code of 60 seconds; actions under it are logged with both names. */
export async function signInAs(context: Context, { id, accountId }: { id: string; accountId: string }) {
  const { owner, origin } = context;
  return inTransaction(owner, async (owner) => {
    const row = await findMember(owner, Number(id), accountId);
    if (!row) throw new NotHere();
    const token = await makeHandOver(owner, row.account_id, staffOf(context).accountId);
    await logAction(owner, context, { act: 'signed-in-as', subject: `partner ${id}`, after: { account: row.email } });
    return { address: `${origin}/?ref_token=${token}` };
  });
}
