// Calls about quotations (§7).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerQuote } from './export-quote.ts';
import { listQuoteProducts } from './list-quote-products.ts';
import { priceQuote } from './price-quote.ts';

const calls = {
  dtaQuoteList: listQuoteProducts,
  async skuQuote(context, { id, percent, ...line }) {
    const [priced] = await priceQuote(context, [{ ...line, skuId: id }], percent, context.currency);
    if (!priced) throw new Error('a line without a price');
    const { line: read, ...figures } = priced;
    return { ...figures, left: Math.max(0, read.left) };
  },
} satisfies Partial<Handlers>;

export const quotationRoom = { calls, files: { exportQuote: answerQuote } } satisfies Room;
