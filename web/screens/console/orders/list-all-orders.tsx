// The owner's order list (rules §10): every filter in the address, many confirmed or rejected at once, and all of it by keyboard.
// Suppliers see the orders of their products.

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-all-orders';
import { BulkDialog, type BulkWish } from './bulk-dialog.tsx';
import { readDesk } from './desk-params.ts';
import { FilterDesk } from './filter-desk.tsx';
import { KeysHelp } from './keys-help.tsx';
import { type DeskList, OrderTable, waits } from './order-table.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { useKeysOn, useRowKeys } from './use-row-keys.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const input = readDesk(new URL(request.url).searchParams);
  const { partner, product } = input;
  const [me, found, choices] = await Promise.all([
    load('consoleMe', {}),
    load('consoleOrders', input),
    load('consoleOrderChoices', { partner, product }),
  ]);
  const has = (...roles: string[]) => me.roles.some((role) => role === 'admin' || roles.includes(role));
  return { input, found, choices, money: has('operations', 'finance'), places: has('operations') };
}

export default function ListAllOrders({ loaderData }: Route.ComponentProps) {
  const { input, found, choices, money, places } = loaderData;
  const { say } = useWords();
  const [params] = useSearchParams();
  const [help, setHelp] = useState(false);
  const [placing, setPlacing] = useState(false);
  const [on, setOn] = useKeysOn();
  const { selected, select, clear, wish, ask, close } = useSelection(found);
  useRowKeys(on, {
    select: (key) => key && select([key], !selected.includes(key)),
    confirm: (key) => ask('confirm', selected.length ? selected : key ? [key] : []),
    help: () => setHelp(true),
  });
  const hrefOf = (page: number) =>
    consolePaths.orders(new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('header.orders')} />
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" aria-keyshortcuts="?" onClick={() => setHelp(true)}>
            {say('desk.keys')}
          </Button>
          {places && (
            <Button variant="outline" onClick={() => setPlacing(true)}>
              {say('desk.place')}
            </Button>
          )}
        </div>
      </div>
      <FilterDesk input={input} choices={choices} money={money} />
      {found.total > 0 && (
        <p className="mb-2 text-sm text-quiet" role="status">
          {say('search.count', { count: found.total })}
        </p>
      )}
      {found.list.length === 0 ? (
        <EmptyState title={say('search.none')} />
      ) : (
        <OrderTable found={found} selected={new Set(selected)} onSelect={select} />
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onAct={(act) => ask(act, selected)} onClear={clear} />
      )}
      <BulkDialog wish={wish} onClose={close} onDone={(orderNos) => select(orderNos, false)} />
      <KeysHelp open={help} onClose={() => setHelp(false)} on={on} setOn={setOn} decides={found.decides} />
      <PlaceDialog open={placing} onClose={() => setPlacing(false)} />
    </>
  );
}

/** What is selected of the waiting orders on this page, and what is asked for of them. */
function useSelection(found: DeskList) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wish, setWish] = useState<BulkWish>();
  const open = found.decides ? found.list.filter(waits).map((one) => one.orderNo) : [];
  const select = (orderNos: string[], on: boolean) => {
    const next = new Set(chosen);
    for (const one of orderNos) {
      if (on && open.includes(one)) next.add(one);
      else next.delete(one);
    }
    setChosen(next);
  };
  const ask = (act: BulkWish['act'], orderNos: string[]) => {
    const able = orderNos.filter((one) => open.includes(one));
    if (able.length) setWish({ act, orderNos: able });
  };
  const selected = open.filter((one) => chosen.has(one));
  return { selected, select, clear: () => setChosen(new Set()), wish, ask, close: () => setWish(undefined) };
}

type SelectionBarProps = { count: number; onAct(act: BulkWish['act']): void; onClear(): void };

function SelectionBar({ count, onAct, onClear }: SelectionBarProps) {
  const { say } = useWords();
  return (
    <section
      aria-label={say('desk.selected', { count })}
      className="sticky bottom-3 mt-4 flex flex-wrap items-center gap-3 rounded-card border border-brand bg-surface p-3 shadow-card"
    >
      <p role="status" className="grow font-semibold tabular-nums">
        {say('desk.selected', { count })}
      </p>
      <Button variant="quiet" onClick={onClear}>
        {say('desk.clear')}
      </Button>
      <Button variant="danger" onClick={() => onAct('reject')}>
        {say('action.reject')}
      </Button>
      <Button onClick={() => onAct('confirm')}>{say('action.confirm')}</Button>
    </section>
  );
}
