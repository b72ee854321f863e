// What pictures of pages are taken with: a page on a screen of one size, everything on it there, as good as the bytes allow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Sharp } from 'sharp';
import { followRequests, settle } from '../../tests/build/use-pages.ts';

const screens = {
  desk: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  /** Several of them are shown beside each other in one picture. */
  smallPhone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  wideDesk: { viewport: { width: 1440, height: 900 } },
};

export type Screen = keyof typeof screens;

export async function openPage(browser: Browser, base: string, screen: Screen): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...screens[screen], baseURL: base });
  followRequests(context);
  return context.newPage();
}

const mostSeconds = 20;

/** Everything visible is loaded and drawn. Images further down load only on scrolling, so they are not awaited. */
export async function waitForImages(page: Page): Promise<void> {
  await settle(page);
  let missing = await listMissing(page);
  for (let tries = 0; missing.length > 0 && tries < mostSeconds * 5; tries += 1) {
    await page.waitForTimeout(200);
    missing = await listMissing(page);
  }
  if (missing.length > 0) throw new Error(`${page.url()} shows without ${missing.join(', ')}`);
  await settle(page);
}

/** The images on the screen, and the fonts, that are not there yet. */
function listMissing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const onScreen = [...document.images].filter((image) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    });
    const images = onScreen.filter((image) => !image.complete || image.naturalWidth === 0).map((image) => image.src);
    return document.fonts.status === 'loaded' ? images : [...images, 'its fonts'];
  });
}

/** As good as the size allows. */
export async function pack(image: Sharp, name: string, mostBytes: number): Promise<Buffer> {
  for (const quality of [86, 76, 66, 56, 46]) {
    const bytes = await image.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= mostBytes) return bytes;
  }
  throw new Error(`${name} does not fit into ${mostBytes} bytes`);
}
