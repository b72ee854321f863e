// The period of the sales: the last days, or any period by day, week or month.
import { useState } from 'react';
import { Form, Link } from 'react-router';
import { salesSteps } from '../../../../contract/choices.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useGivenFields } from '../../../parts/form/use-given-fields.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import type { Step } from './group-days.ts';

type SpanProps = { days: number; from: string; to: string; step: Step };

export function ChooseSpan({ days: chosen, from, to, step }: SpanProps) {
  const { say } = useWords();
  const form = useGivenFields({ from, to, step });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <nav aria-label={say('desk.sales.title')} className="flex gap-2">
        {[30, 90].map((days) => (
          <Link
            key={days}
            to={consolePaths.start({ days })}
            preventScrollReset
            aria-current={days === chosen ? 'page' : undefined}
            className={
              'flex min-h-11 items-center rounded-lg border border-line bg-surface px-3 text-sm font-medium ' +
              'hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
              'aria-[current=page]:text-brand'
            }
          >
            {say('desk.sales.days', { days })}
          </Link>
        ))}
      </nav>
      <Form ref={form} action={consolePaths.start()} preventScrollReset className="flex flex-wrap items-end gap-3">
        <InputField label={say('payment.balance.from')} type="date" name="from" defaultValue={from} required />
        <InputField label={say('payment.balance.to')} type="date" name="to" defaultValue={to} required />
        <StepField key={step} step={step} />
        <Button type="submit" variant="outline">
          {say('desk.sales.show')}
        </Button>
      </Form>
    </div>
  );
}

function StepField({ step }: { step: Step }) {
  const { say } = useWords();
  const [chosen, setChosen] = useState(step);
  return (
    <ChoiceField
      label={say('desk.sales.step')}
      name="step"
      value={chosen}
      options={salesSteps}
      word="desk.sales.step"
      onValue={setChosen}
    />
  );
}
