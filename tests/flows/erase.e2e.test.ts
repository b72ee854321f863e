// The data of a person in a real browser (rules §10): what stands in the way of erasing it is reached from there, and then it is gone.
import { expect, it } from 'vitest';
import { fileAddress } from '../../contract/file-address.ts';
import { checkAxe, checkWidth, enterConsole, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

it('an admin reaches the open order of a person who cannot be erased, settles it, and erases the person (§6)', async () => {
  const member = await test.signIn('member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, member);
  const { contact } = (await test.call('orderDetail', { id: orderNo }, { token: member })).data;
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/personal-data');
  await page.getByLabel('E-mail or telephone number, in full').fill(contact.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('An order is open or not yet travelled').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('link', { name: '1 order', exact: true }).click();
  await page.getByRole('link', { name: orderNo }).waitFor();
  await settle(page);
  expect((await test.call('cancelOrder', { orderNo }, { token: member })).code).toBe(200);
  await visit(page, `/console/personal-data?query=${encodeURIComponent(contact.email)}`);
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByText('No person found').waitFor();
  // The order stays, and says why it has no name.
  await visit(page, `/console/orders?query=${orderNo}`);
  await page.locator('main').getByText('Personal data erased').filter({ visible: true }).waitFor();
  await visit(page, `/console/orders/${orderNo}`);
  await page.locator('main').getByText('Personal data erased').waitFor();
  expect(await page.getByRole('button', { name: 'Change contact' }).count()).toBe(0);
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
}, 60_000);

it('a partner whose person was erased is named so in the list and on its page, and is not edited', async () => {
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const email = 'leaver@mail.example';
  const typed = { registrant: 'individual', language: 'en', name: 'Lena Leaver', email } as const;
  const { id } = (await test.call('consolePartnerCreate', typed, { token: admin })).data;
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, `/console/personal-data?query=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByText('No person found').waitFor();
  await visit(page, '/console/partners?registrant=individual');
  const named = page.getByRole('link', { name: 'Personal data erased', exact: true }).filter({ visible: true });
  await named.waitFor();
  await checkAxe(page);
  await named.click();
  await page.waitForURL(new RegExp(`/console/partners/${id}$`));
  await page.getByRole('heading', { level: 1, name: 'Personal data erased' }).waitFor();
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
  expect(await page.getByRole('link', { name: 'Edit details' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Freeze partner' }).count()).toBe(0);
  const file = await test.fetch(fileAddress('consolePartnersFile', {}), { headers: { token: admin, l: 'en' } });
  expect(await file.text()).toContain('Personal data erased,');
  const { revision } = (await test.call('consolePartner', { id }, { token: admin })).data;
  const contacts = ['order', 'business', 'settlement'].flatMap((who) =>
    ['Name', 'AreaCode', 'Phone', 'Email'].map((part) => [`${who}Contact${part}`, '']),
  );
  const empty = { country: '', city: '', address: '', taxNumber: '', ...Object.fromEntries(contacts) };
  const saved = { ...empty, id, revision, name: 'Lena', note: 'back again' };
  expect((await test.call('consolePartnerSave', saved as never, { token: admin })).code).toBe(200302);
  await page.context().close();
}, 60_000);
