// Whether money that went or will go back to a gift card can be used, and until when.
import { useWords } from '../use-words.ts';
import type { Detail } from './order-pieces.tsx';

export function CardNote({ card: { blocked, endsOn } }: { card: NonNullable<Detail['paidBy'][number]['card']> }) {
  const { say, day } = useWords();
  if (blocked) return <p className="text-sm text-warn">{say('order.refundCard.blocked')}</p>;
  return endsOn && <p className="text-sm text-quiet">{say('order.refundCard.until', { day: day(endsOn) })}</p>;
}
