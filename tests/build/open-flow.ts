// What nearly every file of browser tests begins and ends with: a portal with its screens, and a browser that looks at it.
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { openTestHouse, type TestHouse } from './open-house.ts';

/** `atEnd` takes what closes something that the file opened besides. */
export type Flow = { test: TestHouse; browser: TestBrowser; atEnd(close: () => Promise<unknown>): void };

/** `env`: of the portal. `expected`: problems in the console of the browser that the tests cause themselves. */
type Options = { env?: Record<string, string>; expected?: RegExp };

/** Opens both before the tests of the file, hands them to `prepare`, and closes them afterwards; the browser must have met no problem. */
export function openFlow(prepare: (flow: Flow) => unknown, options: Options = {}): void {
  let test: TestHouse | undefined;
  let browser: TestBrowser | undefined;
  const others: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    test = await openTestHouse({ screens: true, ...(options.env && { env: options.env }) });
    browser = await openBrowser(test);
    await prepare({ test, browser, atEnd: (close) => void others.push(close) });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    for (const close of others) await close();
    await test?.close();
    if (options.expected) browser?.forget(options.expected);
    expect(browser?.problems).toEqual([]);
  });
}
