// A list with the owner's order: each row with its picture, moved up and down by buttons, edited, or deleted after a question.
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton, ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import type { PictureData } from '../../../parts/page/picture.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';

type Shown = { name: string; picture: PictureData | undefined; facts: ReactNode };

type OrderedListProps<Item> = {
  /** What is listed: the prefix of the keys of its texts. */
  word: string;
  label: string;
  Icon: typeof IconPencil;
  list: Item[];
  show(item: Item): Shown;
  /** The form that changes an item, or makes one. */
  form(item: Item | undefined, close: () => void): ReactNode;
  /** Saves the item at another place; 1 is the first. Omitted if the owner does not choose the order. */
  move?(item: Item, place: number): Promise<unknown>;
  remove(item: Item): Promise<unknown>;
};

export function OrderedList<Item extends { id: string }>(props: OrderedListProps<Item>) {
  const { word, label, Icon, list, show, form, move, remove } = props;
  const { say } = useWords();
  const action = useAction();
  const go = (item: Item, place: number) =>
    action.run(() => move?.(item, place) ?? Promise.resolve(), {
      done: say('marketing.promotion.moved', { name: show(item).name, place }),
    });
  return (
    <>
      <NewDialog className="mb-4" text={say(`${word}.new`)}>
        {(close) => form(undefined, close)}
      </NewDialog>
      {!list.length && (
        <EmptyState icon={<Icon className="size-12" />} title={say(`${word}.none`)}>
          <p className="max-w-md text-quiet">{say(`${word}.noneHint`)}</p>
        </EmptyState>
      )}
      {action.error && <ActionProblem {...action.error} onReload={action.forget} />}
      <p role="status" className="sr">
        {action.done?.text}
      </p>
      {list.length > 0 && (
        <ol aria-label={label} aria-busy={action.busy !== undefined} className="grid gap-3">
          {list.map((item, at) => (
            <Row
              key={item.id}
              row={show(item)}
              first={at === 0}
              last={at === list.length - 1}
              onMove={move && ((step) => !action.busy && go(item, at + 1 + step))}
              form={(close) => form(item, close)}
              removeText={say(`${word}.removeText`)}
              remove={() => remove(item)}
            />
          ))}
        </ol>
      )}
    </>
  );
}

type RowProps = {
  row: Shown;
  first: boolean;
  last: boolean;
  onMove: ((step: 1 | -1) => void) | undefined;
  form(close: () => void): ReactNode;
  removeText: string;
  remove(): Promise<unknown>;
};

const moves = [
  { step: -1, word: 'marketing.promotion.up', Icon: IconArrowUp },
  { step: 1, word: 'marketing.promotion.down', Icon: IconArrowDown },
] as const;

function Row({ row, first, last, onMove, form, removeText, remove }: RowProps) {
  const { say } = useWords();
  const { name, picture } = row;
  const title = say('staff.editTitle', { name });
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
        {onMove &&
          moves.map(({ step, word, Icon }) => (
            <Button
              key={word}
              variant="quiet"
              aria-label={say(word, { name })}
              disabled={step < 0 ? first : last}
              onClick={() => onMove(step)}
            >
              <Icon aria-hidden="true" className="size-5" />
            </Button>
          ))}
        <DialogButton
          aria-label={title}
          icon={<IconPencil aria-hidden="true" className="size-5" />}
          text=""
          title={title}
        >
          {form}
        </DialogButton>
        <ActionButton
          aria-label={`${say('marketing.promotion.remove')}: ${name}`}
          icon={<IconTrash aria-hidden="true" className="size-5" />}
          text=""
          title={say('marketing.promotion.removeTitle', { name })}
          act={say('marketing.promotion.remove')}
          danger
          work={remove}
        >
          <p>{removeText}</p>
        </ActionButton>
      </div>
    </li>
  );
}
