// Who comes on a day (decision 0777): departures with their bookings, as the guide, the driver or the gate needs them; on paper as well.
import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { addDays } from '../../../../domain/dates.ts';
import { shownLimits } from '../../../../domain/limits.ts';
import { send } from '../../../call.ts';
import { useHrefWith } from '../../../console-kit/list-address.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { type BulkRequest, longestMessage, RunMany, runEach } from '../../../console-kit/run-many.tsx';
import { SheetOfList } from '../../../console-kit/sheet-of-list.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-guests';
import { type Departure, DepartureCard } from './departure-card.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const list = await loadList('consoleGuests', request);
  if (list.fields.on) list.fields.on.start = list.found.on;
  return { list };
}

export default function ListGuests({ loaderData: { list } }: Route.ComponentProps) {
  const { say, day } = useWords();
  const { on, more, products, writes } = list.found;
  const [wish, setWish] = useState<BulkRequest>();
  const toAll = ({ bookings }: Departure): BulkRequest => ({
    keys: bookings.map(({ orderNo }) => orderNo),
    title: say('desk.guests.writeTitle', { count: bookings.length }),
    text: say('desk.guests.writeText'),
    act: say('order.sendRemark'),
    reason: say('order.remarkHint', { max: longestMessage }),
    reasonLabel: say('order.writeRemark'),
    work: (ids, text) => runEach(ids, (id) => send('consoleRemark', { id, text })),
    doneText: (count) => say('desk.guests.written', { count }),
    failedText: (count) => say('desk.guests.notWritten', { count }),
  });
  return (
    <ListPage
      title={say('desk.guests.title')}
      intro={<span className="hidden font-semibold text-ink print:inline">{day(on)}</span>}
      list={list}
      zoned
      rowKey={({ id }) => id}
      filters={{
        on: { label: say('order.list.column.playOn') },
        product: {
          label: say('order.list.column.product'),
          options: products.map(({ id, name }) => [id, name] as const),
        },
      }}
      actions={list.found.total > 0 && <Papers list={list} />}
      before={<Steps on={on} />}
      empty={<EmptyState title={say('desk.guests.none', { day: day(on) })} />}
      card={(departure) => (
        <DepartureCard departure={departure} onWrite={writes ? () => setWish(toAll(departure)) : undefined} />
      )}
    >
      <RunMany
        wish={wish}
        onClose={() => setWish(undefined)}
        onDone={() => undefined}
        nameRow={(orderNo) => (
          <Link to={consolePaths.order(orderNo)} className="font-semibold tabular-nums underline">
            {orderNo}
          </Link>
        )}
      />
      {more && (
        <div className="mt-4">
          <Notice tone="warn" title={say('desk.guests.more', { most: shownLimits.guestLines })} />
        </div>
      )}
    </ListPage>
  );
}

function Papers({ list }: Pick<Route.ComponentProps['loaderData'], 'list'>) {
  const { say } = useWords();
  return (
    <>
      <SheetOfList list={list} files={[['consoleGuestsFile', say('desk.guests.file')]]} />
      <Button variant="outline" onClick={() => print()}>
        {say('quotation.print')}
      </Button>
    </>
  );
}

function Steps({ on }: { on: string }) {
  const { say, day } = useWords();
  const hrefWith = useHrefWith();
  const steps = [
    [addDays(on, -1), 'desk.guests.dayBefore'],
    [addDays(on, 1), 'desk.guests.dayAfter'],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <p className="grow basis-full text-lg font-semibold sm:basis-auto">{day(on)}</p>
      {steps.map(([to, word]) => (
        <LinkButton key={word} variant="outline" size="sm" to={hrefWith({ on: to })}>
          {say(word)}
        </LinkButton>
      ))}
    </div>
  );
}
