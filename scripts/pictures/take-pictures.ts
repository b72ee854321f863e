// The pictures themselves: each a page as its visitor sees it, once everything on it is there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { consolePaths } from '../../domain/console-paths.ts';
import { paths } from '../../domain/paths.ts';
import { browserFlags, ensureChromium } from '../../tests/build/find-chromium.ts';
import { enterConsole, enterShop, settle, visit } from '../../tests/build/use-pages.ts';
import { openPage, pack, waitForImages } from './hold-camera.ts';
import { loginOf, type Stage } from './set-up-shop.ts';

export type Taking = { base: string; stage: Stage; folder: string; report(line: string): void };
type Take = (page: Page, name: string) => Promise<void>;

const mostBytes = 120_000;

export async function takePictures({ base, stage, folder, report }: Taking): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: ensureChromium(report), args: browserFlags });
  const take: Take = async (page, name) => {
    await waitForImages(page);
    const bytes = await pack(sharp(await page.screenshot({ animations: 'disabled' })), name, mostBytes);
    writeFileSync(join(folder, `${name}.webp`), bytes);
    report(`docs/pictures/${name}.webp   ${Math.ceil(bytes.length / 1024)} KB`);
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

/** The first day on sale next month, whose calendar is as full as the shop's. */
async function chooseDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next month' }).click();
  await settle(page);
  await page.locator('#book button[aria-pressed]:not([aria-disabled])').first().click();
  await settle(page);
}
