// What a row of the sheet is: the places of a session, those of a SKU alone within it, its price there, or the price of a SKU.
import type { Currency } from '../../../../domain/currencies.ts';
import { useWords } from '../../../parts/use-words.ts';
import type { Calendar, SheetRow } from './stock-cells.ts';

type RowHeadProps = {
  row: SheetRow;
  sku: Calendar['skus'][number] | undefined;
  limited: Calendar['skus'][number] | undefined;
  /** Whose price in one session this is. */
  priced: Calendar['skus'][number] | undefined;
  currency: Currency;
  /** The SKU's usual price. */
  own: string;
};

export function RowHead({ row, sku, limited, priced, currency, own }: RowHeadProps) {
  const { say } = useWords();
  const session = row.session || say('catalog.product.wholeDay');
  const [name, note] = sku
    ? [sku.name, `${currency} ${own}`]
    : limited
      ? [limited.name, `${session} · ${say('inventory.limit')}`]
      : priced
        ? [priced.name, `${session} · ${say('inventory.sessionPrice')}`]
        : [session, say('inventory.places')];
  return (
    <th
      scope="row"
      className="sticky left-0 z-10 max-w-56 border-r border-b border-line bg-surface px-3 py-2 text-left font-medium"
    >
      <span className={limited || priced ? 'block border-l-2 border-line pl-2' : 'block'}>
        <span className="block break-words">{name}</span>
        <span className="text-xs text-quiet">{note}</span>
      </span>
    </th>
  );
}
