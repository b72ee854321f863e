// The life of a saved quotation (§2 onlinequotation) as one table keyed by action: from, to, who may. The SQL guard, the buttons and the
// permission read it.

export const quotationStatuses = ['draft', 'sent', 'opened', 'accepted', 'booked', 'expired', 'withdrawn'] as const;
export type QuotationStatus = (typeof quotationStatuses)[number];
export type QuotationActor = 'agent' | 'customer' | 'clock';

type QuotationAction = { from: readonly QuotationStatus[]; to: QuotationStatus; by: QuotationActor };

export const quotationActions = {
  /** A change before it was sent. */
  save: { from: ['draft'], to: 'draft', by: 'agent' },
  /** A change afterwards: a new version, which the customer does not see before it is sent. */
  revise: { from: ['sent', 'opened', 'accepted', 'expired', 'withdrawn'], to: 'draft', by: 'agent' },
  send: { from: ['draft'], to: 'sent', by: 'agent' },
  open: { from: ['sent'], to: 'opened', by: 'customer' },
  accept: { from: ['sent', 'opened'], to: 'accepted', by: 'customer' },
  book: { from: ['sent', 'opened', 'accepted'], to: 'booked', by: 'agent' },
  withdraw: { from: ['sent', 'opened', 'accepted'], to: 'withdrawn', by: 'agent' },
  expire: { from: ['sent', 'opened'], to: 'expired', by: 'clock' },
} as const satisfies Record<string, QuotationAction>;

export type QuotationActionName = keyof typeof quotationActions;

/** What `actor` may do now: what a screen shows as buttons. */
export function quotationActionsFor(status: QuotationStatus, actor: QuotationActor): QuotationActionName[] {
  return (Object.keys(quotationActions) as QuotationActionName[]).filter((name) => {
    const row: QuotationAction = quotationActions[name];
    return row.by === actor && row.from.includes(status);
  });
}

/** While a quotation is one of these, places may be held for it. */
export const holdableStatuses: readonly QuotationStatus[] = ['draft', 'sent', 'opened', 'accepted'];

/** Neither changes the status; the history lists both. */
export const holdActions = ['hold', 'release'] as const;

/** What the customer's link shows; a draft or a withdrawn one looks like a link that is over. */
export const shownToCustomer: readonly QuotationStatus[] = ['sent', 'opened', 'accepted', 'booked', 'expired'];

/** The customer's question, which changes no status but is listed in the same history. */
export const questionAction = 'ask';
