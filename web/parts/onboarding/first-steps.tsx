// A panel of first steps (§7 useronboarding): each links to its screen and is completed automatically or ticked by hand. The panel can be
// hidden and shown again, and disappears once everything is done.
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { hiddenMark, markOfStep } from '../../../domain/onboarding-steps.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { CallProblem } from '../call-problem.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';

type Onboarding = OutputOf<'onboardingConfig'>;

type FirstStepsProps = {
  progress: Onboarding;
  /** The prefix of the keys of a step's texts. */
  word: string;
  /** The address of a step. */
  pathOf(step: string): string;
  save(mark: { seen: string; undo: boolean }): Promise<unknown>;
};

/** Saves a tick and reloads the page's data. The tick shows at once. */
function useMarks(save: FirstStepsProps['save']) {
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useTask();
  const [ticking, setTicking] = useState<Record<string, boolean>>({});
  const mark = async (name: string, undo: boolean) => {
    await run(() => save({ seen: name, undo }).then(revalidate));
    setTicking({});
  };
  const tick = (step: string, ticked: boolean) => {
    setTicking((known) => ({ ...known, [step]: ticked }));
    void mark(markOfStep(step), !ticked);
  };
  return { problem, busy, ticking, mark, tick };
}

export function FirstSteps({ progress: { seen, steps }, word, pathOf, save }: FirstStepsProps) {
  const { say, intl } = useWords();
  const { problem, busy, ticking, mark, tick } = useMarks(save);
  const done = steps.filter((each) => each.done).length;
  const progress = `${intl.formatNumber(done)} / ${intl.formatNumber(steps.length)}`;
  const hidden = seen.includes(hiddenMark);
  if (steps.length === 0 || (done === steps.length && !hidden)) return null;
  const trouble = problem && <CallProblem title={problem} />;
  if (hidden)
    return (
      <div className="grid justify-items-start gap-2">
        {trouble}
        <Button variant="quiet" size="sm" busy={busy} onClick={() => void mark(hiddenMark, true)}>
          {say('member.steps.show')} · {progress}
        </Button>
      </div>
    );
  return (
    <Card className="grid gap-3" aria-labelledby="first-steps">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="first-steps" className="text-lg font-bold">
          {say('member.steps.title')} <span className="text-sm font-normal text-quiet">{progress}</span>
        </h2>
        <Button variant="quiet" size="sm" disabled={busy} onClick={() => void mark(hiddenMark, false)}>
          {say('member.steps.hide')}
        </Button>
      </div>
      {trouble}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {steps.map((each) => (
          <Step
            key={each.step}
            {...each}
            label={say(`${word}.${each.step}`)}
            to={pathOf(each.step)}
            ticked={ticking[each.step] ?? each.done === 'ticked'}
            onTick={(ticked) => tick(each.step, ticked)}
          />
        ))}
      </ul>
    </Card>
  );
}

type StepProps = Onboarding['steps'][number] & {
  label: string;
  to: string;
  ticked: boolean;
  onTick(ticked: boolean): void;
};

/** Steps whose object exists are completed; the others are ticked by hand. */
function Step({ done, label, to, ticked, onTick }: StepProps) {
  const { say } = useWords();
  return (
    <li className="flex items-center gap-1">
      {done === 'found' ? (
        <span className="grid size-11 shrink-0 place-items-center text-good">
          <IconCircleCheck aria-hidden="true" className="size-6" />
          <span className="sr">{say('member.steps.done')}</span>
        </span>
      ) : (
        <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            className="size-5 accent-brand"
            aria-label={say('member.steps.tick', { step: label })}
            checked={ticked}
            onChange={({ target }) => onTick(target.checked)}
          />
        </label>
      )}
      <Link
        to={to}
        className={
          'min-w-0 py-2 touch:py-2.5 hover:text-brand hover:underline ' +
          (done ? 'text-quiet line-through decoration-1' : 'font-medium')
        }
      >
        {label}
      </Link>
    </li>
  );
}
