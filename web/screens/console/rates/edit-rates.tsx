// The owner's exchange rates (§9, rules §10): by hand or by the daily feed, saved as a whole.

import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Route } from './+types/edit-rates';
import { judgeRates, mergeRates, ratesDraftOf, ratesInput } from './rates-draft.ts';
import { RatesFeed, RatesGone } from './rates-feed.tsx';
import { RatesTable } from './rates-table.tsx';

export const loader = () => load('consoleRates', {});

export default function EditRates({ loaderData: rates }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const fetching = useAction();
  const form = useDraft({
    initial: ratesDraftOf(rates),
    revision: rates.revision,
    judge: (draft) => judgeRates(rates, draft, words),
    save: (draft, revision) => send('consoleRatesSave', ratesInput(rates, draft, Number(revision))),
    async read() {
      const newest = await send('consoleRates', {});
      return { draft: ratesDraftOf(newest), revision: newest.revision };
    },
    merge: mergeRates,
    saved: say('site.rate.saved'),
    merged: say('site.rate.merged'),
  });
  const fetchNow = () =>
    fetching.run(() => send('consoleRatesFetch', {}), {
      done: ({ day }) => say('site.rate.fetched', { date: words.day(day) }),
    });
  return (
    <>
      <PageHeading text={say('site.rate.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('site.rate.intro')}</p>
      <PageForm form={form}>
        <RatesFeed rates={rates} form={form} fetching={fetching} onFetch={fetchNow} />
        <RatesTable rates={rates} form={form} />
        <RatesGone />
      </PageForm>
    </>
  );
}
