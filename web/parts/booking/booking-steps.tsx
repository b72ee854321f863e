// The steps of a booking: fill in, pay, done (§4 booking flow).
import { StepList } from '../page/step-list.tsx';
import { useWords } from '../use-words.ts';

export function BookingSteps({ step }: { step: 1 | 2 | 3 }) {
  const { say } = useWords();
  const names = [1, 2, 3].map((number) => say(`order.booking.step${number}`));
  return <StepList label={say('order.booking.steps')} step={step} names={names} className="my-5" />;
}
