// Reviews and wish lists (§2 product, decisions 0420 and 0421), on a phone: a review from the order's redeemed line to the
// product's page, and a wish list from the device to the account.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { startJobs } from '../../server/platform/jobs.ts';
import { makeLog } from '../../server/platform/log.ts';
import { queueNotices } from '../../server/wish/wish.jobs.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  enterShopByForm,
  mailedLink,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { adjust, findAgency } from '../build/set-balances.ts';
import { buy } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
const phone = 390;

openFlow((flow) => {
  ({ test, browser } = flow);
});

/** The picture of the only review is there and was loaded. */
async function seePicture(page: Page): Promise<void> {
  const shown = page.getByRole('img', { name: /^Picture 1 by/ });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(50);
}

it('§2 reviews: a traveller reviews a used product, the owner publishes and answers, everyone reads it', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const desk = await test.signIn('operations@one.example', 'operations-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  const orderNo = await buy(test, agent);
  expect((await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: desk })).code).toBe(200);
  const page = await browser.open(phone);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, `/uc/order/${orderNo}?l=en`);
  // What was used is neither changed nor cancelled.
  expect(await page.getByRole('link', { name: 'Change or cancel' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Write a review' }).click();
  await page.getByRole('heading', { name: 'Write a review' }).waitFor();
  await page.getByRole('button', { name: 'Send review' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  const limit = page.getByText('The limit of 2,000 characters is reached');
  await page.getByLabel('Your experience').fill('W'.repeat(2000));
  await limit.waitFor();
  await page.getByLabel('Your experience').fill('Go up at dusk, it is quiet then.');
  await limit.waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('button', { name: 'Stay here' }).click();
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();
  const pictures = page.getByRole('group', { name: 'Your pictures (optional)' });
  await pictures.locator('input[type=file]').setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: photo });
  await pictures.getByText('Please use a JPG, PNG or WebP picture').waitFor();
  // Several at once; those beyond the fifth are left out, which is said.
  const dusk = ['1', '2', '3', '4', '5', '6'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo }));
  await pictures.locator('input[type=file]').setInputFiles(dusk);
  await pictures.getByRole('button', { name: 'Remove 5' }).waitFor();
  expect(await pictures.locator('img, input[type=file]').count()).toBe(5);
  await pictures.getByRole('alert').getByText('There is room for 5 pictures; 1 was left out.').waitFor();
  for (const number of [5, 4, 3, 2]) await pictures.getByRole('button', { name: `Remove ${number}` }).click();
  await checkAxe(page);
  await checkWidth(page);
  const second = await page.context().newPage();
  await visit(second, page.url());
  await second.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await page.getByRole('button', { name: 'Send review' }).click();
  await page.getByText('Being checked').waitFor();
  // Another tab that still has the form shows the review as well.
  await second.getByRole('button', { name: 'Send review' }).click();
  await second.getByText('This visit has been reviewed already.').waitFor();
  await second.getByText('Go up at dusk, it is quiet then.').waitFor();
  expect(await second.getByRole('button', { name: 'Send review' }).count()).toBe(0);
  await checkAxe(second);
  await second.close();
  await page.getByText('Go up at dusk, it is quiet then.').waitFor();
  await page.getByRole('heading', { name: 'Your review' }).waitFor();
  await seePicture(page);
  const yours = page.url();
  const staff = await browser.open(1440);
  await enterConsole(staff, 'operations@one.example', 'operations-2026');
  await visit(staff, '/console/reviews?l=en');
  await staff.getByText('it is quiet then').waitFor();
  await seePicture(staff);
  await checkAxe(staff);
  await staff.getByRole('button', { name: 'Publish' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await staff.getByRole('button', { name: 'Answer' }).click();
  await staff.getByRole('textbox', { name: 'Answer to the review' }).fill('So do we.');
  // A colleague answers meanwhile: that is shown first, and what was typed stays.
  const waiting = (await test.call('consoleReviews', {}, { token: desk })).data.list[0];
  await test.call('consoleReviewAnswer', { id: waiting?.id ?? '', text: 'A quick answer' }, { token: desk });
  const answer = staff.getByRole('dialog').getByRole('button', { name: 'Answer' });
  await answer.click();
  await staff.getByRole('dialog').getByText('Somebody changed this since you opened it').waitFor();
  await staff.getByRole('dialog').getByText('A quick answer').waitFor();
  await checkAxe(staff);
  browser.forget(/reviews/);
  await answer.click();
  // Until then the text that is found is the field's.
  await staff.getByRole('dialog').waitFor({ state: 'detached' });
  await staff.getByText('So do we.').waitFor();
  await visit(page, yours);
  await page.getByText('So do we.').waitFor();
  const { path, id } = await findProduct(test, 'Silver Tower');
  // Its language is named as the reader calls it.
  await visit(page, `${path}?l=fr_FR`);
  await page
    .locator('#reviews')
    .getByText(/ · Anglais$/)
    .waitFor();
  await visit(page, `${path}?l=en`);
  await page.getByRole('link', { name: '4.0 · 1 review' }).click();
  await page.getByText('Go up at dusk').waitFor();
  await page.getByText('So do we.').waitFor();
  await seePicture(page);
  const things = await page.locator('script[type="application/ld+json"]').allTextContents();
  const product = things.map((text) => JSON.parse(text)).find((thing) => thing['@type'] === 'Product');
  const range = { worstRating: 1, bestRating: 5 };
  expect(product.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1, ...range });
  expect(product.review[0]).toMatchObject({ reviewBody: 'Go up at dusk, it is quiet then.', reviewRating: range });
  expect(product.sku).toBe(id);
  // schema.org knows no language of a product.
  expect(product).not.toHaveProperty('inLanguage');
  await page.getByRole('button', { name: 'Report this review' }).click();
  await page.waitForFunction(() => document.activeElement?.matches('fieldset button:first-child'));
  await page.getByRole('button', { name: 'It is advertising' }).click();
  await page.getByText('Thank you. We will look at it.').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  // Hidden, its picture is there for staff alone.
  const [written] = (await test.call('consoleReviews', { query: orderNo }, { token: desk })).data.list;
  await test.call('consoleReviewDecide', { id: written?.id ?? '', act: 'hide', why: 'A stranger' }, { token: desk });
  await visit(staff, '/console/reviews?state=hidden');
  await seePicture(staff);
  await visit(page, `/review?line=${orderNo}-1`);
  await page.getByText('Go up at dusk').waitFor();
  expect(await page.getByRole('img', { name: /^Picture 1 by/ }).count()).toBe(0);
});

