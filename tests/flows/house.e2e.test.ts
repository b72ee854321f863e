// A new owner from scratch, on screens (decision 0315, rules §10): an admin of the installation sets it up and opens it, its first admin
// signs in by the mailed link and puts a product on sale, a guest books and transfers, and the owner receives the money.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { addDays, todayIn } from '../../domain/dates.ts';
import { makeHouse } from '../../server/house/make-house.ts';
import { chosenPassword } from '../build/enter-new-staff.ts';
import {
  checkAxe,
  checkWidth,
  fillIn,
  newestCode,
  problemsOn,
  settle,
  solvePuzzle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { today } from '../build/small-seed.ts';
import { fillDays, make, openCalendar, saveStock } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

/** Browsers take every name under localhost for this machine. */
const at = (host: string) => `http://${host}.localhost:${test.house.port}`;

/** A page whose paths are those of another hostname. */
async function openAt(host: string, width: number): Promise<Page> {
  const page = await browser.open(width);
  const goto = page.goto.bind(page);
  page.goto = (path, options) => goto(new URL(path, at(host)).href, options);
  const { hostname } = new URL(at(host));
  await page.context().addCookies([{ name: 'lang', value: 'en', domain: hostname, path: '/' }]);
  return page;
}

async function choosePassword(page: Page, link: string, email: string): Promise<void> {
  await visit(page, link);
  await page.getByText('without your name', { exact: false }).waitFor();
  await fillIn(page, { password: chosenPassword, confirmation: chosenPassword });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/login\/complete/);
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/console\/login$/);
  await settle(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(chosenPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const saveStep = async (page: Page) => {
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await settle(page);
};

async function writeAgreement(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: heading }).waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill(heading);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`# ${heading}\nWhat holds between us.`);
  await saveStep(page);
}

