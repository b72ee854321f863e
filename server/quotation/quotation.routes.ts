// Calls about quotations (§7).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { bookQuotation, checkQuotation } from './book-quotation.ts';
import { holdForPartner, holdPlaces, releaseForPartner, releasePlaces } from './hold-places.ts';
import { listAllQuotations, listOwnQuotations, readQuotation } from './list-quotations.ts';
import { listQuoteProducts } from './list-quote-products.ts';
import { acceptQuotation, askAgent, noteOpened } from './open-quotation.ts';
import { priceQuote } from './price-quote.ts';
import { quotationJobs } from './quotation.jobs.ts';
import { copyQuotation, saveQuotation } from './save-quotation.ts';
import { renewLink, sendQuotation, withdrawQuotation } from './send-quotation.ts';
import { answerFile, answerQuotation } from './serve-quotation.ts';
import { showToStaff } from './show-to-staff.ts';

const calls = {
  dtaQuoteList: listQuoteProducts,
  async skuQuote(context, { id, percent, ...line }) {
    const [priced] = await priceQuote(context, [{ ...line, skuId: id }], percent, context.currency);
    if (!priced) throw new Error('a line without a price');
    const { line: read, ...figures } = priced;
    return { ...figures, left: Math.max(0, read.left) };
  },
  quotations: listOwnQuotations,
  quotation: readQuotation,
  quotationSave: saveQuotation,
  quotationCopy: copyQuotation,
  quotationSend: sendQuotation,
  quotationLink: renewLink,
  quotationWithdraw: withdrawQuotation,
  quotationCheck: checkQuotation,
  quotationBook: bookQuotation,
  quotationOpened: noteOpened,
  quotationAsk: askAgent,
  quotationAccept: acceptQuotation,
  quotationHold: holdPlaces,
  quotationRelease: releasePlaces,
  consoleQuotations: listAllQuotations,
  consoleQuotation: showToStaff,
  consoleQuotationHold: holdForPartner,
  consoleQuotationRelease: releaseForPartner,
} satisfies Partial<Handlers>;

export const quotationRoom = {
  calls,
  files: { exportQuote: answerQuotation, quotationFile: answerFile },
  jobs: quotationJobs,
} satisfies Room;
