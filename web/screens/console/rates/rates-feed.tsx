// Whether the owner followsFeed the daily reference rates, the margin, the age of the rates, and the codes that no longer exist (§9).
import { replacedCodes } from '../../../../domain/exchange-rate.ts';
import { ActionResult } from '../../../console-kit/action-dialog.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import type { Act } from '../../../console-kit/use-action.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { followsFeed, type RatesPart, typedRateOf } from './rates-draft.ts';

type RatesFeedProps = RatesPart & { fetching: Act; onFetch(): void };

export function RatesFeed({ rates, form, fetching, onFetch }: RatesFeedProps) {
  const { say, day } = useWords();
  const { draft, tick } = form;
  const { feedDay, feedAge, feedHasOwn, currency } = rates;
  return (
    <FormSection title={say('site.rate.feed')} hint={say('site.rate.feedHint')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="font-medium">
          {feedDay ? say('site.rate.newest', { date: day(feedDay) }) : say('site.rate.none')}
        </p>
        <Button variant="outline" busy={fetching.busy !== undefined} onClick={onFetch}>
          {say('site.rate.fetch')}
        </Button>
      </div>
      <ActionResult act={fetching} />
      {feedDay && !feedHasOwn && <Notice title={say('site.rate.ownMissing', { currency })} />}
      {draft.feed && feedAge === 'warn' && <Notice tone="warn" title={say('site.rate.feedWarn')} />}
      {draft.feed && feedAge === 'blocked' && <Notice tone="warn" title={say('site.rate.feedBlocked')} />}
      <div>
        <Checkbox label={say('site.rate.follow')} disabled={!feedHasOwn && !draft.feed} {...tick('feed')} />
        {draft.feed && <p className="text-sm text-quiet">{say('site.rate.followHint')}</p>}
      </div>
      {draft.feed && <Following rates={rates} form={form} />}
    </FormSection>
  );
}

function Following({ rates, form: { draft, change, field } }: RatesPart) {
  const { say } = useWords();
  const free = rates.list.filter((row) => row.reference && !followsFeed(draft, row));
  const followAll = () => {
    const all = free.map((row) => [row.currency, { ...typedRateOf(draft, row), source: 'feed' }]);
    change({ rates: { ...draft.rates, ...Object.fromEntries(all) } }, 'rates');
  };
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="w-full sm:max-w-sm">
        <InputField
          {...field('margin')}
          label={say('site.rate.margin')}
          hint={say('site.rate.marginHint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
        />
      </div>
      {free.length > 0 && (
        <Button variant="outline" className="py-2 whitespace-normal!" onClick={followAll}>
          {say('site.rate.allFeed', { count: free.length })}
        </Button>
      )}
    </div>
  );
}

export function RatesGone() {
  const { say, locale } = useWords();
  return (
    <FormSection title={say('site.rate.gone')}>
      <ul className="grid gap-1 text-sm text-quiet sm:grid-cols-2">
        {Object.entries(replacedCodes).map(([code, { by, perEuro }]) => (
          <li key={code}>
            {perEuro
              ? say('site.rate.goneFixed', { code, by, rate: formatRate(perEuro, locale) })
              : say('site.rate.goneRead', { code, by })}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** A rate in the reader's number format, with the significant digits. */
export function formatRate(rate: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 8 }).format(Number(rate));
}
