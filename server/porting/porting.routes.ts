// Calls about the catalogue as files (rules §10) and about quotations (§7).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerCatalogue } from './export-catalogue.ts';
import { answerProblems } from './list-problems.ts';
import { portingJobs } from './porting.jobs.ts';
import { answerQuote } from './quote/export-quote.ts';
import { listQuoteProducts } from './quote/list-quote-products.ts';
import { priceQuote } from './quote/price-quote.ts';
import { receiveFile } from './receive-file.ts';
import { showImport, showImports, showRows, startImport } from './show-import.ts';

const calls = {
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

export const portingRoom = {
  calls,
  files: {
    catalogueExport: answerCatalogue,
    importProblems: answerProblems,
    exportQuote: answerQuote,
    catalogueUpload: { answer: receiveFile, takes: 'stream' },
  },
  jobs: portingJobs,
} satisfies Room;
