import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { IconButton } from './button.tsx';

type StepperProps = {
  value: number;
  min: number;
  max: number;
  onChange(value: number): void;
  label: string;
};

/** Counts up and down within bounds; the number is announced when it changes. */
export function Stepper({ value, min, max, onChange, label }: StepperProps) {
  const { formatMessage } = useIntl();
  const box = 'border border-line bg-surface text-brand hover:border-brand disabled:text-quiet disabled:opacity-50';
  return (
    <fieldset className="flex shrink-0 items-center gap-2">
      <legend className="sr">{label}</legend>
      <IconButton
        Icon={IconMinus}
        label={formatMessage({ id: 'ui.stepper.less' }, { label })}
        onClick={() => onChange(value - 1)}
        disabled={value <= min}
        className={box}
      />
      <output className="min-w-8 text-center text-lg font-semibold tabular-nums" aria-live="polite">
        {value}
      </output>
      <IconButton
        Icon={IconPlus}
        label={formatMessage({ id: 'ui.stepper.more' }, { label })}
        onClick={() => onChange(value + 1)}
        disabled={value >= max}
        className={box}
      />
    </fieldset>
  );
}
