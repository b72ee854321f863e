// A list with the owner's order: each row with its picture, moved up and down by buttons, edited, or deleted after a question.
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ActionDialog, ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import type { PictureData } from '../../../parts/page/picture.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

export type OrderedRow = { id: string; name: string; picture: PictureData | undefined; facts: ReactNode };

type OrderedListProps = {
  label: string;
  rows: OrderedRow[];
  removeText: string;
  /** Saves the row at another place; 1 is the first. Omitted if the owner does not choose the order. */
  move?(id: string, place: number): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  onEdit(id: string): void;
};

export function OrderedList({ label, rows, removeText, move, remove, onEdit }: OrderedListProps) {
  const { say } = useWords();
  const act = useAction();
  const [removing, setRemoving] = useState<OrderedRow>();
  const go = (row: OrderedRow, place: number) =>
    act.run(() => move?.(row.id, place) ?? Promise.resolve(), {
      done: say('marketing.promotion.moved', { name: row.name, place }),
    });
  return (
    <>
      {act.error && <ActionProblem {...act.error} onReload={act.forget} />}
      <p role="status" className="sr">
        {act.done?.text}
      </p>
      <ol aria-label={label} aria-busy={act.busy !== undefined} className="grid gap-3">
        {rows.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            first={at === 0}
            last={at === rows.length - 1}
            onMove={move && ((step) => !act.busy && go(row, at + 1 + step))}
            onEdit={() => onEdit(row.id)}
            onRemove={() => setRemoving(row)}
          />
        ))}
      </ol>
      <ActionDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={say('marketing.promotion.removeTitle', { name: removing?.name ?? '' })}
        act={say('marketing.promotion.remove')}
        danger
        work={() => remove(removing?.id ?? '')}
      >
        <p>{removeText}</p>
      </ActionDialog>
    </>
  );
}

type RowProps = {
  row: OrderedRow;
  first: boolean;
  last: boolean;
  onMove: ((step: 1 | -1) => void) | undefined;
  onEdit(): void;
  onRemove(): void;
};

function Row({ row, first, last, onMove, onEdit, onRemove }: RowProps) {
  const { say } = useWords();
  const { name, picture } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3">
      {picture && (
        <img
          src={`${picture.src}?w=160`}
          alt=""
          width={96}
          height={64}
          loading="lazy"
          className="h-16 w-24 shrink-0 rounded-lg object-cover"
          style={{ backgroundColor: picture.colour }}
        />
      )}
      <div className="min-w-40 grow basis-48">
        <h2 className="font-semibold break-words">{name}</h2>
        {row.facts}
      </div>
      <div className="flex shrink-0 flex-wrap gap-1">
        {onMove && (
          <>
            <Button
              variant="quiet"
              aria-label={say('marketing.promotion.up', { name })}
              disabled={first}
              onClick={() => onMove(-1)}
            >
              <IconArrowUp aria-hidden="true" className="size-5" />
            </Button>
            <Button
              variant="quiet"
              aria-label={say('marketing.promotion.down', { name })}
              disabled={last}
              onClick={() => onMove(1)}
            >
              <IconArrowDown aria-hidden="true" className="size-5" />
            </Button>
          </>
        )}
        <Button variant="outline" aria-label={say('staff.editTitle', { name })} onClick={onEdit}>
          <IconPencil aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="danger" aria-label={`${say('marketing.promotion.remove')}: ${name}`} onClick={onRemove}>
          <IconTrash aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </li>
  );
}
