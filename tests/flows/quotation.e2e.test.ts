// A quotation from scratch to paid (§2 onlinequotation): five lines by an agent, the link opened on a phone in Thai, accepted, booked
// in one step and paid from the deposit; and the customer's page at both widths in three languages.
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, formatDay, todayIn } from '../../domain/dates.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { sql } from '../../server/platform/db.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let address = '';
let saved = '';

// Links that are over and unknown quotations answer 404, and say so in the console of the browser.
openFlow(
  (flow) => {
    ({ test, browser } = flow);
  },
  { expected: /status of (404|422)/ },
);

const pathOf = (link: string) => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

async function addProduct(page: Page, words: string, name: string): Promise<void> {
  await page.getByLabel('Find a product').fill(words);
  await page.getByRole('button', { name: `Add to the quotation: ${name}` }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await settle(page);
}

/** To be looked at, into a folder that the caller names. */
async function storePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_OF_QUOTATION;
  if (folder) writeFileSync(`${folder}/${name}.png`, await page.screenshot({ fullPage: true }));
}

/** The card of a line. */
const card = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

it('the owner lets the quotations of a level hold places', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/levels');
  await page.locator('[name="quotePlaces.2"]').fill('20');
  await page.locator('[name="quoteHours.2"]').fill('9999');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter a number from 0 to 720').waitFor();
  await page.locator('[name="quoteHours.2"]').fill('48');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The price levels are saved').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
});

it('a visitor collects a list at retail prices, starting from a product page (§2 calPrice, onlinequotation)', async () => {
  const page = await browser.open(390);
  await visit(page, (await findProduct(test, 'Silver Tower')).path.replace(/$/, '?l=en'));
  await page.getByRole('link', { name: 'Price calculator' }).click();
  await page.waitForURL(/calPrice/);
  // The sum is empty, and copying waits, until the price is there.
  await page.getByRole('button', { name: 'Copy as text', disabled: false }).waitFor();
  // A browser without the right to copy shows the text.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy as text' }).click();
  const lines = (await page.getByLabel('Copying is blocked here').inputValue()).replaceAll('\u00a0', ' ').split('\n');
  expect(lines).toEqual([
    'Silver Tower',
    expect.stringMatching(/Adult × 1 · MYR 100\.00$/),
    'Retail total: MYR 100.00',
  ]);
  await page.getByRole('button', { name: 'Add to the quotation' }).click();
  await page.getByRole('link', { name: 'Open the quotation' }).click();
  await page.waitForURL(/onlinequotation/);
  await page.getByText('Total: MYR 100.00').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
});

