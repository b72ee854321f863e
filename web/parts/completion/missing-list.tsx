// The missing details of a booking (§4 booking completion): of the order, then of each traveller, and their deadline.
import type { OutputOf } from '../../../contract/index.ts';
import { useWords } from '../use-words.ts';

type Missing = Pick<OutputOf<'getIncompleteOrderList'>['list'][number], 'missing' | 'missingOrder' | 'dueAt' | 'zone'>;

export function MissingList({ incomplete }: { incomplete: Missing }) {
  const { colon, say, intl, instant } = useWords();
  const listOf = (fields: string[]) =>
    intl.formatList(
      fields.map((name) => say(`order.traveller.${name}`)),
      { type: 'conjunction' },
    );
  return (
    <div className="grid gap-1 text-sm">
      <ul>
        {incomplete.missingOrder.length > 0 && (
          <li>
            <span className="font-medium">{colon(say('order.booking.details'))}</span>
            <span className="text-warn">{listOf(incomplete.missingOrder)}</span>
          </li>
        )}
        {incomplete.missing.slice(0, 10).map(({ traveller, fields }) => (
          <li key={traveller}>
            <span className="font-medium">{colon(say('order.booking.traveller', { number: traveller + 1 }))}</span>
            <span className="text-warn">{listOf(fields)}</span>
          </li>
        ))}
        {incomplete.missing.length > 10 && <li>…</li>}
      </ul>
      <p className="text-quiet">
        {colon(say('completion.due'))}
        {instant(incomplete.dueAt, incomplete.zone)}
      </p>
    </div>
  );
}
