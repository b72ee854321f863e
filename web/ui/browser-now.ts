/**
 * The browser's clock in milliseconds, for data of one browser only: the age of stored data, the rest of a wait. Rendering
 * and decisions use the page's time, `useNow` of root-data.ts.
 */
export function browserNow(): number {
  return Date.now();
}

/** How far the server's time is ahead of the browser's clock. Never set while rendering on the server. */
let ahead: number | undefined;

export function setServerNow(now: number): void {
  ahead = now - browserNow();
}

/** The server's time plus the time passed since, whatever the browser's clock says; undefined before the frame knows it. */
export function serverNow(): number | undefined {
  return ahead === undefined ? undefined : browserNow() + ahead;
}
