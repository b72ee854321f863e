// The tasks of a buyer: from finding a product to paying for it.
import type { Page } from 'playwright-core';
import { trackLimits } from '../../domain/judge-track.ts';
import { paths } from '../../domain/paths.ts';
import { enterShop, visit } from '../../tests/build/use-pages.ts';
import { loginOf } from '../pictures/set-up-shop.ts';
import { type Stage, type Task, ticket } from './open-stage.ts';
import type { Walk } from './walk.ts';

const start = `${paths.home()}?l=en`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const sellable = '#book button[aria-pressed]:not([aria-disabled])';

export const buyerTasks: Task[] = [
  { name: 'Find something for a certain week below a certain price', run: findByDateAndPrice },
  { name: 'Book as a guest for four and pay', run: bookForFour },
  { name: 'Pay after a decline', run: payAfterDecline },
  { name: 'Book as an agent from the credit line', run: bookFromCredit },
  { name: 'Ask for a quotation', run: askForQuotation },
];

async function findByDateAndPrice(walk: Walk): Promise<void> {
  const { page } = walk;
  await visit(page, start);
  await walk.tap(page.getByRole('link', { name: /^Attraction tickets|^Tickets/ }), 'a kind of product');
  await walk.tap(button(page, 'Filters'), '“Filters”');
  await walk.tap(button(page, 'More filters'), '“More filters”');
  const dialog = page.getByRole('dialog');
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  await walk.type(dialog.getByLabel('First day'), day(14), '“First day”');
  await walk.type(dialog.getByLabel('Last day'), day(20), '“Last day”');
  await walk.type(dialog.getByLabel('Price up to'), '200', '“Price up to”');
  await walk.tap(dialog.getByRole('button', { name: 'Show results' }), '“Show results”');
  await walk.tap(page.locator('main a[href^="/tours/"]'), 'a result');
  await walk.see(button(page, /Book now/), '“Book now”');
}

async function bookForFour(walk: Walk, stage: Stage): Promise<void> {
  await chooseTicket(walk, 4);
  await fillForm(walk);
  await walk.tap(button(walk.page, 'Continue to payment'), '“Continue to payment”');
  await proveEmail(walk, stage);
  await pay(walk, /^Pay now/);
  await walk.see(walk.page.getByRole('heading', { name: 'Paid and confirmed' }), 'that it is paid');
}

async function payAfterDecline(walk: Walk): Promise<void> {
  const { page } = walk;
  const [, account, password] = loginOf('Member');
  await enterShop(page, account, password, start);
  await chooseTicket(walk, 1);
  await fillForm(walk);
  await walk.tap(button(page, 'Continue to payment'), '“Continue to payment”');
  await pay(walk, /^Decline/);
  await walk.tap(page.getByRole('link', { name: 'Pay again' }), '“Pay again”');
  await pay(walk, /^Pay now/);
  await walk.see(page.getByRole('heading', { name: 'Paid and confirmed' }), 'that it is paid');
}

async function bookFromCredit(walk: Walk): Promise<void> {
  const { page } = walk;
  const [, account, password] = loginOf('Agent (deposit)');
  await enterShop(page, account, password, start);
  await chooseTicket(walk, 2);
  await fillForm(walk);
  await walk.tap(button(page, 'Continue to payment'), '“Continue to payment”');
  await walk.tap(
    page.getByRole('radio', { name: /^Credit line/ }).locator('xpath=ancestor-or-self::label[1]'),
    '“Credit line”',
  );
  await walk.tap(button(page, /^Pay /), '“Pay”');
  await walk.see(page.getByRole('heading', { name: 'Paid and confirmed' }), 'that it is paid');
}

async function askForQuotation(walk: Walk): Promise<void> {
  const { page } = walk;
  await openTicket(walk);
  await walk.tap(page.getByRole('link', { name: 'Price calculator' }), '“Price calculator”');
  await walk.tap(button(page, 'Add to the quotation'), '“Add to the quotation”');
  await walk.tap(page.getByRole('link', { name: 'Open the quotation' }), '“Open the quotation”');
  await walk.see(page.getByText(/^Total: MYR/), 'the sum of the quotation');
}

