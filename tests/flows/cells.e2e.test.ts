// The installation's admins choose a database cluster for a new shop and see where each shop is (decision 0580); with one cluster neither is
// shown, as in house.e2e.test.ts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '../../domain/languages.ts';
import { sql } from '../../server/platform/db.ts';
import { moveOwner } from '../../server/upkeep/cells/move-owner.ts';
import { enterHouse, houseHost } from '../build/enter-house.ts';
import { checkAxe, checkWidth, openBrowser, type TestBrowser, visit } from '../build/open-browser.ts';
import { openTestCells, type TestCells } from '../build/open-cells.ts';

let opened: TestCells;
let browser: TestBrowser;
let token: string;
beforeAll(async () => {
  opened = await openTestCells({ screens: true });
  browser = await openBrowser(opened.test);
  token = await enterHouse(opened.test);
  await sql`INSERT INTO hostname (host, owner_id) SELECT 'house.localhost', owner_id FROM owner WHERE is_house`.execute(
    opened.test.database.house,
  );
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await opened?.close();
  expect(browser?.problems).toEqual([]);
});

/** Browsers take every name under localhost for this machine. */
async function openDesk(width: number, language: Language = 'en'): Promise<Page> {
  const page = await browser.open(width);
  const goto = page.goto.bind(page);
  const origin = `http://house.localhost:${opened.test.house.port}`;
  page.goto = (path, options) => goto(new URL(path, origin).href, options);
  const at = { domain: 'house.localhost', path: '/' };
  await page.context().addCookies([
    { name: 'kbs', value: token, ...at },
    { name: 'lang', value: language, ...at },
  ]);
  return page;
}

const written = { titles: { en: 'Terms' }, texts: { en: 'What holds.' } };
async function beginShop(): Promise<string> {
  const saved = await opened.test.call(
    'houseSetupSave',
    {
      names: { code: 'borneo', name: 'Borneo Trails', legalName: 'Borneo Ltd.', legalAddress: '1 Road', taxNumber: '' },
      reach: { hostnames: ['borneo.test'], languages: ['en'], currency: 'MYR', zone: 'Asia/Kuching' },
      admin: { name: 'Ada Tan', email: 'ada@borneo.example', language: 'en' },
      transfer: { texts: { en: 'Bank of Kuching' } },
      ...{ registration: written, booking: written, privacy: written },
    },
    { token, host: houseHost },
  );
  return saved.data.id;
}

it('a shop is opened in the chosen cluster, and the list shows the cluster of each shop and an interrupted move', async () => {
  const id = await beginShop();
  const cut = moveOwner({
    ...{ cells: opened.cells, ownerId: 1, to: 'two', report: () => undefined },
    before: async (step) => {
      if (step === 'freeze') throw new Error('killed');
    },
  });
  await expect(cut).rejects.toThrow('killed');
  const desk = await openDesk(390);
  await visit(desk, `/console/owners/set-up/${id}?step=open`);
  const choice = desk.getByLabel('Database cluster');
  // The one with the fewest shops comes first.
  expect(await choice.inputValue()).toBe('two');
  expect(await choice.locator('option').allTextContents()).toEqual([
    'two · 0 shops',
    expect.stringMatching(/^one · \d+ shops$/),
  ]);
  await checkAxe(desk);
  await checkWidth(desk);
  await desk.getByRole('button', { name: 'Open now' }).click();
  await desk.getByText('Borneo Trails is open.').waitFor();
  await desk.locator('dd', { hasText: /^two$/ }).waitFor();
  await checkAxe(desk);
  await visit(desk, '/console/owners');
  await desk.getByText('The move to two was interrupted').waitFor();
  await desk.getByText('Old copy still in two').first().waitFor();
  await checkAxe(desk);
  await checkWidth(desk);
  const wide = await openDesk(1440, 'zh_CN');
  await visit(wide, '/console/owners');
  await wide.getByRole('columnheader', { name: '数据库集群' }).waitFor();
  await wide.getByText('迁移到 two 时中断').waitFor();
  await checkAxe(wide);
  await checkWidth(wide);
  for (const page of [desk, wide]) await page.context().close();
}, 120_000);
