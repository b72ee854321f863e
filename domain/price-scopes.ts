// What an agent price is for, how it is meant and when it counts (rules §3, §11). The order of scopes is the order in which they win.

export const priceScopes = ['sku', 'package', 'product', 'city', 'type', 'everything'] as const;
export type PriceScope = (typeof priceScopes)[number];

/** What may be hidden from a level or a partner. */
export const hiddenScopes = ['product', 'city', 'type'] as const;
export type HiddenScope = (typeof hiddenScopes)[number];

/** fixed: this price · percent: percent off retail · amount: amount off retail. */
export const priceKinds = ['percent', 'amount', 'fixed'] as const;

/** Whose day must lie within the time of a price: that of the journey, or that of the booking. */
export const validities = ['travel', 'booking'] as const;

export const priceStates = ['current', 'coming', 'over'] as const;
export type PriceState = (typeof priceStates)[number];

/** The number of a scope in the table starts at one. */
export const scopeNumber = (scope: PriceScope): number => priceScopes.indexOf(scope) + 1;
