// Selecting rows of a page for one bulk action: which rows can be selected, which are, and the bar with the actions.
import { type ReactNode, useState } from 'react';
import { useWords } from '../parts/use-words.ts';
import { Button } from '../ui/button.tsx';

export type Selection<Row> = {
  /** Keys of the rows that can be selected. */
  open: string[];
  selected: string[];
  all: boolean;
  select(keys: string[], on: boolean): void;
  selectAll(on: boolean): void;
  clear(): void;
  labelOf(row: Row): string;
  /** The label of the checkbox that selects all; by default that of waiting rows. */
  allLabel?: string;
};

type Selectable<Row> = {
  rows: Row[];
  rowKey(row: Row): string;
  can(row: Row): boolean;
  /** The label of a row's checkbox. */
  label(row: Row): string;
  allLabel?: string;
};

export function useSelection<Row>({ rows, rowKey, can, label, allLabel }: Selectable<Row>): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = rows.filter(can).map(rowKey);
  const select = (keys: string[], on: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (on && open.includes(key)) next.add(key);
      else next.delete(key);
    }
    setChosen(next);
  };
  const selected = open.filter((key) => chosen.has(key));
  return {
    ...{ open, selected, select },
    all: open.length > 0 && selected.length === open.length,
    selectAll: (on) => select(open, on),
    clear: () => setChosen(new Set()),
    labelOf: label,
    allLabel,
  };
}

type RowCheckboxProps = { label: string; checked: boolean; onChange(on: boolean): void; shown?: boolean };

export function RowCheckbox({ label, checked, onChange, shown = false }: RowCheckboxProps) {
  return (
    <label
      className={`cursor-pointer ${shown ? 'flex min-h-11 items-center gap-3' : 'grid size-11 place-items-center'}`}
    >
      <input
        type="checkbox"
        className="size-5 accent-brand"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={shown ? 'text-sm' : 'sr'}>{label}</span>
    </label>
  );
}

/** The actions on the selected rows; the bar stays visible while the list is scrolled. */
export function SelectionBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  const { say } = useWords();
  return (
    <section
      aria-label={say('desk.selected', { count })}
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-3 rounded-card border border-brand bg-surface p-3 shadow-card"
    >
      <p role="status" className="grow font-semibold tabular-nums">
        {say('desk.selected', { count })}
      </p>
      <Button variant="quiet" onClick={onClear}>
        {say('desk.clear')}
      </Button>
      {children}
    </section>
  );
}
