// Other systems in a real browser (decisions 0360 and 0361): staff open the interface, the partner creates a key, books with it, replaces it
// and ends it; an admin reads the log of calls and creates a key for the owner's own system; a web hook is notified of an order.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { holdBack } from '../build/hold-back.ts';
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
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

it('a partner’s system has access by its own key, as long as owner and partner allow it (§6 roles)', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/account/keys');
  await page.getByText('Not open for your company yet').waitFor();
  await checkAxe(page);

  const desk = await browser.open(1440);
  await enterConsole(desk, 'admin@one.example', 'admin-2026');
  await visit(desk, '/console/partners?query=agent%40');
  await desk
    .getByRole('link', { name: /Agency/ })
    .first()
    .click();
  await desk.getByRole('button', { name: 'Open the interface' }).click();
  await desk.getByText('Open. Its main account makes the keys; there is none yet.').waitFor();
  await checkAxe(desk);

  await visit(page, '/uc/account/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Allowed addresses').fill('not an address');
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await dialog.getByText('Please enter IP addresses or networks').waitFor();
  await dialog.getByText('This field is required').waitFor();
  // Nothing is ticked before the purpose is chosen, which ticks the least that it needs (decision 0752).
  const ticked = () =>
    dialog
      .getByRole('checkbox', { checked: true })
      .evaluateAll((all) => all.map((one) => one.closest('label')?.innerText));
  expect(await ticked()).toEqual([]);
  const purpose = dialog.getByLabel('What is it for?');
  await purpose.selectOption('Book and cancel, without paying');
  const least = ['Read the catalogue', 'Check prices and make quotations', 'Book and read orders', 'Cancel orders'];
  expect(await ticked()).toEqual(least);
  await dialog.getByLabel('Sell by the standard OCTO').check();
  expect(await purpose.locator('option:checked').innerText()).toBe('Something else, as ticked below');
  await dialog.getByLabel('Name').fill('Reservation desk with a rather long name');
  await dialog.getByLabel('Allowed addresses').fill('');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  const key = await dialog.getByLabel('Your new key').inputValue();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  // The same key opens the interface of the standard OCTO, and the page beside the keys says what it asked.
  await page.getByRole('link', { name: 'Connection by OCTO' }).click();
  await page.getByText('Nothing was asked yet').waitFor();
  await page.getByText(/^https?:.*\/octo$/).waitFor();
  const octo = { authorization: `Bearer ${key}`, 'octo-capabilities': '' };
  expect((await test.fetch('/octo/products', { headers: octo })).status).toBe(200);
  expect((await test.fetch('/octo/products/0', { headers: octo })).status).toBe(400);
  const answered = page.getByText('Refused (200001)');
  for (let tries = 0; tries < 20 && !(await answered.isVisible()); tries += 1) {
    await settle(page);
    await page.reload();
  }
  await page.getByText('octoProducts').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await visit(page, '/uc/account/keys');
  const call = (sent: string) => test.call('searchProducts', {}, { headers: { authorization: `Bearer ${sent}` } });
  expect((await call(key)).code).toBe(200);
  await page.getByRole('button', { name: 'Replace: Reservation desk' }).click();
  await dialog.getByLabel('The previous key works on for').selectOption('0');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  const next = await dialog.getByLabel('Your new key').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect([(await call(key)).http, (await call(next)).http]).toEqual([401, 200]);
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);

  await visit(desk, '/console/systems');
  await desk.getByText('Reservation desk with a rather long name').first().waitFor();
  await checkAxe(desk);
  await desk.getByRole('link', { name: 'Calls with keys' }).click();
  await desk.getByText('searchProducts').first().waitFor();
  await checkAxe(desk);
  await visit(desk, '/console/systems');
  await desk.getByRole('button', { name: 'New key for our own system' }).click();
  await desk.getByRole('dialog').getByLabel('Name').fill('Stock keeper');
  await desk.getByRole('dialog').getByRole('button', { name: 'Create the key' }).click();
  await desk.getByRole('dialog').getByLabel('What is it for?').selectOption('Read all orders');
  await desk.getByRole('dialog').getByRole('button', { name: 'Create the key' }).click();
  const own = await desk.getByRole('dialog').getByLabel('Your new key').inputValue();
  await desk.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  const asked = await test.call('consoleOrders', {}, { headers: { authorization: `Bearer ${own}` } });
  expect(asked.code).toBe(200);

  await page.getByRole('button', { name: 'End: Reservation desk' }).first().click();
  await dialog.getByRole('button', { name: 'End' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await call(next)).http).toBe(401);
  await desk.context().close();
  await page.context().close();
}, 120_000);

