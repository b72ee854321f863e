// The owner's exchange rates (§9, rules §10): by hand or by the daily feed, saved as a whole. When somebody else saved meanwhile,
// the newest is laid under what was typed here.

import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { type Problems, sameDraft, without } from '../../../parts/console/settings-draft.ts';
import { LeaveGuard, SaveBar } from '../../../parts/console/settings-frame.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-rates';
import { draftOf, inputOf, judgeDraft, mergeRates, type Rates, type RatesDraft } from './rates-draft.ts';
import { RatesFeed, RatesGone } from './rates-feed.tsx';
import { RatesTable } from './rates-table.tsx';

export const loader = () => load('consoleRates', {});

export default function EditRates({ loaderData: rates }: Route.ComponentProps) {
  const { say } = useWords();
  const form = useRates(rates);
  const part = { rates, draft: form.draft, problems: form.problems, change: form.change };
  return (
    <>
      <PageHeading text={say('site.rate.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('site.rate.intro')}</p>
      <form ref={form.ref} onSubmit={form.save} noValidate className="grid gap-4 [&_:focus]:scroll-mb-32">
        <RatesFeed {...part} busy={form.busy === 'fetch'} onFetch={form.fetchNow} />
        <RatesTable {...part} />
        <RatesGone />
        <SaveBar busy={form.busy === 'save'} dirty={form.dirty}>
          {form.callError && (
            <Notice tone="bad" title={form.callError.text}>
              {form.callError.code === refusals.changedMeanwhile && (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-2"
                  busy={form.busy === 'reload'}
                  onClick={form.reload}
                >
                  {say('site.setting.reload')}
                </Button>
              )}
            </Notice>
          )}
          {form.news && <Notice tone={form.news.tone} title={form.news.text} />}
        </SaveBar>
      </form>
      <LeaveGuard dirty={form.dirty} />
    </>
  );
}

type News = { tone: 'good' | 'info'; text: string };

function useRates(given: Rates) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const state = useRatesDraft(given);
  const { base, draft, revision, setBase, setDraft, setRevision, setCallError, setNews, setBusy, refuse } = state;
  const run = async (what: 'save' | 'reload' | 'fetch', work: () => Promise<News>) => {
    setCallError(undefined);
    setNews(undefined);
    setBusy(what);
    try {
      setNews(await work());
    } catch (error) {
      refuse(describeError(error, words));
    }
    setBusy(undefined);
  };
  /** Merges the saved state under the typed values. */
  const take = async (merge: (kept: RatesDraft) => RatesDraft) => {
    const newest = await send('consoleRates', {});
    const kept = draftOf(newest);
    setDraft(merge(kept));
    setBase(kept);
    setRevision(newest.revision);
    await revalidate();
  };
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    const fields = judgeDraft(given, draft, words);
    if (Object.keys(fields).length) return refuse({ text: say('refusal.invalidInput'), fields, code: 0 });
    return run('save', async () => {
      await send('consoleRatesSave', inputOf(given, draft, revision));
      await take((kept) => kept);
      return { tone: 'good', text: say('site.rate.saved') };
    });
  };
  const reload = () =>
    run('reload', async () => {
      await take((kept) => mergeRates(base, draft, kept));
      return { tone: 'info', text: say('site.rate.merged') };
    });
  const fetchNow = () =>
    run('fetch', async () => {
      const { day } = await send('consoleRatesFetch', {});
      await revalidate();
      return { tone: 'good', text: say('site.rate.fetched', { date: words.day(day) }) };
    });
  return { ...state, save, reload, fetchNow, dirty: !sameDraft(draft, base) };
}

/** What is typed over what was read, and what is said about it. */
function useRatesDraft(given: Rates) {
  const ref = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(() => draftOf(given));
  const [draft, setDraft] = useState(base);
  const [revision, setRevision] = useState(given.revision);
  const [problems, setProblems] = useState<Problems>({});
  const [callError, setCallError] = useState<CallError>();
  const [news, setNews] = useState<News>();
  const [busy, setBusy] = useState<'save' | 'reload' | 'fetch'>();
  const change = (changed: Partial<RatesDraft>, field: string) => {
    setDraft((known) => ({ ...known, ...changed }));
    setProblems((known) => without(known, field));
    setNews(undefined);
  };
  const refuse = (failure: CallError) => {
    setCallError(failure);
    setProblems(failure.fields);
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return {
    ...{ ref, base, draft, revision, problems, callError, news, busy, change, refuse },
    ...{ setBase, setDraft, setRevision, setCallError, setNews, setBusy },
  };
}
