// A line that still needs a driver: none was named yet, or fewer than it has cars.
import { mostDrivers } from '../../../domain/driver-rules.ts';
import { Badge } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

export function MissingDrivers({ named, standing }: { named: number; standing: number }) {
  const { colon, say } = useWords();
  const total = mostDrivers(standing);
  if (named && named >= total) return null;
  const some = () => `${colon(say('desk.driver.title'))}${named} / ${total}`;
  return <Badge tone="warn">{named ? some() : say('desk.driver.none')}</Badge>;
}
