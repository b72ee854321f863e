// What a row of the sheet is: the places of a session, those of a SKU alone within it, the price of a SKU, or its cost.
import type { Currency } from '../../../../domain/currencies.ts';
import { useWords } from '../../../parts/use-words.ts';
import type { Calendar, SheetRow } from './stock-cells.ts';

type RowHeadProps = {
  row: SheetRow;
  sku: Calendar['skus'][number] | undefined;
  limited: Calendar['skus'][number] | undefined;
  /** The SKU whose cost this is. */
  costed: Calendar['skus'][number] | undefined;
  currency: Currency;
  /** The SKU's usual price, or its usual cost. */
  own: string;
};

export function RowHead({ row, sku, limited, costed, currency, own }: RowHeadProps) {
  const { say } = useWords();
  const session = row.session || say('catalog.product.wholeDay');
  const [name, note] = tellRow();
  function tellRow(): [name: string, note: string] {
    if (sku) return [sku.name, `${currency} ${own}`];
    if (costed) return [costed.name, [say('inventory.cost'), own && `${currency} ${own}`].filter(Boolean).join(' · ')];
    return limited ? [limited.name, `${session} · ${say('inventory.limit')}`] : [session, say('inventory.places')];
  }
  return (
    <th
      scope="row"
      className="sticky left-0 z-10 max-w-56 border-r border-b border-line bg-surface px-3 py-2 text-left font-medium"
    >
      <span className={limited || costed ? 'block border-l-2 border-line pl-2' : 'block'}>
        <span className="block break-words">{name}</span>
        <span className="text-xs text-quiet">{note}</span>
      </span>
    </th>
  );
}
