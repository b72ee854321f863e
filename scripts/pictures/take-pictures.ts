// The pictures themselves: each a page as its visitor sees it, once everything on it is there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { consolePaths } from '../../domain/console-paths.ts';
import { paths } from '../../domain/paths.ts';
import { browserFlags, ensureChromium } from '../../tests/build/find-chromium.ts';
import { enterConsole, enterShop, followRequests, settle, visit } from '../../tests/build/use-pages.ts';
import { loginOf, type Stage } from './set-up-shop.ts';

type Taking = { base: string; stage: Stage; folder: string; tell(line: string): void };
type Take = (page: Page, name: string) => Promise<void>;

const mostBytes = 120_000;

export async function takePictures({ base, stage, folder, tell }: Taking): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: ensureChromium(tell), args: browserFlags });
  const take: Take = async (page, name) => {
    await waitForImages(page);
    const bytes = await pack(await page.screenshot({ animations: 'disabled' }), name);
    writeFileSync(join(folder, `${name}.webp`), bytes);
    tell(`docs/pictures/${name}.webp   ${Math.ceil(bytes.length / 1024)} KB`);
  };
  try {
    await takeShop(browser, base, stage, take);
    await takeAgent(browser, base, stage, take);
    await takeBackOffice(browser, base, stage, take);
  } finally {
    await browser.close();
  }
}

async function takeShop(browser: Browser, base: string, stage: Stage, take: Take): Promise<void> {
  const desk = await openPage(browser, base, 'desk');
  await visit(desk, `${paths.home()}?l=en`);
  await take(desk, 'home-desktop');
  await visit(desk, stage.tour);
  await desk.locator('#book').scrollIntoViewIfNeeded();
  await chooseDay(desk);
  await take(desk, 'product-desktop');
  await desk.context().close();

  const phone = await openPage(browser, base, 'phone');
  await visit(phone, `${paths.home()}?l=en`);
  await take(phone, 'home-phone');
  await visit(phone, `${stage.tour}?l=zh_CN`);
  await take(phone, 'product-phone-chinese');
  await phone.context().close();
}

async function takeAgent(browser: Browser, base: string, stage: Stage, take: Take): Promise<void> {
  const page = await openPage(browser, base, 'desk');
  const [, account, password] = loginOf('Agent (deposit)');
  await enterShop(page, account, password);
  await visit(page, paths.booking({ lines: stage.line }));
  await take(page, 'booking-desktop');
  await visit(page, paths.orders());
  await take(page, 'agent-orders-desktop');
  await visit(page, paths.balance());
  await take(page, 'agent-statement-desktop');
  await page.context().close();
}

async function takeBackOffice(browser: Browser, base: string, stage: Stage, take: Take): Promise<void> {
  const page = await openPage(browser, base, 'desk');
  const [, email, password] = loginOf('Back office, admin');
  await enterConsole(page, email, password);
  await take(page, 'queues-desktop');
  await visit(page, consolePaths.order(stage.waiting));
  await take(page, 'order-desktop');
  await page.context().close();
}

const screens = {
  desk: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
};

async function openPage(browser: Browser, base: string, screen: keyof typeof screens): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...screens[screen], baseURL: base });
  followRequests(context);
  return context.newPage();
}

/** The first day on sale next month, whose calendar is as full as the shop's. */
async function chooseDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next month' }).click();
  await settle(page);
  await page.locator('#book button[aria-pressed]:not([aria-disabled])').first().click();
  await settle(page);
}

const mostSeconds = 20;

/** Everything that can be seen is loaded and drawn. Images further down load when somebody scrolls there, so nothing waits for them. */
async function waitForImages(page: Page): Promise<void> {
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
async function pack(png: Buffer, name: string): Promise<Buffer> {
  for (const quality of [86, 76, 66, 56, 46]) {
    const bytes = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= mostBytes) return bytes;
  }
  throw new Error(`${name} does not fit into ${mostBytes} bytes`);
}
