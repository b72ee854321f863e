// How much a file of products may hold (decisions 0029 and 0763). A workbook is opened as a whole; a list in JSON is read product by product, so it
// may be as large as the largest catalogue that is exported.

export const importLimits = {
  mostBytes: 20 * 1024 * 1024,
  mostListBytes: 250 * 1024 * 1024,
  /** Products of a workbook, and of a list in JSON. */
  mostProducts: 5000,
  mostListed: 20_000,
};
