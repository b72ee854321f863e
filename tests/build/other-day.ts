// A run of the tests as on another day (CONTRIBUTING, "On another day"): libfaketime moves the clock of Node and PostgreSQL. Chromium does
// not start under it, so the browser has the machine's clock and its pages have a moved Date.

/** How many days the clock stands ahead. */
export const daysAhead = Number(/^\+(\d+)d$/.exec(process.env.FAKETIME ?? '')?.[1] ?? 0);

/** What Chromium inherits. */
export function browserEnvironment(): Record<string, string> {
  const { LD_PRELOAD: _, FAKETIME: __, ...rest } = process.env;
  return rest as Record<string, string>;
}

/** In the page, once, however often its scripts are added. */
export function moveDate(days: number): void {
  if (Object.hasOwn(globalThis, 'movedDate')) return;
  Object.defineProperty(globalThis, 'movedDate', { value: true });
  const RealDate = Date;
  const now = () => RealDate.now() + days * 86_400_000;
  globalThis.Date = new Proxy(RealDate, {
    construct: (made, given: []) => (given.length ? new made(...given) : new made(now())),
    apply: () => new RealDate(now()).toString(),
    get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
  });
}
