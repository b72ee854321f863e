// A checked list of orders: the price or the booking of each, its problems, and the button that books the rest.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { type BulkRequest, RunMany } from '../../../console-kit/run-many.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../../ui/pieces.tsx';

type View = OutputOf<'consoleOrderImport'>;
type Order = View['orders'][number];

const tones: Record<Order['verdict'], Tone> = {
  ...{ fresh: 'brand', same: 'neutral', bad: 'bad', booked: 'good', failed: 'bad' },
};
const canBook = ({ verdict }: Order) => verdict === 'fresh' || verdict === 'failed';

export function CheckedOrders({ view }: { view: View }) {
  const { say } = useWords();
  const { wish, ask, close } = useBooking(view);
  return (
    <Card aria-labelledby="import-orders">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="import-orders" className="text-lg font-semibold break-all">
            {view.name || say('marketplace.import.orders')}
          </h2>
          <p className="break-words text-quiet">
            {say(`order.list.source.${view.source}`)} · {view.partnerName}
          </p>
          <p className="tabular-nums">{say('marketplace.import.counts', { booked: view.booked, total: view.total })}</p>
        </div>
        {view.open > 0 && <Button onClick={ask}>{say('marketplace.import.book', { count: view.open })}</Button>}
      </div>
      <ul className="mt-3 divide-y divide-line">
        {view.orders.map((order) => (
          <OneOrder key={order.index} order={order} />
        ))}
      </ul>
      <RunMany
        wish={wish}
        onClose={close}
        onDone={() => {}}
        nameRow={(key) => <span className="font-semibold">{view.orders[Number(key)]?.reference}</span>}
      />
    </Card>
  );
}

function useBooking(view: View) {
  const { say } = useWords();
  const [wish, setWish] = useState<BulkRequest>();
  const ask = () =>
    setWish({
      keys: view.orders.filter(canBook).map(({ index }) => String(index)),
      title: say('marketplace.import.book', { count: view.open }),
      text: say('marketplace.import.bookText', { partner: view.partnerName }),
      act: say('marketplace.import.book', { count: view.open }),
      work: async (some) =>
        (await send('consoleOrderImportBook', { id: view.id, indexes: some.map(Number) })).list.map(
          ({ index, problem }) => ({ key: String(index), problem }),
        ),
      doneText: (count) => say('marketplace.import.booked', { count }),
      failedText: (count) => say('marketplace.import.notBooked', { count }),
    });
  return { wish, ask, close: () => setWish(undefined) };
}

function OneOrder({ order }: { order: Order }) {
  const { colon, day, say } = useWords();
  const { reference, productName, playOn, quantity, verdict, orderNo, problems } = order;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-all">{reference || '–'}</span>
        <Badge tone={tones[verdict]}>{say(`marketplace.verdict.${verdict}`)}</Badge>
        {orderNo && (
          <Link to={consolePaths.order(orderNo)} className="font-semibold text-brand tabular-nums underline">
            {orderNo}
          </Link>
        )}
      </p>
      {productName && (
        <p className="text-sm break-words text-quiet">
          {[`${productName} ×\u00a0${quantity}`, playOn && day(playOn, 'short')].filter(Boolean).join(' · ')}
        </p>
      )}
      <Prices order={order} />
      {problems.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {problems.map(({ row, column, text }) => (
            <li key={`${row} ${column} ${text}`} className="min-w-0 break-words">
              <span className="text-quiet">
                {colon(say(column ? 'marketplace.import.where' : 'marketplace.import.whereRow', { row, column }))}
              </span>{' '}
              <span className="text-bad">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Prices({ order }: { order: Order }) {
  const { colon, money, say } = useWords();
  const amounts = (['platformPrice', 'listed', 'difference', 'payable'] as const).flatMap((key) => {
    const amount = order[key];
    return amount && (key !== 'difference' || amount.amountMinor) ? [{ key, amount }] : [];
  });
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums empty:hidden">
      {amounts.map(({ key, amount }) => (
        <div key={key} className="flex gap-1">
          <dt className="text-quiet">{colon(say(`marketplace.price.${key}`))}</dt>
          <dd className={key === 'difference' && amount.amountMinor < 0 ? 'font-semibold text-bad' : ''}>
            {money(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
