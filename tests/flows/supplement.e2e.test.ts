// Additional payments and the owner's mail texts in a real browser, on a phone and on a desktop: added in the back office, paid by the
// buyer from the order, one withdrawn; the text of a mail changed beside its preview.
import { describe, expect, it } from 'vitest';
import { consolePaths } from '../../domain/console-paths.ts';
import { paths } from '../../domain/paths.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  reload,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, newKey, placeOrder, placeWithAddedPayment } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent, field, tab } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  flow.atEnd((await openGateway(test)).close);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('the owner adds extra time, and the buyer pays it from the order', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    await visit(desk, `/console/orders/${orderNo}`);
    const add = async (amount: string, reason: string) => {
      await desk.getByRole('button', { name: 'Add a payment' }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Amount (MYR)').fill(amount);
      await dialog.getByRole('button', { name: 'Add a payment' }).click();
      await dialog.getByText('This field is required').waitFor();
      await checkAxe(desk);
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Add a payment' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await desk.locator('li').getByText(reason).first().waitFor();
    };
    await add('45.5', 'Two hours more');
    await add('9', 'A mistake');
    await desk.getByRole('button', { name: 'Withdraw' }).last().click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await desk.getByText('Withdrawn', { exact: true }).waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.context().close();

    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/order');
    const row = page.getByRole('listitem').filter({ hasText: orderNo });
    await row.getByText('Additional payment · To pay: MYR 45.50').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await visit(page, `/uc/order/${orderNo}`);
    await page.getByText('Two hours more').first().waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: /Pay .*45\.50/ }).click();
    await page.waitForURL(/supplement=/);
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('radio', { name: /Deposit/ }).check();
    await page.getByRole('button', { name: /Pay.*45\.50/ }).click();
    await page.waitForURL(paths.order(orderNo, { supplement: `${orderNo}S1` }));
    // The order was paid before: only a notice says that this is, too.
    await page.getByRole('status').getByText('Additional payment · Extra time: Paid').waitFor();
    const listed = (
      await test.call('orderList', { query: orderNo }, { token: await test.signIn('agent@one.example', 'agent-2026') })
    ).data;
    expect(listed.list.map(({ added }) => added)).toEqual([null]);
    await checkAxe(page);
    expect(await page.getByRole('link', { name: /Pay .*45\.50/ }).count()).toBe(0);
    await page.context().close();
  }, 120_000);

  it('a part of an order from the deposit empties its field, so that the next one offers what is left', async () => {
    const orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'), { quantity: 12 });
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', paths.payment('pay', orderNo));
    const field = page.getByLabel('Amount (MYR)').first();
    await field.fill('10');
    await page.getByRole('button', { name: 'Use MYR 10.00 of the deposit' }).click();
    await page.getByText('Set aside for this order').waitFor();
    expect(await field.inputValue()).toBe('');
    await page.getByRole('button', { name: /^Use MYR [\d,.]+ of the deposit$/ }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Set aside for this order').waitFor({ state: 'detached' });
    await page.context().close();
  }, 120_000);

  it('a buyer whose additional payment fails, or is withdrawn meanwhile, reads so on the order', async () => {
    const { orderNo, supplementNo, staff } = await placeWithAddedPayment(test);
    const page = await browser.open(width);
    await enterShop(
      page,
      'agent@one.example',
      'agent-2026',
      paths.payment('pay', orderNo, { supplement: supplementNo }),
    );
    await page.getByText('Two hours more').waitFor();
    await page.getByRole('radio', { name: /Test gateway/ }).check();
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await page.getByRole('button', { name: /^Decline/ }).click();
    await page.getByRole('alert').getByText('Sorry, your payment failed').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: /Pay .*45\.50/ }).click();
    await page.waitForURL(/booking\/pay/);
    await settle(page);
    await test.call('consoleSupplementWithdraw', { id: orderNo, supplementNo }, { token: staff });
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('status').getByText('Additional payment · Extra time: Withdrawn').waitFor();
    await checkAxe(page);
    await page.context().close();
  }, 120_000);

  it('a buyer who pays at the gateway after the order was cancelled reads that the money goes back', async () => {
    const { orderNo, supplementNo } = await placeWithAddedPayment(test);
    const page = await browser.open(width);
    const address = paths.payment('pay', orderNo, { supplement: supplementNo });
    await enterShop(page, 'agent@one.example', 'agent-2026', address);
    await page.getByRole('radio', { name: /Test gateway/ }).check();
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    const pay = page.getByRole('button', { name: /^Pay now/ });
    await pay.waitFor();
    // As the cancellation of the order does.
    const end = sql`UPDATE supplement SET state = 'withdrawn' WHERE supplement_no = ${supplementNo}`;
    await end.execute(test.database.house);
    await pay.click();
    // The gateway's notice may come after the page, which asks again.
    await page.waitForURL(/uc\/order/);
    await page.getByRole('status').getByText('Your payment came after this was withdrawn.').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);

  it('§3 the owner lets a product be paid in parts, and the buyer pays both from a phone', async () => {
    const content = await enterAsContent(browser, width);
    const id = (await findProduct(test, 'Silver Tower')).id;
    await visit(content, consolePaths.product(id));
    await tab(content, 'Rules');
    await field(content, 'firstPercent').fill('30');
    await field(content, 'restMissed').selectOption('cancel');
    await content.getByRole('button', { name: 'Save' }).click();
    await content.getByText('This field is required').first().waitFor();
    await field(content, 'restDays').fill('5');
    await content.getByText('Pay 30% now, the rest until 5 days before').waitFor();
    await checkAxe(content);
    await checkWidth(content);
    await content.getByRole('button', { name: 'Save' }).click();
    await content.getByText('The product is saved').waitFor();
    await content.context().close();

    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const product = await findProduct(test, 'Silver Tower', { token: agent });
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/search/${product.id}`);
    await page.getByText('Pay 30% now, the rest until 5 days before').first().waitFor();
    await checkWidth(page);
    await visit(page, paths.booking({ lines: `${product.packages[0]?.skus[0]?.id}:${playOn}::1` }));
    await page.getByText(/30\.00 now/).waitFor();
    await checkAxe(page);
    const orderNo = await placeOrder(test, agent);
    await visit(page, paths.order(orderNo));
    await page.getByRole('link', { name: 'Pay now' }).click();
    // What was offered is chosen from wherever the buyer comes, and everything once it was chosen.
    const first = page.getByRole('radio', { name: /30\.00 now/ });
    await expect.poll(() => first.isChecked()).toBe(true);
    await page.getByRole('radio', { name: /Everything now/ }).check();
    await page.getByRole('button', { name: /Pay.*100\.00/ }).waitFor();
    await reload(page);
    expect(await first.isChecked()).toBe(false);
    await first.check();
    await page.getByText('the booking is cancelled').waitFor();
    await settle(page);
    await page.getByRole('radio', { name: /Deposit/ }).check();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: /Pay.*30\.00/ }).click();
    await page.getByText(/The remaining .*70\.00 until/).waitFor();
    await page.getByText('The voucher is ready once everything is paid.').waitFor();
    expect(await page.getByText('The voucher is on its way').count()).toBe(0);
    await checkAxe(page);
    await page.getByRole('link', { name: 'Open the order' }).click();
    await page.getByText('Paid in part').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: /Pay .*70\.00/ }).click();
    await page.waitForURL(/supplement=/);
    await page.getByRole('radio', { name: /Deposit/ }).check();
    await page.getByRole('button', { name: /Pay.*70\.00/ }).click();
    await page.waitForURL(new RegExp(`/uc/order/${orderNo}\\?supplement=`));
    await page.getByText('Remaining amount paid').waitFor();
    expect(await page.getByText('Paid in part').count()).toBe(0);
    await page.context().close();
  }, 120_000);

  it('the owner changes the text of a mail and sees the preview', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'content@one.example', 'content-2026');
    // The reader's language comes first.
    await visit(page, '/console/mail-texts?mail=confirmed');
    expect(await page.getByLabel('Language', { exact: true }).last().inputValue()).toBe('en');
    await checkAxe(page);
    await checkWidth(page);
    await page.getByLabel('Subject').fill(`See you at {nowhere} ${width}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A blank in braces is not known here').waitFor();
    await page.getByText('{name} {product} {orderNo}').waitFor();
    await page.getByLabel('Subject').fill(`See you soon, {name} ${width}`);
    await page.getByText(`See you soon, Mei Tan ${width}`).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The next mail uses it.').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Back to the standard text' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your subject and opening are deleted').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Back to the standard text' }).click();
    await page.getByRole('button', { name: 'Back to the standard text' }).waitFor({ state: 'detached' });
    await page.context().close();
  }, 120_000);
});
