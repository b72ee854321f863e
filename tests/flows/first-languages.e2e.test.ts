// Choices of a language in a real browser, in a shop that offers four: forms of the back office open in the reader's language or the
// shop's first, and the languages that the shop offers come first; and which price "from" shows is said beside the rows that are sold.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { languages } from '../../domain/languages.ts';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterConsole, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  await sql`UPDATE owner SET languages = '{th,ja_JP,en,fr_FR}' WHERE owner_id = 1`.execute(test.database.house);
});

const chosenIn = (page: Page) => page.getByRole('main').locator('select:has(option[value="pt_PT"])').first();
const offered = async (page: Page) => {
  const select = chosenIn(page);
  return select.locator('option').evaluateAll((list) => list.map((option) => (option as HTMLOptionElement).value));
};
const shopsFirst = (...first: string[]) => [...new Set([...first, ...languages])];

it('a form opens in the language of its reader, else in the first of the shop (§2 customPage)', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  for (const [reader, language] of [
    ['ja_JP', 'ja_JP'],
    ['ko_KR', 'th'],
    ['en', 'en'],
  ] as const) {
    await visit(page, `/console/pages?edit=new&l=${reader}`);
    expect(await chosenIn(page).inputValue(), reader).toBe(language);
  }
  expect(await offered(page)).toEqual(shopsFirst('th', 'ja_JP', 'en', 'fr_FR'));
  await page.context().close();
});

it('who writes in another language and leaves English out reads why it is wanted, and finds the text under its title again (§2 customPage)', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, '/console/pages?edit=new&l=ja_JP');
  const [title, text] = [page.getByLabel('表題'), page.getByRole('main').locator('textarea').first()];
  await title.fill('ビザの案内');
  await text.fill('本文');
  const save = page.getByRole('button', { name: '保存' });
  await save.click();
  await page.getByText('英語でも入力してください').first().waitFor();
  await title.fill('Visa help');
  await text.fill('Text');
  await save.click();
  await page.waitForURL(/console\/pages(\?(?!.*edit=new).*)?$/);
  await page.getByRole('link', { name: /編集/ }).first().click();
  await page.getByRole('heading', { level: 1, name: /ビザの案内/ }).waitFor();
  await page.context().close();
});

it('names of cities and areas and titles on the home page that are in another language alone say why English is wanted (§2 languages)', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'content@one.example', 'content-2026');
  const saves = async (within = page.getByRole('main')) => {
    await within.getByRole('button', { name: '保存' }).last().click();
    await within.getByText('英語でも入力してください').first().waitFor();
  };
  await visit(page, '/console/areas?area=new&l=ja_JP');
  await page.locator('[name="names.ja_JP"]').fill('港');
  await saves();
  await visit(page, '/console/promotions?l=ja_JP');
  await page.getByRole('button', { name: '新しい枠' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('冬の旅');
  await saves(page.getByRole('dialog'));
  await visit(page, '/console/cities?l=ja_JP');
  await page
    .getByRole('button', { name: /名称を変更/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name="names.en"]').fill('');
  await dialog.locator('[name="names.ja_JP"]').fill('町');
  await saves(dialog);
  await page.context().close();
});

it('the booking form offers the languages of the shop first for its mails (§5 order-notification language)', async () => {
  const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
  const page = await browser.open(390);
  await visit(page, `/booking/order?lines=${sku}:${playOn}::1&l=th`);
  expect(await chosenIn(page).inputValue()).toBe('th');
  expect(await offered(page)).toEqual(shopsFirst('th', 'ja_JP', 'en', 'fr_FR'));
  await page.context().close();
});

it('the editor says beside the rows that are sold which of them "from" is the price of (§1 SKU)', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'content@one.example', 'content-2026');
  const { id } = await findProduct(test, 'Silver Tower');
  await visit(page, `/console/products/${id}?tab=packages`);
  await page.getByText('“From” shows the price of the first row on sale').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
});
