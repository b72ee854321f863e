// The question before a deal at GetYourGuide ends (decision 0692), and how its answer is said.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';

export type DealEnd = OutputOf<'consoleGygDealEnd'>;

/** '' where GetYourGuide took it. Without an answer it may have been done. */
export function describeDealEnd(say: Words['say'], { problem, code, text }: DealEnd): string {
  if (!problem) return '';
  if (problem === 'refused') return say('marketplace.deals.refused', { code, text });
  return say(problem === 'key' ? 'marketplace.pull.problem.key' : 'marketplace.deals.unknown');
}

type Shown = { name: string; end(): Promise<DealEnd>; onClose(): void };

export function EndDeal({ name, end, onClose }: Shown) {
  const { say } = useWords();
  const action = useAction();
  const [ended, setEnded] = useState<DealEnd>();
  const onDone = (answer: DealEnd) => (answer.problem ? setEnded(answer) : onClose());
  const submit = action.submit(end, { onDone });
  return (
    <DialogForm form={{ ...action, submit }} act={say('marketplace.deals.end')} danger onClose={onClose}>
      <p className="font-semibold break-words">{name}</p>
      <p>{say('marketplace.deals.endText')}</p>
      {ended && <Notice tone="bad" title={describeDealEnd(say, ended)} />}
    </DialogForm>
  );
}
