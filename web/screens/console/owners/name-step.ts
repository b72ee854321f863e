// The name of a step of setting up an owner.
import type { Words } from '../../../parts/use-words.ts';
import type { ShownStep } from './setup-draft.ts';

export function nameStep({ say }: Pick<Words, 'say'>, step: ShownStep): string {
  const isAgreement = step === 'registration' || step === 'booking' || step === 'privacy';
  return say(isAgreement ? `site.agreement.kind.${step}` : `house.step.${step}`);
}
