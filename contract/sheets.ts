// Lists of the back office as files (rules §10): the filters of each list, and how it is written.
import { z } from './call.ts';
import { deskCalls } from './desk.ts';
import { deskSupplyCalls } from './desk-supply.ts';
import { financeCalls } from './finance.ts';
import { partnerCalls } from './partner.ts';

const written = { format: z.enum(['csv', 'xlsx']).default('csv') };

/** Of the file routes `GET /api/console/export/…`: what the list's call takes, without its page. */
export const sheetInputs = {
  orders: deskCalls.consoleOrders.input.omit({ page: true, size: true }).extend(written),
  guests: deskSupplyCalls.consoleGuests.input.extend(written),
  payments: financeCalls.consolePayments.input.omit({ page: true }).extend(written),
  refunds: financeCalls.consoleRefunds.input.omit({ page: true }).extend(written),
  partners: partnerCalls.consolePartners.input.omit({ page: true, size: true }).extend(written),
};
