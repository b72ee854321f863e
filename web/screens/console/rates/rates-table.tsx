// The owner's currencies, one row each (§9): the source of its rate, the rate, its day, the value of 100 units of the owner's currency.
import { percentApart, readRate } from '../../../../domain/exchange-rate.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';
import {
  ageOfRow,
  exampleOf,
  followsFeed,
  type RateRow,
  type RatesPart,
  rateOf,
  type TypedRate,
  typedRateOf,
} from './rates-draft.ts';
import { formatRate } from './rates-feed.tsx';

/** From this difference on, in percent, a manual rate that differs from the feed is marked. */
const farPercent = 10;

export function RatesTable(part: RatesPart) {
  const { say, locale } = useWords();
  const names = new Intl.DisplayNames([locale], { type: 'currency' });
  return (
    <FormSection title={say('site.rate.list')} hint={say('site.rate.choose', { settings: say('staff.menuSettings') })}>
      <ul className="divide-y divide-line">
        {part.rates.list.map((row) => (
          <li
            key={row.currency}
            className={
              'grid items-start gap-x-6 gap-y-3 py-4 sm:grid-cols-2 ' +
              'xl:grid-cols-[minmax(0,1.2fr)_11rem_minmax(0,1fr)_minmax(0,1.3fr)]'
            }
          >
            <Name row={row} name={names.of(row.currency) ?? row.currency} />
            <Source row={row} {...part} />
            <Rate row={row} {...part} />
            <Outcome row={row} {...part} />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function Name({ row, name }: { row: RateRow; name: string }) {
  const { say } = useWords();
  return (
    <div className="grid gap-1">
      <h3>
        <span className="font-semibold tabular-nums">{row.currency}</span>{' '}
        <span className="text-quiet" suppressHydrationWarning>
          {name}
        </span>
      </h3>
      <p className="flex flex-wrap gap-1">
        {row.selling && <Badge tone="brand">{say('site.rate.selling')}</Badge>}
        {!row.offered && <Badge>{say('site.rate.notOffered')}</Badge>}
      </p>
    </div>
  );
}

type RowProps = RatesPart & { row: RateRow };

function setRow({ form: { draft, change }, row }: RowProps, typed: Partial<TypedRate>) {
  const next = { ...typedRateOf(draft, row), ...typed };
  change({ rates: { ...draft.rates, [row.currency]: next } }, `site.rate.${row.currency}`);
}

function Source(props: RowProps) {
  const { say } = useWords();
  const { row } = props;
  const { draft } = props.form;
  if (!draft.feed) return <span className="hidden xl:block" />;
  if (!row.reference && !followsFeed(draft, row))
    return <p className="text-sm text-quiet xl:pt-7">{say('site.rate.notInFeed')}</p>;
  const choose = (source: TypedRate['source']) => {
    if (source === 'feed') return setRow(props, { source });
    // A manual rate starts with the feed's current rate.
    setRow(props, { source: 'hand', rate: rateOf(draft, row) ?? '' });
  };
  return (
    <ChoiceField
      label={say('site.rate.source', { currency: row.currency })}
      value={followsFeed(draft, row) ? 'feed' : 'hand'}
      onValue={choose}
      options={[
        ['hand', say('site.rate.hand')],
        ['feed', say('site.rate.daily')],
      ]}
    />
  );
}

function Rate(props: RowProps) {
  const { say, day, locale } = useWords();
  const { rates, row } = props;
  const { draft, fields } = props.form;
  const label = say('site.rate.rate', { own: rates.currency, currency: row.currency });
  if (followsFeed(draft, row)) {
    const rate = rateOf(draft, row);
    const on = row.reference?.on ?? row.on;
    return (
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{label}</p>
        <p className="flex min-h-11 flex-wrap items-center gap-x-2">
          <span className="font-semibold tabular-nums">{rate ? formatRate(rate, locale) : '–'}</span>
          {on && <span className="text-sm text-quiet">{say('site.rate.onDay', { date: day(on, 'short') })}</span>}
        </p>
      </div>
    );
  }
  const same = row.source === 'hand' && typedRateOf(draft, row).rate === row.rate;
  return (
    <InputField
      label={label}
      error={fields[`site.rate.${row.currency}`]}
      hint={same && row.on ? say('site.rate.onDay', { date: day(row.on) }) : undefined}
      name={`rate-${row.currency}`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={typedRateOf(draft, row).rate}
      onValue={(text) => setRow(props, { rate: text })}
    />
  );
}

/** The example, and warnings about this rate. */
function Outcome({ rates, form: { draft }, row }: RowProps) {
  const { say, money } = useWords();
  const example = exampleOf(draft, row, rates.currency);
  const followed = followsFeed(draft, row);
  const typed = typedRateOf(draft, row).rate;
  const rate = followed ? undefined : readRate(typed);
  const apart = rate && row.reference ? percentApart(rate, row.reference.rate) : 0;
  const age = ageOfRow(row);
  return (
    <div className="grid content-start gap-1.5 xl:pt-7">
      {example && (
        <p className="tabular-nums">
          {money(example.from)} = <span className="font-semibold">{money(example.to)}</span>
        </p>
      )}
      <p className="flex flex-wrap gap-1">
        {followed && age === 'warn' && <Badge tone="warn">{say('site.rate.warn')}</Badge>}
        {followed && age === 'blocked' && <Badge tone="bad">{say('site.rate.blocked')}</Badge>}
        {apart >= farPercent && <Badge tone="warn">{say('site.rate.far', { percent: apart })}</Badge>}
      </p>
      {!followed && !typed.trim() && <p className="text-sm text-warn">{say('site.rate.noRate')}</p>}
    </div>
  );
}
