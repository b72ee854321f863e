// The history of a quotation, newest first: changes of status, held places, and the customer's questions.
import type { OutputOf } from '../../../contract/index.ts';
import { holdActions, questionAction, quotationActions } from '../../../domain/quotation-status.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { useWords, type Words } from '../use-words.ts';

type Saved = OutputOf<'quotation'>;

export function QuotationHistory({ saved: { history, zone } }: { saved: Pick<Saved, 'history' | 'zone'> }) {
  const words = useWords();
  const { say } = words;
  if (!history.length) return null;
  return (
    <TitledCard title={say('quotation.history')}>
      <ul className="grid gap-3">
        {history.map((one) => (
          <li key={`${one.at} ${one.action}`} className="border-l-2 border-line pl-3">
            <p className="font-medium">
              {nameEvent(one.action, words)}
              {one.actorName && ` · ${one.actorName}`}
            </p>
            {one.text && (
              <p className="break-words whitespace-pre-wrap">
                {one.action === 'hold' ? words.instant(one.text, zone) : one.text}
              </p>
            )}
            <p className="text-sm text-quiet">
              {`${words.instant(one.at, zone)} · ${say('quotation.version', { version: one.version })}`}
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

const isStatusChange = (action: string): action is keyof typeof quotationActions => action in quotationActions;

function nameEvent(action: string, { say }: Words): string {
  if (isStatusChange(action)) return say(`quotation.status.${quotationActions[action].to}`);
  if (holdActions.some((one) => one === action)) return say(`quotation.event.${action}`);
  return action === questionAction ? say('quotation.question') : '';
}
