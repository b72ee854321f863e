// The sheet that staff fill in for an import of orders (decision 0430): its columns, and on a second sheet what is on sale with the
// numbers of its SKUs.
import writeSheets, { type SheetData } from 'write-excel-file/node';
import { textIn } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { guardText } from '../porting/guard-cell.ts';
import { workbookType } from '../porting/list-problems.ts';
import { listSkusOnSale, type SkuToSell } from './platform-orders.sql.ts';
import { platformColumns } from './read-order-sheet.ts';

const mostSkus = 5000;

export async function answerOrderTemplate(context: Context, _request: FastifyRequest, reply: FastifyReply) {
  const { owner, language } = context;
  const skus = await listSkusOnSale(owner, mostSkus);
  const bold = (value: string) => ({ value, fontWeight: 'bold' as const });
  const text = (value: string) => ({ type: String, value: guardText(value) });
  const nameOf = ({ sku_names: names, ticket_type: ticket, car_type: car }: SkuToSell) =>
    textIn(names, language) || translate(language, ticket ? `catalog.ticket.${ticket}` : `catalog.car.${car ?? 8003}`);
  const book = await writeSheets([
    {
      sheet: 'Orders',
      data: [Object.keys(platformColumns).map(bold)] as SheetData,
      columns: Object.values(platformColumns).map((width) => ({ width })),
      stickyRowsCount: 1,
    },
    {
      sheet: 'Products',
      data: [
        ['sku', 'product', 'package', 'name', 'currency'].map(bold),
        ...skus.map((sku) => [
          text(String(sku.sku_id)),
          ...[textIn(sku.names, language), textIn(sku.package_names, language), nameOf(sku), sku.currency].map(text),
        ]),
      ] as SheetData,
      columns: [12, 40, 32, 24, 10].map((width) => ({ width })),
      stickyRowsCount: 1,
    },
  ]).toBuffer();
  return reply
    .header('content-type', workbookType)
    .header('content-disposition', 'attachment; filename="orders.xlsx"')
    .header('x-content-type-options', 'nosniff')
    .send(book);
}
