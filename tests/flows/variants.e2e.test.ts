// Values of one variant, in a real browser (decisions 0300 to 0302): a room with its guests, the price of a session, refund rules of
// a package; from the editor to the order.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../build/edit-products.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let editor: Editor;
let desk: Page;
let phone: Page;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  desk = await browser.open(1440);
  await enterConsole(desk, 'content@one.example', 'content-2026');
  phone = await browser.open(390);
  await enterShop(phone, 'member@one.example', 'member-2026');
});

const field = (path: string) => desk.locator(`[data-path="${path}"]`);
const save = async () => {
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk
    .getByText(/is saved|are saved/)
    .first()
    .waitFor();
};

it('a room shows its number of guests, and the booking asks for the guests of each (§5)', {
  timeout: 120_000,
}, async () => {
  const room = newSku({ ticketType: null, minAge: 0, names: { en: 'Flexible rate' }, priceMinor: 20_000 });
  const names = { en: 'Lakeside House', zh_CN: '湖畔小屋', ja_JP: '湖畔の家' };
  const packages = [newPackage({ key: 'family', names: { en: 'Family room', zh_CN: '家庭房' }, skus: [room] })];
  const id = await editor.create(newDocument({ key: 'lakeside', type: 16, subtype: 1602, names, packages }));
  await visit(desk, `/console/products/${id}`);
  await field('checkIn').fill('14:00');
  await field('checkOut').fill('11:00');
  await field('stars').selectOption('4');
  await desk.getByLabel('Swimming pool').check();
  await desk.getByLabel('Wi-Fi').check();
  await checkAxe(desk);
  await desk.getByRole('link', { name: 'Packages', exact: true }).click();
  await field('packages.0.maxAdults').fill('3');
  await field('packages.0.maxChildren').fill('2');
  await field('packages.0.includedGuests').fill('2');
  await field('packages.0.extraAdultMinor').fill('50');
  await field('packages.0.extraChildMinor').fill('30');
  await field('packages.0.beds.en').fill('One king bed');
  await field('packages.0.board').selectOption('breakfast');
  await desk.getByLabel('Cancellation fees of this package alone').check();
  await desk.getByLabel('Rule 1, Days or hours').selectOption('hoursBefore');
  await desk.getByLabel('Rule 1, Less than hours before').fill('24');
  await desk.getByText('Cancelled less than 24 hours before the start: 50% is kept').waitFor();
  // A room that takes children says until which age.
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.locator('[data-path="packages.0.childAge"][aria-invalid="true"]').waitFor();
  await field('packages.0.childAge').fill('11');
  await checkAxe(desk);
  await save();
  const [pack] = (await editor.open(id)).document.packages;
  const stock = Array.from({ length: 5 }, (_, at) => ({ on: addDays(playOn, at), session: '', capacity: 3 }));
  await editor.calendar(pack?.id ?? '', stock as never);
  expect((await editor.state(id, 'published')).code).toBe(200);

  const { path } = (await test.call('productDetail', { id })).data;
  const until = addDays(playOn, 2);
  await visit(phone, `${path}?l=en&on=${playOn}&until=${until}`);
  await phone.getByText('At most 3 adults, 2 children in a room').waitFor();
  await phone.getByText('Free cancellation up to 24 hours before').waitFor();
  const more = (label: string) => phone.getByRole('button', { name: `Flexible rate, ${label}: one more` });
  await more('Room 1: Adults').click();
  const add = phone.getByRole('button', { name: 'Flexible rate: Add a room' });
  await add.click();
  await add.click();
  // The last room passes the keyboard to the one before it.
  await phone.getByRole('button', { name: 'Remove Flexible rate, Room 3' }).press('Enter');
  const focused = () => phone.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Remove Flexible rate, Room 2');
  await more('Room 2: Children up to 11 years').click();
  await settle(phone);
  // Two nights: 200 + 50 for the third adult, and 200 + 30 for the child beside two adults.
  await phone
    .getByText(/960\.00/)
    .first()
    .waitFor();
  await checkAxe(phone);
  await checkWidth(phone);
  await phone.reload();
  await settle(phone);
  await phone
    .getByText(/960\.00/)
    .first()
    .waitFor();
  await phone.getByRole('button', { name: /Book now/ }).click();
  await phone.waitForURL(/\/booking\/order/);
  await phone.getByText('Flexible rate × 1 · 3 adults').waitFor();
  await phone.getByText('Flexible rate × 1 · 2 adults, 1 child').waitFor();
  const skuId = pack?.skus[0]?.id ?? '';
  await visit(phone, `/booking/order?lines=${skuId}:${playOn}::2:${until}:2%2B0`);
  await phone.getByText('Flexible rate × 2 · In each room: 2 adults').waitFor();
  // The first night costs more than the cheapest: its price is the total until the day of leaving is chosen.
  const dear = [{ skuId, priceMinor: 26_000, wasMinor: null }];
  expect((await editor.calendar(pack?.id ?? '', [{ on: playOn, session: '', prices: dear }])).code).toBe(200);
  await visit(phone, `${path}?l=en&on=${playOn}`);
  await phone.getByText('Flexible rate: 1 × MYR 260.00').waitFor();
  await visit(phone, `/booking/order?lines=${skuId}:${playOn}::1:${until}:2%2B0`);
  // However long the terms are in a language, they are whole beside the button.
  const terms = phone.getByText(/^Free cancellation until .* GMT\+8\.$/).first();
  expect(await terms.evaluate((text) => getComputedStyle(text).webkitLineClamp)).toBe('none');
});

