// The status of a saved quotation, as a badge.
import type { QuotationStatus } from '../../../domain/quotation-status.ts';
import { Badge, type Tone } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

const tones: Record<QuotationStatus, Tone> = {
  draft: 'neutral',
  sent: 'brand',
  opened: 'brand',
  accepted: 'good',
  booked: 'good',
  expired: 'warn',
  withdrawn: 'neutral',
};

export function QuotationBadge({ status }: { status: QuotationStatus }) {
  const { say } = useWords();
  return <Badge tone={tones[status]}>{say(`quotation.status.${status}`)}</Badge>;
}
