// First steps of staff (§7 useronboarding, for the back office): those of the reader's roles, each done automatically, by hand, or not yet.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { judgeSteps, stepsOfStaff } from '../../domain/onboarding-steps.ts';
import { addMark, listMarks, removeMark } from '../account/onboarding/mark.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { findStaffSteps } from './first-steps.sql.ts';

export async function showStaffSteps(context: Context): Promise<OutputOf<'consoleOnboarding'>> {
  const { owner } = context;
  const { accountId, roles } = staffOf(context);
  const [seen, exists] = await Promise.all([listMarks(owner, accountId), findStaffSteps(owner)]);
  const found = new Set(Object.entries(exists).flatMap(([step, there]) => (there ? [step] : [])));
  return { seen, steps: judgeSteps(stepsOfStaff(roles), found, seen) };
}

export async function markStaffStep(
  context: Context,
  { seen, undo }: ParsedInputOf<'consoleOnboardingUpdate'>,
): Promise<Record<string, never>> {
  await (undo ? removeMark : addMark)(context.owner, staffOf(context).accountId, seen);
  return {};
}
