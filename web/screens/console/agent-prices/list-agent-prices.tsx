// Agent prices over the whole catalogue (rules §11): what they are for, for whom, how much and when; one made or changed in a dialog, many
// deleted or given another percentage at once.

import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { agentLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { ActDialog } from '../../../console-kit/act-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { useSelection } from '../../../console-kit/select-rows.tsx';
import { useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { type AgentPrice, blankDraft, draftOf, type PriceDraft } from '../../../parts/console/prices/price-draft.ts';
import { tellBuyer, tellTarget } from '../../../parts/console/prices/tell-price.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Route } from './+types/list-agent-prices';
import { AnyPriceForm } from './any-price-form.tsx';
import { PercentForm } from './percent-form.tsx';
import { listColumns } from './price-columns.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const [list, me] = await Promise.all([loadList('consoleAgentPrices', request), load('consoleMe', {})]);
  return { list, maySearch: me.roles.includes('admin') || me.roles.includes('operations') };
}

type Open = { draft: PriceDraft; summary: string } | 'delete' | 'percent';

export default function ListAgentPrices({ loaderData: { list, maySearch } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const { list: rows, levelNames } = list.found;
  const [open, setOpen] = useState<Open>();
  const [one, setOne] = useState<string>();
  const nameRow = (price: AgentPrice) => `${tellTarget(price, words)}, ${tellBuyer(price, levelNames, words)}`;
  const rowKey = (price: AgentPrice) => price.id;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: () => true,
    label: (price) => say('editing.price.select', { what: nameRow(price) }),
  });
  const ids = one ? [one] : selection.selected;
  const close = () => {
    setOpen(undefined);
    setOne(undefined);
  };
  const acts = {
    onEdit: (price: AgentPrice) => setOpen({ draft: draftOf(price), summary: tellTarget(price, words) }),
    onDelete: (price: AgentPrice) => {
      setOne(price.id);
      setOpen('delete');
    },
    nameRow,
  };
  const percents = rows.filter((row) => ids.includes(row.id)).every((row) => row.kind === 'percent');
  const form = typeof open === 'object' ? open : undefined;
  return (
    <ListPage
      {...{ list, rowKey, selection }}
      title={say('editing.price.title')}
      intro={say('editing.price.intro')}
      none={say('editing.price.none')}
      fileName="agent-prices"
      actions={
        <Button onClick={() => setOpen({ draft: blankDraft, summary: '' })}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('editing.price.add')}
        </Button>
      }
      filters={{
        query: { label: say('editing.price.searchAll') },
        scope: { label: say('editing.price.on'), word: 'editing.price.scope' },
        level: { label: say('partner.level'), options: levelOptions(words, levelNames, agentLevels) },
        state: { label: say('console.status'), word: 'editing.price.state' },
        kind: { label: say('editing.price.kind'), word: 'editing.price.kind' },
      }}
      columns={listColumns(words, levelNames, acts)}
      bulk={
        <>
          <Button variant="danger" onClick={() => setOpen('delete')}>
            {say('site.setting.remove')}
          </Button>
          <Button
            disabled={!percents}
            title={percents ? undefined : say('editing.price.onlyPercents')}
            onClick={() => setOpen('percent')}
          >
            {say('editing.price.changePercent')}
          </Button>
        </>
      }
    >
      <Dialog
        open={form !== undefined}
        onClose={close}
        title={say(form?.draft.id ? 'editing.price.changeTitle' : 'editing.price.add')}
      >
        {form && <AnyPriceForm {...form} {...{ levelNames, maySearch }} onDone={close} />}
      </Dialog>
      <Dialog
        open={open === 'percent'}
        onClose={close}
        title={say('editing.price.percentTitle', { count: ids.length })}
      >
        {open === 'percent' && <PercentForm ids={ids} onDone={close} />}
      </Dialog>
      <ActDialog
        open={open === 'delete'}
        onClose={close}
        title={say('editing.price.deleteMany', { count: ids.length })}
        act={say('site.setting.remove')}
        danger
        work={() => send('consoleAgentPricesDelete', { ids })}
      >
        <p>{say('editing.price.deleteManyText')}</p>
      </ActDialog>
    </ListPage>
  );
}
