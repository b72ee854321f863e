// Agent prices of the whole catalogue (rules §11): scope, buyers, value and time; one created or changed in a dialog, many
// deleted or given another percentage at once.

import { useState } from 'react';
import { agentLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { ActionResult } from '../../../console-kit/action-dialog.tsx';
import type { Filters } from '../../../console-kit/list-filters.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { useSelection } from '../../../console-kit/select-rows.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { describePriceBuyer, describePriceScope } from '../../../parts/console/prices/describe-price.ts';
import { type AgentPrice, blankDraft } from '../../../parts/console/prices/price-draft.ts';
import { useUndo } from '../../../parts/page/use-undo.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Route } from './+types/list-agent-prices';
import { AnyPriceForm } from './any-price-form.tsx';
import { PercentForm, type PercentFormProps } from './percent-form.tsx';
import { DeletePrices, listPriceColumns } from './price-columns.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const [list, me] = await Promise.all([loadList('consoleAgentPrices', request), load('consoleMe', {})]);
  return { list, maySearch: me.roles.includes('admin') || me.roles.includes('operations') };
}

export default function ListAgentPrices({ loaderData: { list, maySearch } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const { list: rows, levelNames } = list.found;
  const nameRow = (price: AgentPrice) =>
    `${describePriceScope(price, words)}, ${describePriceBuyer(price, levelNames, words)}`;
  const rowKey = (price: AgentPrice) => price.id;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: () => true,
    label: (price) => say('editing.price.select', { what: nameRow(price) }),
  });
  const { act, offer } = useChangedPercents();
  const chosen = rows.filter((row) => selection.selected.includes(row.id));
  return (
    <ListPage
      {...{ list, rowKey, selection }}
      title={say('editing.price.title')}
      intro={say('editing.price.intro')}
      none={say('editing.price.none')}
      fileName="agent-prices"
      actions={
        <NewDialog text={say('editing.price.add')}>
          {(close) => <AnyPriceForm draft={blankDraft} summary="" {...{ levelNames, maySearch }} onDone={close} />}
        </NewDialog>
      }
      filters={filterPrices(words, levelNames)}
      columns={listPriceColumns(words, { levelNames, maySearch, nameRow })}
      bulk={<ActOnMany prices={chosen} nameRow={nameRow} onChanged={offer} />}
    >
      <ActionResult act={act} />
    </ListPage>
  );
}

function filterPrices(words: DeskWords, levelNames: string[]): Filters {
  const { say } = words;
  return {
    query: { label: say('editing.price.searchAll') },
    scope: { label: say('editing.price.on'), word: 'editing.price.scope' },
    level: { label: say('partner.level'), options: levelOptions(words, levelNames, agentLevels) },
    state: { label: say('console.status'), word: 'editing.price.state' },
    kind: { label: say('editing.price.kind'), word: 'editing.price.kind' },
  };
}

/** After many were changed: each gets back the percentage that it had, unless a colleague changed one since. */
function useChangedPercents() {
  const { say } = useListWords();
  const action = useAction();
  const offerUndo = useUndo();
  const offer: PercentFormProps['onChanged'] = (prices, value) => {
    const giveBack = () =>
      send('consoleAgentPricesPercent', {
        ids: prices.map(({ id }) => id),
        was: prices.map(({ kind }) => ({ kind, value })),
        value: prices.map((price) => price.value),
      });
    offerUndo(say('editing.price.percentChanged', { count: prices.length }), () => void action.run(giveBack));
  };
  return { act: action, offer };
}

/** Only prices in percent can have another percentage. */
function ActOnMany(props: Omit<PercentFormProps, 'onDone'>) {
  const { prices } = props;
  const { say } = useListWords();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const percents = prices.every((price) => price.kind === 'percent');
  return (
    <>
      <DeletePrices prices={prices} />
      <Button
        disabled={!percents}
        title={percents ? undefined : say('editing.price.onlyPercents')}
        onClick={() => setOpen(true)}
      >
        {say('editing.price.changePercent')}
      </Button>
      <Dialog open={open} onClose={close} title={say('editing.price.percentTitle', { count: prices.length })}>
        <PercentForm {...props} onDone={close} />
      </Dialog>
    </>
  );
}
