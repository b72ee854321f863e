import { Checkbox } from '../../ui/field.tsx';
import { type Options, useOptions, type Value } from './fields.tsx';

type TicksProps<Chosen> = Options<Chosen> & { chosen: readonly Chosen[]; onChosen(chosen: Chosen[]): void };

/** A checkbox for each option. The chosen ones stay in the order in which they were chosen. */
export function Ticks<Chosen extends Value>({ chosen, onChosen, ...options }: TicksProps<Chosen>) {
  return useOptions(options).map(({ value, text }) => (
    <Checkbox
      key={value}
      label={text}
      checked={chosen.includes(value)}
      onValue={(on) => onChosen(on ? [...chosen, value] : chosen.filter((item) => item !== value))}
    />
  ));
}
