// Why money was refunded without a written reason (§4, rules §8): what ended the booking, or the payment's fate.

const ofTheShop = new Set(['approveCancel', 'cancelPending', 'lapse', 'late', 'overpaid', 'released']);

/** A refund's or an event's reason for a reader: what a person wrote, or the words for the shop's own reasons. */
export function nameReason(say: (key: string) => string, reason: string): string {
  return ofTheShop.has(reason) ? say(`order.event.${reason}`) : reason;
}
