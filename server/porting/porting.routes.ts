// Calls about the catalogue as files (decisions §10) and about quotations (§7).
import type { Handlers } from '../platform/bind.ts';
import { listQuoteProducts } from './quote/list-quote-products.ts';
import { priceQuote } from './quote/price-quote.ts';
import { showImport, showImports, showRows, startImport } from './show-import.ts';

export const portingHandlers = {
  consoleImports: showImports,
  consoleImport: showImport,
  consoleImportRows: showRows,
  consoleImportRun: startImport,
  dtaQuoteList: listQuoteProducts,
  async skuQuote(context, { id, percent, ...line }) {
    const [priced] = await priceQuote(context, [{ ...line, skuId: id }], percent, context.currency);
    if (!priced) throw new Error('a line without a price');
    const { line: read, ...figures } = priced;
    return { ...figures, left: Math.max(0, read.left) };
  },
} satisfies Partial<Handlers>;
