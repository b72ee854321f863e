// Reviews for the owner's operations (decision 0420): waiting and reported ones first; published, hidden with a
// reason, answered, or erased permanently.

import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { reviewRules } from '../../../../domain/review-rules.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { ReviewText } from '../../../parts/review/review-text.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { DialogFoot } from '../../../ui/dialog-foot.tsx';
import { Badge, Card, EmptyState, Notice, type Tone } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-reviews';

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleReviews', request) };
}

type Review = OutputOf<'consoleReviews'>['list'][number];
type Wish = 'publish' | 'hide' | 'erase' | 'answer';

const tones: Record<Review['state'], Tone> = {
  waiting: 'warn',
  published: 'good',
  hidden: 'neutral',
  erased: 'neutral',
};

export default function ListReviews({ loaderData: { list } }: Route.ComponentProps) {
  const { say } = useListWords(list.found.zone);
  return (
    <ListPage
      list={list}
      title={say('review.title')}
      intro={say('review.deskIntro')}
      filters={{
        query: { label: say('review.find') },
        state: { label: say('console.status'), word: 'review.state' },
      }}
      empty={<EmptyState title={say('review.none')} />}
      rowKey={({ id }) => id}
      card={(review, words) => <OneReview {...{ review, words }} />}
    />
  );
}

function OneReview({ review, words: { say, at, colon, join } }: { review: Review; words: DeskWords }) {
  const { site } = useRoot();
  const { state, reports } = review;
  const wishes: Wish[] = state === 'published' ? ['answer', 'hide', 'erase'] : ['publish', 'answer', 'hide', 'erase'];
  if (reports.length) wishes.unshift('publish');
  const open = wishes.filter((wish) => !(state === 'hidden' && wish === 'hide'));
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="font-bold break-words">{review.productName}</h2>
          <p className="text-sm text-quiet">
            <Link to={consolePaths.order(review.orderNo)} className="text-brand underline">
              {review.orderNo}
            </Link>{' '}
            · {at(review.createdAt)}
          </p>
        </div>
        <Badge tone={tones[state]}>{say(`review.state.${state}`)}</Badge>
      </div>
      {state !== 'erased' && <ReviewText review={review} owner={site?.title ?? ''} />}
      {review.why && <p className="text-sm break-words text-warn">{say('review.hiddenWhy', { why: review.why })}</p>}
      {reports.length > 0 && (
        <p className="text-sm text-bad">
          {colon(say('review.state.reported'))}
          {join(reports.map(({ reason, count }) => `${say(`review.reason.${reason}`)} ×\u00a0${count}`))}
        </p>
      )}
      {state !== 'erased' && (
        <div className="flex flex-wrap gap-2">
          {open.map((wish) =>
            wish === 'answer' ? (
              <DialogButton key={wish} size="sm" text={say('review.act.answer')} title={say('review.answer')}>
                {(close) => <Answer review={review} onClose={close} />}
              </DialogButton>
            ) : (
              <Decide key={wish} review={review} act={wish} />
            ),
          )}
        </div>
      )}
    </Card>
  );
}

function Decide({ review: { id, state }, act }: { review: Review; act: 'publish' | 'hide' | 'erase' }) {
  const { say } = useWords();
  return (
    <ActionButton
      size="sm"
      variant={act === 'publish' ? 'primary' : act === 'erase' ? 'danger' : 'outline'}
      text={say(act === 'publish' && state === 'published' ? 'review.keep' : `review.act.${act}`)}
      act={say(`review.act.${act}`)}
      danger={act === 'erase'}
      {...(act === 'hide' ? { reason: { hint: say('review.hideHint'), required: true } } : {})}
      work={(why) => send('consoleReviewDecide', { id, act, why: why.slice(0, reviewRules.whyLength) })}
    >
      <p>{say(`review.act.${act}Text`)}</p>
    </ActionButton>
  );
}

function Answer({ review, onClose }: { review: Review; onClose(): void }) {
  const { say } = useWords();
  const [text, setText] = useState(review.answer);
  const [opened] = useState(review.answer);
  const { revalidate } = useRevalidator();
  const action = useAction();
  // What another person answered meanwhile is shown beside the typed text; sending again replaces it.
  const was = action.problem ? review.answer : opened;
  const work = () =>
    send('consoleReviewAnswer', { id: review.id, text, was }).catch(async (error) => {
      await revalidate();
      throw error;
    });
  return (
    <form ref={action.ref} noValidate className="grid gap-4" onSubmit={action.submit(work, { onDone: onClose })}>
      <AreaField
        label={say('review.answer')}
        hint={say('review.answerHint')}
        error={action.fields.text ?? action.problem?.text}
        maxLength={reviewRules.answerLength}
        rows={5}
        value={text}
        onValue={setText}
      />
      {action.problem && review.answer !== opened && (
        <Notice tone="warn" title={say('review.answer')}>
          <p className="break-words whitespace-pre-line">{review.answer || '–'}</p>
        </Notice>
      )}
      <DialogFoot act={say('review.act.answer')} busy={action.busy !== undefined} onClose={onClose} />
    </form>
  );
}
