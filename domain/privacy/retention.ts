// How long a shop keeps personal data (decision 0496): the terms, their bounds, and what the house uses until the owner sets its own.

export type RetentionTerm = { unit: 'days' | 'months' | 'years'; usual: number; least: number; most: number };

/** The clock counts from the last day of travel, for mails from their writing, for sign-ins from the last one. */
export const retentionTerms = {
  documents: { unit: 'days', usual: 30, least: 0, most: 3650 },
  travellers: { unit: 'months', usual: 12, least: 0, most: 120 },
  contacts: { unit: 'months', usual: 24, least: 0, most: 120 },
  mails: { unit: 'months', usual: 12, least: 1, most: 120 },
  // A place counts as known for 90 days (decision 0081): nothing is stored longer.
  signIns: { unit: 'days', usual: 90, least: 7, most: 90 },
  invoices: { unit: 'years', usual: 7, least: 0, most: 30 },
} as const satisfies Record<string, RetentionTerm>;

export type RetentionName = keyof typeof retentionTerms;
export const retentionNames = Object.keys(retentionTerms) as RetentionName[];
export type Retention = Record<RetentionName, number>;

/** The owner's terms over the usual ones; one that was saved under a higher bound than today's is the bound. */
export function readRetention(stored: Partial<Retention>): Retention {
  return Object.fromEntries(
    retentionNames.map((name) => {
      const { usual, most } = retentionTerms[name];
      return [name, Math.min(stored[name] ?? usual, most)];
    }),
  ) as Retention;
}

/** What prevents an erasure: each a word of the screens. */
export const erasureObstacles = ['order', 'rest', 'payment', 'refund', 'deposit', 'credit', 'users'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

export const reviewWishes = ['nameless', 'erased'] as const;
export type ReviewWish = (typeof reviewWishes)[number];
