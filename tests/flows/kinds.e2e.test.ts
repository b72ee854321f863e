// A scripted agent on a phone books one product of every type of the demo shop, in a thorough run thirty of every subtype (demo.test.ts
// books every subtype by calls). Each booking goes from search to the paid order, its voucher where it is confirmed at once, and its
// cancellation (§1, §2, §4).
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeedText } from '../../contract/seed.ts';
import { readDemo } from '../../demo/load-demo.ts';
import { productTypeOrder } from '../../domain/product-types.ts';
import { loadSeed } from '../../server/upkeep/load-seed.ts';
import { thorough } from '../build/how-thorough.ts';
import { enterShop, openBrowser, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
let page: Page;

const noGateway = { baseUrl: 'http://127.0.0.1:9', secret: 'unused-in-this-test', address: 'http://localhost' };
const demo = readDemo(noGateway);
const names = (demo.owners[0]?.products ?? []).map(({ type, subtype, names }) => ({
  type,
  subtype,
  name: english(names),
}));
/** One of each type, or four of as many subtypes as there are. */
const chosen = productTypeOrder.flatMap((type) => {
  const all = names.filter((one) => one.type === type);
  const oneOfEach = new Map(all.map((one) => [one.subtype, one]));
  return [...new Set([...oneOfEach.values(), ...all])].slice(0, thorough ? 4 : 1);
});

function english(text: SeedText): string {
  const phrase = typeof text === 'string' ? demo.phrases[text.slice(1)] : text;
  return (phrase as Record<string, string> | undefined)?.en ?? '';
}

// Without openFlow: the demo takes the browser's hostname before the browser gives it to the first owner.
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  await loadSeed(test.database, demo, () => undefined, new Date());
  browser = await openBrowser(test);
  page = await browser.open(390);
  await enterShop(page, 'agent@example.com', 'agent-2026');
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

/** What a person would type into a field, by its code of §3. */
const typed: Record<string, string> = {
  '101': '陈美',
  '102': 'Mei Tan',
  '104': '1990-05-17',
  '109': 'MY',
  '202': 'A1234567',
  '205': '2020-01-01',
  '206': '2099-12-31',
  '303': 'traveller@example.com',
  '401': '1 Beach Road',
  '402': '1 Beach Road',
  '403': 'Sea Hotel',
  '406': 'MH123',
  '407': '09:00',
  flightDepartureTime: '11:00',
  flightArrivalTime: '12:00',
};

/** What the page says is still to be chosen: the first day with places, the end of a stay, a time. */
async function choose(on: Page): Promise<void> {
  const choice = on.locator('#book');
  await choice.waitFor();
  await settle(on);
  const days = choice.locator('button[aria-pressed]:not([aria-disabled])');
  const button = on.getByRole('button', { name: /Book now/ });
  for (let step = 0; step < 4; step += 1) {
    await button.click();
    const asked = on.getByText(/^Please choose (a|the) /).first();
    const words = await Promise.race([asked.innerText(), on.waitForURL(/\/booking\/order/).then(() => '')]);
    if (words === '') return;
    if (/time/.test(words)) await choice.locator('input[name=session]:not([disabled])').first().check();
    else if (/leave/.test(words)) await days.nth(1).click();
    else {
      for (let month = 0; month < 3 && !(await shows(days.first())); month += 1)
        await on.getByRole('button', { name: 'Next month' }).click();
      await days.first().click();
    }
  }
}

const shows = (one: ReturnType<Page['locator']>) =>
  one.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  );

/** Sends the form as often as it still marks something, and fills in what is marked. */
async function fillForm(on: Page): Promise<void> {
  await on.getByRole('checkbox', { name: /booking agreement/ }).check();
  for (let round = 0; round < 4; round += 1) {
    await on.getByRole('button', { name: 'Continue to payment' }).click();
    const marked = on.locator('form [aria-invalid="true"]');
    const more = await Promise.race([shows(marked.first()), on.waitForURL(/\/booking\/pay/).then(() => false)]);
    if (!more) return;
    const names = await marked.evaluateAll((all) => all.map((one) => one.getAttribute('name') ?? ''));
    for (const name of names) {
      const field = on.locator(`form [name="${name}"]`);
      // Where one of two is enough, the second is no longer marked.
      if ((await field.getAttribute('aria-invalid')) !== 'true') continue;
      if (await field.evaluate((one) => one.tagName === 'SELECT')) await field.selectOption({ index: 1 });
      else await field.fill(typed[name.split('.').at(-1) ?? ''] ?? '1');
    }
  }
}

