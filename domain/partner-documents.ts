// Papers of partners (rules §3): kinds, how many and how large, and when staff are reminded of an end. Shared by screens and server.

export const documentKinds = ['licence', 'contract', 'insurance', 'tax', 'other'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const partnerDocumentRules = {
  mostFiles: 20,
  mostBytes: 5 * 1024 * 1024,
  mostPixels: 40_000_000,
  longestSide: 3000,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  /** So many days before it expires it appears in the staff's queue. */
  remindDays: 30,
} as const;