describe('an agent', () => {
  it('creates a quotation of five lines from scratch and copies the link (§1 quotations)', async () => {
    const page = await browser.open(1440);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    const began = Date.now();
    await visit(page, '/uc');
    await page.getByRole('link', { name: 'Quotations' }).first().click();
    await page.getByRole('link', { name: 'New quotation' }).click();
    await page.getByLabel("Customer's name").fill('Somchai');
    await page.getByLabel("Customer's language").selectOption('th');
    await page.getByLabel("Customer's currency").selectOption('THB');
    await page.getByLabel('Title', { exact: true }).fill('Three days in Testville');
    await page.getByLabel('Greeting').fill('It was good to talk to you.');
    await page.getByLabel('Terms').fill('Payable before travel.');
    // Enter in the search adds the first hit; it does not save the form around it.
    await page.getByLabel('Find a product').fill('Silver Tower');
    await page.getByRole('button', { name: 'Add to the quotation: Silver Tower' }).waitFor();
    await page.getByLabel('Find a product').press('Enter');
    await page.getByRole('heading', { name: 'Silver Tower', exact: true }).waitFor();
    await card(page, 'Silver Tower').getByLabel('Date', { exact: true }).fill(playOn);
    await addProduct(page, 'Harbour', 'Harbour Inn');
    await card(page, 'Harbour Inn').getByLabel('Check-in').fill(playOn);
    await card(page, 'Harbour Inn').getByLabel('Check-out').fill(addDays(playOn, 2));
    await addProduct(page, 'Rail', 'Open Rail Pass');
    await card(page, 'Open Rail Pass').getByLabel('Day of the itinerary').fill(addDays(playOn, 1));
    await addProduct(page, 'Airport', 'Airport Car');
    await card(page, 'Airport Car').getByLabel('Date', { exact: true }).fill(playOn);
    await card(page, 'Airport Car').getByLabel('Child seat').fill('1');
    await page.getByRole('button', { name: 'Add free text' }).click();
    await page.getByLabel('Heading').fill('Dinner by the river');
    await page.getByLabel(/^Price\b/).fill('900');
    await page.getByRole('button', { name: 'Save and calculate' }).click();
    await page.waitForURL(/\/uc\/quotation\/\d+$/);
    await settle(page);
    saved = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Make the link' }).click();
    address = await page.locator('[data-link]').innerText();
    expect((Date.now() - began) / 1000).toBeLessThan(180);
    await page.getByText('Your level may hold 20 places in all quotations together, for 48 hours.').waitFor();
    await page.getByRole('button', { name: 'Hold places' }).click();
    await page.getByText(/5 places are held until/).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      await checkAxe(page);
      await checkWidth(page);
      await storePicture(page, `editor-${width}`);
    }
    await page.context().close();
  }, 120_000);

  it('finds it in the list, where staff see it too', async () => {
    const page = await browser.open(390);
    await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/quotation');
    await page.getByRole('searchbox', { name: 'Number, customer or title' }).fill('somchai');
    await page.getByRole('search', { name: 'Quotations' }).getByRole('button').click();
    await page.getByRole('link', { name: 'Somchai · Three days in Testville' }).waitFor();
    await page.context().close();
    const staff = await browser.open(1440);
    await enterConsole(staff, 'operations@one.example', 'operations-2026');
    await visit(staff, '/console/quotations');
    await staff.getByText('Somchai · Three days in Testville').waitFor();
    await staff.getByRole('row').getByText('Sent', { exact: true }).waitFor();
    await staff.getByRole('link', { name: /^Q\d/ }).click();
    await staff.getByText(/5 places are held until/).waitFor();
    await staff.getByText('Places held', { exact: false }).first().waitFor();
    await staff.getByText(/2 nights · Double room ×\s1/).waitFor();
    await staff.getByText(/Child seat ×\s1/).waitFor();
    await staff.getByRole('button', { name: 'Give the places back' }).click();
    await staff.getByRole('button', { name: 'Hold places' }).click();
    await staff.getByText(/5 places are held until/).waitFor();
    for (const width of [390, 1440]) {
      await staff.setViewportSize({ width, height: 900 });
      await settle(staff);
      await checkAxe(staff);
      await checkWidth(staff);
      await storePicture(staff, `staff-${width}`);
    }
    await visit(staff, '/console/quotations');
    await staff.getByRole('button', { name: 'New quotation' }).click();
    await staff.getByRole('dialog').waitFor();
    await checkAxe(staff);
    await staff.context().close();
  });
});

/** Every figure of the agent that is anywhere in the page's source, as shown or in minor units. */
const agentsFigures = /(?<![\d,.])(360\.00|115\.00|400\.00|36000|11500|2,748\.09|274809)(?!\d)|"(net|retail|margin)"/;
/(?<![\d,.])(360\.00|115\.00|25\.00|400\.00|36000|11500|2500)(?![\d])|"(net|retail|margin|percent)"/;

describe('the customer', () => {
  it.each(['th', 'en', 'zh_CN'])(
    'reads it on a phone and on a desk in %s, without the prices of the agent',
    async (language) => {
      const page = await browser.open(390);
      const path = pathOf(address).replace(/l=th/, `l=${language}`);
      const answer = await page.goto(path);
      const source = (await answer?.text()) ?? '';
      expect(source).toContain('Three days in Testville');
      expect(source).not.toMatch(agentsFigures);
      expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
      expect(answer?.headers()['x-robots-tag']).toBe('noindex');
      expect(answer?.headers()['cache-control']).toBe('no-store');
      await settle(page);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
        await settle(page);
        await checkAxe(page);
        await checkWidth(page);
        await storePicture(page, `${language}-${width}`);
      }
      await page.context().close();
    },
  );

  it('asks a question and accepts on a phone in Thai', async () => {
    const page = await browser.open(390);
    // Without the language in its address the link leads to the customer's.
    await visit(page, pathOf(address).replace(/&l=th/, ''));
    await page.waitForURL(/l=th/);
    await page.getByRole('button', { name: 'ถามคำถาม' }).click();
    await page.getByLabel('คำถามของคุณ').fill('มีอาหารเจไหม');
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'ถามคำถาม' }).click();
    await page.getByText('ส่งคำถามถึง Agency แล้ว').waitFor();
    await page.getByRole('button', { name: 'ตกลงรับข้อเสนอ' }).filter({ visible: true }).click();
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'ตกลงรับข้อเสนอ' }).click();
    await page.getByText('ขอบคุณ รับข้อเสนอแล้ว').waitFor();
    expect(await page.getByRole('button', { name: 'ตกลงรับข้อเสนอ' }).count()).toBe(0);
    await page.context().close();
  });

  it('finds nothing by an invented link', async () => {
    const page = await browser.open(390);
    await visit(page, '/onlinequotation?quotetoken=made-up&l=en');
    await page.getByRole('heading', { name: 'This link to a quotation is over' }).waitFor();
    await page.context().close();
  });
});

