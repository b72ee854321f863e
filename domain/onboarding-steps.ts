// First steps in the shop and in the back office (§7 useronboarding), in order, for each kind of reader. A step is done when the thing
// exists, or when its reader ticked it; what a reader ticked, hid and saw is a list of marks at the account.
import type { DeskRole } from './account-status.ts';

export const buyerSteps = {
  main: ['approval', 'profile', 'logo', 'sub-account', 'top-up', 'quotation', 'order'],
  sub: ['profile', 'quotation', 'order'],
  member: ['password', 'profile', 'order'],
} as const;
export type BuyerStep = (typeof buyerSteps)[keyof typeof buyerSteps][number];

export const staffSteps = {
  admin: ['company', 'look', 'channel', 'product', 'departure', 'agreement', 'mail-trial', 'staff'],
  operations: ['partner', 'decision', 'redemption'],
  finance: ['channel', 'transfer', 'rates', 'deposit'],
  content: ['product', 'picture', 'departure', 'promotion', 'page'],
  supplier: ['supply'],
  house: [],
} as const satisfies Record<DeskRole, readonly string[]>;
export type StaffStep = (typeof staffSteps)[keyof typeof staffSteps][number];

/** Of several roles, each step once. */
export function stepsOfStaff(roles: readonly DeskRole[]): StaffStep[] {
  return [...new Set(roles.flatMap((role): readonly StaffStep[] => staffSteps[role]))];
}

/** The panel with the steps was hidden by its reader. */
export const hiddenMark = 'steps-hidden';
/** The reader ticked the step. */
export const markOfStep = (step: string) => `done-${step}`;

export type StepState<Step extends string = string> = { step: Step; done: 'found' | 'ticked' | null };

/** `found`: steps whose thing exists. */
export function judgeSteps<Step extends string>(
  steps: readonly Step[],
  found: ReadonlySet<string>,
  marks: readonly string[],
): StepState<Step>[] {
  return steps.map((step) => ({
    step,
    done: found.has(step) ? 'found' : marks.includes(markOfStep(step)) ? 'ticked' : null,
  }));
}