/** By the search of the home page, as a person who knows the name. */
async function openTicket(walk: Walk): Promise<void> {
  const { page } = walk;
  await visit(page, start);
  const words = ticket.split(' ').slice(0, 2).join(' ').toLowerCase();
  await walk.type(page.getByRole('combobox', { name: 'Search' }), words, 'the search');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search/);
  await walk.tap(page.getByRole('link', { name: ticket }), 'the ticket among the results');
}

async function chooseTicket(walk: Walk, quantity: number): Promise<void> {
  const { page } = walk;
  await openTicket(walk);
  await walk.tap(page.locator(sellable).nth(1), 'a day on sale');
  await chooseTime(walk);
  for (let more = 1; more < quantity; more += 1) await walk.tap(button(page, /one more/), 'one more');
  await walk.tap(button(page, /Book now/), '“Book now”');
  await page.waitForURL(/\/booking\/order/);
}

/** The first time of the chosen day that has places, where there are times. */
async function chooseTime(walk: Walk): Promise<void> {
  const times = walk.page.locator('#book').getByRole('radio', { name: /\d:\d\d/, disabled: false });
  await walk.tap(times.locator('xpath=ancestor-or-self::label[1]'), 'a time');
}

/** Every field that has to be filled in and is empty. */
async function fillForm(walk: Walk): Promise<void> {
  const { page } = walk;
  const contact = { 'contact.name': 'Nguyễn Thị Đệ', 'contact.email': 'guest@example.com' };
  for (const [name, text] of Object.entries(contact))
    if (!(await page.locator(`[name="${name}"]`).inputValue()))
      await walk.type(page.locator(`[name="${name}"]`), text, name);
  for (const field of await page.locator('[name^="travellers."], [name^="orders."]').all()) {
    if (!(await field.isVisible()) || (await field.inputValue())) continue;
    const list = await field.locator('option').evaluateAll((all) => all.map((item) => item.getAttribute('value')));
    const name = (await field.getAttribute('name')) ?? '';
    await walk.type(field, list.find(Boolean) ?? 'Nguyen Thi De', name);
  }
  await walk.tap(page.getByRole('checkbox', { name: /booking agreement/ }), 'the agreement');
}

/** A guest slides the piece into its gap and types the code of the mail. */
async function proveEmail(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  const slider = page.locator('input[type=range]');
  await walk.see(slider, 'the puzzle');
  await slider.focus();
  const gap = await stage.readGap();
  // A hand takes its time; who is faster is taken for a program.
  const delay = Math.ceil((trackLimits.shortestMilliseconds * 1.5) / gap);
  for (let x = 0; x < gap; x += 1) await page.keyboard.press('ArrowRight', { delay });
  await page.keyboard.press('Enter');
  let code = '';
  for (let tries = 0; !code && tries < 60; tries += 1) {
    await page.waitForTimeout(250);
    code = stage.readCode('guest@example.com');
  }
  await walk.type(page.getByRole('dialog').getByLabel('Code'), code, 'the code');
  await walk.tap(page.getByRole('button', { name: 'Continue', exact: true }), '“Continue”');
}

/** At the demo’s own payment page. */
async function pay(walk: Walk, answer: RegExp): Promise<void> {
  const { page } = walk;
  await page.waitForURL(/\/booking\/pay/);
  const gateway = page.getByRole('radio', { name: /^Test gateway/ });
  await walk.see(gateway, 'the ways to pay');
  if (!(await gateway.isChecked())) await walk.tap(gateway, '“Test gateway”');
  await walk.tap(button(page, /^Pay MYR/), '“Pay”');
  // A phone is redirected to the payment page; a desktop would show a code to scan.
  await walk.tap(button(page, answer), 'the answer of the bank');
}
