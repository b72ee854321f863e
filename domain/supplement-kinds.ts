/** What may be added to an order after it was placed (§3 additional payment). */
export const supplementKinds = ['extraTime', 'priceDifference', 'freight'] as const;
export type SupplementKind = (typeof supplementKinds)[number];
