// Files that a supplier or the owner adds to an order for its buyer: how many and how large. Shared by the screen and the server.

export const orderFileRules = {
  mostFiles: 5,
  mostBytes: 2 * 1024 * 1024,
  mostPixels: 40_000_000,
  longestSide: 2400,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

/** The supplier's number of an order, in characters. */
export const longestReference = 60;
