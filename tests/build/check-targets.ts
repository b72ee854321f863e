// What can be pressed on a phone: large enough for a finger (rules §11), and never below something else that stays in place.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pixels of the style sheets, on screens that are touched. */
const least = 44;

export async function checkTargets(page: Page): Promise<void> {
  expect.soft(await page.evaluate(findTargets, least), page.url()).toEqual([]);
}

/** Runs in the page. Links within a sentence are as high as its lines, and the days of a month share the width of the screen. */
function findTargets(least: number): string[] {
  const pressed =
    'a[href], button, select, textarea, summary, input:not([type="hidden"]), [role="button"], [role="tab"]';
  const shown = [...document.querySelectorAll<HTMLElement>(pressed)].filter(
    (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('[inert]'),
  );
  const covers = (one: Element) => ['::before', '::after'].some((part) => isStretched(getComputedStyle(one, part)));
  const isStretched = ({ position, inset, content }: CSSStyleDeclaration) =>
    position === 'absolute' && inset === '0px' && content !== 'none';
  const sizeOf = (one: HTMLElement) => {
    const all = [one, one.closest('label')].filter((item) => item !== null).map((item) => item.getBoundingClientRect());
    return [Math.max(...all.map(({ width }) => width)), Math.max(...all.map(({ height }) => height))] as const;
  };
  const isInText = (one: HTMLElement) => getComputedStyle(one).display === 'inline' || one.closest('[role="grid"]');
  const describe = (one: HTMLElement) =>
    `${one.tagName.toLowerCase()} “${(one.ariaLabel || one.innerText || one.getAttribute('name') || '').trim().slice(0, 40)}”`;
  const small = shown
    .filter((one) => !isInText(one) && !covers(one) && one.getBoundingClientRect().width > 1)
    .filter((one) => sizeOf(one).some((size) => size < least - 0.5))
    .map((one) => `${describe(one)} is ${sizeOf(one).map(Math.round).join(' × ')}`);
  const isFixed = (one: Element | null): boolean =>
    one !== null && (getComputedStyle(one).position === 'fixed' || isFixed(one.parentElement));
  const hidden = shown.filter(isFixed).filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    return above !== null && !one.contains(above) && !above.contains(one);
  });
  return [...small, ...hidden.map((one) => `${describe(one)} is below something else`)];
}
