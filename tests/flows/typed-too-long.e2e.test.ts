// What is pasted into a form beyond a field's length stays as it was pasted, and the field says how long it may be: a browser would cut it
// without a word.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
});

/** The value and the problem of a field after its text was pasted and the field was left. */
async function paste(page: Page, name: string, text: string): Promise<[value: string, problem: string]> {
  const field = page.locator(`[name="${name}"]`);
  await field.fill('');
  await field.focus();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Tab');
  const problem = page.locator(`[id="${await field.getAttribute('id')}-error"]`);
  await problem.waitFor({ timeout: 3000 }).catch(() => undefined);
  return [await field.inputValue(), (await problem.count()) ? ((await problem.textContent()) ?? '') : ''];
}

it('names and references that are too long for a booking are not cut; the field says how long they may be (§5 sizes)', async () => {
  await sql`UPDATE product SET traveller_fields = '{102,207}' WHERE owner_id = 1 AND key = 'hills'`.execute(
    test.database.house,
  );
  const sku = (await findProduct(test, 'Green Hills')).packages[0]?.skus[0]?.id;
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, `/booking/order?lines=${sku}:${playOn}::5`);
  const name = 'Maria '.repeat(10).trim();
  expect(await paste(page, 'contact.name', name)).toEqual([name, 'At most 50 characters']);
  expect(await paste(page, 'travellers.0.102', name)).toEqual([name, 'At most 50 characters']);
  const place = 'Office '.repeat(10).trim();
  expect(await paste(page, 'travellers.0.207', place)).toEqual([place, 'At most 60 characters']);
  const words = 'Reference '.repeat(6).trim();
  expect(await paste(page, 'agentReference', words)).toEqual([words, 'At most 40 characters']);
  expect(await paste(page, 'contact.name', '😀'.repeat(50))).toEqual(['😀'.repeat(50), '']);
});

it('nor are those of an account (§5 sizes)', async () => {
  const page = await browser.open(390);
  await visit(page, '/signup/personal?as=personal&l=en');
  const name = 'Maria '.repeat(30).trim();
  expect(await paste(page, 'name', name)).toEqual([name, expect.stringMatching(/^At most \d+ characters$/)]);
});
