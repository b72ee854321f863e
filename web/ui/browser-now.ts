/**
 * The browser's clock in milliseconds, for data of one browser only: the age of stored data, the rest of a wait. Rendering
 * and decisions use the page's time, `useNow` of root-data.ts.
 */
export function browserNow(): number {
  return Date.now();
}
