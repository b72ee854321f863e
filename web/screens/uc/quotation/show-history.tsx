// What happened to a quotation, newest first: its changes of status, and the customer's questions.
import { questionAction, quotationActions } from '../../../../domain/quotation-status.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Saved } from './use-draft.ts';

const isStatusChange = (action: string): action is keyof typeof quotationActions => action in quotationActions;

export function QuotationHistory({ saved: { history, zone } }: { saved: Saved }) {
  const words = useWords();
  const { say } = words;
  if (!history.length) return null;
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{say('quotation.history')}</h2>
      <ul className="grid gap-3">
        {history.map((one) => (
          <li key={`${one.at} ${one.action}`} className="border-l-2 border-line pl-3">
            <p className="font-medium">
              {isStatusChange(one.action) && say(`quotation.status.${quotationActions[one.action].to}`)}
              {one.action === questionAction && say('quotation.question')}
              {one.actorName && ` · ${one.actorName}`}
            </p>
            {one.text && <p className="break-words whitespace-pre-wrap">{one.text}</p>}
            <p className="text-sm text-quiet">
              {`${words.instant(one.at, zone)} · ${say('quotation.version', { version: one.version })}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
