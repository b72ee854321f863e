import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useIntl } from 'react-intl';

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
  const box =
    'grid size-11 shrink-0 place-items-center rounded-lg border border-line bg-surface text-brand ' +
    'hover:border-brand aria-disabled:text-quiet aria-disabled:opacity-50';
  return (
    <fieldset className="flex shrink-0 items-center gap-2">
      <legend className="sr">{label}</legend>
      <button
        type="button"
        className={box}
        // Not disabled: a button that is loses the focus with the press that reaches the bound.
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
        aria-label={formatMessage({ id: 'ui.stepper.less' }, { label })}
      >
        <IconMinus className="size-5" />
      </button>
      <output className="min-w-8 text-center text-lg font-semibold tabular-nums" aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        className={box}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
        aria-label={formatMessage({ id: 'ui.stepper.more' }, { label })}
      >
        <IconPlus className="size-5" />
      </button>
    </fieldset>
  );
}
