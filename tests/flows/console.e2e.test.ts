// The back office in a real browser (§1 registrants, §3 settings, rules §3 and §10): distributors apply and are approved, staff
// secure their accounts, act for a partner, and set the shop's colour and agreements.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { oneTimeCode } from '../../server/account/second-factor.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  mailedLink,
  problemsOn,
  reload,
  settle,
  type TestBrowser,
  typeImage,
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

const password = 'harbour-2026';
const operations = ['operations@one.example', 'operations-2026'] as const;
const admin = ['admin@one.example', 'admin-2026'] as const;
const leave = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

describe('distributors', { timeout: 120_000 }, () => {
  const person = { name: 'Siti Aminah', areaCode: '60', mobile: '12345678' };
  const place = { country: 'MY', city: 'Testville', address: 'Somewhere' };
  const contact = {
    orderContactName: 'Ravi',
    orderContactEmail: 'ravi@example.com',
    orderContactAreaCode: '66',
    orderContactPhone: '87654321',
  };
  const kinds = [
    ['Personal', '/signup/personal?as=personal', 'siti@example.com', ''],
    ['Corporate', '/signup/company', 'sea@example.com', 'Sea Tours Sdn Bhd'],
  ] as const;
  const fieldsOf = (company: string): Record<string, string> => {
    return { ...person, ...(company ? { companyName: company } : {}), ...place, ...contact };
  };

  it.each(kinds)('%s: an empty form shows the problem under each field', async (_kind, at, _email, company) => {
    const page = await browser.open(1440);
    await visit(page, '/?l=en');
    await visit(page, at);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('[name=email]:focus').waitFor();
    const asked = ['email', 'password', 'confirmation', ...Object.keys(fieldsOf(company))];
    expect(await problemsOn(page)).toEqual([
      ...asked.map((field) => [field, 'This field is required']),
      ['agreed', 'Please read and accept the agreement'],
      ['imageCode', 'This field is required'],
    ]);
    await checkAxe(page);
    await leave(page);
  });

  it.each(kinds)(
    '%s: waits, is disapproved, sends the application again and is approved',
    async (kind, at, email, company) => {
      const partner = company || person.name;
      const page = await browser.open(1440);
      await apply(page, { kind, at, fields: { email, ...fieldsOf(company) } });
      await enterShop(page, email, password, '/uc');
      await page.getByText('Your application is being reviewed', { exact: true }).waitFor();
      await checkAxe(page);

      const staff = await browser.open(1440);
      await enterConsole(staff, ...operations);
      await openWaiting(staff, partner);
      await staff.getByText(contact.orderContactEmail).first().waitFor();
      await checkAxe(staff);
      await staff.getByRole('button', { name: 'Disapprove' }).click();
      const dialog = staff.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Disapprove' }).click();
      await dialog.getByText('This field is required').waitFor();
      await dialog.getByLabel('Reason').fill('The address is not complete.');
      await checkAxe(staff);
      await dialog.getByRole('button', { name: 'Disapprove' }).click();
      await staff.getByText('Disapproved', { exact: true }).first().waitFor();

      await sendAgain(page);
      await openWaiting(staff, partner);
      await staff.getByText('1 Jalan Besar, Testville').waitFor();
      await staff.getByRole('link', { name: `+${person.areaCode} ${person.mobile}` }).waitFor();
      await staff.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await staff.getByText('Approved', { exact: true }).first().waitFor();
      await visit(page, '/uc');
      await page.getByRole('heading', { name: `Hello, ${person.name}` }).waitFor();
      expect(await page.getByRole('main').innerText()).not.toMatch(/Your application/);
      await leave(page, staff);
    },
  );

  /** From the first step to the opened link, with a reload in between. */
  async function apply(page: Page, wanted: { kind: string; at: string; fields: Record<string, string> }) {
    const { kind, at, fields } = wanted;
    await visit(page, '/signup?l=en');
    await page.getByRole('link', { name: new RegExp(`^${kind} distributor`) }).click();
    await page.waitForURL(at);
    await settle(page);
    await fillIn(page, person);
    await page.getByRole('button', { name: 'Same as mine' }).click();
    const own = ['Name', 'AreaCode', 'Phone'].map((part) => page.locator(`[name=orderContact${part}]`).inputValue());
    expect(await Promise.all(own)).toEqual(Object.values(person));
    await fillIn(page, fields);
    await page.getByRole('button', { name: 'Same as the order contact' }).first().click();
    await reload(page);
    const kept = { ...fields, businessContactName: contact.orderContactName, settlementContactName: '', password: '' };
    // What was typed comes back once the page is alive.
    for (const [name, value] of Object.entries(kept))
      await expect
        .poll(() => page.locator(`[name="${name}"]`).inputValue(), { message: name, timeout: 10_000 })
        .toBe(value);
    await fillIn(page, { password, confirmation: password });
    await page.getByRole('checkbox', { name: /registration agreement/ }).check();
    await typeImage(test, page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`We have sent a mail to ${fields.email}.`).waitFor();
    await page.goto(await mailedLink(test, fields.email ?? '', '/login/active?token='));
    await page.getByText('Your application is being reviewed.').waitFor();
  }

  /** The applicant reads the reason, mends the address and sends the application again. */
  async function sendAgain(page: Page) {
    await visit(page, '/uc');
    await page.getByText('Your application was not approved').waitFor();
    await page.getByText('Reason: The address is not complete.').waitFor();
    await page.getByRole('link', { name: 'Send again' }).click();
    await page.waitForURL('/uc/account');
    await page.getByRole('link', { name: 'Send again' }).click();
    expect(await page.locator('[name=orderContactPhone]').inputValue()).toBe(contact.orderContactPhone);
    await fillIn(page, { address: '1 Jalan Besar, Testville' });
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Your changes are saved').waitFor();
    await page.getByText('Your application is being reviewed', { exact: true }).waitFor();
  }

  async function openWaiting(staff: Page, partner: string) {
    await staff.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Partners' }).click();
    await staff.getByRole('link', { name: /^To approve \([1-9]/ }).click();
    await staff.waitForURL(/approval=waiting/);
    await staff.getByRole('link', { name: partner }).click();
    await staff.getByRole('heading', { level: 1, name: partner }).waitFor();
  }
});

describe('staff', () => {
  it('secure their account with a second factor that sign-in requires', async () => {
    const page = await browser.open(390);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/security');
    await page.getByRole('button', { name: 'Set up' }).click();
    const letters = await page.locator('p.font-mono').innerText();
    const step = Math.floor(Date.now() / 30_000);
    await page.getByLabel('6-digit code from your app').fill('12');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('The code is not right').waitFor();
    await page.getByLabel('6-digit code from your app').fill(oneTimeCode(bytesOf(letters), step));
    await checkAxe(page);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('The second factor is on.').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/console/login');
    await settle(page);
    await page.getByLabel('E-mail').fill('finance@one.example');
    await page.getByLabel('Password').fill('finance-2026');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please enter the 6 digits from your authenticator app.').waitFor();
    await page.locator('[name=oneTimeCode]:focus').waitFor();
    await checkAxe(page);
    // Each code works once: this is the next one.
    await page.locator('[name=oneTimeCode]').fill(oneTimeCode(bytesOf(letters), step + 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('/console');
    await leave(page);
  }, 120_000);

  it('open the shop as a partner sees it, can read but change nothing, and the log records it', async () => {
    const page = await browser.open(1440);
    await enterConsole(page, ...operations);
    await visit(page, '/console/partners?query=Agency');
    await page.getByRole('link', { name: 'Agency' }).click();
    await page
      .getByRole('row', { name: /agent@one\.example/ })
      .getByRole('button', { name: 'Sign in as' })
      .click();
    await page.getByText('On this address you can only look.').waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open the shop' }).click();
    const shop = await opened;
    await shop.waitForURL('/');
    await shop.getByText('Daniel is acting for Arif · Agency. You can look here, but not change anything.').waitFor();
    expect(shop.url()).not.toContain('ref_token');
    await visit(shop, '/uc/account/profile');
    await checkAxe(shop);
    await fillIn(shop, { nickName: 'Somebody else' });
    await shop.getByRole('button', { name: 'Save' }).click();
    await shop.getByText('Signed in as a partner you can look but not change anything here.').waitFor();
    await shop.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await shop.getByRole('button', { name: 'Stop acting' }).click();
    await shop.waitForURL('/console/partners');
    await shop.goto('/uc');
    await shop.waitForURL(/\/login\?go=/);
    const head = await browser.open(390);
    await enterConsole(head, ...admin);
    await visit(head, '/console/log?act=signed-in-as');
    const entry = head.getByRole('listitem').filter({ hasText: 'Signed in as a partner' });
    await entry.filter({ hasText: 'Daniel' }).waitFor();
    await entry.getByText('1 change').click();
    await entry.getByText('agent@one.example').waitFor();
    await leave(page, head);
  }, 120_000);
});

describe('settings', () => {
  it('set the shop’s colour, and refuse one on which white text cannot be read', async () => {
    const page = await browser.open(1440);
    await enterConsole(page, ...admin);
    await visit(page, '/console/settings');
    const colour = page.getByLabel('Brand colour');
    await colour.fill('#ffd54f');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('White text is hard to read on this colour; please choose a darker one').waitFor();
    await page.getByText('Please check the marked fields.').waitFor();
    await colour.and(page.locator(':focus')).waitFor();
    await colour.fill('#7c2d12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved').waitFor();
    const visitor = await browser.open(390);
    const brandOf = async () => {
      await visitor.goto('/?l=en');
      return visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim());
    };
    // Pages of visitors are cached for some seconds.
    expect(await until(brandOf, (found) => found === '#7c2d12')).toBe('#7c2d12');
    await leave(page, visitor);
  }, 120_000);

  it('show the codes that phones scan at the foot of every page (§1 online service)', async () => {
    const page = await browser.open(1440);
    await enterConsole(page, ...admin);
    await visit(page, '/console/settings');
    const buffer = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const code = { name: 'code.png', mimeType: 'image/png', buffer };
    const wechat = page.getByRole('group', { name: 'WeChat', exact: true });
    await wechat.getByRole('button', { name: /Add/ }).click();
    await wechat.getByRole('textbox', { name: 'Contact 1' }).fill('kembara-help');
    await wechat.locator('input[type=file]').setInputFiles(code);
    await wechat.getByRole('img').waitFor();
    const own = page.getByRole('group', { name: 'WeChat QR code' });
    await own.locator('input[type=file]').setInputFiles(code);
    await own.getByRole('img').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved').waitFor();
    const visitor = await browser.open(390);
    const found = async () => {
      await visitor.goto('/notice?l=en');
      return visitor.getByRole('contentinfo').getByRole('img').count();
    };
    // Pages of visitors are cached for some seconds.
    expect(await until(found, (count) => count === 2)).toBe(2);
    for (const name of ['QR code for WeChat kembara-help', 'QR code for WeChat']) {
      const picture = visitor.getByRole('img', { name, exact: true });
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth), { timeout: 15_000 })
        .toBeGreaterThan(0);
    }
    await visitor.getByText('Scan to follow us on WeChat').waitFor();
    await checkAxe(visitor);
    await checkWidth(visitor);
    await leave(page, visitor);
  }, 120_000);

  it('publish an agreement that signing up links to, in the language of the reader', async () => {
    const page = await browser.open(1440);
    await enterConsole(page, ...admin);
    await visit(page, '/console/agreements');
    await page.getByRole('link', { name: /^Write a new version.*Registration agreement$/ }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Terms of membership');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('# What you agree to\n\nBe kind.');
    await page.getByRole('main').getByLabel('Language').selectOption('zh_CN');
    await page.getByRole('textbox', { name: 'Title' }).fill('会员协议');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('This field is required').waitFor();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('# 您同意的内容\n\n请友善待人。');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText(/Registration agreement: version \d+ is published/).waitFor();
    await checkAxe(page);
    const reader = await browser.open(390);
    await visit(reader, '/signup/company?l=en');
    const link = reader.getByRole('link', { name: 'Read the agreement' });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toBe('/agreement/registration');
    await visit(reader, href);
    await reader.getByRole('heading', { level: 1, name: 'Terms of membership' }).waitFor();
    await visit(reader, `${href}?l=zh_CN`);
    await reader.getByRole('heading', { level: 1, name: '会员协议' }).waitFor();
    await reader.getByRole('heading', { name: '您同意的内容' }).waitFor();
    await reader.getByText('请友善待人。').waitFor();
    await checkAxe(reader);
    await leave(page, reader);
  }, 120_000);
});

/** Base 32 as an authenticator app reads it. */
function bytesOf(letters: string): Buffer {
  const values = [...letters.replace(/\s/g, '')].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one));
  const bits = values.map((one) => one.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
