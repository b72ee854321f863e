// Rows of a list are added, moved and removed by buttons that name their row; a removed row can be restored.
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { moveRow } from '../../../parts/console/catalogue/change-paths.ts';
import { useUndo } from '../../../parts/page/use-undo.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

type RowActionsProps<Row> = {
  rows: Row[];
  at: number;
  /** Names the row for screen readers. */
  name: string;
  /** A function computes the rows from the current ones. */
  onRows(rows: Row[] | ((known: Row[]) => Row[])): void;
  /** A list that may not become empty. */
  keepOne?: boolean;
};

const box =
  'border border-line hover:border-brand hover:text-brand aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

export function RowActions<Row>({ rows, at, name, onRows, keepOne }: RowActionsProps<Row>) {
  const { say } = useWords();
  const offerUndo = useUndo();
  const remove = () => {
    const row = rows[at] as Row;
    onRows(rows.filter((_, other) => other !== at));
    offerUndo(say('ui.removed', { name }), () => onRows((known) => withRow(known ?? [], at, row)));
  };
  const move = (event: React.MouseEvent<HTMLButtonElement>, to: number) => {
    if (to < 0 || to >= rows.length) return;
    const button = event.currentTarget;
    onRows(moveRow(rows, at, to));
    // A row that is moved in the page loses the focus.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <div className="flex gap-1">
      <IconButton
        Icon={IconArrowUp}
        label={say('editing.moveUp', { name })}
        aria-disabled={at === 0 || undefined}
        onClick={(event) => move(event, at - 1)}
        className={box}
      />
      <IconButton
        Icon={IconArrowDown}
        label={say('editing.moveDown', { name })}
        aria-disabled={at === rows.length - 1 || undefined}
        onClick={(event) => move(event, at + 1)}
        className={box}
      />
      {!(keepOne && rows.length === 1) && (
        <IconButton
          Icon={IconTrash}
          label={say('catalog.search.remove', { filter: name })}
          onClick={remove}
          className={`${box} hover:!border-bad hover:!text-bad`}
        />
      )}
    </div>
  );
}

/** In its old place among the current rows. */
const withRow = <Row,>(rows: Row[], at: number, row: Row): Row[] => [...rows.slice(0, at), row, ...rows.slice(at)];

export function AddRow({ label, onAdd, disabled }: { label: string; onAdd(): void; disabled?: boolean }) {
  return (
    <Button variant="outline" size="sm" className="justify-self-start" onClick={onAdd} disabled={disabled}>
      <IconPlus aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}
