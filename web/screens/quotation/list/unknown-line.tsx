// A line whose product is still being loaded, or is no longer sold.

import { removesRow } from '../../../parts/form/remove-row.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';

export function UnknownLine({ name, gone, onRemove }: { name: string; gone: boolean; onRemove(): void }) {
  const { say } = useWords();
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{name}</h2>
        <p className="text-sm text-quiet">{gone ? say('quotation.gone') : '…'}</p>
      </div>
      <Button variant="quiet" size="sm" {...removesRow('lines', onRemove)}>
        {say('quotation.remove')}
      </Button>
    </Card>
  );
}
