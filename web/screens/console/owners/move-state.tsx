// The progress of an owner's move to another database cluster (decision 0580).
import type { OutputOf } from '../../../../contract/index.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';

const moveTones = { running: 'brand', stopped: 'bad', left: 'neutral' } as const;

export function MoveState({ move }: Pick<OutputOf<'houseOwner'>, 'move'>) {
  const { say } = useWords();
  if (!move) return null;
  return (
    <span className="mt-1 block">
      <Badge tone={moveTones[move.state]}>{say(`house.move.${move.state}`, { cell: move.cell })}</Badge>
    </span>
  );
}
