// Partners managed by staff in a real browser, from scratch (rules §3, decisions 0283 and 0284): staff create one, its person chooses the
// password by the mailed link and requests another name, staff approve, and the main e-mail changes.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

const [email, next, password] = ['linh@lagoon.example', 'office@lagoon.example', 'copper-2026'];

/** The path of the link in the newest mail that has one of this screen. */
async function linkTo(address: string, screen: string): Promise<string> {
  const pattern = new RegExp(`(/login/${screen}\\?token=[\\w-]+(?:&first=1)?(?:&l=\\w+)?)`);
  const find = async () => (await test.mails(address)).map((mail) => pattern.exec(mail.body)?.[1]).find(Boolean);
  return (await until(find, (found) => found !== undefined)) ?? '';
}

async function openPartner(page: Page): Promise<void> {
  await visit(page, '/console/partners');
  await page.getByRole('link', { name: 'New partner' }).click();
  await page.getByRole('button', { name: 'Create and send the link' }).click();
  await page.getByText('This field is required').first().waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await fillIn(page, { companyName: 'Lagoon Travel', country: 'VN', city: 'Hue', address: '1 Le Loi' });
  await fillIn(page, { taxNumber: 'VN-77', name: 'Linh', email, areaCode: '84', mobile: '123456789' });
  await page.getByRole('button', { name: 'Create and send the link' }).click();
  await page.getByText(`The link to choose a password is on its way to ${email}`).waitFor();
  await checkAxe(page);
  await checkWidth(page);
}

async function activate(page: Page): Promise<void> {
  // A browser that was never here shows the language of the mail.
  await visit(page, await linkTo(email, 'reset'));
  await page.getByRole('heading', { name: 'Set a password' }).waitFor();
  await fillIn(page, { password, confirmation: password });
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByText('Your password is set').waitFor();
  await enterShop(page, email, password);
}

async function askForName(page: Page, name: string): Promise<void> {
  await visit(page, '/uc/account?edit=1');
  await fillIn(page, { name });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your change is waiting for approval').waitFor();
  await checkAxe(page);
  await checkWidth(page);
}

async function decide(page: Page, act: 'Approve' | 'Refuse', reason: string): Promise<void> {
  await visit(page, '/console');
  await page.getByRole('main').getByRole('link', { name: 'Partner changes to approve' }).click();
  await page.getByRole('button', { name: act, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (reason) await dialog.getByRole('textbox').fill(reason);
  await checkAxe(page);
  await checkWidth(page);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await page.getByText('No changes here').waitFor();
}

async function changeAddress(page: Page): Promise<void> {
  await visit(page, '/console/partners');
  await page.getByRole('link', { name: 'Lagoon Ltd' }).click();
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New e-mail').fill(next);
  await dialog.getByLabel('Note').fill('Asked by phone');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Change e-mail' }).click();
  await page.getByText(`${next} is to be confirmed`).waitFor();
}

/** Staff change the address of the place themselves; what was and what is stand in the log. */
async function edit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit details' }).click();
  await fillIn(page, { city: 'Da Nang' });
  // What was typed is not lost by a wrong click.
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required').waitFor();
  await fillIn(page, { note: 'They moved' });
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Partner’s details changed').waitFor();
  await page.getByRole('definition').filter({ hasText: 'Da Nang' }).waitFor();
}

it('a partner is created, signs in, requests another name, and gets another e-mail address', async () => {
  const staff = await browser.open(1440);
  await enterConsole(staff, 'operations@one.example', 'operations-2026');
  await openPartner(staff);
  const page = await browser.open(390);
  await activate(page);
  await askForName(page, 'Lagoon Inc');
  await page.getByRole('button', { name: 'Withdraw the change' }).click();
  await page.getByText('Your change is waiting for approval').waitFor({ state: 'detached' });
  await askForName(page, 'Lagoon GmbH');
  await decide(staff, 'Refuse', 'No proof');
  await visit(page, '/uc/account');
  await page.getByText('Reason: No proof').waitFor();
  await askForName(page, 'Lagoon Ltd');
  await decide(staff, 'Approve', '');
  await visit(page, '/uc/account');
  await page.getByRole('heading', { name: 'Lagoon Ltd' }).waitFor();
  await changeAddress(staff);
  await edit(staff);
  // The page goes on by itself, so it is waited for by its words.
  await page.goto(await linkTo(next, 'active'));
  await page.getByText('Your e-mail is activated').waitFor();
  await enterShop(page, next, password);
  await Promise.all([staff.context().close(), page.context().close()]);
}, 240_000);

it('a contract is written for one partner, read and accepted by it, and staff see when and by whom (§2 agreement/{token})', async () => {
  const admin = await browser.open(1440);
  await enterConsole(admin, 'admin@one.example', 'admin-2026');
  await visit(admin, '/console/partners?query=Agency');
  await admin.getByRole('link', { name: 'Agency' }).first().click();
  await admin.getByRole('link', { name: 'Contract' }).click();
  await admin.getByText('There is no contract yet').waitFor();
  await admin.getByRole('link', { name: 'Write a new version' }).click();
  await admin.getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('This field is required').first().waitFor();
  await admin.getByLabel('Title').fill('Terms for Agency');
  await admin.getByLabel('Text').fill('# Commission\nTen percent of each booking.');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('Version 1 is published').waitFor();
  await admin.getByText('Not accepted').waitFor();
  await checkAxe(admin);
  const agent = await browser.open(390);
  await enterShop(agent, 'agent@one.example', 'agent-2026');
  await visit(agent, '/uc/account');
  await agent.getByText('Version 1 waits for your acceptance').waitFor();
  await checkAxe(agent);
  await checkWidth(agent);
  await agent.getByRole('link', { name: 'Read', exact: true }).click();
  await agent.getByText('Ten percent of each booking.').waitFor();
  await agent.getByRole('button', { name: 'Accept the contract' }).click();
  await agent.getByText('Please read and accept the agreement').waitFor();
  await agent.getByLabel('I have read this contract').check();
  await checkAxe(agent);
  await checkWidth(agent);
  await agent.getByRole('button', { name: 'Accept the contract' }).click();
  await agent.getByText(/^Accepted on .* by Arif$/).waitFor();
  await visit(admin, new URL(admin.url()).pathname);
  await admin.getByText(/^Accepted on .* by Arif$/).waitFor();
  await agent.context().close();
  await admin.context().close();
}, 60_000);

it('a chosen price level stays while the partner is frozen or changed elsewhere, and is saved on top of that', async () => {
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const [row] = (await test.call('consolePartners', { query: 'Agency' }, { token: admin })).data.list;
  const id = row?.id ?? '';
  const partner = async () => (await test.call('consolePartner', { id }, { token: admin })).data;
  const before = await partner();
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, `/console/partners/${id}`);
  const level = page.getByLabel(/^Price level/);
  const chosen = before.level === 5 ? '6' : '5';
  await level.selectOption(chosen);
  for (const act of ['Freeze partner', 'Unfreeze partner']) {
    await page.getByRole('button', { name: act, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Asked by the partner');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  expect(await level.inputValue()).toBe(chosen);
  const { revision } = await partner();
  const other = { id, revision, level: before.level, agentType: before.agentType === 2 ? 3 : 2 };
  expect((await test.call('consolePartnerLevel', other, { token: admin })).code).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Load the newest' }).click();
  await page.getByText('your changes are kept').waitFor();
  expect(await level.inputValue()).toBe(chosen);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await partner()).level).toBe(Number(chosen));
  expect((await partner()).agentType).toBe(other.agentType);
  await page.context().close();
}, 60_000);
