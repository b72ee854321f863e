// Setting up an owner step by step (decision 0315): each step is validated and saved separately, so that the work can be continued.

import type { SetupSteps } from '../../contract/house.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm } from '../../domain/account-forms.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { judgeNames, judgeReach, setupForms, type setupSteps } from '../../domain/owner-setup.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { isZone } from '../places/find-zone.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { readDrafts } from '../site/agreement/draft-agreement.ts';
import { judgeTexts, trimTexts } from '../site/trim-texts.ts';
import { countCells } from './choose-cell.ts';
import { findOpened, findUsed } from './owners.sql.ts';
import { deleteSetup, findSetup, insertSetup, lockSetup, writeSteps } from './setups.sql.ts';

export async function showSetup(context: Context, { id }: { id: string }): Promise<OutputOf<'houseSetup'>> {
  const row = await findSetup(context.owner, id);
  if (!row) throw new NotHere();
  const opened = await findOpened(context.owners.house, context.owners.forOwner(row.new_owner_id));
  return {
    id,
    revision: row.revision,
    steps: row.steps,
    openedAs: opened ? String(row.new_owner_id) : null,
    begunBy: row.begun_by,
    cells: await countCells(context),
    sendsMails: context.sendsMails,
  };
}

export async function draftSetup({ owner }: Context, { id }: { id: string }): Promise<OutputOf<'houseSetupDrafts'>> {
  const row = await findSetup(owner, id);
  if (!row) throw new NotHere();
  return readDrafts(row.steps.names?.name ?? '');
}

/** Refuses invalidInput by field, changedMeanwhile; NotHere for one that is unknown or opened. */
export async function saveSetup(
  context: Context,
  { id, revision, ...typed }: ParsedInputOf<'houseSetupSave'>,
): Promise<OutputOf<'houseSetupSave'>> {
  const steps = tidySteps(typed);
  const fields = await judgeSteps(context, steps, id ?? null);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return inTransaction(context.owner, async (owner) => {
    if (id === undefined) {
      const made = await insertSetup(owner, steps, staffOf(context).name);
      await logAction(owner, context, { act: 'owner-begun', subject: `setup ${made}`, after: steps });
      return { id: made, revision: 1 };
    }
    const row = await lockSetup(owner, id);
    if (!row || (await findOpened(context.owners.house, context.owners.forOwner(row.new_owner_id))))
      throw new NotHere();
    if ((await writeSteps(owner, id, revision, steps)) !== 1) throw new Refusal('changedMeanwhile');
    const before = Object.fromEntries(Object.keys(steps).map((step) => [step, row.steps[step as keyof SetupSteps]]));
    await logAction(owner, context, { act: 'owner-step-saved', subject: `setup ${id}`, before, after: steps });
    return { id, revision: revision + 1 };
  });
}

export async function dropSetup(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const row = await lockSetup(owner, id);
    if (!row || (await findOpened(context.owners.house, context.owners.forOwner(row.new_owner_id))))
      throw new NotHere();
    await deleteSetup(owner, id);
    await logAction(owner, context, { act: 'owner-setup-deleted', subject: `setup ${id}`, before: row.steps });
  });
  return {};
}

const trimmed = <Values extends Record<string, unknown>>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Values;

function tidySteps(typed: SetupSteps): SetupSteps {
  const { names, reach, admin, transfer } = typed;
  const written = (['registration', 'booking', 'privacy'] as const).flatMap((kind) => {
    const texts = typed[kind];
    return texts ? [[kind, { titles: trimTexts(texts.titles), texts: trimTexts(texts.texts) }]] : [];
  });
  return {
    ...(names && { names: { ...trimmed(names), code: names.code.trim().toLowerCase() } }),
    ...(reach && {
      reach: {
        ...reach,
        zone: reach.zone.trim(),
        hostnames: [...new Set(reach.hostnames.map((host) => host.trim().toLowerCase()))],
        languages: [...new Set(reach.languages)],
      },
    }),
    ...(admin && { admin: { ...trimmed(admin), email: normalEmail(admin.email) } }),
    ...(transfer && { transfer: { texts: trimTexts(transfer.texts) } }),
    ...Object.fromEntries(written),
  };
}

/** Problems by the names of the fields, as each step's form has them. */
async function judgeSteps(context: Context, steps: SetupSteps, id: string | null): Promise<FieldProblems> {
  const problems = await judgeEach(context, steps, id);
  return Object.assign({}, ...Object.values(problems));
}

/** Problems of each step by field, those that others cause included: a code or hostname that is in use. */
export async function judgeEach({ owners }: Context, steps: SetupSteps, id: string | null) {
  const { names, reach, admin, transfer } = steps;
  const found: Partial<Record<(typeof setupSteps)[number], FieldProblems>> = {};
  if (names) found.names = judgeNames(names);
  if (reach) found.reach = { ...judgeReach(reach), ...(!isZone(reach.zone) && { zone: { problem: 'zone' } }) };
  if (admin) found.admin = checkForm(admin, setupForms.admin);
  if (transfer && !transfer.texts.en) found.transfer = { 'texts.en': { problem: 'required' } };
  for (const kind of ['registration', 'booking', 'privacy'] as const) {
    const texts = steps[kind];
    if (texts) found[kind] = judgeTexts(trimTexts(texts.titles), trimTexts(texts.texts));
  }
  const used = await findUsed(owners.house, id, { code: names?.code ?? '', hostnames: reach?.hostnames ?? [] });
  if (found.names && used.code) found.names.code ??= { problem: 'ownerCodeTaken' };
  if (found.reach && used.hosts.length) found.reach.hostnames ??= { problem: 'hostUsed' };
  return found;
}
