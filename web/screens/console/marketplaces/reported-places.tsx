// Availability and prices reported to a platform (decisions 0595, 0690): the number of products it sells, what was not reported yet, and a
// button that reports it again; SKUs are chosen for platforms that ask for none.
import type { OutputOf } from '../../../../contract/index.ts';
import { chosenSources, type StockSource } from '../../../../domain/order-sources.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { describeUse } from '../../../parts/console/describe-use.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { ChoosePlaces } from './choose-places.tsx';

type Account = OutputOf<'consoleMarketplaces'>['accounts'][number];

export function ReportedPlaces({
  source,
  places: { products, chosen, lastAt, unreported },
  skus,
  words,
}: {
  source: StockSource;
  places: NonNullable<Account['places']>;
  skus: Account['skus'];
  words: DeskWords;
}) {
  const { say, at } = words;
  const action = useAction();
  const toChoose = chosenSources.find((one) => one === source);
  const sendAgain = (ref: string) =>
    action.run(() => send('consoleChannelPlacesAgain', { source, ref }), { what: ref });
  return (
    <div className="grid w-full gap-2">
      {action.problem && <Notice tone="bad" title={action.problem.text} />}
      <p>
        {say(toChoose ? 'marketplace.places.chosen' : 'marketplace.places.products', { count: products })}{' '}
        {lastAt && <span className="text-quiet">{say('marketplace.places.last', { at: at(lastAt) })}</span>}
      </p>
      <ChosenSkus skus={skus} />
      {toChoose && (
        <DialogButton size="sm" className="justify-self-start" text={say('marketplace.places.choose')}>
          {(close) => <ChoosePlaces source={toChoose} chosen={chosen} onClose={close} />}
        </DialogButton>
      )}
      {unreported.length > 0 && <h3 className="font-semibold">{say('marketplace.places.unreported')}</h3>}
      <ul className="grid gap-2 empty:hidden">
        {unreported.map((one) => (
          <li key={one.ref} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 break-words">
              <code className="select-all">{one.ref}</code> · {describeUse(say, one)}
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`${say('systems.sending.again')}: ${one.ref}`}
              busy={action.busy === one.ref}
              onClick={() => sendAgain(one.ref)}
            >
              {say('systems.sending.again')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Staff choose by number: the names show whether the right ones were. */
function ChosenSkus({ skus }: { skus: Account['skus'] }) {
  const { say } = useWords();
  return (
    <ul className="grid gap-1 empty:hidden">
      {skus.map(({ ref, name, planned }) => (
        <li key={ref} className="min-w-0 break-words">
          <code className="select-all">{ref}</code> {name}
          {!planned && <span className="block text-warn">{say('marketplace.places.unplanned')}</span>}
        </li>
      ))}
    </ul>
  );
}
