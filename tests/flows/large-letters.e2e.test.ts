// Letters twice as large as usual on a phone (WCAG 1.4.4), which is a screen half as wide, and the keyboard's focus beside the bars at the
// bottom of the screen (WCAG 2.4.11), in a real browser.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../domain/paths.ts';
import { enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';

let browser: TestBrowser;
openFlow(
  (flow) => {
    ({ browser } = flow);
  },
  // The page of an address that is not there.
  { expected: /404/ },
);

/** Texts that end outside of the screen, where nothing scrolls to them. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll', 'hidden'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => !scrolls(element.parentElement))
      .map((element) => element.textContent?.trim().slice(0, 40));
  });

/** Texts that break after every letter. */
const brokenUp = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(({ textContent, children }) => children.length === 0 && (textContent?.trim().length ?? 0) > 3)
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const letter = Number.parseFloat(getComputedStyle(element).fontSize);
        return width > 1 && width < 2 * letter && height > 3 * letter;
      })
      .map(({ textContent }) => textContent?.trim().slice(0, 40)),
  );

/** How much of the screen what stays at its bottom covers, from 0 to 1. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('body *')].filter(
      (element) =>
        getComputedStyle(element).position === 'fixed' && element.getBoundingClientRect().bottom >= innerHeight,
    );
    return Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().height)) / innerHeight;
  });

it('with letters twice as large every text of a phone’s pages is on the screen, and no bar covers the half of it', async () => {
  const page = await browser.open(195);
  await visit(page, '/search');
  await page.locator('article h2 a').first().click();
  await page.locator('#book').waitFor();
  const product = new URL(page.url()).pathname;
  for (const path of [product, '/signup/personal', paths.wishes(), '/nowhere']) {
    await visit(page, path);
    expect(await cutOff(page), path).toEqual([]);
    expect(await brokenUp(page), path).toEqual([]);
    expect(await covered(page), path).toBeLessThan(0.5);
  }
  // The header's buttons are on the screen, also those without a text.
  await visit(page, '/search');
  const ends = await page
    .locator('header nav > :visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeLessThanOrEqual(195);
  // A long word on its button.
  await visit(page, '/?l=fr_FR');
  expect(await cutOff(page)).toEqual([]);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  for (const path of [paths.orders(), paths.changePassword()]) {
    await visit(page, path);
    expect(await cutOff(page), path).toEqual([]);
  }
}, 120_000);

/** Elements that have the focus, one after another, while a bar at the bottom of the screen hides all of them. */
async function hiddenInFocus(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body || element.closest('nav.fixed, .foot-bar')) return '';
      const bars = [...document.querySelectorAll('body *')].filter((bar) => getComputedStyle(bar).position === 'fixed');
      const { top, bottom } = element.getBoundingClientRect();
      const isHidden = bars.some((bar) => {
        const box = bar.getBoundingClientRect();
        return box.height > 0 && !bar.contains(element) && top >= box.top && bottom <= box.bottom;
      });
      return isHidden ? element.outerHTML.slice(0, 120) : '';
    });
    if (name) hidden.push(name);
  }
  return hidden;
}

it('the keyboard’s focus is never behind the bar at the bottom of a phone', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, '/search');
  await page.locator('article h2 a').first().click();
  await page.locator('#book').waitFor();
  for (const path of [new URL(page.url()).pathname, paths.profile()]) {
    await visit(page, path);
    expect(await hiddenInFocus(page), path).toEqual([]);
  }
}, 120_000);