it('a developer reads the guide, creates a test key, tries a call and finds the test order (§7)', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/account/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sandbox');
  await dialog.getByLabel('Environment').selectOption('test');
  await dialog.getByLabel('What is it for?').selectOption('Book and pay from the deposit or credit line');
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  const key = await dialog.getByLabel('Your new key').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Test', { exact: true }).first().waitFor();
  await checkAxe(page);

  await page.getByRole('link', { name: 'For developers: guide, calls and examples' }).click();
  await page.getByRole('heading', { name: 'From nothing to a first booking' }).waitFor();
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
  await page.getByLabel('Test key').fill('kb_live_wrong');
  await page.getByLabel('Input (JSON)').fill('none');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please enter a test key').waitFor();
  await page.getByText('Please enter a JSON object').waitFor();
  await page.getByLabel('Test key').fill(key);
  await page.getByLabel('Input (JSON)').fill('{ "query": "Silver" }');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/HTTP 200 ·/).waitFor();
  await checkAxe(page);

  const headers = { authorization: `Bearer ${key}` };
  const ask = ((name, input, as) => test.call(name, input, { ...as, token: undefined, headers })) as TestHouse['call'];
  const orderNo = await placeOrder({ call: ask }, '');
  await visit(page, '/uc/account/keys/orders');
  await page.getByText(orderNo).waitFor();
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
}, 120_000);

it('orders are reported to a web hook that the partner creates, pauses and deletes', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/account/keys');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://shop.example');
  await dialog.getByRole('button', { name: 'Create the webhook' }).click();
  await dialog.getByText('Please enter an address that begins with https://').waitFor();
  await dialog.getByLabel('Address').fill('https://localhost/a-rather-long-address-of-a-booking-system/orders');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Create the webhook' }).click();
  const secret = dialog.getByLabel('Secret of the signatures');
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  // No other page has the secret: until it is copied, Escape and the cross close nothing, however often they are pressed.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await dialog.getByText('It cannot be shown again').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  await page.evaluate(() => history.back());
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).dblclick();
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  await checkAxe(page);
  const first = await secret.inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
  const shown = page.getByText('the address is not public').first();
  for (let tries = 0; tries < 60 && !(await shown.isVisible()); tries += 1) {
    await settle(page);
    await page.getByRole('link', { name: /Messages sent/ }).click();
    await page.reload();
  }
  await shown.waitFor();
  await page.getByText(orderNo).first().waitFor();
  await settle(page);
  // The card shows the failure, and staff can send the message again at once.
  await page.getByText('Nothing has got through since').waitFor();
  expect(await page.getByText('Working', { exact: true }).count()).toBe(0);
  await checkAxe(page);
  await checkWidth(page);
  const again = page.waitForResponse((answer) => answer.url().includes('/again'));
  await page
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click();
  expect((await (await again).json()).code).toBe(200);
  // A receiver that moved keeps its webhook, with what waits.
  await page.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByText('Waiting messages go to this address at once').waitFor();
  await dialog.getByLabel('Address').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter an address that begins with https://').waitFor();
  await dialog.getByLabel('Address').fill('https://localhost/moved');
  await dialog.getByLabel('Few places left').uncheck();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'https://localhost/moved' }).waitFor();
  expect(await page.getByRole('main').getByText('Few places left').count()).toBe(0);
  // A secret that was lost is replaced; the former one signs, too, until then (decision 0753).
  await page.getByRole('button', { name: /^New secret/ }).click();
  await dialog.getByText('For a secret that was lost').waitFor();
  await dialog.getByLabel('The old secret still works for').selectOption('1 hour');
  await checkAxe(page);
  const held = await holdBack(page, 'ucenter/hooks/*/secret');
  await dialog.getByRole('button', { name: 'New secret' }).click();
  // Nor while it is on its way.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  held.release();
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  expect(await secret.inputValue()).not.toBe(first);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Messages are also signed with the old secret until').waitFor();
  await checkWidth(page);
  await page.getByRole('button', { name: /^Pause/ }).click();
  await page.getByRole('button', { name: /^Go on/ }).waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('heading', { name: 'https://localhost/moved' }).waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await page.context().close();
}, 120_000);

