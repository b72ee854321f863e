// A browser for tests with an instance and built screens: each person has a separate context and source address; console
// errors are collected for the end of the file.
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { trackLimits } from '../../domain/judge-track.ts';
import { sql } from '../../server/platform/db.ts';
import { browserFlags, ensureChromium } from './find-chromium.ts';
import { thorough } from './how-thorough.ts';
import { until } from './open-gateway.ts';
import type { TestHouse } from './open-house.ts';
import { browserEnvironment } from './other-day.ts';
import { endOthers, forgetFetched, shareContext } from './share-contexts.ts';
import { readImage } from './solve-images.ts';
import { followRequests } from './use-pages.ts';

export {
  enterConsole,
  enterConsoleByForm,
  enterShop,
  enterShopByForm,
  fillIn,
  reload,
  settle,
  typeLogin,
  visit,
} from './use-pages.ts';

export type TestBrowser = {
  /** Errors of consoles and pages; a file expects none at its end. */
  problems: string[];
  /** Somebody with a browser of their own. Paths are those of the first owner's shop. */
  open(width: number): Promise<Page>;
  /** Takes out what a test provoked itself. */
  forget(what: RegExp): void;
  close(): Promise<void>;
};

let persons = 0;
/** One for all files of a worker. */
let chrome: Promise<Browser> | undefined;

/**
 * The widths at which a flow runs: the one that suits it, or phone and desk in a thorough run. Every page is looked at in both by
 * every-page.e2e.test.ts.
 */
export function atWidths(usual: 390 | 1440): (390 | 1440)[] {
  return thorough ? [390, 1440] : [usual];
}
/** The ticket of the newest image code on a page, from the network traffic. */
const imageTickets = new WeakMap<Page, Promise<string>>();

export async function openBrowser(test: TestHouse): Promise<TestBrowser> {
  // The browser asks for 127.0.0.1; here that is the first owner, unless it is another's already.
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('127.0.0.1', 1) ON CONFLICT DO NOTHING`.execute(
    test.database.house,
  );
  const flags = { executablePath: ensureChromium(() => undefined), args: browserFlags, env: browserEnvironment() };
  chrome ??= chromium.launch(flags);
  const browser = await chrome;
  await endOthers(test.base);
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  return {
    problems,
    async open(width) {
      persons += 1;
      const source = `10.60.${persons >> 8}.${persons & 255}`;
      const { context, page } = await shareContext(browser, { base: test.base, width, source });
      contexts.push(context);
      followRequests(context);
      context.on('console', (one) => one.type() === 'error' && problems.push(`${one.page()?.url()} ${one.text()}`));
      context.on('weberror', (one) => problems.push(`${one.page()?.url()} ${one.error().message}`));
      page.on('request', (request) => {
        if (!request.url().endsWith('/getImageCode')) return;
        const ticket = request.response().then(async (answer) => (await answer?.json())?.data?.ticket ?? '');
        imageTickets.set(page, ticket);
      });
      return page;
    },
    forget(what) {
      const others = problems.filter((one) => !what.test(one));
      problems.splice(0, problems.length, ...others);
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await forgetFetched();
    },
  };
}

/** axe finds nothing on the current page, once colours have stopped changing. */
export function checkAxe(page: Page): Promise<void> {
  return runAxe(page, {});
}

/** The part of it that colours decide. */
export function checkColours(page: Page): Promise<void> {
  return runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function runAxe(page: Page, only: axe.RunOptions): Promise<void> {
  // The bar of a page that still loads is above all landmarks.
  await page.locator('.progress').waitFor({ state: 'detached' });
  await page.evaluate(() => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(passing.map((one) => one.finished));
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Only what is wrong is asked for: describing what is right takes as long as finding out.
  const options: axe.RunOptions = { ...only, resultTypes: ['violations'], preload: false, selectors: false };
  const found = await page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)}`);
  }, options);
  expect(found, page.url()).toEqual([]);
}

/** Nothing is wider than the screen, nor cut off by the frame of the shop, which would hide that. */
export async function checkWidth(page: Page): Promise<void> {
  const [needs, has] = await page.evaluate(() => {
    const clipping = [...document.querySelectorAll('.overflow-x-clip')].map((one) => one.scrollWidth);
    return [Math.max(document.documentElement.scrollWidth, ...clipping), innerWidth];
  });
  expect(needs, page.url()).toBeLessThanOrEqual(has ?? 0);
}

/** The marked fields, in the order of the page, each with the words under it. */
export function problemsOn(page: Page): Promise<[name: string | null, words: string | undefined][]> {
  const wordsOf = (all: Element[]) =>
    all.map((one): [string | null, string | undefined] => [
      one.getAttribute('name'),
      document.getElementById(one.getAttribute('aria-describedby') ?? '')?.innerText,
    ]);
  return page.locator('[aria-invalid="true"]').evaluateAll(wordsOf);
}

export async function newestCode(test: TestHouse, email: string): Promise<string> {
  const ask = async () => (await test.mails(email)).find((one) => one.occasion.startsWith('code '))?.subject ?? '';
  return (await until(ask, Boolean)).slice(0, 4);
}

/** Where the link of the newest mail to an address leads, when it begins with `path`. */
export async function mailedLink(test: TestHouse, email: string, path: string): Promise<string> {
  const ask = async () => {
    const link = /http:\/\/one\.test(\/\S+)/.exec((await test.mails(email))[0]?.body ?? '')?.[1] ?? '';
    return link.startsWith(path) ? link : '';
  };
  const link = await until(ask, Boolean);
  if (!link) throw new Error(`no mail to ${email} leads to ${path}`);
  return link;
}

/** Solves the puzzle with what the server knows; a person would look. Slowly enough to be taken for a person (judge-track.ts). */
export async function solvePuzzle(test: TestHouse, page: Page): Promise<void> {
  const slider = page.locator('input[type=range]');
  await slider.waitFor();
  const found = await sql<{
    x: number;
  }>`SELECT answer_x AS x FROM captcha WHERE answer_x IS NOT NULL ORDER BY expires_at DESC LIMIT 1`.execute(
    test.database.house,
  );
  const gap = found.rows[0]?.x ?? 0;
  const delay = Math.ceil((trackLimits.shortestMilliseconds * 1.5) / gap);
  await slider.focus();
  for (let x = 0; x < gap; x += 1) await page.keyboard.press('ArrowRight', { delay });
  await page.keyboard.press('Enter');
}

/** Types the code of the picture on the page. */
export async function typeImage(test: TestHouse, page: Page): Promise<void> {
  const box = page.locator('input[name=imageCode]');
  await box.locator('xpath=..').locator('img').waitFor();
  await box.fill(await readImage(test, (await imageTickets.get(page)) ?? ''));
}
