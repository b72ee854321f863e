// An owner that is being set up, for its screen: the steps, and saving one of them.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { type SetupStep, setupSteps } from '../../../../domain/owner-setup.ts';
import { send } from '../../../call.ts';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';

export type Setup = OutputOf<'houseSetup'>;
export type SetupPart = { setup: Setup };

export const shownSteps = [...setupSteps, 'open'] as const;
export type ShownStep = (typeof shownSteps)[number];

type StepPlan<Step extends SetupStep, Draft> = {
  setup: Setup;
  step: Step;
  /** What `useDraft` asks for. */
  initial: Draft;
  needs?: (keyof Draft & string)[];
  judge?(draft: Draft): Record<string, string | undefined>;
  /** The input to send. */
  write(draft: Draft): NonNullable<InputOf<'houseSetupSave'>[Step]>;
};

/** The form of one step: once it is saved, the page goes on to the next. */
export function useStep<Step extends SetupStep, Draft extends object>({
  setup,
  step,
  write,
  ...plan
}: StepPlan<Step, Draft>): DraftForm<Draft> {
  const next = shownSteps[shownSteps.indexOf(step) + 1];
  return useDraft({
    ...plan,
    revision: setup.revision,
    save: (draft, revision) =>
      send('houseSetupSave', {
        ...(setup.id ? { id: setup.id, revision: Number(revision) } : {}),
        [step]: write(draft),
      }),
    leaveTo: ({ id }) => consolePaths.setupOwner(id, { step: next }),
  }) as DraftForm<Draft>;
}
