// How large files may be, for the screen and the server: those that a supplier or the owner adds to an order for its buyer, and those of
// products.

export const orderFileRules = {
  mostFiles: 5,
  mostBytes: 2 * 1024 * 1024,
  mostPixels: 40_000_000,
  longestSide: 2400,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

/** The supplier's number of an order, in characters. */
export const longestReference = 60;

/**
 * Of a file of products (decisions 0029 and 0763). A workbook is opened as a whole; a list in JSON is read product by product, so it may be
 * as large as the largest catalogue.
 */
export const importLimits = {
  mostBytes: 20 * 1024 * 1024,
  mostListBytes: 250 * 1024 * 1024,
  /** Products of a workbook, and of a list in JSON. */
  mostProducts: 5000,
  mostListed: 20_000,
  /** Of one part of a catalogue that is larger than an import (decision 0776): so few that its bytes fit, too. */
  mostOfPart: 10_000,
};
