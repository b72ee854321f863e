// One to five stars as radio buttons: by touch, arrow keys and screen reader alike.
import { useId } from 'react';
import { reviewRules } from '../../../domain/review-rules.ts';
import { useWords } from '../../parts/use-words.ts';

type ChooseStarsProps = { value: number; problem: string; onValue(count: number): void };

export function ChooseStars({ value, problem, onValue }: ChooseStarsProps) {
  const { say } = useWords();
  const id = useId();
  return (
    <fieldset aria-describedby={problem ? id : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{say('review.yourStars')}</legend>
      <div className="flex gap-1">
        {Array.from({ length: reviewRules.mostStars }, (_, at) => at + 1).map((count) => (
          <label
            key={count}
            className={
              'relative grid size-12 cursor-pointer place-items-center rounded-lg text-3xl ' +
              `has-focus-visible:outline-3 has-focus-visible:outline-brand ${count <= value ? 'text-warn' : 'text-quiet'}`
            }
          >
            <input
              id={`star-${count}`}
              type="radio"
              name="stars"
              className="sr"
              aria-label={say('review.stars', { count })}
              checked={value === count}
              onChange={() => onValue(count)}
            />
            <span aria-hidden="true">{count <= value ? '★' : '☆'}</span>
          </label>
        ))}
      </div>
      {problem && (
        <p id={id} role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
