// The tasks that come after booking: finding the order again, taking the voucher along, using it, and telling others.
import { consolePaths } from '../../domain/console-paths.ts';
import { paths } from '../../domain/paths.ts';
import { enterConsole, enterShop, visit } from '../../tests/build/use-pages.ts';
import { loginOf } from '../pictures/set-up-shop.ts';
import { type Stage, type Task, traveller } from './open-stage.ts';
import type { Walk } from './walk.ts';

const start = `${paths.home()}?l=en`;

export const laterTasks: Task[] = [
  { name: 'Change the day of a paid booking', run: changeTheDay },
  { name: 'Cancel one of two lines', run: cancelOneLine },
  { name: 'Share a voucher', run: shareVoucher },
  { name: 'Find an order again without an account', run: findOrder },
  { name: 'Redeem a voucher at the gate', run: redeemVoucher },
  { name: 'Send a wish list', run: sendWishes },
  { name: 'Review after the visit', run: writeReview },
];

async function openOrder(walk: Walk, stage: Stage, daysAfter?: number): Promise<{ orderNo: string; line: string }> {
  const bought = await stage.buy(daysAfter);
  const [, account, password] = loginOf('Agent (deposit)');
  await enterShop(walk.page, account, password, paths.orders());
  await walk.tap(walk.page.locator(`main a[href="${paths.order(bought.orderNo)}"]`), 'the order in the list');
  return bought;
}

async function changeTheDay(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  await openOrder(walk, stage, 4);
  await walk.tap(page.getByRole('link', { name: 'Change or cancel' }), '“Change or cancel”');
  await walk.tap(page.getByRole('button', { name: 'Change the day' }), '“Change the day”');
  const dialog = page.getByRole('dialog');
  const day = dialog.getByLabel('New day');
  await walk.see(day, 'the list of days');
  const days = await day.locator('option').evaluateAll((all) => all.map((item) => item.getAttribute('value')));
  await walk.type(day, days.findLast(Boolean) ?? '', 'the list of days');
  await walk.tap(dialog.getByRole('button', { name: 'Change the day' }), 'the last button');
  await walk.see(page.getByText('Booking changed'), 'that it is changed');
}

async function cancelOneLine(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  // On the last days nothing is given back.
  await openOrder(walk, stage, 4);
  await walk.tap(page.getByRole('link', { name: 'Change or cancel' }), '“Change or cancel”');
  await walk.tap(page.getByRole('button', { name: 'Cancel …' }), '“Cancel …”');
  const dialog = page.getByRole('dialog');
  await walk.tap(dialog.getByRole('radio').nth(1).locator('xpath=ancestor-or-self::label[1]'), 'one line');
  const why = dialog.getByLabel('Why?');
  if (await why.isVisible()) await walk.type(why, 'One of us is ill', '“Why?”');
  await walk.tap(dialog.getByRole('button', { name: /Send the request|Cancel now/ }), 'the last button');
  await walk.see(page.getByText(/In review|Cancelled/), 'what becomes of it');
}

async function shareVoucher(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  await openOrder(walk, stage);
  await walk.tap(page.getByRole('link', { name: 'Show the voucher' }), '“Show the voucher”');
  await walk.tap(page.getByRole('button', { name: 'Share with fellow travellers' }), '“Share”');
  await walk.see(page.getByLabel('Link', { exact: true }), 'the link');
}

async function findOrder(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  const { orderNo } = await stage.buy();
  await visit(page, start);
  await walk.tap(page.getByRole('link', { name: 'Orders' }), '“Orders”');
  await walk.tap(page.getByRole('link', { name: 'Find an order' }), '“Find an order”');
  await walk.type(page.locator('[name="orderNo"]'), orderNo, 'the number');
  await walk.type(page.locator('[name="contact"]'), traveller, 'the e-mail');
  await walk.tap(page.getByRole('button', { name: 'Find', exact: true }), '“Find”');
  await walk.see(page.getByText('Your booking is confirmed.'), 'the trip');
}

async function redeemVoucher(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  const { line } = await stage.buy();
  const [, email, password] = loginOf('Back office, operations');
  await enterConsole(page, email, password);
  await visit(page, `${consolePaths.start()}?l=en`);
  await walk.tap(page.getByRole('button', { name: 'Menu' }), '“Menu”');
  await walk.tap(page.getByRole('link', { name: 'Redeem vouchers' }), '“Redeem vouchers”');
  await walk.type(page.getByLabel('Voucher code'), line, 'the code');
  await walk.tap(page.getByRole('button', { name: 'Check' }), '“Check”');
  await walk.tap(page.getByRole('button', { name: 'Redeem now' }), '“Redeem now”');
  await walk.see(page.getByText(/Redeemed by/), 'that it is redeemed');
}

async function sendWishes(walk: Walk): Promise<void> {
  const { page } = walk;
  await visit(page, start);
  for (const at of [0, 1])
    await walk.tap(page.getByRole('button', { name: /^Save: / }).nth(at), `the heart of product ${at + 1}`);
  await walk.tap(page.getByRole('banner').getByRole('link', { name: 'Wish list' }), '“Wish list”');
  await walk.tap(page.getByRole('button', { name: 'Share' }), '“Share”');
  await walk.see(page.getByText('Link copied'), 'that the link is copied');
}

async function writeReview(walk: Walk, stage: Stage): Promise<void> {
  const { page } = walk;
  const { orderNo, line } = await stage.buy();
  await stage.redeem(line);
  const [, account, password] = loginOf('Agent (deposit)');
  await enterShop(page, account, password, paths.orders());
  await walk.tap(page.locator(`main a[href="${paths.order(orderNo)}"]`), 'the order in the list');
  await walk.tap(page.getByRole('link', { name: 'Write a review' }), '“Write a review”');
  await walk.tap(
    page.getByRole('radio', { name: '4 stars' }).locator('xpath=ancestor-or-self::label[1]'),
    'four stars',
  );
  await walk.type(page.getByLabel('Your experience'), 'Go up at dusk, it is quiet then.', 'the text');
  await walk.tap(page.getByRole('button', { name: 'Send review' }), '“Send review”');
  await walk.see(page.getByText('Being checked'), 'that it is on its way');
}
