// Each screen of a booking in five languages side by side, on a phone and on a desk: what they need in width and height is seen at once.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import type { Language } from '../../domain/languages.ts';
import { paths } from '../../domain/paths.ts';
import { browserFlags, ensureChromium } from '../../tests/build/find-chromium.ts';
import { enterShop, visit } from '../../tests/build/use-pages.ts';
import { openPage, pack, waitForImages } from './hold-camera.ts';
import { loginOf, type Stage } from './set-up-shop.ts';
import type { Taking } from './take-pictures.ts';

const shown: Language[] = ['en', 'zh_CN', 'ja_JP', 'th', 'fr_FR'];
const sheets = {
  /** One row of telephones. */
  390: { screen: 'smallPhone', columns: 5, width: 390, height: 844 },
  /** Two columns of desks, each two thirds as wide. */
  1440: { screen: 'wideDesk', columns: 2, width: 960, height: 600 },
} as const;
type Sheet = (typeof sheets)[keyof typeof sheets];

const mostBytes = 200_000;
const gap = 12;
const background = '#d4d4d8';

export async function takeLanguages({ base, stage, folder, report }: Taking): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: ensureChromium(report), args: browserFlags });
  try {
    for (const [width, sheet] of Object.entries(sheets)) {
      for (const [name, shots] of await takeScreens(browser, base, stage, sheet)) {
        const bytes = await pack(await laySideBySide(shots, sheet), name, mostBytes);
        writeFileSync(join(folder, `${name}-${width}.webp`), bytes);
        report(`docs/pictures/languages/${name}-${width}.webp   ${Math.ceil(bytes.length / 1024)} KB`);
      }
    }
  } finally {
    await browser.close();
  }
}

/** Of each screen a shot in each language. The agent stays the same person, so only the words change. */
async function takeScreens(browser: Browser, base: string, stage: Stage, sheet: Sheet): Promise<Map<string, Buffer[]>> {
  const page = await openPage(browser, base, sheet.screen);
  const [, account, password] = loginOf('Agent (deposit)');
  await enterShop(page, account, password);
  const shots = new Map<string, Buffer[]>();
  for (const language of shown) {
    await visit(page, `${paths.home()}?l=${language}`);
    for (const [name, path] of Object.entries(listScreens(stage))) {
      await visit(page, path);
      shots.set(name, [...(shots.get(name) ?? []), await shoot(page)]);
    }
  }
  await page.context().close();
  return shots;
}

const listScreens = (stage: Stage): Record<string, string> => ({
  home: paths.home(),
  list: paths.search(),
  product: stage.tour,
  booking: paths.booking({ lines: stage.line }),
  payment: paths.payment('pay', stage.unpaid),
  order: paths.order(stage.confirmed),
  voucher: paths.pass(stage.confirmed),
});

async function shoot(page: Page): Promise<Buffer> {
  await waitForImages(page);
  return page.screenshot({ animations: 'disabled' });
}

async function laySideBySide(shots: Buffer[], { columns, width, height }: Sheet): Promise<Sharp> {
  const rows = Math.ceil(shots.length / columns);
  const layers = await Promise.all(
    shots.map(async (shot, at) => ({
      input: await sharp(shot).resize(width, height).png().toBuffer(),
      left: gap + (at % columns) * (width + gap),
      top: gap + Math.floor(at / columns) * (height + gap),
    })),
  );
  const size = { width: gap + columns * (width + gap), height: gap + rows * (height + gap) };
  const sheet = sharp({ create: { ...size, channels: 3, background } }).composite(layers);
  return sharp(await sheet.png().toBuffer());
}