/** Something that fits into each field that a product asks for. */
async function fillOrderFields(page: Page): Promise<void> {
  for (const field of await page.locator('[name^="orders."]').all()) {
    const [tag, type] = await field.evaluate((one) => [one.tagName, one.getAttribute('type') ?? '']);
    const name = (await field.getAttribute('name')) ?? '';
    if (tag === 'SELECT') {
      const values = await field.locator('option').evaluateAll((list) => list.map((one) => one.getAttribute('value')));
      await field.selectOption(values.find(Boolean) ?? '');
    } else if (type === 'date') await field.fill(playOn);
    else if (type === 'time') await field.fill('09:00');
    else if (type === 'email') await field.fill('somchai@two.example');
    else await field.fill(/Count$/.test(name) ? '1' : 'MH123');
  }
}

it('a booking page names the products that cannot be booked any more, and leads back to the lines', async () => {
  const shelve = (state: 'withdrawn' | 'published') =>
    sql`UPDATE product SET state = ${state}, on_shelf = ${state === 'published'} WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `${saved}/book`);
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await shelve('withdrawn');
  await fillOrderFields(page);
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText(/^Silver Tower: Sorry, the product is sold out or off the shelf/).waitFor();
  expect(await page.getByRole('button', { name: 'Book', exact: true }).count()).toBe(0);
  await visit(page, `${saved}/book`);
  await page.getByText(/^Silver Tower: Sorry/).waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await storePicture(page, 'refused-390');
  await page.getByRole('link', { name: 'Open the quotation' }).click();
  await page.waitForURL(saved);
  await page.context().close();
  await shelve('published');
});

it('the agent books what was accepted in one step and pays it from the deposit', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026', saved);
  await page.getByText('มีอาหารเจไหม').waitFor();
  await page.getByText('Accepted: Somchai').waitFor();
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  await page.getByRole('heading', { name: 'Book this quotation' }).waitFor();
  await page.getByRole('checkbox', { name: /booking agreement/ }).waitFor();
  await settle(page);
  await fillOrderFields(page);
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await page.goBack();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.waitForURL(/\/uc\/quotation\/\d+$/).catch(async () => {
    throw new Error(await page.locator('main').innerText());
  });
  await settle(page);
  const orders = await page.getByRole('link', { name: 'Pay', exact: true }).count();
  expect(orders).toBe(4);
  const links = await page
    .getByRole('link', { name: 'Pay', exact: true })
    .evaluateAll((list) => list.map((one) => one.getAttribute('href') ?? ''));
  for (const link of links) {
    await visit(page, link);
    await page.getByRole('radio', { name: /^Deposit/ }).check();
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.waitForURL(/booking\/complete/);
    await settle(page);
  }
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const list = (await test.call('orderList', {}, { token: agent })).data.list;
  expect(list.map((one) => one.payStatus)).toEqual(Array(4).fill(PaymentStatus.paid));
  await page.context().close();
}, 180_000);

it('a list that an agent prints has the day of its reader, not that of Greenwich', async () => {
  const page = await browser.open(1440);
  // One of the two has another day than Greenwich at any time.
  const zone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: zone });
  await enterShop(page, 'agent@one.example', 'agent-2026', '/onlinequotation');
  await addProduct(page, 'Silver', 'Silver Tower');
  const sheet = page.locator('section[aria-hidden]').filter({ hasText: 'Date: ' });
  await expect.poll(() => sheet.textContent()).toContain(formatDay(todayIn(zone, Date.now()), 'en'));
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: '' });
  await page.context().close();
});
