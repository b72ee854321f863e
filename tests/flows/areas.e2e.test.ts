// Pick-up areas in a real browser: staff draw one with the pointer and the keyboard, an address is found inside or outside; the same
// as text if the browser draws no maps; and the page's policy allows tiles of the owner's choice.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  openBrowser,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
let tiles: Server;
let tilesAsked = 0;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  tiles = createServer((_, reply) => {
    tilesAsked += 1;
    // The test's browser sends a header of its own everywhere.
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    reply.writeHead(200, { 'content-type': 'image/png', ...open }).end(pixel);
  });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  const { port } = tiles.address() as AddressInfo;
  const env = {
    MAP_TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    MAP_TILES_ATTRIBUTION: '© the test’s map makers',
  };
  test = await openTestHouse({ screens: true, env });
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  tiles?.closeAllConnections();
  tiles?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

const openAreas = async (width: number): Promise<Page> => {
  const page = await browser.open(width);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const middleButton = (page: Page) => page.getByRole('button', { name: 'Add a point in the middle of the map' });
const corners = (page: Page) => page.getByRole('button', { name: /^Point \d+$/ });
const listed = (page: Page) => page.locator('textarea[name=points]');
const lines = async (page: Page) => (await listed(page).inputValue()).split('\n').filter(Boolean);
const suggestions = (page: Page) => page.locator('[role=listbox]:visible [role=option]');

const pointButton = (page: Page, at: number) => page.getByRole('button', { name: `Point ${at}`, exact: true });

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

async function pressMap(page: Page, across: number, down: number): Promise<void> {
  const box = await boxOf(page.locator('canvas'));
  await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
}

describe('staff', () => {
  it('draw an area on the map, move, insert and delete points, undo, name it and save it', async () => {
    const page = await openAreas(1440);
    await page.getByRole('link', { name: 'Pick-up areas' }).click();
    await page.getByRole('heading', { name: 'No pick-up areas yet' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'New area' }).click();
    await middleButton(page).waitFor();
    for (const [at, [across, down]] of [
      [0.2, 0.2],
      [0.7, 0.2],
      [0.7, 0.7],
      [0.2, 0.7],
    ].entries()) {
      await pressMap(page, across as number, down as number);
      await pointButton(page, at + 1).waitFor();
    }
    expect(await lines(page)).toHaveLength(4);
    const before = await lines(page);
    await page.getByRole('button', { name: 'Add a point after point 2' }).click();
    await pointButton(page, 5).waitFor();
    const third = pointButton(page, 3);
    // Outwards between the points beside it, wherever the map shows them: the outline must not cross itself.
    const map = await boxOf(page.locator('canvas'));
    const [above, below] = [await boxOf(pointButton(page, 2)), await boxOf(pointButton(page, 4))];
    await third.dragTo(page.locator('canvas'), {
      targetPosition: { x: Math.max(above.x, below.x) + 30 - map.x, y: (above.y + below.y + above.height) / 2 - map.y },
    });
    await third.focus();
    await page.keyboard.press('ArrowUp');
    expect((await lines(page))[2]).not.toBe(before[2]);
    expect(await third.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Delete');
    expect(await lines(page)).toEqual(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await lines(page)).toHaveLength(5);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('English').fill('Drawn by hand');
    await page.getByLabel('日本語').fill('手描き');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Drawn by hand” is saved').waitFor();
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const { list } = (await test.call('consoleAreas', {}, { token: admin })).data;
    expect(list).toMatchObject([{ names: { en: 'Drawn by hand', ja_JP: '手描き' }, revision: 1 }]);
    expect(list[0]?.ring).toHaveLength(5);
    await page.context().close();
  }, 120_000);

  it('create one by keyboard only, see its problems, change and delete it', async () => {
    const page = await openAreas(390);
    await visit(page, '/console/areas?area=new');
    await middleButton(page).waitFor();
    await middleButton(page).press('Enter');
    await corners(page).first().waitFor();
    await listed(page).fill('3, 101\nsomewhere');
    await page.getByText('Line 2 is not a position').waitFor();
    await page.getByLabel('English').fill('Klang Valley');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Line 2 is not a position').waitFor();
    await listed(page).fill('3, 101.5\n3.3, 101.8\n3.3, 101.5\n3, 101.8');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The outline must not cross itself').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await listed(page).fill('3, 101.5\n3, 101.8\n3.3, 101.8\n3.3, 101.5');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('“Klang Valley” is saved').waitFor();
    await page.getByRole('link', { name: /^Klang Valley/ }).click();
    await page.getByLabel('English').fill('Not kept');
    await page.getByRole('main').getByRole('link', { name: 'Pick-up areas' }).click();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Delete area' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete area' }).click();
    await page.getByRole('heading', { name: 'Pick-up areas' }).waitFor();
    expect(await page.getByRole('link', { name: /^Klang Valley/ }).count()).toBe(0);
    await page.context().close();
  }, 120_000);
});

