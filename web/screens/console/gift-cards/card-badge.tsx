// The state of a gift card.
import type { OutputOf } from '../../../../contract/index.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';

type State = OutputOf<'consoleGiftCard'>['card']['state'];

const tones: Record<State, Tone> = { open: 'good', waiting: 'warn', blocked: 'bad', over: 'neutral', empty: 'neutral' };

export function CardBadge({ state }: { state: State }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`finance.giftCard.state.${state}`)}</Badge>;
}
