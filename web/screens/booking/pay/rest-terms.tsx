// What waits for the rest of a price that is paid in parts, and what happens if it is not paid (decision 0380).
import { useWords } from '../../../parts/use-words.ts';

type Terms = { missed: 'staff' | 'cancel'; keeps: boolean; voucher: boolean };

export function RestTerms({ terms }: { terms: Terms }) {
  const { say } = useWords();
  const cancels = terms.missed === 'cancel';
  const lines = [
    !terms.voucher && say('order.part.voucher'),
    cancels && say('order.part.cancels'),
    cancels && terms.keeps && say('order.part.keeps'),
  ].filter(Boolean);
  return lines.length ? <p className="text-sm text-quiet">{lines.join(' ')}</p> : null;
}
