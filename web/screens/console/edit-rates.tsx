// The owner's exchange rates (§9, decisions §10): by hand or by the daily feed, saved as a whole. When somebody else saved meanwhile,
// the newest is laid under what was typed here.
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import {
  draftOf,
  inputOf,
  judgeDraft,
  mergeRates,
  type Rates,
  type RatesDraft,
} from '../../parts/console/rates-draft.ts';
import { RatesFeed, RatesGone } from '../../parts/console/rates-feed.tsx';
import { RatesTable } from '../../parts/console/rates-table.tsx';
import { type Problems, sameDraft, without } from '../../parts/console/settings-draft.ts';
import { LeaveGuard, SaveBar } from '../../parts/console/settings-frame.tsx';
import { type Told, tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-rates';

export const loader = () => load('consoleRates', {});

export default function EditRates({ loaderData: rates }: Route.ComponentProps) {
  const { say } = useWords();
  const form = useRates(rates);
  const part = { rates, draft: form.draft, problems: form.problems, change: form.change };
  return (
    <>
      <h1 className="text-2xl font-bold">{say('rates.title')}</h1>
      <p className="mb-4 max-w-prose text-quiet">{say('rates.intro')}</p>
      <form ref={form.ref} onSubmit={form.save} noValidate className="grid gap-4 [&_:focus]:scroll-mb-32">
        <RatesFeed {...part} busy={form.busy === 'fetch'} onFetch={form.fetchNow} />
        <RatesTable {...part} />
        <RatesGone />
        <SaveBar busy={form.busy === 'save'} dirty={form.dirty}>
          {form.told && (
            <Notice tone="bad" title={form.told.text}>
              {form.told.code === refusals.changedMeanwhile && (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-2"
                  busy={form.busy === 'reload'}
                  onClick={form.reload}
                >
                  {say('settings.reload')}
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
  const ref = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(() => draftOf(given));
  const [draft, setDraft] = useState(base);
  const [revision, setRevision] = useState(given.revision);
  const [problems, setProblems] = useState<Problems>({});
  const [told, setTold] = useState<Told>();
  const [news, setNews] = useState<News>();
  const [busy, setBusy] = useState<'save' | 'reload' | 'fetch'>();
  const change = (changed: Partial<RatesDraft>, field: string) => {
    setDraft((known) => ({ ...known, ...changed }));
    setProblems((known) => without(known, field));
    setNews(undefined);
  };
  const refuse = (failure: Told) => {
    setTold(failure);
    setProblems(failure.fields);
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const run = async (what: 'save' | 'reload' | 'fetch', work: () => Promise<News>) => {
    setTold(undefined);
    setNews(undefined);
    setBusy(what);
    try {
      setNews(await work());
    } catch (error) {
      refuse(tellFailure(error, words));
    }
    setBusy(undefined);
  };
  /** Lays what is kept now under what is typed. */
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
      return { tone: 'good', text: say('rates.saved') };
    });
  };
  const reload = () =>
    run('reload', async () => {
      await take((kept) => mergeRates(base, draft, kept));
      return { tone: 'info', text: say('rates.merged') };
    });
  const fetchNow = () =>
    run('fetch', async () => {
      const { day } = await send('consoleRatesFetch', {});
      await revalidate();
      return { tone: 'good', text: say('rates.fetched', { date: words.day(day) }) };
    });
  return { ref, draft, problems, told, news, busy, change, save, reload, fetchNow, dirty: !sameDraft(draft, base) };
}
