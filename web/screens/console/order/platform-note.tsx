// Before staff change or cancel an order that a platform sold: the platform does not learn of it from us (decision 0432).
import { isPlatformSource } from '../../../../domain/order-sources.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';

export function PlatformNote({ source }: { source: number }) {
  const { say } = useWords();
  if (!isPlatformSource(source)) return null;
  return <Notice tone="warn">{say('marketplace.notSent', { platform: say(`order.list.source.${source}`) })}</Notice>;
}