/** To whom the code of a voucher is shown, by its product. */
const shownTo: Record<string, string> = {
  'Ubud Rice Terraces and Temples, Bali': 'Show this code when you are picked up.',
  'Pocket Wi-Fi for Asia, Changi Collection': 'Show this code at the counter.',
};

/** From the word typed into the search to the cancelled order; returns the state of the order once it was paid. */
async function book(on: Page, product: string): Promise<string> {
  await visit(on, '/');
  await on.getByRole('combobox', { name: 'Search' }).last().fill(product);
  await on.keyboard.press('Enter');
  await on.waitForURL(/\/search\?query=/);
  await on.getByRole('link', { name: product, exact: true }).first().click();
  await on.waitForURL(/\/tours\//);
  await choose(on);
  await on.waitForURL(/\/booking\/order/);
  await settle(on);
  await fillForm(on);
  await on.waitForURL(/\/booking\/pay/);
  await settle(on);
  await on.getByRole('radio', { name: /^Deposit/ }).check();
  await on.getByRole('button', { name: /^Pay MYR/ }).click();
  const paid = on.getByRole('heading', { name: /Paid/ });
  await paid.waitFor({ timeout: 20_000 });
  const state = (await paid.innerText()).trim();
  await on.getByRole('main').getByRole('listitem').filter({ hasText: '×' }).first().waitFor();
  if (state === 'Paid and confirmed') {
    const href = await on.getByRole('link', { name: 'Download voucher' }).first().getAttribute('href');
    const file = await on.request.get(test.base + href);
    expect((await file.body()).subarray(0, 4).toString(), product).toBe('%PDF');
    await showCode(on, shownTo[product]);
  }
  await on.getByRole('link', { name: 'Open the order' }).click();
  await on.waitForURL(/\/uc\/order\//);
  await settle(on);
  return state;
}

/** The page of the voucher says to whom. */
async function showCode(on: Page, words: string | undefined): Promise<void> {
  if (!words) return;
  await on.getByRole('link', { name: 'Show the voucher' }).click();
  await on.getByText(words).waitFor();
  await on.goBack();
  await settle(on);
}

async function cancel(on: Page): Promise<'at once' | 'asked for' | 'too late'> {
  await on.getByRole('button', { name: 'Cancel …' }).first().click();
  const dialog = on.getByRole('dialog');
  const act = dialog.getByRole('button', { name: /^(Cancel now|Send the request|Send)$/ });
  await dialog
    .getByText(/You get back|Nothing|nothing/)
    .first()
    .waitFor();
  const words = await act.innerText();
  // Where nothing is given back any more, only a remark can be sent.
  if (words === 'Send') return 'too late';
  await act.click();
  await dialog.waitFor({ state: 'hidden' });
  if (words === 'Cancel now') {
    await on.getByText('Cancelled', { exact: true }).first().waitFor();
    return 'at once';
  }
  await on.getByText('In review').first().waitFor();
  return 'asked for';
}

it('are booked for every type that is sold', () => {
  expect(chosen.length).toBeGreaterThanOrEqual(thorough ? 30 : productTypeOrder.length);
  expect(new Set(chosen.map((one) => one.type))).toEqual(new Set(productTypeOrder));
});

it.each(chosen)(
  '$type/$subtype $name: from search to the cancelled order',
  async ({ name }) => {
    const state = await book(page, name);
    expect(['Paid and confirmed', 'Paid. We are confirming it']).toContain(state);
    const ended = await cancel(page);
    // Nothing that is not confirmed yet needs to be asked for (decisions on cancelling).
    if (state !== 'Paid and confirmed') expect(ended).toBe('at once');
  },
  60_000,
);
