// A completion link on a phone, in Chinese and Thai (§2 completion): saved, continued, copied, completed; and the agent's card.
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  checkAxe,
  checkWidth,
  enterShop,
  fillIn,
  problemsOn,
  reload,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, newKey } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  agent = await test.signIn('agent@one.example', 'agent-2026');
});

const house = () => test.database.house;

async function placeLater(): Promise<string> {
  const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  const later = { ...input, travellers: [], travellersLater: true };
  return (await test.call('createOrder', later, { token: agent, key: newKey() })).data.orderNo;
}
async function pathOf(orderNos: string[]): Promise<string> {
  const { data } = await test.call('completionLink', { orderNos }, { token: agent });
  const { pathname, search } = new URL(data.address);
  return pathname + search;
}

const spoken = {
  zh_CN: { save: '保存，稍后继续', complete: '完成', saved: '已保存', thanks: '信息已全部填写完成', fill: '填写信息' },
  th: { save: 'บันทึกไว้ก่อน', complete: 'ยืนยันข้อมูลครบ', saved: 'บันทึกแล้ว', thanks: 'ขอบคุณ ข้อมูลครบถ้วนแล้ว', fill: 'กรอกข้อมูล' },
};

describe.each(['zh_CN', 'th'] as const)('in %s at 390 wide', (language) => {
  const words = spoken[language];

  it('a traveller saves, comes back, copies, and completes', async () => {
    const path = await pathOf([await placeLater()]);
    const page = await browser.open(390);
    await visit(page, `${path}&l=${language}`);
    expect(await page.locator('header select').count()).toBe(1);
    expect(await page.locator('header a[href="/"]').count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await fillIn(page, { 'travellers.0.102': 'Mei Tan' });
    await page.getByRole('button', { name: words.save }).click();
    await page.getByText(words.saved, { exact: true }).waitFor();
    await reload(page);
    expect(await page.locator('[name="travellers.0.102"]').inputValue()).toBe('Mei Tan');
    await page.locator('fieldset').nth(1).locator('select').selectOption('0.0');
    expect(await page.locator('[name="travellers.1.102"]').inputValue()).toBe('Mei Tan');
    await page.getByRole('button', { name: words.complete, exact: true }).click();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['travellers.0.202', 'travellers.1.202']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('travellers.0.202');
    await checkAxe(page);
    await checkWidth(page);
    await fillIn(page, { 'travellers.0.202': 'P1', 'travellers.1.102': 'Lee Tan', 'travellers.1.202': 'P2' });
    await page.getByRole('button', { name: words.complete, exact: true }).click();
    await page.waitForURL('/completed');
    await page.getByRole('heading', { name: words.thanks }).waitFor();
    await checkAxe(page);
    await visit(page, path);
    expect(await page.locator('input').count()).toBe(0);
    await page.getByText(words.thanks).waitFor();
  });

  it('a list leads through several bookings', async () => {
    const path = await pathOf([await placeLater(), await placeLater()]);
    const page = await browser.open(390);
    await visit(page, `${path}&l=${language}`);
    await checkAxe(page);
    await checkWidth(page);
    const open = page.getByRole('link', { name: words.fill });
    expect(await open.count()).toBe(2);
    await open.first().click();
    await page.waitForURL(/\/completion\?token=/);
    await page.locator('[name="travellers.1.202"]').waitFor();
  });
});

describe('the page behind a link', () => {
  it('is not cached and sends no referrer', async () => {
    const path = await pathOf([await placeLater()]);
    for (const tries of [1, 2]) {
      const answer = await test.fetch(path);
      expect([tries, answer.status]).toEqual([tries, 200]);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('reads telephone numbers as people write them (decision 0412)', async () => {
    await sql`UPDATE product SET traveller_fields = '{102,202,301}' WHERE owner_id = 1 AND key = 'hills'`.execute(
      house(),
    );
    const orderNo = await placeLater();
    const path = await pathOf([orderNo]);
    const page = await browser.open(390);
    await visit(page, `${path}&l=en`);
    for (const at of [0, 1])
      await fillIn(page, {
        [`travellers.${at}.102`]: 'Mei Tan',
        [`travellers.${at}.202`]: `P${at}`,
        [`travellers.${at}.301`]: '+65 9123 4567',
      });
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.waitForURL('/completed');
    const { lines } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(lines[0]?.travellers[0]).toMatchObject({ areaCode: '65', 301: '91234567' });
  });

  it('says so for a wrong link', async () => {
    expect((await test.fetch('/completion?token=wrong')).status).toBe(404);
  });
});

describe('the agent', () => {
  it('sees the missing details in the order, and creates and mails the link', async () => {
    const orderNo = await placeLater();
    const page = await browser.open(390);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    await visit(page, `/uc/order/${orderNo}`);
    await page.getByRole('heading', { name: 'Traveller details are missing' }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.waitForFunction(() =>
      /\/completion\?token=/.test(document.querySelector('input[readonly]')?.getAttribute('value') ?? ''),
    );
    await fillIn(page, { completionEmail: 'traveller@example.com' });
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('The mail is on its way').waitFor();
    await checkAxe(page);
    await checkWidth(page);
  });
});
