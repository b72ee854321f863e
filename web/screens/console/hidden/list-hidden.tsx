// Products that a level or a partner cannot see (decision 0285): product and buyers, added in a dialog, and shown again.
import { IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { ActionDialog, ActionResult } from '../../../console-kit/action-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { useSelection } from '../../../console-kit/select-rows.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { levelOptions, nameLevel } from '../../../parts/console/name-level.ts';
import { useUndo } from '../../../parts/page/use-undo.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import type { Route } from './+types/list-hidden';
import { HideForm } from './hide-form.tsx';

type Row = OutputOf<'consoleHidden'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const [list, me] = await Promise.all([loadList('consoleHidden', request), load('consoleMe', {})]);
  return { list, maySearch: me.roles.includes('admin') || me.roles.includes('operations') };
}

const nameTarget = (row: Row, { say }: DeskWords) =>
  row.scope === 'type' ? say(`catalog.type.${row.type}`) : row.productName || row.cityName;
const nameBuyer = (row: Row, levelNames: string[], words: DeskWords) =>
  row.partnerName || nameLevel(words, levelNames, row.level ?? 0);

export default function ListHidden({ loaderData: { list, maySearch } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const { list: rows, levelNames } = list.found;
  const [gone, setGone] = useState<Row[]>([]);
  const rowKey = (row: Row) => row.id;
  const nameRow = (row: Row) => `${nameTarget(row, words)}, ${nameBuyer(row, levelNames, words)}`;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: () => true,
    label: (row) => say('editing.price.select', { what: nameRow(row) }),
  });
  const { act, show } = useShowing(nameRow);
  const chosen = rows.filter((row) => selection.selected.includes(row.id));
  return (
    <ListPage
      {...{ list, rowKey, selection }}
      title={say('editing.hidden.title')}
      intro={say('editing.hidden.intro')}
      none={say('editing.hidden.none')}
      fileName="hidden-products"
      actions={
        <DialogButton
          variant="primary"
          icon={<IconEyeOff aria-hidden="true" className="size-5" />}
          text={say('editing.hidden.add')}
        >
          {(close) => <HideForm {...{ levelNames, maySearch }} onDone={close} />}
        </DialogButton>
      }
      filters={{
        query: { label: say('editing.price.searchAll') },
        scope: { label: say('editing.price.on'), word: 'editing.price.scope' },
        level: { label: say('partner.level'), options: levelOptions(words, levelNames, priceLevels) },
      }}
      columns={listColumns(words, levelNames, (row) => void show(row))}
      bulk={<Button onClick={() => setGone(chosen)}>{say('editing.hidden.show')}</Button>}
    >
      <ActionResult act={act} />
      <ActionDialog
        open={gone.length > 0}
        onClose={() => setGone([])}
        title={say('editing.hidden.showTitle', { count: gone.length })}
        act={say('editing.hidden.show')}
        work={() => send('consoleHiddenDelete', { ids: gone.map((row) => row.id) })}
      >
        <ul className="grid gap-1">
          {gone.map((row) => (
            <li key={row.id} className="break-words">
              {nameRow(row)}
            </li>
          ))}
        </ul>
      </ActionDialog>
    </ListPage>
  );
}

/** A rule is removed at once, and can be restored. */
function useShowing(nameRow: (row: Row) => string) {
  const { say } = useListWords();
  const action = useAction();
  const offerUndo = useUndo();
  const hideAgain = ({ scope, productId, city, type, level, partnerId }: Row) =>
    send('consoleHiddenAdd', {
      ...{ productId, city: scope === 'city' ? city : null, type: scope === 'type' ? type : null },
      ...{ level, partnerId },
    });
  const show = async (row: Row) => {
    const shown = await action.run(() => send('consoleHiddenDelete', { ids: [row.id] }));
    if (shown)
      offerUndo(say('editing.hidden.shown', { name: nameRow(row) }), () => void action.run(() => hideAgain(row)));
  };
  return { act: action, show };
}

function listColumns(words: DeskWords, levelNames: string[], onShow: (row: Row) => void): Column<Row>[] {
  const { say, at } = words;
  return [
    {
      ...{ key: 'what', label: say('editing.price.on'), look: 'title', width: 'md:min-w-56' },
      sort: (row) => nameTarget(row, words),
      file: (row) => ({ [say('editing.price.on')]: nameTarget(row, words) }),
      show: (row) => (
        <>
          <span className="font-semibold break-words">{nameTarget(row, words)}</span>
          <span className="block text-xs text-quiet">{say(`editing.price.scope.${row.scope}`)}</span>
        </>
      ),
    },
    {
      ...{ key: 'who', label: say('editing.hidden.from'), width: 'md:min-w-32' },
      sort: (row) => nameBuyer(row, levelNames, words),
      show: (row) => nameBuyer(row, levelNames, words),
    },
    {
      ...{ key: 'since', label: say('editing.hidden.since'), sort: 'createdAt', width: 'md:whitespace-nowrap' },
      file: (row) => ({ [say('editing.hidden.since')]: at(row.createdAt) }),
      show: (row) => at(row.createdAt),
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (row) => (
        <span className="flex md:justify-end">
          <Button variant="quiet" size="sm" onClick={() => onShow(row)}>
            {say('editing.hidden.show')}
            <span className="sr">: {nameTarget(row, words)}</span>
          </Button>
        </span>
      ),
    },
  ];
}
