// In a real browser, on a phone and on a desktop: an agency's own logo is chosen, viewed and deleted (§6); staff return to the
// screen they requested; an order whose bank transfer is being checked, after its time to pay.
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
import { newKey, placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
let picture: Buffer;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  const options = { instructions: { MYR: { en: 'Bank of Tests\n123-456' } } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify(options)}::jsonb)`.execute(test.database.house);
  picture = await sharp({ create: { width: 600, height: 150, channels: 4, background: '#36f8' } })
    .png()
    .toBuffer();
});

/** A transfer that was sent in, for an order whose time to pay is over. */
async function sendTransfer(): Promise<string> {
  const token = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, token);
  await test.call('paying', { id: orderNo, channel: 'offline' }, { token, key: newKey() });
  const headers = { token, 'content-type': 'image/png' };
  await test.fetch(`/api/order/offlinepay/file?id=${orderNo}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(picture),
  });
  const sent = await test.call('offlineEvaluation', { id: orderNo, remark: '' }, { token });
  expect(sent.data.state).toBe('submitted');
  await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  return orderNo;
}

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('an agency chooses its logo, sees it, and deletes it again', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    await visit(page, '/uc/account');
    const input = page.getByLabel(/^Company logo/);
    await input.setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await page.getByRole('alert').getByText('The logo must be a jpg or png').waitFor();
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
    const logo = page.getByRole('img', { name: /^Logo of/ });
    await logo.waitFor();
    expect(await logo.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(600);
    expect(await page.getByText('The logo must be').count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Delete logo' }).click();
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete logo' }).click();
    await logo.waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('staff who sign in are redirected to the requested screen, and never to another site', async () => {
    const page = await browser.open(width);
    await visit(page, '/console/orders?status=1002&l=en');
    expect(new URL(page.url()).pathname).toBe('/console/login');
    const signIn = async () => {
      await page.getByLabel('E-mail').fill('operations@one.example');
      await page.getByLabel('Password').fill('operations-2026');
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await page.waitForURL(/\/console\/orders\?status=1002/);
    await visit(page, '/console/login?go=%2Fconsole%2Fpartners');
    expect(new URL(page.url()).pathname).toBe('/console/partners');
    await visit(page, '/console/login?go=https%3A%2F%2Fevil.example%2Fconsole');
    expect(new URL(page.url()).pathname).toBe('/console');
    await page.context().close();
  }, 60_000);

  it('an order whose transfer is being checked asks for no payment after its time', async () => {
    const orderNo = await sendTransfer();
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    await visit(page, '/uc/order');
    await page
      .getByRole('link', { name: 'Bank transfer: Being checked' })
      .and(page.locator(`[href*="${orderNo}"]:visible`))
      .waitFor();
    await checkAxe(page);
    const staff = await browser.open(width);
    await enterConsole(staff, 'operations@one.example', 'operations-2026');
    const list = `/console/orders?query=${orderNo}`;
    for (const [reader, paths] of [
      [page, ['/uc/order', `/uc/order/${orderNo}`]],
      [staff, [list, `/console/orders/${orderNo}`]],
    ] as const)
      for (const path of paths) {
        await visit(reader, path);
        await reader.getByText('Bank transfer: Being checked').filter({ visible: true }).first().waitFor();
        expect(await reader.getByText('Payment under way').filter({ visible: true }).count(), path).toBe(0);
      }
    expect(await page.getByRole('link', { name: 'Pay now' }).count()).toBe(0);
    expect(await page.getByText('Please pay within').count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'See the transfer' }).click();
    await page.waitForURL(/\/booking\/offlinePayInfo\?order=/);
    await page.context().close();
  }, 60_000);
});