it('an admin connects marketplaces that sign their messages, and disconnects them (§3 order source)', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/marketplaces');
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
  const dialog = page.getByRole('dialog');
  const accounts = [
    { at: 'GetYourGuide', name: 'one-at-gyg', keys: { password: 'a-password' } },
    {
      at: 'Ctrip, Ctrip Platform',
      name: 'acc-of-ctrip',
      keys: { aesKey: '0123456789abcdef', aesIv: 'fedcba9876543210', signKey: 'a-key-for-signing' },
    },
    { at: 'Qunar', name: 'HOUSE', keys: { key: 'a-key-for-signing' } },
    { at: 'Mafengwo', name: '7788', keys: { client_secret: 'a-secret', ase_key: '0123456789abcdef0123456789abcdef' } },
  ];
  for (const { at, name, keys } of accounts) {
    await page.getByRole('button', { name: `Connect an account: ${at}` }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    // Everything that is missing is named at once.
    const missing = dialog.locator('[aria-invalid="true"]');
    await missing.first().waitFor();
    expect(await missing.count()).toBe(2 + Object.keys(keys).length);
    await dialog.getByLabel('Partner that pays for the orders').selectOption({ label: 'Agency' });
    await dialog.getByLabel(/^Account \(/).fill(name);
    for (const [key, value] of Object.entries(keys)) await dialog.getByLabel(`Key (${key})`).fill(value);
    if ('aesKey' in keys) {
      await dialog.getByLabel('Key (aesKey)').fill('short');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.locator('[aria-invalid="true"]').first().waitFor();
      await checkAxe(page);
      await dialog.getByLabel('Key (aesKey)').fill('0123456789abcdef');
    }
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('main').locator('code', { hasText: name }).first().waitFor();
  }
  await checkWidth(page);
  // A connected platform is not connected once more over the first account: its keys are replaced, and the rest is there.
  expect(await page.getByRole('button', { name: 'Connect an account: Qunar' }).count()).toBe(0);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'HOUSE' })
    .getByRole('button', { name: 'Replace the keys' })
    .click();
  expect(await dialog.getByLabel(/^Account \(/).inputValue()).toBe('HOUSE');
  expect(await dialog.getByLabel('Partner that pays for the orders').locator('option:checked').innerText()).toBe(
    'Agency',
  );
  await dialog.getByLabel('Key (key)').fill('another-key-for-signing');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('main').getByRole('link', { name: 'Messages with platforms' }).nth(2).click();
  await page.waitForURL(/messages\?source=2/);
  await page.getByText('No messages yet').waitFor();
  // Rounds may have sent messages of other platforms meanwhile, which have the first numbers.
  const noted = { owner_id: 1, source: 2, at: new Date(), direction: 'out', kind: 'OrderConsumedNotice', code: '2001' };
  const more = { is_good: false, reference: 'CT-20261123-000000000000001', order_no: '', milliseconds: 84 };
  await sql`INSERT INTO channel_message SELECT r.* FROM jsonb_populate_record(NULL::channel_message,
    ${JSON.stringify({ ...noted, ...more, message_id: 9001 })}::jsonb) r`.execute(test.database.house);
  await sql`INSERT INTO channel_message SELECT r.* FROM jsonb_populate_record(NULL::channel_message,
    ${JSON.stringify({ ...noted, ...more, message_id: 9002, code: 'silent' })}::jsonb) r`.execute(test.database.house);
  await page.reload();
  await page.getByText('OrderConsumedNotice').first().waitFor();
  await page.getByText('2001', { exact: true }).waitFor();
  await page.getByText('No answer', { exact: true }).waitFor();
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
  await page.goBack();
  await page.waitForURL(/marketplaces$/);
  await settle(page);
  await page.getByText('It has not asked for a product yet.').waitFor();
  for (const name of ['7788', 'HOUSE', 'acc-of-ctrip', 'one-at-gyg']) {
    await page.getByRole('button', { name: 'Disconnect' }).last().click();
    await dialog.getByText(name).waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('main').locator('code', { hasText: name }).first().waitFor({ state: 'detached' });
  }
  await page.context().close();
}, 120_000);

it('the addresses of marketplaces are copied, and their product codes are a file (§3 order source)', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/marketplaces');
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.title = text;
    };
  });
  const copy = (platform: string) =>
    page.getByRole('button', { name: `Copy: Address for the marketplace: ${platform}`, exact: true });
  for (const [platform, path] of [
    ['GetYourGuide', 'gyg'],
    ['Viator', 'viator'],
    ['Ctrip and Trip.com', 'ctrip'],
  ] as const) {
    await copy(platform).click();
    await expect.poll(() => page.title()).toMatch(new RegExp(`/${path}$`));
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^\W*Product code,Product,GetYourGuide,Viator,SKU numbers$/);
  expect(lines.find((line) => line.includes('Silver Tower'))).toMatch(
    /^\d+-\d+,Silver Tower · standard,"ADULT, CHILD","ADULT, CHILD","\d+ Adult, \d+ Child"$/,
  );
  await page.context().close();
}, 60_000);

it('an admin sees work that failed for good, and tries it once more (rules §10)', async () => {
  const orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
  const ofOrder = sql`name = 'order.changed' AND data ->> 'orderNo' = ${orderNo}`;
  await until(
    () => sql`SELECT 1 FROM pgboss.job WHERE ${ofOrder} AND state = 'completed'`.execute(test.database.house),
    ({ rows }) => rows.length > 0,
  );
  await sql`UPDATE pgboss.job SET state = 'failed', retry_count = 10, retry_limit = 10 WHERE ${ofOrder}`.execute(
    test.database.house,
  );
  await sql`UPDATE pgboss.queue SET failed_count = 1 WHERE name = 'order.changed'`.execute(test.database.house);
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/failed');
  await page.getByText('Writing the mails of an order').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  expect(await page.getByRole('link', { name: orderNo }).getAttribute('href')).toBe(`/console/orders/${orderNo}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('It is being tried again.').waitFor();
  await page.getByText('Nothing has failed').waitFor();
});
