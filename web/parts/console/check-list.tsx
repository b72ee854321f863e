// A few items that are all visible, each with a checkbox.
import { FieldsProblem } from '../form/fields.tsx';
import { Ticks } from '../form/ticks.tsx';

type CheckListProps<Value> = {
  legend: string;
  chosen: Value[];
  options: (readonly [value: Value, text: string])[];
  problem: string | undefined;
  onChosen(chosen: Value[]): void;
};

export function CheckList<Value extends string | number>(props: CheckListProps<Value>) {
  const { legend, chosen, options, problem, onChosen } = props;
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="grid max-h-60 gap-x-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
        <Ticks {...{ chosen, options, onChosen }} />
      </div>
      {problem && <FieldsProblem text={problem} />}
    </fieldset>
  );
}
