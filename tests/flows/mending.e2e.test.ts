// Orders changed by staff in a real browser (§4), on a phone: a line moves to another day, and the buyer sees it and pays the difference.
import { describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buy } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  agent = await test.signIn('agent@one.example', 'agent-2026');
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('who moves or cancels an order that a platform sold reads that the platform does not learn of it', async () => {
    const orderNo = await buy(test, agent);
    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    const acts = ['Change date or number', 'Apply to cancel'];
    for (const source of [0, 14]) {
      await sql`UPDATE purchase SET source = ${source} WHERE order_no = ${orderNo}`.execute(test.database.house);
      await visit(desk, `/console/orders/${orderNo}`);
      for (const act of acts) {
        await desk.getByRole('button', { name: act }).click();
        const dialog = desk.getByRole('dialog');
        await dialog.getByLabel('Reason').waitFor();
        expect(await dialog.getByText(/^GetYourGuide does not learn of/).count()).toBe(source ? 1 : 0);
        if (source) await checkAxe(desk);
        await desk.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }
    }
    await desk.context().close();
  }, 120_000);

  it('staff move a booking to a dearer day, and the buyer pays the difference', async () => {
    const orderNo = await buy(test, agent);
    const next = addDays(playOn, 1);
    await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
      SELECT owner_id, sku_id, ${next}::date, 12000 FROM sub_order WHERE sub_order_no = ${`${orderNo}-1`}
      ON CONFLICT (owner_id, sku_id, play_on, session) DO NOTHING`.execute(test.database.house);
    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    await visit(desk, `/console/orders/${orderNo}`);
    await desk.getByRole('button', { name: 'Change date or number' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByText('The price stays the same').waitFor();
    await dialog.getByLabel('Day').fill(addDays(playOn, 8));
    await dialog.getByText('Nothing is sold on this day.').waitFor();
    await dialog.getByLabel('Day').fill(next);
    await dialog.getByText(/The buyer pays .* more/).waitFor();
    await dialog.getByRole('button', { name: 'Change date or number' }).click();
    await dialog.getByText('This field is required').waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await dialog.getByLabel('Reason').fill('The guest arrives later');
    await dialog.getByRole('button', { name: 'Change date or number' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.getByText('Booking changed').waitFor();
    await checkAxe(desk);
    await desk.context().close();

    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByText('The guest arrives later').first().waitFor();
    await page.getByRole('link', { name: /^Pay / }).waitFor();
    await page.context().close();
  }, 120_000);

  it('a buyer moves a paid booking to a cheaper day, sees what comes back, and gets a new voucher', async () => {
    const orderNo = await buy(test, agent);
    const [next, sold] = [addDays(playOn, 1), addDays(playOn, 2)];
    await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
      SELECT owner_id, sku_id, ${next}::date, 7000 FROM sub_order WHERE sub_order_no = ${`${orderNo}-1`}
      ON CONFLICT (owner_id, sku_id, play_on, session) DO UPDATE SET price_minor = 7000`.execute(test.database.house);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByRole('button', { name: 'Change the day' }).click();
    const dialog = page.getByRole('dialog');
    const day = dialog.getByLabel('New day');
    await day.waitFor();
    expect(await day.locator('option').count()).toBe(2);
    expect(await day.locator(`option[value="${sold}"]`).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Change the day' }).isDisabled()).toBe(true);
    await day.selectOption(next);
    await dialog.getByText(/30\.00 comes back to you the way you paid/).waitFor();
    await dialog.getByText('You get a new voucher at once').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Later days' }).click();
    await dialog.getByText('no other day is available at this price').waitFor();
    await dialog.getByRole('button', { name: 'Earlier days' }).click();
    await day.selectOption(next);
    await dialog.getByRole('button', { name: 'Change the day' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Booking changed').first().waitFor();
    const { lines } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(lines.map((line) => line.playOn)).toEqual([next]);
    await page.context().close();
  }, 120_000);

  it('a buyer whose new day is full meanwhile reads so, and is not offered that day again (§4)', async () => {
    const orderNo = await buy(test, agent);
    const next = addDays(playOn, 1);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByRole('button', { name: 'Change the day' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New day').selectOption(next);
    const ofNext = sql`play_on = ${next}::date AND (owner_id, package_id) =
      (SELECT owner_id, package_id FROM sub_order WHERE sub_order_no = ${`${orderNo}-1`})`;
    const { rows } = await sql<{ capacity: number }>`SELECT capacity FROM departure WHERE ${ofNext}`.execute(
      test.database.house,
    );
    await sql`UPDATE departure SET capacity = held + sold WHERE ${ofNext}`.execute(test.database.house);
    await dialog.getByRole('button', { name: 'Change the day' }).click();
    await dialog.getByText('The day was not changed').waitFor();
    await dialog.locator(`option[value="${next}"]`).waitFor({ state: 'detached' });
    if (width < 640) {
      // The message covers nothing of the form that it is about.
      const [message, form] = [
        await dialog.getByRole('alert').boundingBox(),
        await dialog.locator('form').first().boundingBox(),
      ];
      expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
    }
    expect(await dialog.getByRole('button', { name: 'Change the day' }).isDisabled()).toBe(true);
    await checkAxe(page);
    await checkWidth(page);
    await sql`UPDATE departure SET capacity = ${rows[0]?.capacity} WHERE ${ofNext}`.execute(test.database.house);
    await page.context().close();
  }, 120_000);

  it('staff refund money, a second person approves above the limit, and a part is cancelled with an amount', async () => {
    const orderNo = await buy(test, agent, { quantity: 2 });
    await sql`UPDATE owner SET four_eyes_minor = 500 WHERE owner_id = 1`.execute(test.database.house);
    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    await visit(desk, `/console/orders/${orderNo}`);
    const dialog = desk.getByRole('dialog');
    await desk.getByRole('button', { name: 'Give money back' }).click();
    await dialog.getByLabel('Amount (MYR)').fill('12');
    await dialog.getByRole('button', { name: 'Give money back' }).click();
    await dialog.getByText('This field is required').waitFor();
    await checkAxe(desk);
    await dialog.getByRole('textbox').last().fill('The bus was late');
    await dialog.getByRole('button', { name: 'Give money back' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.getByText('The bus was late').waitFor();
    await desk.getByRole('button', { name: 'Apply to cancel' }).click();
    await dialog.getByLabel('How many').fill('1');
    await dialog.getByRole('radio', { name: 'Another amount' }).check();
    await dialog.getByLabel('Refund in MYR').fill('30');
    await dialog.getByText(/By the policy/).waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await dialog.getByRole('textbox').last().fill('Comes alone');
    await dialog.getByRole('button', { name: 'Apply to cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.getByRole('heading', { name: 'Cancellation requests' }).waitFor();
    await desk.context().close();

    const money = await browser.open(width);
    await enterConsole(money, 'finance@one.example', 'finance-2026');
    await visit(money, '/console/refunds');
    await money.getByRole('heading', { name: 'Money back to approve' }).waitFor();
    await checkAxe(money);
    await checkWidth(money);
    await money.getByRole('button', { name: 'Approve' }).click();
    await money.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await money.getByRole('heading', { name: 'Money back to approve' }).waitFor({ state: 'detached' });
    await money.context().close();
  }, 120_000);

  it('a buyer asks, staff find it in the queue and answer with a text of the owner', async () => {
    const orderNo = await buy(test, agent);
    await test.call('remark', { orderNo, text: 'Is there a child seat?' }, { token: agent });
    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    await visit(desk, '/console/answers?edit=new');
    await desk.getByRole('textbox', { name: 'Title', exact: true }).fill(`Child seats ${width}`);
    await desk.getByRole('textbox', { name: 'Text', exact: true }).fill('Dear {name}, yes, there is one.');
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.waitForURL('**/console/answers');
    await desk.getByText(`Child seats ${width}`).first().waitFor();
    await checkAxe(desk);
    await visit(desk, '/console');
    await desk.getByRole('link', { name: /Unread messages of buyers/ }).click();
    await desk.getByRole('link', { name: orderNo }).first().click();
    await desk.getByText('Is there a child seat?').waitFor();
    await desk.getByLabel('Put in an answer').selectOption({ label: `Child seats ${width}` });
    expect(await desk.getByLabel('Write a remark').inputValue()).toBe('Dear Mei Tan, yes, there is one.');
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('button', { name: 'Send', exact: true }).click();
    await desk.getByText('Dear Mei Tan, yes, there is one.').first().waitFor();
    await desk.getByLabel('Note', { exact: true }).fill('Prefers the telephone');
    await desk.getByRole('button', { name: 'Add note' }).click();
    await desk.getByText('Prefers the telephone').first().waitFor();
    await desk.getByRole('button', { name: 'Change contact' }).click();
    await desk.getByRole('dialog').getByLabel('E-mail').fill('lim@example.com');
    await checkAxe(desk);
    await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await desk
      .getByText(/lim@example.com/)
      .first()
      .waitFor();
    await desk.getByRole('button', { name: 'Mark as unread' }).click();
    await desk.getByText('Unread again, for the whole team').waitFor();
    await desk.context().close();

    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByText('Dear Mei Tan, yes, there is one.').waitFor();
    expect(await page.getByText('Prefers the telephone').count()).toBe(0);
    await page.context().close();
  }, 120_000);

  it('sales of a period by month are beside the previous period, and refunds can be exported', async () => {
    await buy(test, agent);
    const desk = await browser.open(width);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, '/console');
    await desk.getByLabel(/^From/).fill(addDays(playOn, -60));
    await desk.getByLabel(/^To/).fill(addDays(playOn, -5));
    await desk.getByLabel('Put together').selectOption('month');
    await desk.getByRole('button', { name: 'Show', exact: true }).click();
    await desk.waitForURL(/step=month/);
    await desk.getByRole('heading', { name: 'By month' }).waitFor();
    await desk.getByRole('heading', { name: 'By type' }).waitFor();
    await desk.getByText(/No sales from .* to /).waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await visit(desk, '/console/refunds?state=done');
    await desk.getByRole('button', { name: 'Export' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Make the file' }).click();
    await desk.getByRole('dialog').getByRole('link', { name: 'Save the file' }).waitFor();
    await desk.context().close();
  }, 120_000);
});