it('an owner is set up step by step, opened, and sells its first booking', async () => {
  const first = { address: at('house'), email: 'helen@house.example', name: 'Helen Berg' };
  const link = await makeHouse(test.database, first);
  const desk = await openAt('house', 390);
  await choosePassword(desk, link, first.email);
  await desk.waitForURL(/\/console\/owners$/);
  await desk.getByRole('heading', { name: 'Shops', exact: true }).waitFor();
  await checkAxe(desk);
  await checkWidth(desk);
  // The installation has no shop, and nothing of an owner's back office.
  await visit(desk, '/search');
  expect(new URL(desk.url()).pathname).toBe('/console/owners');
  await visit(desk, '/console/orders');
  browser.forget(/console\/orders.*404/);
  await desk.getByRole('link', { name: 'Set up a shop' }).waitFor({ state: 'detached' });

  await visit(desk, '/console/owners');
  await desk.getByRole('link', { name: 'Set up a shop' }).click();
  await desk.waitForURL(/set-up\/new$/);
  await settle(desk);
  await fillIn(desk, {
    name: 'Borneo Trails',
    code: 'one',
    legalName: 'Borneo Trails Sdn. Bhd.',
    legalAddress: '1 Jalan\nKuching',
  });
  await saveStep(desk);
  expect(await problemsOn(desk)).toEqual([['code', 'Another shop has this short name']]);
  await fillIn(desk, { code: 'borneo' });
  await saveStep(desk);
  await desk.waitForURL(/step=reach$/);
  // On a desktop the bar with the button begins where its form does, beside the steps.
  await desk.setViewportSize({ width: 1440, height: 900 });
  const form = desk.locator('main form');
  const starts = await form.evaluate((one) =>
    [one, one.querySelector('.sticky')].map((part) => part?.getBoundingClientRect().left),
  );
  expect(starts[1]).toBe(starts[0]);
  await desk.setViewportSize({ width: 390, height: 844 });
  await fillIn(desk, { hostnames: 'one.test', currency: 'MYR', zone: 'Asia/Kuching' });
  await saveStep(desk);
  expect((await problemsOn(desk)).map(([name]) => name)).toEqual(['hostnames']);
  await fillIn(desk, { hostnames: 'borneo.localhost' });
  await checkAxe(desk);
  await checkWidth(desk);
  await saveStep(desk);
  await desk.waitForURL(/step=admin$/);
  // It goes on where it was left.
  await visit(desk, '/console/owners');
  await desk.getByText('2 of 7 steps').waitFor();
  await desk.getByRole('link', { name: 'Borneo Trails' }).click();
  await desk.waitForURL(/set-up\/\d+$/);
  await settle(desk);
  await fillIn(desk, { name: 'Ada Tan', email: 'ada@borneo.example' });
  await saveStep(desk);
  await desk.getByLabel('Text for transfers in MYR').fill('Bank of Kuching\n77-12');
  await saveStep(desk);
  for (const heading of ['Registration agreement', 'Booking agreement']) await writeAgreement(desk, heading);
  await desk.getByRole('heading', { level: 2, name: 'Privacy policy' }).waitFor();
  await desk.getByRole('button', { name: 'Use the draft' }).click();
  await desk.getByText('The draft is filled in for every language').waitFor();
  expect(await desk.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toContain('Borneo Trails uses');
  await checkAxe(desk);
  await checkWidth(desk);
  await saveStep(desk);
  // No mail is promised where there is no mail server.
  await desk.getByText('Borneo Trails opens at borneo.localhost.', { exact: true }).waitFor();
  await desk.getByText('Set SMTP_URL first').waitFor();
  await checkAxe(desk);
  await checkWidth(desk);
  await desk.getByRole('button', { name: 'Open now' }).click();
  // Whether the first admin's mail is on its way is said where it stands, not twice.
  await desk.getByText('Borneo Trails is open.', { exact: true }).waitFor();
  await desk.getByText('Ada Tan (ada@borneo.example) is invited').waitFor();
  await checkAxe(desk);
  await checkWidth(desk);
  await visit(desk, '/console/log');
  await desk.getByText('Shop opened').last().waitFor();
  await inviteAnother(desk);

  const [mail] = await until(
    () => test.mails('ada@borneo.example'),
    (mails) => mails.length > 0,
  );
  const invited = /http:\/\/borneo\.localhost:\d+\/login\/reset\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  const admin = await openAt('borneo', 1440);
  await choosePassword(admin, invited, 'ada@borneo.example');
  await admin.getByRole('heading', { name: /^First steps/ }).waitFor();
  // Nothing waits in a new shop: its first steps are above the empty queues.
  expect(await admin.locator('main h2').first().innerText()).toMatch(/^First steps/);
  await visit(admin, '/console/products');
  await admin.getByText('No products yet').waitFor();
  await seeEmptyShop(admin);
  const id = await make(admin, {
    type: 'Tours',
    name: 'River Walk',
    package: { 'names.en': 'Small group' },
    skus: [{ ticketType: 'Adult', minAge: '13', priceMinor: '120' }],
  });
  await priceSession(admin, '10:00');
  await openCalendar(admin);
  await checkToday(admin);
  await fillDays(admin, { value: '5', from: addDays(today, 5), to: addDays(today, 8) });
  await saveStock(admin);
  await visit(admin, `/console/products/${id}`);
  await admin.getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('Buyers cannot cancel it: no cancellation fees are set under “Rules”').waitFor();
  // The only product of a shop fills the window of its home page.
  await visit(admin, '/');
  const window = await admin.locator('main a[href^="/tours/"]').first().boundingBox();
  expect(window?.height).toBeGreaterThan(200);

  const guest = await openAt('borneo', 390);
  const orderNo = await bookAsGuest(guest);
  await visit(admin, '/console/transfers');
  await admin.getByText(orderNo).waitFor();
  await admin.getByRole('button', { name: 'Money has arrived' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Money has arrived' }).click();
  await admin.getByText('No transfers here').waitFor();
  await visit(guest, `/booking/complete?order=${orderNo}`);
  await guest.getByRole('link', { name: 'Download voucher' }).waitFor();
  await closeAndReopen(desk, admin, guest);
  for (const page of [desk, admin, guest]) await page.context().close();
}, 240_000);

/** What is empty says where it is filled in, and the shop has no headings above nothing. */
async function seeEmptyShop(admin: Page): Promise<void> {
  await visit(admin, '/console/rates');
  await admin.getByText('chooses under “Settings” which currencies').waitFor();
  await visit(admin, '/console/settings');
  await admin.getByText('once they have a rate under “Exchange rates”').waitFor();
  await visit(admin, '/');
  expect(await admin.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await admin.getByRole('heading', { name: 'Pick a city' }).count()).toBe(0);
  await visit(admin, '/search?query=walk&l=en');
  await admin.getByText('No matching result').waitFor();
  expect(await admin.getByText('Check the spelling').count()).toBe(0);
}

/** A time with a price of its own, which the sheet then shows before it has places. */
async function priceSession(page: Page, session: string): Promise<void> {
  await page.getByLabel('Time', { exact: true }).fill(session);
  await page.getByRole('button', { name: 'Add price for this time' }).click();
  await page.getByLabel(`Adult, ${session}`).fill('150');
  // The page may still say of the first save that the product is saved.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/api/console/products',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await page.getByText('Everything is saved').waitFor();
}

/** The sheet begins at today, also late in a month, and so does the filling of days. */
async function checkToday(page: Page): Promise<void> {
  await page.getByRole('rowheader', { name: /^10:00/ }).waitFor();
  const on = todayIn('Asia/Kuching', Date.now());
  await page.getByRole('button', { name: 'Fill days' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('From').inputValue()).toBe(on);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  const day = Number(on.slice(8));
  const cell = page.locator(`[data-spot="0 ${day - 1}"]`);
  expect(await cell.getAttribute('tabindex')).toBe('0');
  const [left = 0, right = 0, end = 0] = await cell.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const sheet = element.closest('.overflow-x-auto')?.getBoundingClientRect();
    return [box.left - (sheet?.left ?? 0), box.right, sheet?.right ?? 0];
  });
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(end);
}

/** One who was invited by mistake has the right taken away again (decision 0335). */
async function inviteAnother(desk: Page): Promise<void> {
  await visit(desk, '/console/installation-admins');
  await desk.getByRole('button', { name: 'Invite an admin' }).click();
  await desk.getByRole('button', { name: 'Send the link' }).click();
  expect((await problemsOn(desk)).map(([name]) => name)).toEqual(['name', 'email']);
  await fillIn(desk, { name: 'Ida Holm', email: 'ida@house.example' });
  await checkAxe(desk);
  await desk.getByRole('button', { name: 'Send the link' }).click();
  await desk.getByText('is on its way to ida@house.example').waitFor();
  await desk.getByText('Invited', { exact: true }).waitFor();
  await checkAxe(desk);
  await checkWidth(desk);
  await desk.getByRole('button', { name: 'Take the right away' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Take the right away' }).click();
  await desk.getByText('Ida Holm is no longer an admin').waitFor();
}

/** Closed, the shop and its back office are away; opened again, they are as they were (decision 0335). */
async function closeAndReopen(desk: Page, admin: Page, guest: Page): Promise<void> {
  await visit(desk, '/console/owners?query=borneo');
  await desk.getByRole('link', { name: 'Borneo Trails' }).click();
  for (const [act, state] of [
    ['Close the shop', 'Closed since'],
    ['Open it again', ''],
  ] as const) {
    await desk.getByRole('button', { name: act }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('button', { name: act }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Reason').fill('The licence');
    await checkAxe(desk);
    await dialog.getByRole('button', { name: act }).click();
    await dialog.waitFor({ state: 'detached' });
    if (!state) continue;
    await desk.getByText(state).waitFor();
    await checkWidth(desk);
    for (const page of [guest, admin])
      await expect
        .poll(
          async () => {
            await page.goto(page === guest ? '/' : '/console');
            return page.getByRole('heading', { name: 'This website is under configuration' }).count();
          },
          { timeout: 15_000, interval: 500 },
        )
        .toBe(1);
    // Its customers had a shop there.
    await guest.getByText('No shop is open at this address at the moment').waitFor();
    browser.forget(/status of (401|404|421)/);
  }
  await expect.poll(async () => (await admin.goto('/console'))?.status(), { timeout: 15_000, interval: 500 }).toBe(200);
  browser.forget(/status of (401|404|421)/);
  await settle(admin);
  await admin
    .getByRole('heading', { name: /^First steps|^Sales/ })
    .first()
    .waitFor();
}

async function bookAsGuest(page: Page): Promise<string> {
  await visit(page, '/search?query=River+Walk');
  await page.getByRole('link', { name: 'River Walk', exact: true }).click();
  await page.waitForURL(/\/tours\//);
  await settle(page);
  const day = page.locator('#book button[aria-pressed]:not([aria-disabled])').first();
  const isShown = await day.waitFor({ timeout: 4000 }).then(
    () => true,
    () => false,
  );
  // The days may lie in the next month.
  if (!isShown) await page.getByRole('button', { name: 'Next month' }).click();
  await day.click();
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.waitForURL(/\/booking\/order/);
  await settle(page);
  await fillIn(page, {
    'contact.name': 'Grace Lim',
    'contact.email': 'guest@borneo.example',
    'orderFields.403': 'Grace Lim',
    'travellers.0.102': 'Grace Lim',
    'travellers.0.202': 'E12345678',
  });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await settle(page);
  expect(await problemsOn(page)).toEqual([]);
  await solvePuzzle(test, page);
  await page
    .getByRole('dialog')
    .getByLabel('Code')
    .fill(await newestCode(test, 'guest@borneo.example'));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL(/\/booking\/pay/);
  await settle(page);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/booking\/offlinePay\?/);
  await page.getByText('77-12').waitFor();
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles([{ name: 'one.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('img', { name: 'Receipt 1' }).waitFor();
  await page.getByRole('button', { name: 'Payment completed' }).click();
  await page.waitForURL(/offlinePayInfo/);
  return new URL(page.url()).searchParams.get('order') ?? '';
}
