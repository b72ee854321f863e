// One review as its readers see it: stars, who and when, in which language, text, pictures, and the owner's answer.
import type { OutputOf } from '../../../contract/index.ts';
import { languageNames, languageTags } from '../../../domain/languages.ts';
import { useWords } from '../use-words.ts';
import { Stars } from './stars.tsx';

type Shown = OutputOf<'productReviews'>['list'][number];

export function ReviewText({ review, owner }: { review: Shown; owner: string }) {
  const { say, day, language } = useWords();
  const { author, usedOn, pictures, answer } = review;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars count={review.stars} />
        <strong>{author}</strong>
        <span className="text-sm text-quiet">
          {say('review.usedOn', { date: day(usedOn) })}
          {review.language !== language && ` · ${languageNames[review.language]}`}
        </span>
      </p>
      {review.body && (
        <p lang={languageTags[review.language]} className="max-w-prose break-words whitespace-pre-line">
          {review.body}
        </p>
      )}
      {pictures.length > 0 && (
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
      )}
      {answer && (
        <div className="max-w-prose rounded-lg bg-canvas p-3 text-sm">
          <p className="font-semibold">{say('review.answerOf', { owner })}</p>
          <p className="break-words whitespace-pre-line">{answer}</p>
        </div>
      )}
    </>
  );
}
