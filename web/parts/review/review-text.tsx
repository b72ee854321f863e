// One review as its readers see it: stars, who and when, in which language, text, its translation on request, pictures, and the owner's
// answer.
import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { languageTags } from '../../../domain/languages.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import { send } from '../../call.ts';
import { CallProblem } from '../call-problem.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';
import { Stars } from './stars.tsx';

type Shown = OutputOf<'productReviews'>['list'][number];

type ReviewProps = {
  review: Shown;
  owner: string;
  /** Whether the owner's translator has the review's language and the reader's. */
  isTranslatable?: boolean;
};

export function ReviewText({ review, owner, isTranslatable = false }: ReviewProps) {
  const { say, day, language } = useWords();
  const { author, usedOn, pictures, answer } = review;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars count={review.stars} />
        <strong>{author}</strong>
        <span className="text-sm text-quiet">
          {say('review.usedOn', { date: day(usedOn) })}
          {review.language !== language && ` · ${nameLanguage(review.language, language)}`}
        </span>
      </p>
      {review.body && (
        <p lang={languageTags[review.language]} className="max-w-prose break-words whitespace-pre-line">
          {review.body}
        </p>
      )}
      {(review.body || answer) && isTranslatable && <Translation review={review} owner={owner} />}
      <ReviewPictures pictures={pictures} author={author} />
      <OwnersAnswer answer={answer} owner={owner} />
    </>
  );
}

export function ReviewPictures({ pictures, author }: { pictures: { id: string; src: string }[]; author: string }) {
  const { say } = useWords();
  if (!pictures.length) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(({ id, src }, at) => (
        <li key={id}>
          <a href={src} target="_blank" rel="noopener noreferrer">
            <img
              src={`${src}?w=160`}
              width={96}
              height={96}
              loading="lazy"
              alt={say('review.picture', { name: author, number: at + 1 })}
              className="size-24 rounded-lg border border-line object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

export function OwnersAnswer({ answer, owner }: { answer: string; owner: string }) {
  const { say } = useWords();
  if (!answer) return null;
  return (
    <div className="max-w-prose rounded-lg bg-canvas p-3 text-sm">
      <p className="font-semibold">{say('review.answerOf', { owner })}</p>
      <p className="break-words whitespace-pre-line">{answer}</p>
    </div>
  );
}

/** Asked for once; then it is shown and hidden below the original, which is always shown. */
function Translation({ review: { id, answer, language: from }, owner }: { review: Shown; owner: string }) {
  const { say, colon, language } = useWords();
  const [made, setMade] = useState<OutputOf<'reviewTranslate'>>();
  const [open, setOpen] = useState(false);
  const task = useTask();
  const toggle = async () => {
    if (open || made) return setOpen(!open);
    await task.run(async () => {
      const found = await send('reviewTranslate', { id });
      if (!found.text && !found.answer) return task.setProblem(say('review.notTranslated'));
      setMade(found);
      setOpen(true);
    });
  };
  return (
    <div className="grid gap-1">
      <button
        type="button"
        aria-expanded={open}
        disabled={task.busy}
        className="min-h-11 justify-self-start text-sm font-semibold text-brand underline"
        onClick={() => void toggle()}
      >
        {say(open ? 'review.hideTranslation' : 'review.translate')}
      </button>
      <div role="status">
        {open && made && (
          <div className="max-w-prose border-l-2 border-tint pl-3">
            <p lang={languageTags[language]} className="break-words whitespace-pre-line">
              {made.text}
            </p>
            {made.answer && made.answer !== answer && (
              <p lang={languageTags[language]} className="mt-2 break-words whitespace-pre-line">
                <strong className="font-semibold">{colon(say('review.answerOf', { owner }))}</strong>
                {made.answer}
              </p>
            )}
            <p className="mt-1 text-xs text-quiet">
              {say('review.translatedBy', { language: nameLanguage(from, language) })}
            </p>
          </div>
        )}
      </div>
      {task.problem && <CallProblem title={task.problem} />}
    </div>
  );
}
