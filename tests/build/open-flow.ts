// What nearly every file of browser tests begins and ends with: a portal with its screens, and a browser that looks at it.
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { openTestHouse, type TestHouse } from './open-house.ts';

export type Flow = { test: TestHouse; browser: TestBrowser };
type Close = () => Promise<unknown>;

/** `env`: of the portal. `expected`: problems in the console of the browser that the tests cause themselves. */
type Options = { env?: Record<string, string>; expected?: RegExp };

/**
 * Opens both before the tests of the file and closes them afterwards; the browser must have met no problem. `prepare` receives them, may
 * prepare more, and may return what closes that again.
 */
export function openFlow(prepare: (flow: Flow) => Promise<Close | void> | void, options: Options = {}): void {
  let flow: Partial<Flow> = {};
  let close: Close | void;
  beforeAll(async () => {
    const test = await openTestHouse({ screens: true, ...(options.env && { env: options.env }) });
    flow = { test };
    const browser = await openBrowser(test);
    flow = { test, browser };
    close = await prepare({ test, browser });
  }, 240_000);
  afterAll(async () => {
    const { test, browser } = flow;
    await browser?.close();
    await close?.();
    await test?.close();
    if (options.expected) browser?.forget(options.expected);
    expect(browser?.problems).toEqual([]);
  });
}
