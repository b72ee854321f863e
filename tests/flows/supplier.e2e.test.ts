// Suppliers in a real browser, from scratch (rules §1, §7, §10): operations create one, content assigns a product, an administrator gives it
// a login; its person confirms with a number and a file, asks to cancel, changes places; another order is answered by the link of a mail.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chosenPassword } from '../build/enter-new-staff.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { makeOctoKey, openLine } from '../build/pass-on.ts';
import { findProduct } from '../build/place-orders.ts';
import { buy, makeRoom } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
openFlow(
  async (flow) => {
    ({ test, browser } = flow);
    await makeRoom(test);
    agent = await test.signIn('agent@one.example', 'agent-2026');
  },
  { env: { HOOKS_PRIVATELY: '1' } },
);

const dialog = (page: Page) => page.getByRole('dialog');
const look = async (page: Page) => {
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
};

async function enterAs(role: 'operations' | 'content' | 'admin', width: number): Promise<Page> {
  const page = await browser.open(width);
  await enterConsole(page, `${role}@one.example`, `${role}-2026`);
  return page;
}

/** Made by operations, with what is missing named first. */
async function makeSupplier(width: number): Promise<string> {
  const page = await enterAs('operations', width);
  await visit(page, '/console/suppliers');
  await page.getByRole('link', { name: 'New supplier' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required').first().waitFor();
  await page.getByRole('button', { name: 'Remove contact 1' }).click();
  await page.getByText('until then no mail is sent').waitFor();
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await page.locator('[name="name"]').fill(`Hill Guides ${width}`);
  await page.locator('[name="contacts.0.name"]').fill('Aung');
  await page.locator('[name="contacts.0.email"]').fill(`aung@hills${width}.example`);
  await page.getByLabel('Time zone').selectOption('Asia/Kuala_Lumpur');
  await page.getByLabel('May change the places of its departures').check();
  await look(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The supplier is saved').waitFor();
  await look(page);
  const id = /suppliers\/(\d+)/.exec(page.url())?.[1] ?? '';
  await visit(page, '/console/suppliers');
  await page.getByRole('link', { name: `Hill Guides ${width}` }).waitFor();
  await look(page);
  return id;
}

async function assignProduct(width: number): Promise<void> {
  const { id } = await findProduct(test, 'Green Hills Day Tour');
  const page = await enterAs('content', width);
  await visit(page, `/console/products/${id}`);
  await page.locator('[data-path="supplierId"]').selectOption({ label: `Hill Guides ${width}` });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The product is saved').waitFor();
  await visit(page, `/console/products/${id}?tab=packages`);
  await page.locator('[data-path="packages.0.supplierId"]').waitFor();
  await look(page);
}

/** The person chooses a password by the link of a mail, which the administrator does not see. */
async function makeLogin(id: string, width: number): Promise<Page> {
  const page = await enterAs('admin', width);
  await visit(page, `/console/suppliers/${id}`);
  await page.getByRole('link', { name: 'Green Hills Day Tour' }).waitFor();
  await page.getByRole('button', { name: 'New login' }).click();
  await dialog(page).getByLabel('E-mail').fill(`login@hills${width}.example`);
  await dialog(page).getByLabel('Name').fill('Nilar');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const email = `login@hills${width}.example`;
  await page.getByText(`The link to choose a password is on its way to ${email}`).waitFor();
  await page.getByText('No password yet').waitFor();
  await look(page);
  const link = async () => /http:\/\/one\.test(\/login\/reset\S+)/.exec((await test.mails(email))[0]?.body ?? '')?.[1];
  const own = await browser.open(width);
  await visit(own, (await until(link, Boolean)) ?? '');
  for (const name of ['password', 'confirmation']) await own.locator(`[name="${name}"]`).fill(chosenPassword);
  await own.getByRole('button', { name: 'Save the new password' }).click();
  await own.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await own.waitForURL(/console\/login/);
  await enterConsole(own, `login@hills${width}.example`, chosenPassword);
  return own;
}

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('from scratch to a confirmed order with a file, a request to cancel and changed places', async () => {
    const id = await makeSupplier(width);
    await assignProduct(width);
    const orderNo = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
    const page = await makeLogin(id, width);
    await visit(page, `/console/orders/${orderNo}`);
    const papers = { name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\ntext\n%%EOF\n') };
    await page.getByLabel('Add a file').setInputFiles(papers);
    await page.getByRole('link', { name: /guide\.pdf/ }).waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog(page).getByLabel('Supplier’s reference').fill('HG 77');
    await checkAxe(page);
    await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('The buyer finds files that you add now on the page of the order.').waitFor();
    await page.getByRole('button', { name: 'Ask to cancel' }).click();
    await dialog(page).getByLabel('How many to cancel').fill('3');
    await dialog(page).getByLabel('Reason').fill('The path is flooded');
    await dialog(page).getByRole('button', { name: 'Ask to cancel' }).click();
    await dialog(page).getByText('Please enter a number from 1 to 2').waitFor();
    await dialog(page).getByLabel('How many to cancel').fill('1');
    await dialog(page).getByRole('button', { name: 'Ask to cancel' }).click();
    await page.getByText('Cancellation requested').first().waitFor();

    const desk = await enterAs('operations', width);
    await visit(desk, '/console/cancels?applier=3');
    await desk.getByText('The path is flooded').waitFor();
    await look(desk);

    await visit(page, `/console/places?month=${playOn.slice(0, 7)}`);
    const places = page.locator(`[name="${playOn} "]`);
    const before = Number(await places.inputValue());
    await places.fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/Please enter a number from/)
      .first()
      .waitFor();
    await places.fill(String(before + 3));
    await look(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The places are saved').waitFor();
    expect(await places.inputValue()).toBe(String(before + 3));
  }, 180_000);

  it('answers another order by the link of the mail, once', async () => {
    const orderNo = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
    const ask = async () =>
      (await test.mails(`aung@hills${width}.example`)).find((one) => one.occasion.includes(orderNo));
    const link = /http:\/\/one\.test(\/supply\S+)/.exec((await until(ask, Boolean))?.body ?? '')?.[1] ?? '';
    const page = await browser.open(width);
    await visit(page, link);
    await page.getByText(orderNo).waitFor();
    await look(page);
    await page.getByText('You cannot deliver it?').click();
    await page.getByRole('button', { name: 'Reject it' }).click();
    await page.getByText('This field is required').waitFor();
    await checkAxe(page);
    await page.getByLabel('Your reference').fill('HG 78');
    await page.getByRole('button', { name: 'Confirm the order' }).click();
    await page.getByText('Confirmed. Thank you!').waitFor();
    const shown = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect([shown.status, shown.lines[0]?.reference]).toEqual([1003, 'HG 78']);
    await page.goto(new URL(link, page.url()).href);
    await page.getByRole('heading', { name: 'This link to an order is over' }).waitFor();
    await page.getByText('Your company answered this order already').waitFor();
    await page.goto(new URL(link.replace(/token=.{9}/, 'token='), page.url()).href);
    await page.getByText('We do not know this link').waitFor();
    browser.forget(/status of 404/);
  }, 120_000);
});

it('an admin connects a supplier’s booking system, imports a product and sells it as a package (§1 inner API)', async () => {
  const line = await openLine(test);
  const key = await makeOctoKey(test);
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  const made = await test.call(
    'consoleSupplierSave',
    {
      ...{ name: 'River Cruises of a rather long name', contacts: [], language: 'en', zone: 'Asia/Kuala_Lumpur' },
      ...{ address: '', note: '', active: true, keepsStock: false, getsMails: false },
    },
    { token: operations },
  );
  const page = await enterAs('admin', 390);
  await visit(page, `/console/suppliers/${made.data.id}`);
  await page.getByRole('link', { name: 'Connection by OCTO' }).click();
  await page.waitForURL(/\/octo$/);
  await settle(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required').first().waitFor();
  await page.locator('[name="endpoint"]').fill(line.endpoint);
  await page.locator('[name="key"]').fill('not-a-key');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The supplier does not accept this key').waitFor();
  await look(page);
  await page.locator('[name="key"]').fill(key);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The supplier answered. The connection is saved.').waitFor();
  const tower = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Silver Tower' }) });
  await look(page);
  await tower.getByRole('button', { name: 'Take over as a draft' }).click();
  await dialog(page).getByLabel('Category').selectOption('3');
  await dialog(page).getByRole('button', { name: 'Take over as a draft' }).click();
  await dialog(page).getByText('This field is required').waitFor();
  await dialog(page).getByRole('combobox', { name: 'City' }).fill('Testv');
  await dialog(page).getByRole('listbox').getByRole('option').first().click();
  await checkAxe(page);
  await dialog(page).getByRole('button', { name: 'Take over as a draft' }).click();
  await page.waitForURL(/console\/products\/\d+/);
  await settle(page);
  await visit(page, `/console/suppliers/${made.data.id}/octo`);
  await tower.getByRole('button', { name: 'Stop selling' }).waitFor();
  await look(page);
  await tower.getByRole('button', { name: 'Stop selling' }).click();
  await dialog(page).getByRole('button', { name: 'Stop selling' }).click();
  await tower.getByRole('button', { name: 'Sell as a package of ours' }).click();
  const own = dialog(page);
  await own.getByLabel('Products').selectOption({ label: 'Silver Tower' });
  await own.getByLabel('Package').selectOption({ index: 1 });
  await own.getByLabel('Adult').selectOption({ index: 1 });
  await own.getByRole('button', { name: 'Sell as a package of ours' }).click();
  await own.getByText('Please choose').first().waitFor();
  await own.getByLabel('Child').selectOption({ index: 2 });
  await checkAxe(page);
  await own.getByRole('button', { name: 'Sell as a package of ours' }).click();
  await tower.getByRole('button', { name: 'Stop selling' }).waitFor();
  await visit(page, '/console/supplies');
  await page.getByText('Nothing is booked with a supplier’s system').waitFor();
  await look(page);
  line.close();
});
