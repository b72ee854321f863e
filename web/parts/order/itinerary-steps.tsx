// The itinerary of an activity, folded: a long one would push what is needed at the gate off the screen.
import { useWords } from '../use-words.ts';

type Step = { day: number; time: string; title: string; text: string };

export function ItinerarySteps({ steps }: { steps: Step[] }) {
  const { say } = useWords();
  const many = steps.some(({ day }) => day > 1);
  if (steps.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center font-medium">{say('order.itinerary')}</summary>
      <ol className="grid gap-2">
        {steps.map((step) => (
          <li key={`${step.day} ${step.time} ${step.title}`} className="break-words">
            <p className="font-medium">
              {[many && say('catalog.product.day', { day: step.day }), step.time, step.title]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {step.text && <p className="text-quiet">{step.text}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
