// What happens to a quotation while its customers read it (§2 onlinequotation): another one accepts it, its agent changes or withdraws it.
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { checkAxe, checkWidth, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn, today } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
openFlow(
  async (flow) => {
    ({ test, browser } = flow);
    agent = await test.signIn('agent@one.example', 'agent-2026');
  },
  { expected: /status of (404|422)/ },
);

async function saveQuotation(quantity: number, more: { id?: string; revision?: number } = {}) {
  const { id: productId, packages } = await findProduct(test, 'Silver Tower');
  const [pack] = packages;
  const line = { productId, packageId: pack?.id ?? '', skuId: pack?.skus[0]?.id ?? '', playOn, quantity };
  const { data, msg } = await test.call(
    'quotationSave',
    {
      ...{ language: 'en', currency: 'MYR', validUntil: addDays(today, 5), title: 'Towers', customerName: 'Somchai' },
      // Long enough that its state and its button are not on one screen of a phone.
      ...{ greeting: 'It was good to talk to you.\n'.repeat(20), lines: [line], ...more },
    },
    { token: agent },
  );
  expect(msg).toBe('');
  return data;
}

async function sendQuotation({ id, revision }: { id: string; revision: number }) {
  return (await test.call('quotationSend', { id, revision }, { token: agent })).data;
}

async function openAccepting(address: string) {
  const { pathname, search } = new URL(address);
  const page = await browser.open(390);
  await visit(page, pathname + search);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Accept', exact: true }).filter({ visible: true }).click();
  const button = page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true });
  await button.waitFor();
  return { page, button };
}

/** In view of a phone: the customer pressed a button at the other end of the page. */
const isSeen = (page: Awaited<ReturnType<typeof openAccepting>>['page'], text: string | RegExp) =>
  expect
    .poll(() =>
      page
        .locator('main')
        .getByText(text)
        .first()
        .evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
    )
    .toBe(true);

it('two customers accept a quotation at one moment, and both read that it is accepted (§2 onlinequotation)', async () => {
  const saved = await saveQuotation(1);
  const { address } = await sendQuotation(saved);
  const both = [await openAccepting(address ?? ''), await openAccepting(address ?? '')];
  await Promise.all(both.map(({ button }) => button.click()));
  for (const { page } of both) {
    await isSeen(page, 'Thank you, accepted.');
    expect(await page.getByText('can no longer be accepted').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    await page.context().close();
  }
}, 60_000);

it('a customer accepts no quotation that was changed meanwhile before reading it, and reads when it was withdrawn (§2 onlinequotation)', async () => {
  const saved = await saveQuotation(1);
  const { address } = await sendQuotation(saved);
  const { page, button } = await openAccepting(address ?? '');
  const read = await test.call('quotation', { id: saved.id }, { token: agent });
  const revised = await saveQuotation(2, { id: saved.id, revision: read.data.revision });
  await sendQuotation(revised);
  await button.click();
  await isSeen(page, /has changed this quotation/);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await checkAxe(page);
  await checkWidth(page);
  const current = await test.call('quotation', { id: saved.id }, { token: agent });
  expect(current.data.status).not.toBe('accepted');
  // The new version is what is accepted next, unless it is withdrawn.
  await page.getByRole('button', { name: 'Accept', exact: true }).filter({ visible: true }).click();
  await test.call('quotationWithdraw', { id: saved.id, revision: current.data.revision }, { token: agent });
  await button.click();
  await page.getByRole('heading', { name: 'This link to a quotation is over' }).waitFor();
  await page.context().close();
}, 60_000);
