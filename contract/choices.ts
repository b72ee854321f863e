// Choices that screens offer and calls take. They stand apart from the schemas, which screens do not load.

/** How sales are grouped; each group is also a filter of the order list. */
export const salesWays = ['product', 'type', 'partner', 'channel', 'source'] as const;
/** How the days of a span are put together. */
export const salesSteps = ['day', 'week', 'month'] as const;

/** How much of a cancelled part goes back to the buyer: all, by the policy, or an amount that staff enters. */
export const refundWays = ['full', 'policy', 'own'] as const;

/** Blanks of a template for answers: filled for the order that it is used for. */
export const answerBlanks = ['name', 'orderNo', 'product'] as const;