describe('an address', () => {
  const prepare = async () => {
    const content = await test.signIn('content@one.example', 'content-2026');
    const { list } = (await test.call('consoleAreas', {}, { token: content })).data;
    for (const { id, revision } of list) await test.call('consoleAreaDelete', { id, revision }, { token: content });
    const ring = [
      [101.5, 3],
      [101.8, 3],
      [101.8, 3.3],
      [101.5, 3.3],
    ] as [number, number][];
    await test.call('consoleAreaSave', { names: { en: 'Klang Valley' }, ring }, { token: content });
  };

  it.each(atWidths(1440))(
    'is found and shown as inside or outside, also by pin and coordinates, at %i pixels',
    async (width) => {
      await prepare();
      const page = await openAreas(width);
      await visit(page, '/console/areas');
      const box = page.getByRole('combobox', { name: 'Pick-up address' });
      await box.fill('petronas twn towers');
      await suggestions(page).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await checkAxe(page);
      await page.keyboard.press('Enter');
      await page.getByText('The address is inside the transfer range').waitFor();
      expect(await box.inputValue()).toContain('Petronas Twin Towers');
      await box.fill('KLIA');
      await box.fill('kul');
      await suggestions(page).filter({ hasText: '(KUL)' }).click();
      await page.getByText('possibly outside the transfer range').waitFor();
      await checkAxe(page);
      await checkWidth(page);
      await page.getByText('Enter coordinates').click();
      await page.getByLabel('Latitude, longitude').fill('3.15; 101.7');
      await page.getByRole('button', { name: 'Set the pin' }).click();
      await page.getByText('The address is inside the transfer range').waitFor();
      await page.getByRole('button', { name: 'Put the pin in the middle of the map' }).click();
      await page.getByText(/inside the transfer range|possibly outside/).waitFor();
      await box.fill('A guest house that nobody knows');
      await box.press('Tab');
      await page.getByText('This address is not on the map yet').waitFor();
      await page.context().close();
    },
    120_000,
  );

  it('is checked as text if the browser draws no maps', async () => {
    await prepare();
    const page = await openAreas(390);
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await visit(page, '/console/areas');
    await page.getByText('This browser cannot show the map').waitFor();
    await page.getByLabel('Latitude, longitude').fill('2.7, 101.7');
    await page.getByRole('button', { name: 'Set the pin' }).click();
    await page.getByText('possibly outside the transfer range').waitFor();
    await checkAxe(page);
    await page.context().close();
  }, 60_000);
});

describe('the map page', () => {
  it.each(atWidths(1440))(
    'shows a point by name and position over the owner’s tiles, and leads back, at %i pixels',
    async (width) => {
      const page = await browser.open(width);
      tilesAsked = 0;
      await visit(page, '/googleMap?lat=3.1579&lng=101.7116&name=Petronas%20Twin%20Towers&go=/notice&l=en');
      await page.getByRole('heading', { name: 'Petronas Twin Towers' }).waitFor();
      await page.getByText('3.1579, 101.7116').first().waitFor();
      await page.locator('canvas').waitFor();
      await page.getByText('© the test’s map makers').waitFor();
      expect(tilesAsked).toBeGreaterThan(0);
      await checkAxe(page);
      await checkWidth(page);
      await page.getByRole('link', { name: 'Back' }).click();
      await page.waitForURL('/notice');
      await page.context().close();
    },
    60_000,
  );

  it('says so if there is no position, and links to no other site', async () => {
    const page = await browser.open(390);
    await visit(page, '/googleMap?lat=north&lng=&go=https://evil.example&l=en');
    await page.getByRole('heading', { name: 'There is no position to show' }).waitFor();
    expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/');
    await page.context().close();
  }, 60_000);

  it('allows pictures from the tiles’ host and nothing else from it', async () => {
    const policy = (await test.fetch('/googleMap')).headers.get('content-security-policy') ?? '';
    const { port } = tiles.address() as AddressInfo;
    const rules = policy.split('; ').filter((rule) => rule.includes(`127.0.0.1:${port}`));
    expect(rules).toEqual([`img-src 'self' data: blob: http://127.0.0.1:${port}`]);
  });
});
