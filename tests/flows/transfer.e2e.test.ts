// Paying by bank transfer in a real browser, on a phone and on a desktop: chosen among the ways to pay, receipt uploaded, sent in,
// found by the owner's finance.
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  const account = { holder: 'Owner one', bank: 'Tests', number: '0000 1234 5678', swift: '' };
  const instructions = { MYR: { en: 'Bank of Tests\n123-456' }, USD: { en: 'Dollar Bank 9' } };
  const options = { instructions, accounts: { MYR: account } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify(options)}::jsonb)`.execute(test.database.house);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('a way that is certain at once is proposed before one that takes days, whatever its position (§2 confirm and pay)', async () => {
    const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026', `/booking/pay?order=${orderNo}`);
    const names = await page
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => one.closest('label')?.innerText ?? ''));
    expect(names.findIndex((one) => one.startsWith('Bank transfer'))).toBe(0);
    expect(await page.getByRole('radio', { name: /Test gateway/ }).isChecked()).toBe(true);
    await visit(page, `/booking/pay?order=${orderNo}&channel=offline`);
    expect(await page.getByRole('radio', { name: /Bank transfer/ }).isChecked()).toBe(true);
    await page.context().close();
  });

  it('the keyboard keeps its place while a receipt is uploaded (§2 bank transfer)', async () => {
    const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026', `/booking/pay?order=${orderNo}&channel=offline`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/booking\/offlinePay\?/);
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const input = page.locator('input[type=file]');
    await input.focus();
    await input.setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name: 'Receipt 1' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'one.png' }).waitFor({ state: 'detached' });
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  }, 60_000);

  it('a buyer transfers, uploads the receipt, and finance settles it (§2 bank transfer)', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    await visit(page, `/booking/pay?order=${orderNo}`);
    await page.getByRole('radio', { name: /Bank transfer/ }).check();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/booking\/offlinePay\?/);
    await page.getByText('123-456').waitFor();
    // Forms of banks refuse the spaces that help to read a number.
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.documentElement.dataset.copied = text;
      };
    });
    await page.getByRole('button', { name: 'Copy: Account number or IBAN' }).click();
    expect(await page.locator('html').getAttribute('data-copied')).toBe('000012345678');
    await page.getByLabel('Transfer in').selectOption('USD');
    await page.getByText('Dollar Bank 9').waitFor();
    await page.getByRole('button', { name: 'Payment completed' }).click();
    await page.getByText('Please upload the receipt').waitFor();
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('img', { name: 'Receipt 2' }).waitFor();
    await page.getByText('Please upload the receipt').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete receipt 1' }).click();
    await page.getByRole('img', { name: 'Receipt 2' }).waitFor({ state: 'detached' });
    const noise = {
      create: { width: 1800, height: 1400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    };
    const photo = await sharp(noise as never)
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1_048_576);
    await page.locator('input[type=file]').setInputFiles([
      { name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
      { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo },
    ]);
    await page.getByText('statement.pdf: The receipt must be a jpg, jpeg or png picture').waitFor();
    await page.getByRole('img', { name: 'Receipt 2' }).waitFor();
    await page.getByLabel('Remark').fill('From my own account');
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Payment completed' }).click();
    await page.waitForURL(/offlinePayInfo/);
    await page.getByText('Being checked').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await visit(page, `/booking/complete?order=${orderNo}`);
    expect(page.url()).toContain('offlinePayInfo');

    const desk = await browser.open(width);
    await enterConsole(desk, 'finance@one.example', 'finance-2026');
    await visit(desk, '/console/transfers');
    await desk.getByText('From my own account').waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('button', { name: 'Not found' }).click();
    await desk.getByRole('dialog').getByText(`Order ${orderNo}`).waitFor();
    await checkAxe(desk);
    await desk.getByRole('dialog').getByLabel('Reason').fill('Nothing came until noon');
    await desk.getByRole('dialog').getByRole('button', { name: 'Not found' }).click();
    await desk.getByText('No transfers here').waitFor();
    await test.call('offlineEvaluation', { id: orderNo, remark: 'Sent at one' }, { token: agent });
    await visit(desk, '/console/transfers');
    await desk.getByText(/^Not found before, .*, Farah: Nothing came until noon$/).waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('link', { name: `Order ${orderNo}` }).click();
    await desk.waitForURL(`/console/orders/${orderNo}`);
    await desk.getByRole('heading', { name: orderNo }).waitFor();
    await visit(desk, '/console/transfers');
    await desk.getByRole('button', { name: 'Money has arrived' }).click();
    // What staff do about another amount than the order's.
    await desk.getByRole('dialog').getByText('If it was less, choose “Not found”').waitFor();
    await checkAxe(desk);
    await desk.getByRole('dialog').getByRole('button', { name: 'Money has arrived' }).click();
    await desk.getByText('No transfers here').waitFor();
    await desk.context().close();

    await visit(page, `/booking/offlinePayInfo?order=${orderNo}`);
    await page.getByText('The money has arrived.').waitFor();
    await visit(page, `/booking/complete?order=${orderNo}`);
    await page.getByRole('link', { name: 'Download voucher' }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);

  it('the order, the list and the ways to pay say that a chosen transfer was not sent in, or not found (§4 offline payment)', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${orderNo}&channel=offline`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/booking\/offlinePay\?/);
    for (const path of [
      `/uc/order/${orderNo}`,
      `/booking/pay?order=${orderNo}`,
      `/uc/order?query=${orderNo}&view=table`,
    ]) {
      await visit(page, path);
      await page.getByText('Bank transfer: Not sent yet').filter({ visible: true }).waitFor();
      expect(await page.getByText('Payment under way').filter({ visible: true }).count()).toBe(0);
      await checkAxe(page);
      await checkWidth(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('cell', { name: 'Bank transfer: Not sent yet' }).waitFor();
    expect(await page.getByText('Payment under way').filter({ visible: true }).count()).toBe(0);
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('link', { name: 'Bank transfer: Not sent yet' }).filter({ visible: true }).click();
    await page.waitForURL(/\/booking\/offlinePay\?/);
    const staff = await browser.open(1440);
    await enterConsole(staff, 'admin@one.example', 'admin-2026');
    for (const path of [`/console/orders?query=${orderNo}`, `/console/orders/${orderNo}`]) {
      await visit(staff, path);
      await staff.getByText('Bank transfer: Not sent yet').filter({ visible: true }).waitFor();
      expect(await staff.getByText('Payment under way').filter({ visible: true }).count()).toBe(0);
    }
    await staff.setViewportSize({ width, height: 844 });
    await visit(staff, '/console/transfers');
    await staff.getByLabel('Payment, order, reference, amount, name or e-mail').fill(orderNo.toLowerCase());
    await staff.keyboard.press('Enter');
    await staff.getByText(`Order ${orderNo}`).waitFor();
    await checkAxe(staff);
    await checkWidth(staff);
    // A person's account has the name of its person, which is read once.
    await sql`UPDATE purchase SET contact = jsonb_set(contact, '{name}', '"Agency"') WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    await staff.reload();
    await staff.getByRole('heading', { name: 'Agency' }).waitFor();
    expect(await staff.getByRole('main').getByText('Agency').count()).toBe(1);
    await staff.context().close();
    await sql`UPDATE transfer SET state = 'refused', reason = 'Half of it' WHERE payment_no LIKE ${`${orderNo}%`}`.execute(
      test.database.house,
    );
    for (const path of [`/uc/order/${orderNo}`, `/booking/pay?order=${orderNo}`]) {
      await visit(page, path);
      await page.getByText('Bank transfer: Not found').waitFor();
      expect(await page.getByText('Payment under way').count()).toBe(0);
      await checkAxe(page);
      await checkWidth(page);
    }
    await visit(page, `/uc/order?query=${orderNo}`);
    await page.getByRole('link', { name: 'Bank transfer: Not found' }).click();
    await page.getByText('Reason: Half of it').waitFor();
    await page.getByText('Your places are held until').waitFor();
    await page.getByRole('link', { name: 'Add receipts' }).waitFor();
    await checkWidth(page);
    await page.context().close();
  }, 120_000);
});
