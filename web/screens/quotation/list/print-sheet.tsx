// The quotation on paper or as a PDF: only what the customer may see; the agent's prices only if chosen.

import { todayIn } from '../../../../domain/dates.ts';
import { hasLastDay } from '../../../../domain/product-types.ts';
import { describeGuests } from '../../../../domain/rooms.ts';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { type Costs, type OpenLine, type OpenList, sumCosts } from './use-list.ts';

type PrintSheetProps = {
  list: OpenList;
  products: Map<string, Quoted | null>;
  costs: Map<number, Costs>;
  withNet: boolean;
};

export function PrintSheet({ list, products, costs, withNet }: PrintSheetProps) {
  const words = useWords();
  const { colon, say } = words;
  const sums = sumCosts(costs.values());
  const heads = [
    'order.list.column.product',
    'catalog.product.date',
    'order.list.column.quantity',
    'quotation.column.unitPrice',
    'order.list.column.amount',
  ];
  const netHeads = withNet ? ['quotation.column.net', 'quotation.column.retail', 'quotation.margin'] : [];
  const numbers = sums ? [sums.asked, ...(withNet ? [sums.net, sums.retail, sums.margin] : [])] : [];
  const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, useNow());
  return (
    <section className="hidden print:block" aria-hidden="true">
      <p className="text-2xl font-bold">{[say('quotation.listTitle'), list.customer].filter(Boolean).join(': ')}</p>
      <p className="mb-4">
        {colon(say('quotation.made'))}
        {words.day(today)}
      </p>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {[...heads, ...netHeads].map((head) => (
              <th key={head} className="border-b border-line p-1 text-left">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.lines.map((line) => (
            <PrintedLine
              key={line.key}
              line={line}
              product={products.get(line.productId)}
              costs={costs.get(line.key)}
              withNet={withNet}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <td className="p-1" colSpan={heads.length - 1}>
              {say('quotation.total')}
            </td>
            {numbers.map((number, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sums under their columns
              <td key={at} className="p-1 tabular-nums">
                {words.money(number)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className="mt-4 text-sm">{say('quotation.subject')}</p>
    </section>
  );
}

type PrintedLineProps = { line: OpenLine; product: Quoted | null | undefined; costs: Costs; withNet: boolean };

function PrintedLine({ line, product, costs, withNet }: PrintedLineProps) {
  const words = useWords();
  if (!product || !costs || !('figures' in costs)) return null;
  const pack = product.packages.find((item) => item.id === line.packageId);
  const sku = pack?.skus.find((item) => item.id === line.skuId);
  const guests = line.guests && words.say('catalog.stay.eachRoom', { guests: describeGuests(words, line.guests) });
  const { unit, asked, net, retail, margin } = costs.figures;
  const days = pack?.openDays == null ? [line.on, hasLastDay(product.stockBy, pack) ? line.until : ''] : [];
  const when = days.flatMap((day) => (day ? [words.day(day, 'short')] : [])).join(' – ');
  return (
    <tr>
      <td className="border-b border-line p-1">
        {product.name}
        <br />
        {[pack?.name, sku && nameSku(words, sku), guests].filter(Boolean).join(' · ')}
      </td>
      <td className="border-b border-line p-1">{[when, line.session].filter(Boolean).join(' ')}</td>
      <td className="border-b border-line p-1 tabular-nums">{line.quantity}</td>
      {[unit, asked, ...(withNet ? [net, retail, margin] : [])].map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures under their columns
        <td key={at} className="border-b border-line p-1 tabular-nums">
          {words.money(item)}
        </td>
      ))}
    </tr>
  );
}
