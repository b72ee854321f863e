// The direction of a transfer, before anything else (§5 transfers): the questions of the booking follow from it.
import { useWords } from '../../parts/use-words.ts';
import type { Choice, Package } from './use-choice.ts';

export function ChooseDirection({ choice, chosen }: { choice: Choice; chosen: Package }) {
  const { say } = useWords();
  const { direction, setDirection } = choice;
  return (
    <fieldset data-asks="direction" className="grid gap-2">
      <legend className="mb-2 font-semibold">{say('order.traveller.direction')}</legend>
      <div className="flex flex-wrap gap-2">
        {chosen.directions.map((one) => (
          <label
            key={one}
            className={
              'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line px-4 ' +
              'has-checked:border-brand has-checked:bg-tint'
            }
          >
            <input
              type="radio"
              name="direction"
              className="accent-brand"
              checked={direction === one}
              onChange={() => setDirection(one)}
            />
            {say(`order.traveller.direction.${one}`)}
          </label>
        ))}
      </div>
      <p className="text-sm text-quiet" aria-live="polite">
        {direction ? say(`catalog.product.needs.${direction}`) : ''}
      </p>
    </fieldset>
  );
}
