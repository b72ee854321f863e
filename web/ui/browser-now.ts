/**
 * The browser's clock in milliseconds, for what only one browser knows: how old something in its storage is, what is left of a wait. What
 * is rendered or decided takes the page's time, `useNow` of root-data.ts.
 */
export function browserNow(): number {
  return Date.now();
}
