// The reviews of a product: how many of each number of stars, and the list by language and order, page after page. Loaded after the page.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InputOf, OutputOf } from '../../../contract/index.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import { reportReasons } from '../../../domain/review-rules.ts';
import { send } from '../../call.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { ChoiceField } from '../../parts/form/fields.tsx';
import { ReviewText } from '../../parts/review/review-text.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/move-focus.ts';
import { Card, Skeleton } from '../../ui/pieces.tsx';

type Found = OutputOf<'productReviews'>;
type Review = Found['list'][number];
type ReviewQuery = Required<Pick<InputOf<'productReviews'>, 'sort'>> & { language: Review['language'] | '' };

const sorts = ['newest', 'highest', 'lowest'] as const;

export function ProductReviews({ id }: { id: string }) {
  const { say } = useWords();
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl font-bold">{say('review.title')}</h2>
      <ReviewList id={id} />
    </Card>
  );
}

function ReviewList({ id }: { id: string }) {
  const { say, language } = useWords();
  const { site } = useRoot();
  const [query, setQuery] = useState<ReviewQuery>({ sort: 'newest', language: '' });
  const { found, task, more } = useReviews(id, query);
  if (!found)
    return task.problem ? <CallProblem title={task.problem} /> : <Skeleton className="min-h-80 w-full rounded-lg" />;
  return (
    <div className="grid gap-5">
      <Distribution counts={found.counts} />
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <ChoiceField
          label={say('review.sort')}
          options={sorts}
          word="review.sort"
          value={query.sort}
          onValue={(sort) => setQuery({ ...query, sort })}
        />
        <ChoiceField
          label={say('review.language')}
          none={say('review.everyLanguage')}
          options={found.languages.map(({ key, count }) => [key, `${nameLanguage(key, language)} (${count})`] as const)}
          value={query.language}
          onValue={(language) => setQuery({ ...query, language })}
        />
      </div>
      <ul className="divide-y divide-line" aria-busy={task.busy}>
        {found.list.map((review) => (
          <li key={review.id} id={idOf(review)} tabIndex={-1} className="grid gap-2 py-4 first:pt-0">
            <ReviewText
              review={review}
              owner={site?.title ?? ''}
              isTranslatable={found.translatable.includes(review.language)}
            />
            <Report id={review.id} />
          </li>
        ))}
      </ul>
      {task.problem && <CallProblem title={task.problem} />}
      {found.page < found.pages && (
        <Button variant="outline" className="justify-self-start" busy={task.busy} onClick={more}>
          {say('review.more')}
        </Button>
      )}
    </div>
  );
}

const idOf = (review: Review | undefined) => `review-${review?.id}`;

/** The first page of the chosen reviews, and each further page below it. */
function useReviews(id: string, query: ReviewQuery) {
  const [found, setFound] = useState<Found>();
  const task = useTask();
  const { run } = task;
  const fetchPage = (page: number) =>
    send('productReviews', { id, sort: query.sort, language: query.language || undefined, page });
  const choice = useRef(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice starts again
  useEffect(() => {
    choice.current = query;
    void run(async () => {
      const first = await fetchPage(1);
      if (choice.current === query) setFound(first);
    });
  }, [id, query]);
  const more = () =>
    void run(async () => {
      const next = await fetchPage((found?.page ?? 0) + 1);
      // It belongs to a choice that is gone.
      if (choice.current !== query) return;
      const known = found?.list ?? [];
      // A review that was published meanwhile moves those of the page before into this one.
      const added = next.list.filter((review) => !known.some((old) => old.id === review.id));
      flushSync(() => setFound({ ...next, list: [...known, ...added] }));
      document.getElementById(idOf(added[0]))?.focus();
    });
  return { found, task, more };
}

function Distribution({ counts }: { counts: number[] }) {
  const { say, intl } = useWords();
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <ul className="grid max-w-sm gap-1 text-sm">
      {counts
        .map((count, at) => ({ count, stars: at + 1 }))
        .reverse()
        .map(({ count, stars }) => (
          <li key={stars} className="flex items-center gap-3">
            <span className="w-20 shrink-0 whitespace-nowrap">{say('review.stars', { count: stars })}</span>
            <span aria-hidden="true" className="h-2 grow overflow-hidden rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-warn"
                style={{ width: `${(100 * count) / (total || 1)}%` }}
              />
            </span>
            <span className="w-8 text-right tabular-nums">{intl.formatNumber(count)}</span>
          </li>
        ))}
    </ul>
  );
}

function Report({ id }: { id: string }) {
  const { say } = useWords();
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  const wasOpen = useRef(false);
  const task = useTask();
  if (state === 'sent')
    return (
      <p role="status" tabIndex={-1} ref={focusWhenShown} className="text-sm text-good">
        {say('review.reported')}
      </p>
    );
  if (state === 'closed')
    return (
      <button
        type="button"
        ref={wasOpen.current ? focusWhenShown : undefined}
        className="min-h-11 justify-self-start text-sm text-quiet underline"
        onClick={() => {
          wasOpen.current = true;
          setState('open');
        }}
      >
        {say('review.report')}
      </button>
    );
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3" disabled={task.busy}>
      <legend className="px-1 text-sm font-semibold">{say('review.reportWhy')}</legend>
      <div className="flex flex-wrap gap-2">
        {reportReasons.map((reason, at) => (
          <Button
            key={reason}
            ref={at === 0 ? focusWhenShown : undefined}
            variant="outline"
            size="sm"
            onClick={async () => {
              if (await task.run(() => send('reviewReport', { id, reason }))) setState('sent');
            }}
          >
            {say(`review.reason.${reason}`)}
          </Button>
        ))}
        <Button variant="quiet" size="sm" onClick={() => setState('closed')}>
          {say('ui.dialog.close')}
        </Button>
      </div>
      {task.problem && <CallProblem title={task.problem} />}
    </fieldset>
  );
}
