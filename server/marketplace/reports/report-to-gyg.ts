// Reports each used ticket to GetYourGuide by redeem-ticket, and a booking by redeem-booking once all its tickets are used (0611).
// Its answer to a repeated report is uncertain, so each ticket is reported until GetYourGuide accepts it, and never again.
import { askGyg } from '../places/ask-gyg.ts';
import { countUnits, type UseAnswer, type UseReporter } from './report-port.ts';
import type { ClaimedUse } from './uses.sql.ts';

const taken: UseAnswer = { code: 'OK', isGood: true };
const answered = (code: string): UseAnswer => (code ? { code, isGood: false } : taken);

const isWhole = (use: ClaimedUse): boolean => use.used_units === countUnits(use);

export const reportToGyg: UseReporter = {
  kindOf: (use) => (isWhole(use) ? 'redeem-booking' : 'redeem-ticket'),
  async report(account, use) {
    const { reference: gygBookingReference, items, lines } = use;
    if (isWhole(use)) return answered(await askGyg(account, 'redeem-booking', { gygBookingReference }));
    const tickets = items?.filter(({ ref }) => lines.some((line) => line.line === ref && line.used > 0));
    // Booked before tickets were stored: one report once all are used.
    if (!tickets?.length) return answered('NO_TICKET_CODES');
    for (const { id: ticketCode, isTold } of tickets) {
      if (isTold) continue;
      const code = await askGyg(account, 'redeem-ticket', { ticketCode, gygBookingReference });
      if (code) return answered(code);
      await account.noteReported(ticketCode);
    }
    return taken;
  },
};
