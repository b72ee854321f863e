// The steps of a booking: fill in, pay, done (§4 booking flow).
import { useWords } from '../use-words.ts';

export function BookingSteps({ step }: { step: 1 | 2 | 3 }) {
  const { say } = useWords();
  return (
    <ol className="my-5 flex items-center gap-2 text-sm" aria-label={say('order.booking.steps')}>
      {[1, 2, 3].map((one) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          className="flex grow items-center gap-2 text-quiet last:grow-0 aria-[current=step]:font-semibold aria-[current=step]:text-brand"
        >
          <span
            className={[
              'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
              `${one <= step ? 'bg-brand text-surface' : 'bg-line'}`,
            ].join(' ')}
          >
            {one}
          </span>
          <span className={one === step ? '' : 'max-sm:hidden'}>{say(`order.booking.step${one}`)}</span>
          {one < 3 && <span aria-hidden="true" className="h-px grow bg-line" />}
        </li>
      ))}
    </ol>
  );
}
