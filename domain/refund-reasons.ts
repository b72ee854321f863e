// Why money went back where nobody wrote a reason (§4, rules §8): what ended the booking, or became of a payment.

const ofTheShop = new Set(['approveCancel', 'cancelPending', 'lapse', 'late', 'overpaid', 'released']);

/** A refund's or an event's reason for a reader: what a person wrote, or the words for what the shop did by itself. */
export function nameReason(say: (key: string) => string, reason: string): string {
  return ofTheShop.has(reason) ? say(`order.event.${reason}`) : reason;
}