it('a quotation asks for the guests of each room and prices them (§2 onlinequotation)', {
  timeout: 120_000,
}, async () => {
  const sku = newSku({ ticketType: null, minAge: 0, names: { en: 'Flexible rate' }, priceMinor: 20_000 });
  const size = { maxAdults: 3, maxChildren: 2, childAge: 11, includedGuests: 2 };
  const pack = newPackage({ skus: [sku], ...size, extraAdultMinor: 5000, extraChildMinor: 3000 });
  const names = { en: 'Hillside House', zh_CN: '山坡小屋' };
  const house = {
    type: 16,
    subtype: 1602,
    checkIn: '14:00',
    checkOut: '11:00',
    stars: 4,
    amenities: ['wifi' as const],
  };
  const id = await editor.create(newDocument({ key: 'hillside', names, ...house, packages: [pack] }));
  const nights = [0, 1].map((at) => ({ on: addDays(playOn, at), session: '', capacity: 3 }));
  await editor.calendar((await editor.open(id)).document.packages[0]?.id ?? '', nights as never);
  expect((await editor.state(id, 'published')).code).toBe(200);
  const agent = await browser.open(390);
  await enterShop(agent, 'agent@one.example', 'agent-2026', '/uc/quotation/new');
  await agent.getByLabel('Find a product').fill('Hillside');
  await agent.getByRole('button', { name: 'Add to the quotation: Hillside House' }).click();
  const room = (at: number) =>
    agent
      .locator('section')
      .filter({ has: agent.getByRole('heading', { name: 'Hillside House', exact: true }) })
      .nth(at);
  await room(0).getByLabel('Check-in').fill(playOn);
  await room(0).getByLabel('Check-out').fill(addDays(playOn, 2));
  await room(0).getByLabel('Adults').fill('3');
  await room(0).getByText('In each room: 3 adults').waitFor();
  await room(0).getByRole('button', { name: 'Add a room' }).click();
  await room(1).getByLabel('Children up to 11 years').fill('1');
  await room(1).getByText('In each room: 2 adults, 1 child').waitFor();
  await agent.getByRole('button', { name: 'Save and calculate' }).click();
  await agent.waitForURL(/\/uc\/quotation\/\d+$/);
  await agent.reload();
  await settle(agent);
  // Two nights: 250.00 for three adults, 230.00 with the child; raised by ten percent.
  await agent
    .getByText(/1,056\.00/)
    .first()
    .waitFor();
  expect(await room(0).getByLabel('Adults').inputValue()).toBe('3');
  for (const width of [390, 1440]) {
    await agent.setViewportSize({ width, height: 900 });
    await settle(agent);
    await checkAxe(agent);
    await checkWidth(agent);
  }
  await agent.context().close();
});

it('a session has a price for every day and for one day, shown on the day beside the seating plan (§2 product page)', {
  timeout: 120_000,
}, async () => {
  const names = { en: 'Night Lights', zh_CN: '夜灯' };
  const id = await editor.create(newDocument({ key: 'night-lights', names }));
  const [pack] = (await editor.open(id)).document.packages;
  const open = (session: string) => ({ on: playOn, session, capacity: 9 });
  await editor.calendar(pack?.id ?? '', [open('10:00'), open('20:00')] as never);
  expect((await editor.state(id, 'published')).code).toBe(200);
  await visit(desk, `/console/products/${id}?tab=packages`);
  await desk.getByLabel('Time', { exact: true }).fill('20:00');
  await desk.getByRole('button', { name: 'Add price for this time' }).click();
  await desk.getByLabel('Adult, 20:00').fill('120');
  await checkAxe(desk);
  await save();
  await visit(desk, `/console/products/${id}/calendar?month=${playOn.slice(0, 7)}`);
  await desk.getByRole('button', { name: 'Prices per session' }).click();
  const cell = desk.locator(`[data-cell="${playOn}|20:00|price:${pack?.skus[0]?.id}"]`);
  expect(await cell.innerText()).toBe('120.00');
  await cell.click();
  await desk.keyboard.type('150');
  await desk.keyboard.press('Enter');
  await checkAxe(desk);
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByText('Prices and places are saved').waitFor();
  await visit(desk, `/console/products/${id}?tab=pictures`);
  const plan = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ddeeff' } })
    .png()
    .toBuffer();
  await desk
    .getByRole('group', { name: 'Seat plan' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: plan });
  await field('seatPlanAlts.en').fill('The stage is in the north');
  await checkAxe(desk);
  await save();
  const { path } = (await test.call('productDetail', { id })).data;
  await visit(phone, `${path}?l=en&on=${playOn}`);
  await phone.getByRole('button', { name: 'Open the seat plan large' }).click();
  const large = phone.getByRole('dialog', { name: 'Seat plan' });
  await large.getByRole('img', { name: 'The stage is in the north' }).waitFor();
  await phone.keyboard.press('+');
  await large.getByRole('button', { name: 'Zoom out' }).click();
  await checkAxe(phone);
  await phone.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  const session = (time: string) => phone.locator('label').filter({ hasText: time });
  await session('10:00').getByText('99.00').waitFor();
  await session('20:00').getByText('150.00').waitFor();
  await session('20:00').click();
  await phone.getByRole('button', { name: /Book now/ }).waitFor();
  await checkAxe(phone);
});
