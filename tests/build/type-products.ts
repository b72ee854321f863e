// Products typed by hand in the back office's screens, for tests in a browser.
import type { Locator, Page } from 'playwright-core';
import { enterConsole, settle, type TestBrowser, visit } from './open-browser.ts';

/** The field of a product by its path. */
export const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
/** Opens a tab and waits for it: some fields are on two tabs. */
export async function tab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Parts of the product' }).getByRole('link', { name });
  await link.click();
  await link.and(page.locator('[aria-current=page]')).waitFor();
}

/** Staff who write products. */
export async function enterAsContent(browser: TestBrowser, width: number): Promise<Page> {
  const page = await browser.open(width);
  await enterConsole(page, 'content@one.example', 'content-2026');
  return page;
}

type Sku = Record<string, string>;
type Wish = { type: string; name: string; chinese?: string; package: Record<string, string>; skus: Sku[] };

/** A product from nothing to its first save, by hand. */
export async function make(page: Page, { type, name, chinese, package: facts, skus }: Wish): Promise<string> {
  await visit(page, '/console/products/new');
  await page.getByLabel('Category').selectOption({ label: type });
  await page.getByRole('combobox', { name: 'City' }).fill('testv');
  await page.getByRole('option', { name: /Testville/ }).click();
  await field(page, 'lat').fill('3.15');
  await field(page, 'lng').fill('101.7');
  await tab(page, 'Texts');
  await field(page, 'names.en').fill(name);
  await field(page, 'overviews.en').fill('Something to look forward to.');
  if (chinese) {
    await field(page, 'names.zh_CN').fill(chinese);
    await field(page, 'overviews.zh_CN').fill('值得期待。');
  }
  await tab(page, 'Packages');
  await fillPaths(page, 'packages.0', facts);
  for (const [row, sku] of skus.entries()) {
    if (row) await page.getByRole('button', { name: 'Add something to sell' }).click();
    await fillPaths(page, `packages.0.skus.${row}`, sku);
  }
  return saveNew(page);
}

/** Saves a product that is new and answers its number; a failure says what the page showed. */
export async function saveNew(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/console\/products\/\d+\?/).catch(async (error: Error) => {
    const shown = (await page.getByRole('main').innerText()).replace(/\s*\n\s*/g, ' | ');
    throw new Error(`${error.message.split('\n')[0]} at ${page.url()}: ${shown}`);
  });
  await page.getByText('The product is saved').waitFor();
  return /products\/(\d+)/.exec(page.url())?.[1] ?? '';
}

async function fillPaths(page: Page, under: string, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const one = field(page, `${under}.${name}`);
    const isList = await one.evaluate((element) => element.tagName === 'SELECT');
    if (isList) await one.selectOption({ label: value });
    else await fillAndKeep(page, one, value);
  }
}

/** The page must keep what was typed; an error says what had the focus instead. */
async function fillAndKeep(page: Page, one: Locator, value: string): Promise<void> {
  await one.fill(value);
  const kept = await one.inputValue();
  if (kept === value) return;
  const active = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  throw new Error(`"${value}" was typed and "${kept}" is there; the focus is on ${active}`);
}

export const openCalendar = async (page: Page, month = '') => {
  await page.getByRole('link', { name: 'Prices and places' }).first().click();
  await page.waitForURL(/calendar/);
  if (month) await visit(page, `${page.url()}&month=${month}`);
  else await settle(page);
};

export async function fillDays(
  page: Page,
  values: { what?: string; value: string; from?: string; to?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Fill days' }).click();
  const dialog = page.getByRole('dialog');
  if (values.from) await dialog.getByLabel('From').fill(values.from);
  if (values.to) await dialog.getByLabel('To', { exact: true }).fill(values.to);
  if (values.what) await dialog.getByLabel('What to fill in').selectOption({ label: values.what });
  await dialog.getByLabel('Value').fill(values.value);
  await dialog.getByRole('button', { name: 'Fill in' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function saveStock(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Prices and places are saved').waitFor();
}
