// Agent prices of the whole catalogue (rules §11): scope, buyers, value and time; one created or changed in a dialog, many
// deleted or given another percentage at once.

import { useState } from 'react';
import { agentLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import type { Filters } from '../../../console-kit/list-filters.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { useSelection } from '../../../console-kit/select-rows.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { describePriceBuyer, describePriceScope } from '../../../parts/console/prices/describe-price.ts';
import { type AgentPrice, blankDraft, draftOf, type PriceDraft } from '../../../parts/console/prices/price-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Route } from './+types/list-agent-prices';
import { AnyPriceForm } from './any-price-form.tsx';
import { PercentForm } from './percent-form.tsx';
import { listPriceColumns } from './price-columns.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const [list, me] = await Promise.all([loadList('consoleAgentPrices', request), load('consoleMe', {})]);
  return { list, maySearch: me.roles.includes('admin') || me.roles.includes('operations') };
}

type Form = { draft: PriceDraft; summary: string };
type Open = { form: Form } | { what: 'delete' | 'percent'; prices: AgentPrice[] };

const isForm = (open: Open | undefined): open is { form: Form } => open !== undefined && 'form' in open;

export default function ListAgentPrices({ loaderData: { list, maySearch } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const { list: rows, levelNames } = list.found;
  const [open, setOpen] = useState<Open>();
  const nameRow = (price: AgentPrice) =>
    `${describePriceScope(price, words)}, ${describePriceBuyer(price, levelNames, words)}`;
  const rowKey = (price: AgentPrice) => price.id;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: () => true,
    label: (price) => say('editing.price.select', { what: nameRow(price) }),
  });
  const acts = {
    onEdit: (price: AgentPrice) =>
      setOpen({ form: { draft: draftOf(price), summary: describePriceScope(price, words) } }),
    onDelete: (price: AgentPrice) => setOpen({ what: 'delete', prices: [price] }),
    nameRow,
  };
  const chosen = rows.filter((row) => selection.selected.includes(row.id));
  return (
    <ListPage
      {...{ list, rowKey, selection }}
      title={say('editing.price.title')}
      intro={say('editing.price.intro')}
      none={say('editing.price.none')}
      fileName="agent-prices"
      actions={
        <NewButton
          onClick={() => setOpen({ form: { draft: blankDraft, summary: '' } })}
          text={say('editing.price.add')}
        />
      }
      filters={filterPrices(words, levelNames)}
      columns={listPriceColumns(words, levelNames, acts)}
      bulk={<ActOnMany prices={chosen} onAct={(what) => setOpen({ what, prices: chosen })} />}
    >
      <OpenDialog {...{ open, levelNames, maySearch }} onClose={() => setOpen(undefined)} />
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

/** Only prices in percent can have another percentage. */
function ActOnMany({ prices, onAct }: { prices: AgentPrice[]; onAct(what: 'delete' | 'percent'): void }) {
  const { say } = useListWords();
  const percents = prices.every((price) => price.kind === 'percent');
  return (
    <>
      <Button variant="danger" onClick={() => onAct('delete')}>
        {say('site.setting.remove')}
      </Button>
      <Button
        disabled={!percents}
        title={percents ? undefined : say('editing.price.onlyPercents')}
        onClick={() => onAct('percent')}
      >
        {say('editing.price.changePercent')}
      </Button>
    </>
  );
}

type OpenDialogProps = { open: Open | undefined; levelNames: string[]; maySearch: boolean; onClose(): void };

function OpenDialog({ open, levelNames, maySearch, onClose }: OpenDialogProps) {
  const { say } = useListWords();
  const form = isForm(open) ? open.form : undefined;
  const many = isForm(open) ? undefined : open;
  const ids = many?.prices.map((price) => price.id) ?? [];
  return (
    <>
      <Dialog
        open={form !== undefined}
        onClose={onClose}
        title={say(form?.draft.id ? 'editing.price.changeTitle' : 'editing.price.add')}
      >
        {form && <AnyPriceForm {...form} {...{ levelNames, maySearch }} onDone={onClose} />}
      </Dialog>
      <Dialog
        open={many?.what === 'percent'}
        onClose={onClose}
        title={say('editing.price.percentTitle', { count: ids.length })}
      >
        {many?.what === 'percent' && <PercentForm ids={ids} onDone={onClose} />}
      </Dialog>
      <ActionDialog
        open={many?.what === 'delete'}
        onClose={onClose}
        title={say('editing.price.deleteMany', { count: ids.length })}
        act={say('site.setting.remove')}
        danger
        work={() => send('consoleAgentPricesDelete', { ids })}
      >
        <p>{say('editing.price.deleteManyText')}</p>
      </ActionDialog>
    </>
  );
}
