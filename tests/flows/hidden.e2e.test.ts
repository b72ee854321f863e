// Hiding products in a real browser, from scratch (rules §11, decision 0285): staff hide one from an agent's level and one from the public;
// buyers find only visible products, the address of a hidden one shows the not-found page, and a product shown again is back.
import { it } from 'vitest';
import { checkAxe, checkWidth, enterConsole, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
// The address of a hidden product answers 404 and says so in the console of the browser.
openFlow(
  (flow) => {
    ({ test, browser } = flow);
  },
  { expected: /status of 404/ },
);

it('a product is hidden from a level, found by others, and shown again', async () => {
  const { path } = await findProduct(test, 'Silver Tower');
  const staff = await browser.open(1440);
  const agent = await browser.open(390);
  await enterConsole(staff, 'admin@one.example', 'admin-2026');
  await enterShop(agent, 'agent@one.example', 'agent-2026');
  await visit(agent, path);
  await agent.getByRole('heading', { name: 'Silver Tower', level: 1 }).waitFor();

  await staff.getByRole('link', { name: 'Hidden products' }).click();
  await staff.getByText('Nothing is hidden from anybody').waitFor();
  await staff.getByRole('button', { name: 'Hide products' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hide products' }).click();
  await dialog.getByText('Please choose one').waitFor();
  await dialog.getByLabel('Find the product').fill('silver');
  await dialog.getByRole('radio', { name: /Silver Tower/ }).check();
  await dialog.getByLabel('Hidden from').selectOption({ label: 'Level 2' });
  await checkAxe(staff);
  await checkWidth(staff);
  await dialog.getByRole('button', { name: 'Hide products' }).click();
  await staff.getByRole('row', { name: /Silver Tower.*Level 2/ }).waitFor();
  await checkAxe(staff);
  await checkWidth(staff);

  await visit(agent, '/search?query=silver');
  await agent.getByText('Silver Tower').waitFor({ state: 'detached' });
  await visit(agent, path);
  await agent.getByRole('heading', { name: 'Silver Tower' }).waitFor({ state: 'detached' });
  const visitor = await browser.open(390);
  await visit(visitor, `${path}?l=en`);
  await visitor.getByRole('heading', { name: 'Silver Tower', level: 1 }).waitFor();

  // One row is shown at once, and can be hidden again from the toast.
  await staff.getByRole('button', { name: /^Show again/ }).click();
  await staff.getByText('Nothing is hidden from anybody').waitFor();
  await staff.getByRole('status').filter({ hasText: 'Shown again: Silver Tower, Level 2' }).waitFor();
  await checkAxe(staff);
  await staff.getByRole('button', { name: 'Undo' }).click();
  await staff.getByRole('row', { name: /Silver Tower.*Level 2/ }).waitFor();
  await staff.getByRole('button', { name: /^Show again/ }).click();
  await staff.getByText('Nothing is hidden from anybody').waitFor();
  await visit(agent, path);
  await agent.getByRole('heading', { name: 'Silver Tower', level: 1 }).waitFor();
  await Promise.all([staff, agent, visitor].map((page) => page.context().close()));
}, 240_000);
