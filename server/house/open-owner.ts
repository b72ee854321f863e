// Opening an owner that was set up (decision 0315): one transaction writes everything of it under its own number, and its first
// admin is invited by mail. The admin of the installation who opens it never sees a password or a link.
import { randomBytes } from 'node:crypto';
import type { SetupSteps } from '../../contract/house.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm } from '../../domain/account-forms.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { findMissingSteps, setupForms } from '../../domain/owner-setup.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { endAccess } from '../account/sign-up.sql.ts';
import { unlimited, writeChannel } from '../payment/channel.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { insertAgreement } from '../site/site.sql.ts';
import { beginElsewhere, chooseCell } from './choose-cell.ts';
import { judgeEach } from './edit-setups.ts';
import {
  changeInvited,
  findInvited,
  findOpened,
  findOwnerFacts,
  insertInvited,
  insertOpened,
  insertSite,
} from './owners.sql.ts';
import { lockSetup } from './setups.sql.ts';

/** Refuses invalidInput by `step.field` and `cell`, changedMeanwhile; NotHere for one that is unknown or opened already. */
export async function openOwner(
  context: Context,
  { id, revision, cell: wanted }: ParsedInputOf<'houseSetupOpen'>,
): Promise<OutputOf<'houseSetupOpen'>> {
  const cell = await chooseCell(context, wanted);
  const made = await inTransaction(context.owner, async (house) => {
    const row = await lockSetup(house, id);
    const opened = row && context.owners.forOwner(row.new_owner_id);
    if (!row || !opened || (await findOpened(context.owners.house, opened))) throw new NotHere();
    if (row.revision !== revision) throw new Refusal('changedMeanwhile');
    const steps = await completeSteps(context, row.steps, id);
    try {
      await inTransaction(opened, async (owner) => {
        await insertOpened(owner, steps, addressOf(context, steps.reach.hostnames[0] ?? ''));
        if (!cell) return writeShop(context, owner, steps);
        await beginElsewhere(owner, cell, async (there) => {
          await insertOpened(there, steps, addressOf(context, steps.reach.hostnames[0] ?? ''));
          await writeShop(context, there, steps);
        });
      });
    } catch (error) {
      // Another took it since the steps were judged.
      if (isDuplicate(error, 'owner_code_key')) throw refuse({ 'names.code': { problem: 'ownerCodeTaken' } });
      if (isDuplicate(error, 'hostname_pkey')) throw refuse({ 'reach.hostnames': { problem: 'hostUsed' } });
      throw error;
    }
    const { names, reach } = steps;
    const { code, name } = names;
    await logAction(house, context, {
      act: 'owner-opened',
      subject: `owner ${opened.id}`,
      after: { code, name, hostnames: reach.hostnames, email: steps.admin.email, ...(cell && { cell: cell.name }) },
    });
    return opened.id;
  });
  if (cell) await context.owners.cells?.settle(made);
  return { id: String(made) };
}

const refuse = (fields: FieldProblems) => new Refusal('invalidInput', { fields });

async function completeSteps(context: Context, saved: SetupSteps, id: string): Promise<Required<SetupSteps>> {
  const fields: FieldProblems = Object.fromEntries(
    findMissingSteps(saved).map((step) => [step, { problem: 'required' as const }]),
  );
  for (const [step, problems] of Object.entries(await judgeEach(context, saved, id)))
    for (const [field, problem] of Object.entries(problems)) fields[`${step}.${field}`] = problem;
  if (Object.keys(fields).length) throw refuse(fields);
  return saved as Required<SetupSteps>;
}

/** What is beside the row of the owner and its hostnames. */
async function writeShop(context: Context, owner: OwnerTrx, steps: Required<SetupSteps>): Promise<void> {
  const { names, reach, admin, transfer } = steps;
  await insertSite(owner, names.name);
  await writeChannel(owner, {
    ...{ channel: 'offline', active: true, feePercent: '0', feeRefundable: false, currency: null },
    ...{ leastMinor: null, mostMinor: null, keysSealed: null, keyNames: [], revision: 0 },
    ...unlimited,
    options: { instructions: { [reach.currency]: transfer.texts } },
  });
  for (const kind of ['registration', 'booking', 'privacy'] as const) {
    const { titles, texts } = steps[kind] as Record<'titles' | 'texts', Record<string, string>>;
    await insertAgreement(owner, { kind, token: randomBytes(12).toString('base64url'), titles, texts });
  }
  const accountId = await insertInvited(owner, admin, 'admin');
  await context.jobs.send(owner, 'account.mail', {
    ...{ kind: 'invite', email: admin.email, accountId, language: admin.language },
  });
  // In the owner's own log too: its admins read who opened it.
  await logAction(owner, context, {
    act: 'owner-opened',
    subject: `owner ${owner.id}`,
    after: { code: names.code, hostnames: reach.hostnames, email: admin.email },
  });
}

/** The shop is reached as the installation is: by the same protocol, at the same port. */
function addressOf({ origin }: Context, host: string): string {
  const address = new URL(origin);
  address.hostname = host;
  return address.origin;
}

/**
 * Mails the link to a first password again, to the invited admin or to another in its place, whose link then is the only one. Refuses
 * invalidInput by field, and actionNotAllowed while the owner is closed and once one of its admins has a password: from then on they serve
 * themselves.
 */
export async function inviteFirst(
  context: Context,
  { id, ...typed }: ParsedInputOf<'houseInvite'>,
): Promise<Record<string, never>> {
  const opened = context.owners.forOwner(Number(id));
  const facts = await findOwnerFacts(opened);
  if (!facts) throw new NotHere();
  // Its link would lead to a shop that is not there.
  if (facts.closed_at) throw new Refusal('actionNotAllowed');
  const fields = checkForm(typed, setupForms.admin);
  if (Object.keys(fields).length) throw refuse(fields);
  const to = { name: typed.name.trim(), email: normalEmail(typed.email), language: typed.language };
  const most = limits.staffLinksPerAccountHour;
  await limitAttempts(context, [{ bucket: `first-admin:${id}`, most, windowSeconds: 3600 }]);
  await inTransaction(opened, async (owner) => {
    const invited = await findInvited(owner);
    if (!invited || (await changeInvited(owner, invited.account_id, to)) !== 1) throw new Refusal('actionNotAllowed');
    // The link in the former mailbox opens nothing any more.
    await endAccess(owner, invited.account_id, null);
    const accountId = invited.account_id;
    await context.jobs.send(owner, 'account.mail', {
      kind: 'invite',
      accountId,
      email: to.email,
      language: to.language,
    });
    await logAction(owner, context, {
      act: 'owner-invited',
      subject: `owner ${id}`,
      before: { email: invited.email },
      after: to,
    });
  });
  await logAction(context.owner, context, { act: 'owner-invited', subject: `owner ${id}`, after: to });
  return {};
}
