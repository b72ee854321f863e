// How staff reach an account (rules §3, security rule 45): a link to a first or a new password, which staff never see, and a change
// of its e-mail, which the new address proves by a link while the old address is notified.
import type { ParsedInputOf } from '../../contract/index.ts';
import { checkValue } from '../../domain/account-forms.ts';
import { mayAct } from '../../domain/account-status.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { findProvedAccount } from '../account/account.sql.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { endAccess, replaceEmail, setNewEmail } from '../account/sign-up.sql.ts';
import { findMember, type MemberRow } from '../member/member.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { emailTaken, isTaken } from './edit-partner.ts';

const hour = 3600;

/** Sub-accounts belong to their main account, which opens and mends them. */
const isServed = ({ kind }: MemberRow) => kind === 'main' || kind === 'member';

async function limitLinks(context: Context, accountId: string): Promise<void> {
  const most = limits.staffLinksPerAccountHour;
  await limitAttempts(context, [{ bucket: `staff-link:${accountId}`, most, windowSeconds: hour }]);
}

/**
 * Mails the link to a first password, or to a new one. Refuses actionNotAllowed for accounts that are not allowed to act, and for an
 * unproved address that has a password: its reader may be a stranger.
 */
export async function sendAccountLink(context: Context, { id, accountId }: ParsedInputOf<'consoleAccountLink'>) {
  const { owner, jobs } = context;
  const row = await findMember(owner, Number(id), accountId);
  if (!row) throw new NotHere();
  const invited = !row.password_set && isServed(row);
  if (!mayAct(row.status) || !(invited || row.email_proved_at)) throw new Refusal('actionNotAllowed');
  await limitLinks(context, accountId);
  const kind = invited ? 'invite' : 'reset';
  await inTransaction(owner, async (owner) => {
    const mail = { kind, email: row.email, accountId: row.account_id, language: '' } as const;
    await jobs.send(owner, 'account.mail', mail);
    const act = invited ? 'account-invited' : 'account-reset-sent';
    await logAction(owner, context, { act, subject: `partner ${id}`, after: { account: row.email } });
  });
  return {};
}

/**
 * Changes the e-mail of a main account or a member. Before the first sign-in it is replaced and the invitation goes there. Otherwise it
 * waits until its reader confirms it; null takes a waiting one back. Refuses invalidInput by field and actionNotAllowed.
 */
export async function changeEmail(context: Context, input: ParsedInputOf<'consoleAccountEmail'>) {
  const { owner } = context;
  const { id, accountId } = input;
  const row = await findMember(owner, Number(id), accountId);
  if (!row) throw new NotHere();
  if (!isServed(row) || !mayAct(row.status)) throw new Refusal('actionNotAllowed');
  const note = input.note.trim();
  const email = input.email === null ? null : normalEmail(input.email);
  judge(row, email, note);
  await limitLinks(context, accountId);
  try {
    await inTransaction(owner, async (owner) => {
      if (email && (await findProvedAccount(owner, email))) throw emailTaken();
      await writeEmail(context, owner, row, email);
      await logAction(owner, context, {
        act: email ? 'account-email-asked' : 'account-email-withdrawn',
        subject: `partner ${id}`,
        before: { email: row.email },
        after: { email: email ?? row.email, ...(note && { note }) },
      });
    });
  } catch (error) {
    if (isTaken(error)) throw emailTaken();
    throw error;
  }
  return {};
}

function judge(row: MemberRow, email: string | null, note: string): void {
  if (email === null) return;
  const problem = checkValue(email, { kind: 'email', max: limits.emailLength, required: true });
  const fields = {
    ...(problem && { email: { problem, max: limits.emailLength } }),
    ...(!problem && email === row.email && { email: { problem: 'emailTaken' as const } }),
    ...(!note && { note: { problem: 'required' as const } }),
  };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

async function writeEmail({ jobs }: Context, owner: OwnerTrx, row: MemberRow, email: string | null): Promise<void> {
  const { account_id: accountId } = row;
  const replaced = email && !row.email_proved_at && (await replaceEmail(owner, accountId, email)) === 1;
  if (replaced) {
    // The link in the old mailbox must not open the account.
    await endAccess(owner, accountId, null);
    return jobs.send(owner, 'account.mail', { kind: 'invite', email, accountId, language: '' });
  }
  if ((await setNewEmail(owner, accountId, email)) !== 1) throw new Refusal('actionNotAllowed');
  if (email) await jobs.send(owner, 'account.mail', { kind: 'new-email', email, accountId, language: '' });
}
