// Writing a review (decision 0420): from the link of a mail, or from an order's redeemed line. Made for phones; of the order it shows only
// the product and the day.
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { refusals } from '../../../domain/errors.ts';
import { reviewRules } from '../../../domain/review-rules.ts';
import { CallRefused, send } from '../../call.ts';
import { load } from '../../load.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { LanguageChoice } from '../../parts/form/choose-language.tsx';
import { AreaField } from '../../parts/form/fields.tsx';
import { GuardForm } from '../../parts/form/guard-form.tsx';
import { LinkOver } from '../../parts/page/link-over.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { Picture } from '../../parts/page/picture.tsx';
import { OwnersAnswer, ReviewPictures } from '../../parts/review/review-text.tsx';
import { Stars } from '../../parts/review/stars.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/write-review';
import { ChooseStars } from './choose-stars.tsx';
import { SendPictures, type Sent } from './send-pictures.tsx';

/** The address may contain the key: the page is not cached and sends no referrer. */
export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get('token');
  const line = query.get('line');
  const door = token ? { token: token.padEnd(20, '-').slice(0, 100) } : { line: line ?? undefined };
  return { door, found: await load('review', door) };
}

type Door = { token?: string; line?: string };
type Found = OutputOf<'review'>;

export function ErrorBoundary() {
  return <LinkOver findsOrder />;
}

export default function WriteReview({ loaderData: { door, found } }: Route.ComponentProps) {
  const { say, day } = useWords();
  const { site } = useRoot();
  const { revalidate } = useRevalidator();
  const { state, written, picture, productName, path, usedOn } = found;
  // Written in another tab meanwhile: what is written replaces the form.
  const [elsewhere, setElsewhere] = useState('');
  const title = say(state === 'open' || state === 'notUsed' ? 'review.write' : 'review.yours');
  return (
    <div className="mx-auto grid max-w-2xl gap-4 py-6">
      <PageHeading text={title} />
      <Card className="flex items-center gap-4">
        {picture && <Picture picture={picture} sizes="96px" small alt="" className="!w-24 shrink-0 rounded-lg" />}
        <div className="min-w-0">
          <p className="font-semibold break-words">{path ? <Link to={path}>{productName}</Link> : productName}</p>
          {usedOn && <p className="text-sm text-quiet">{say('review.usedOn', { date: day(usedOn) })}</p>}
        </div>
      </Card>
      {state === 'open' && (
        <ReviewForm
          door={door}
          found={found}
          onDone={revalidate}
          onWritten={(text) => {
            setElsewhere(text);
            void revalidate();
          }}
        />
      )}
      {elsewhere && state !== 'open' && <Notice tone="warn" title={elsewhere} />}
      {state !== 'open' && (
        <Notice
          tone={state === 'published' || state === 'waiting' ? 'good' : 'info'}
          title={say(`review.state.${state}`)}
        >
          {state === 'waiting' && say('review.waitingText')}
        </Notice>
      )}
      {written && (
        <Card className="grid gap-2">
          <Stars count={written.stars} />
          <p className="break-words whitespace-pre-line">{written.body}</p>
          <ReviewPictures pictures={found.pictures} author={found.author} />
          <OwnersAnswer answer={written.answer} owner={site?.title ?? ''} />
        </Card>
      )}
      {(state === 'waiting' || state === 'published' || state === 'hidden') && (
        <TakeBack door={door} onDone={revalidate} />
      )}
    </div>
  );
}

type ReviewFormProps = { door: Door; found: Found; onDone(): Promise<void>; onWritten(text: string): void };

function ReviewForm({ door, found, onDone, onWritten }: ReviewFormProps) {
  const { say } = useWords();
  const task = useTask();
  const [stars, setStars] = useState(0);
  const [body, setBody] = useState('');
  const [language, setLanguage] = useState(found.language);
  const [pictures, setPictures] = useState<Sent[]>(found.pictures);
  const [missing, setMissing] = useState(false);
  const isUntouched = !stars && !body && pictures.length === found.pictures.length;
  useEffect(() => {
    // Back from the tab in which it was written; what is typed here is not taken away unasked.
    const look = () => void (document.visibilityState === 'visible' && isUntouched && onDone());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isUntouched, onDone]);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setMissing(!stars);
    if (!stars) return document.getElementById('star-1')?.focus();
    void task.run(async () => {
      const input = { ...door, stars, body, language, pictures: pictures.map(({ id }) => id) };
      try {
        await send('reviewSend', input);
      } catch (error) {
        if (error instanceof CallRefused && error.code === refusals.reviewWritten) onWritten(error.message);
        throw error;
      }
      await onDone();
    });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <GuardForm form={{ values: { stars, body, language }, busy: task.busy }} />
      <Card className="grid gap-5">
        <ChooseStars
          value={stars}
          problem={missing && !stars ? say('ui.field.choose') : ''}
          onValue={(count) => setStars(count)}
        />
        <AreaField
          label={say('review.body')}
          hint={say('review.bodyHint')}
          maxLength={reviewRules.textLength}
          rows={6}
          error={task.error?.fields.body}
          value={body}
          onValue={setBody}
        />
        <LanguageChoice label={say('review.writtenIn')} value={language} onValue={setLanguage} />
        <SendPictures door={door} pictures={pictures} onPictures={setPictures} />
        <p className="text-sm text-quiet">{say('review.signedAs', { name: found.author })}</p>
      </Card>
      {task.problem && !task.error?.fields.body && <CallProblem title={task.problem} />}
      <Button type="submit" size="lg" busy={task.busy}>
        {say('review.send')}
      </Button>
    </form>
  );
}

/** Erasing asks first, and says what is lost. */
function TakeBack({ door, onDone }: { door: Door; onDone(): Promise<void> }) {
  const { say } = useWords();
  const task = useTask();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking)
    return (
      <Button variant="quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {say('review.erase')}
      </Button>
    );
  return (
    <Card className="grid gap-3">
      <p>{say('review.eraseText')}</p>
      {task.problem && <CallProblem title={task.problem} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setIsAsking(false)}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button
          variant="danger"
          busy={task.busy}
          onClick={() => {
            void task.run(async () => {
              await send('reviewErase', door);
              await onDone();
            });
          }}
        >
          {say('review.erase')}
        </Button>
      </div>
    </Card>
  );
}
