// The owner on screen (rules §10): an admin names the company and sends a test mail, on a phone.
import { describe, expect, it } from 'vitest';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  fillIn,
  problemsOn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';

let browser: TestBrowser;
openFlow((flow) => {
  ({ browser } = flow);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('an admin names the company, and tries its mails', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'admin@one.example', 'admin-2026');
    await visit(page, '/console/company');
    await page.getByRole('heading', { name: 'Company', exact: true }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    expect(await page.locator('[name=currency]').isDisabled()).toBe(true);
    await page
      .getByText('Something was sold or booked to a balance in MYR, so it cannot be changed any more.')
      .waitFor();
    await fillIn(page, { name: 'One & Only Travel', legalName: 'One Travel Sdn. Bhd.', mailReplyTo: 'nobody' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter a valid e-mail').waitFor();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['mailReplyTo']);
    expect(await page.getByRole('button', { name: /^Send a test mail/ }).isDisabled()).toBe(true);
    await fillIn(page, { mailReplyTo: 'desk@one.example', zone: 'Asia/Singapore' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The company’s details are saved').waitFor();
    await page.getByRole('button', { name: 'Send a test mail to admin@one.example' }).click();
    await page.getByText('This installation has no mail server').waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Show the mail' }).click();
    await page.getByRole('heading', { name: 'Test mail of One & Only Travel' }).waitFor();
    await page.context().close();
  }, 120_000);
});