it('§2 wish list: without an account on the device, shared by its address, and the account’s after signing in', async () => {
  const { path, id } = await findProduct(test, 'Silver Tower');
  const page = await browser.open(phone);
  await visit(page, '/wishes?l=en');
  await page.getByText('Nothing saved yet').waitFor();
  await visit(page, '/search?l=en');
  const heart = page.getByRole('button', { name: 'Save: Silver Tower' });
  await heart.click();
  await visit(page, `${path}?l=en`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true');
  await save.click();
  await save.click();
  await page.getByRole('button', { name: 'Price alert' }).click();
  await page.getByLabel('E-mail').fill('traveller@example.com');
  await page.getByRole('button', { name: 'Tell me' }).click();
  await page.getByText('Please confirm with the link').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('main').getByRole('link', { name: 'Wish list' }).click();
  await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
  const friend = await browser.open(phone);
  await visit(friend, '/wishes?of=999999&l=en');
  await friend.getByText('Nothing on this list is on sale at the moment').waitFor();
  expect(await friend.getByRole('button', { name: /^(Save|Share)/ }).count()).toBe(0);
  await visit(friend, `/wishes?of=999999-${id}&l=en`);
  await friend.getByText('1 product that is not on sale at the moment').waitFor();
  await friend.getByRole('heading', { name: 'Silver Tower' }).waitFor();
  await friend.getByRole('button', { name: 'Save all to my list' }).click();
  await friend.getByRole('button', { name: 'Save all to my list' }).waitFor({ state: 'detached' });
  await enterShopByForm(page, 'agent@one.example', 'agent-2026', '/wishes');
  await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
  await expect
    .poll(async () => (await sql`SELECT 1 FROM wish WHERE product_id = ${id}`.execute(test.database.house)).rows.length)
    .toBe(1);
  // By keyboard: the button that was pressed went, so the focus is on Undo.
  await page.getByRole('button', { name: /^Remove/ }).press('Enter');
  await page.getByText('Nothing saved yet').waitFor();
  await page.getByRole('status').filter({ hasText: 'Removed: Silver Tower' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Undo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
  await expect
    .poll(async () => (await sql`SELECT 1 FROM wish WHERE product_id = ${id}`.execute(test.database.house)).rows.length)
    .toBe(1);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('Nothing saved yet').waitFor();
});

it('§2 back in stock: asked for while sold out, confirmed from the mail, mailed once there are places, ended by its link', async () => {
  const content = await test.signIn('content@one.example', 'content-2026');
  const { id, path } = await findProduct(test, 'Few Seats');
  const packageId = (await test.call('consoleProduct', { id }, { token: content })).data.document.packages[0]?.id ?? '';
  const place = async (capacity: number) =>
    test.call(
      'consoleCalendarSave',
      { packageId, changes: [{ on: playOn, session: '', capacity }] },
      { token: content },
    );
  await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(test.database.house);
  expect((await place(0)).code).toBe(200);
  const page = await browser.open(phone);
  await visit(page, `${path}?l=en`);
  await page.getByRole('button', { name: 'Tell me when it is available' }).click();
  await page.getByRole('button', { name: 'Tell me', exact: true }).click();
  await page.getByText('This field is required').waitFor();
  await page.getByLabel('E-mail').fill('back@example.com');
  await page.getByRole('button', { name: 'Tell me', exact: true }).click();
  await page.getByText('Please confirm with the link that we sent you.').waitFor();
  const link = await mailedLink(test, 'back@example.com', '/productNotice');
  await visit(page, link);
  await page.getByText('We send you one e-mail when it can be booked again.').waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Confirmed. We will write to you once.').waitFor();
  expect((await place(3)).code).toBe(200);
  const jobs = await startJobs(test.databaseUrl, makeLog('silent'));
  const { house } = test.database;
  await queueNotices({ house, forOwner: (owner) => test.database.forOwner(owner), jobs, now: new Date() });
  await jobs.stop();
  const newest = async () => (await test.mails('back@example.com'))[0];
  await expect.poll(newest).toMatchObject({ occasion: expect.stringMatching(/^noticeStock /) });
  const ended = /\/productNotice\?\S+/.exec((await newest())?.body ?? '')?.[0] ?? '';
  await visit(page, ended);
  await page.getByText('We have written to you about this already.').waitFor();
  await page.getByRole('button', { name: 'End all alerts to my address' }).click();
  await page.getByText('Ended. You get no more alerts.').waitFor();
  await visit(page, ended);
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
}, 60_000);

it('a Japanese heading of one long phrase breaks inside it and stays within its card (decision 0457)', async () => {
  const page = await browser.open(phone);
  await visit(page, '/wishes?l=ja_JP');
  const width = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const card = document.createElement('div');
    card.style.cssText = 'display: grid; width: 200px; font-size: 20px';
    card.append(
      Object.assign(document.createElement('h2'), { textContent: '爆笑キッチンパーカッションショーチケット' }),
    );
    heading.after(card);
    return card.scrollWidth;
  });
  expect(width).toBe(200);
});
