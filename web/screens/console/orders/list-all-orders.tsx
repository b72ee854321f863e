// The owner's order list (rules §10): every filter in the address, many confirmed or rejected at once, everything by keyboard.
// Suppliers see the orders of their products.

import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { appliedStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { type BulkRequest, RunMany } from '../../../console-kit/run-many.tsx';
import { useSelection } from '../../../console-kit/select-rows.tsx';
import { SheetOfList } from '../../../console-kit/sheet-of-list.tsx';
import { useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { PlaceDialog } from '../../../parts/console/place-dialog.tsx';
import { payStates, states } from '../../../parts/order/list-params.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import type { Route } from './+types/list-all-orders';
import { KeysHelp } from './keys-help.tsx';
import { filterOrders, isPending, listColumns } from './order-columns.tsx';
import { useKeysOn, useRowKeys } from './use-row-keys.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const [me, list] = await Promise.all([
    load('consoleMe', {}),
    loadList('consoleOrders', request, {
      known: { status: [...states, ...Object.values(appliedStatus)], payStatus: payStates },
    }),
  ]);
  const { partner, product } = list.address;
  const choices = await load('consoleOrderChoices', { partner, product });
  const has = (...roles: string[]) => me.roles.some((role) => role === 'admin' || roles.includes(role));
  return { list, choices, money: has('operations', 'finance'), places: has('operations') };
}

export default function ListAllOrders({ loaderData: { list, choices, money, places } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  const { list: rows, decides } = list.found;
  const [dialog, setDialog] = useState<'help' | 'place'>();
  const closeDialog = () => setDialog(undefined);
  const [on, setOn] = useKeysOn();
  const rowKey = (order: (typeof rows)[number]) => order.orderNo;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: (order) => decides && isPending(order),
    label: ({ orderNo }) => say('desk.select', { orderNo }),
    allLabel: say('desk.selectAll'),
  });
  const { wish, ask, close } = useDeciding(selection.open);
  useRowKeys(on, {
    select: (key) => key && selection.select([key], !selection.selected.includes(key)),
    confirm: (key) => ask('confirm', selection.selected.length ? selection.selected : key ? [key] : []),
    help: () => setDialog('help'),
  });
  const actions = (
    <>
      {money && <OrderSheets list={list} />}
      <Button variant="quiet" className="max-sm:hidden" aria-keyshortcuts="?" onClick={() => setDialog('help')}>
        {say('desk.keys')}
      </Button>
      {places && <PlaceActs onPlace={() => setDialog('place')} />}
    </>
  );
  return (
    <ListPage
      title={say('site.header.orders')}
      none={say('account.centre.noOrders')}
      fileName={money ? undefined : 'orders'}
      {...{ list, actions, rowKey, selection }}
      bulk={<Decide onAct={(act) => ask(act, selection.selected)} />}
      filters={filterOrders(words, choices, money)}
      columns={listColumns(words, rows)}
    >
      <RunMany
        wish={wish}
        onClose={close}
        onDone={(orderNos) => selection.select(orderNos, false)}
        nameRow={(orderNo) => (
          <Link to={consolePaths.order(orderNo)} className="font-semibold tabular-nums underline">
            {orderNo}
          </Link>
        )}
      />
      <KeysHelp open={dialog === 'help'} onClose={closeDialog} on={on} setOn={setOn} decides={decides} />
      <PlaceDialog open={dialog === 'place'} onClose={closeDialog} title={say('desk.place')} page="home" />
    </ListPage>
  );
}

/** Orders that staff create: of a platform from a file, for a partner in the shop. */
function PlaceActs({ onPlace }: { onPlace(): void }) {
  const { say } = useWords();
  return (
    <>
      <LinkButton variant="outline" to={consolePaths.orderImports()}>
        {say('marketplace.import.title')}
      </LinkButton>
      <Button variant="outline" onClick={onPlace}>
        {say('desk.place')}
      </Button>
    </>
  );
}

function OrderSheets({ list }: Pick<ComponentProps<typeof SheetOfList>, 'list'>) {
  const { say } = useWords();
  return (
    <SheetOfList
      list={list}
      files={[
        ['consoleOrdersFile', say('sheets.orders')],
        ['consoleLinesFile', say('sheets.lines')],
      ]}
    />
  );
}

type Act = 'confirm' | 'reject';

function Decide({ onAct }: { onAct(act: Act): void }) {
  const { say } = useWords();
  return (
    <>
      <Button variant="danger" onClick={() => onAct('reject')}>
        {say('order.action.reject')}
      </Button>
      <Button onClick={() => onAct('confirm')}>{say('order.action.confirm')}</Button>
    </>
  );
}

/** Confirms or rejects those of the selected orders that wait. */
function useDeciding(open: string[]) {
  const { say } = useWords();
  const [wish, setWish] = useState<BulkRequest>();
  const ask = (act: Act, orderNos: string[]) => {
    const keys = orderNos.filter((orderNo) => open.includes(orderNo));
    if (keys.length === 0) return;
    setWish({
      keys,
      title: say(`desk.${act}Many`, { count: keys.length }),
      text: say(`desk.${act}ManyText`),
      act: say(`order.action.${act}`),
      ...(act === 'reject' ? { danger: true, reason: say('console.whyHint') } : {}),
      work: async (some, why) =>
        (await send('consoleBulk', { orderNos: some, act, why })).list.map((item) => ({ ...item, key: item.orderNo })),
      doneText: (count) => say('desk.resultDone', { count }),
      failedText: (count) => say('desk.resultNot', { count }),
    });
  };
  return { wish, ask, close: () => setWish(undefined) };
}
