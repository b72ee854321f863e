// The heading of a row of the sheet: places of a session, places of a single SKU within it, its price there, or its price or cost of a day.
import type { Currency } from '../../../../domain/currencies.ts';
import { useWords } from '../../../parts/use-words.ts';
import { kindOf } from './cell-kinds.ts';
import type { Calendar, SheetRow } from './stock-cells.ts';

type RowHeadProps = {
  row: SheetRow;
  /** The time, or what stands for it where there is none. */
  session: string;
  /** The SKU of the limit, price or cost. */
  sku: Calendar['skus'][number] | undefined;
  currency: Currency;
  /** The SKU's usual price, or its usual cost. */
  plainText: string;
};

export function RowHead({ row, session, sku, currency, plainText }: RowHeadProps) {
  const { say } = useWords();
  const usual = plainText && `${currency} ${plainText}`;
  const kind = kindOf(row.what);
  const notes = {
    places: [say('inventory.places')],
    limit: [session, say('inventory.limit')],
    sessionPrice: [session, say('inventory.sessionPrice')],
    price: [usual],
    cost: [say('inventory.cost'), usual],
  };
  return (
    <th
      scope="row"
      className="sticky left-0 z-10 max-w-56 border-r border-b border-line bg-surface px-3 py-2 text-left font-medium"
    >
      <span className={['places', 'price'].includes(kind) ? 'block' : 'block border-l-2 border-line pl-2'}>
        <span className="block break-words">{sku?.name ?? session}</span>
        <span className="text-xs text-quiet">{notes[kind].filter(Boolean).join(' · ')}</span>
      </span>
    </th>
  );
}
