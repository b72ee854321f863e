// The deposit topped up by bank transfer in a real browser (§7 cashierInfo, deal type 1): an agent announces it, uploads the receipt and sends
// it in; finance enters the arrived amount, in the queue of transfers; the statement shows it.
import sharp from 'sharp';
import { it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
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
import type { TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  const instructions = { MYR: { en: 'Account 1' } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(test.database.house);
});

it('a top-up by bank transfer is announced, sent in, settled with the arrived amount, and listed in the statement', async () => {
  const agent = await browser.open(390);
  await enterShop(agent, 'agent@one.example', 'agent-2026');
  await visit(agent, '/uc/balance');
  await agent.getByRole('button', { name: 'Top up' }).click();
  const dialog = agent.getByRole('dialog');
  await dialog.getByLabel(/Amount/).fill('250');
  await dialog.getByRole('radio', { name: /Bank transfer/ }).check();
  await dialog.getByRole('button', { name: /Pay/ }).click();
  await agent.waitForURL(/offlinePay\?order=R/);
  await agent.getByText('Account 1').waitFor();
  await checkAxe(agent);
  await checkWidth(agent);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await agent
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: picture });
  await agent.getByRole('img', { name: 'Receipt 1' }).waitFor();
  await agent.getByRole('button', { name: 'Payment completed' }).click();
  await agent.waitForURL(/offlinePayInfo/);
  await settle(agent);
  await agent.getByText('Then your deposit rises').waitFor();
  await checkAxe(agent);
  await checkWidth(agent);
  await agent.getByRole('main').getByRole('link', { name: 'To the balance' }).click();
  await agent.getByText('Being checked').waitFor();
  await checkAxe(agent);
  await checkWidth(agent);

  const staff = await browser.open(1440);
  await enterConsole(staff, 'finance@one.example', 'finance-2026');
  await staff.getByRole('link', { name: 'Transfers to verify' }).click();
  await staff.getByText(/Top-up R/).waitFor();
  await staff.getByRole('button', { name: 'Money has arrived' }).click();
  const form = staff.getByRole('dialog');
  await form.getByRole('button', { name: 'Money has arrived' }).click();
  await form.getByText('This field is required').first().waitFor();
  await form.getByLabel('Amount received (MYR)').fill('240');
  await form.getByLabel('Bank reference').fill('TX-7');
  await form.getByLabel('Received on').fill(new Date().toISOString().slice(0, 10));
  await form.getByText('This is not the announced MYR').waitFor();
  await form.getByRole('button', { name: 'Money has arrived' }).click();
  await form.getByText('This field is required').waitFor();
  await checkAxe(staff);
  await checkWidth(staff);
  await form.getByLabel('I have compared it with the bank statement').check();
  await form.getByRole('button', { name: 'Money has arrived' }).click();
  await staff.getByText('No transfers here').waitFor();
  await visit(staff, '/console/transfers?state=verified');
  await staff.getByText(/TX-7/).waitFor();
  await checkAxe(staff);

  await reload(agent);
  await agent.getByText('MYR 1,240.00').first().waitFor();
  await agent.getByText('Being checked').waitFor({ state: 'detached' });
  await Promise.all([staff.context().close(), agent.context().close()]);
}, 240_000);

it('a top-up with a mistyped amount is withdrawn by its agent, and finance no longer has it in the queue', async () => {
  const agent = await browser.open(390);
  await enterShop(agent, 'agent@one.example', 'agent-2026');
  const announce = async (amount: string) => {
    await visit(agent, '/uc/balance');
    await agent.getByRole('button', { name: 'Top up' }).click();
    const dialog = agent.getByRole('dialog');
    await dialog.getByLabel(/Amount/).fill(amount);
    await dialog.getByRole('radio', { name: /Bank transfer/ }).check();
    await dialog.getByRole('button', { name: /Pay/ }).click();
    await agent.waitForURL(/offlinePay\?order=R/);
  };
  await announce('25000');
  await agent.getByRole('button', { name: 'Withdraw the top-up' }).click();
  const dialog = agent.getByRole('dialog');
  await dialog.getByText('If you have already sent the money').waitFor();
  await checkAxe(agent);
  await checkWidth(agent);
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await dialog.waitFor({ state: 'detached' });
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await agent.locator('input[type=file]').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer });
  await agent.getByRole('img', { name: 'Receipt 1' }).waitFor();
  await agent.getByRole('button', { name: 'Payment completed' }).click();
  await agent.waitForURL(/offlinePayInfo/);
  await settle(agent);
  const number = new URL(agent.url()).searchParams.get('order') ?? '';
  await agent.getByRole('button', { name: 'Withdraw the top-up' }).click();
  await dialog.getByRole('button', { name: 'Withdraw the top-up' }).click();
  await agent.getByText('You withdrew this top-up').waitFor();
  await agent.getByRole('button', { name: 'Withdraw the top-up' }).waitFor({ state: 'detached' });
  await checkAxe(agent);
  await checkWidth(agent);
  const staff = await browser.open(1440);
  await enterConsole(staff, 'finance@one.example', 'finance-2026');
  await visit(staff, '/console/transfers');
  await staff.getByText('No transfers here').waitFor();
  await visit(staff, '/console/transfers?state=withdrawn');
  await staff.getByText(`Top-up ${number}`).waitFor();
  await checkAxe(staff);
  await checkWidth(staff);
  await Promise.all([staff.context().close(), agent.context().close()]);
}, 240_000);
