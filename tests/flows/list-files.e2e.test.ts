// The files of the back office's lists say what the lists say, in the reader's language and by the shop's clock: no code of a state or
// instant reaches a spreadsheet.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { enterConsole, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn, today } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  const token = await test.signIn('admin@one.example', 'admin-2026');
  const blank = {
    currency: 'MYR' as const,
    startsAt: null,
    endsAt: null,
    useLimit: null,
    userLimit: null,
    productIds: null,
  };
  const codes = [
    {
      code: 'PERCENT',
      type: 4,
      amountMinor: null,
      percent: '12.5',
      minimumMinor: 20000,
      mostMinor: 5000,
      firstOrder: true,
    },
    { code: 'FIXED', type: 1, amountMinor: 500, percent: null, minimumMinor: null, mostMinor: null },
  ];
  for (const code of codes)
    expect((await test.call('consoleCouponSave', { ...blank, ...code }, { token })).code).toBe(200);
  const cards = { valueMinor: 5000, currency: 'MYR' as const, count: 1, endsOn: null, note: 'For the fair' };
  expect((await test.call('consoleGiftCardIssue', cards, { token })).code).toBe(200);
  const { id: productId, packages } = await findProduct(test, 'Silver Tower');
  const hidden = { productId, city: null, type: null, level: 1, partnerId: null };
  expect((await test.call('consoleHiddenAdd', hidden, { token })).code).toBe(200);
  const line = {
    productId,
    packageId: packages[0]?.id ?? '',
    skuId: packages[0]?.skus[0]?.id ?? '',
    playOn,
    quantity: 1,
  };
  const draft = {
    language: 'en' as const,
    currency: 'MYR' as const,
    validUntil: addDays(today, 5),
    title: 'A day out',
  };
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const saved = await test.call('quotationSave', { ...draft, customerName: 'Mei', lines: [line] }, { token: agent });
  expect(saved.code).toBe(200);
  // Staff read what was sent (decision 0812).
  const { id, revision } = saved.data;
  expect((await test.call('quotationSend', { id, revision }, { token: agent })).code).toBe(200);
});

async function takeFile(page: Page, path: string): Promise<Record<string, string>[]> {
  await visit(page, `/console/${path}?l=zh_CN`);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 CSV' }).click();
  const text = (await readFile(await (await file).path(), 'utf8')).replace('\ufeff', '').replaceAll('\u00a0', ' ');
  const [head = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((row) =>
      (row.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

it('promo codes have their discount, limits and state in words; cards, suppliers, hidden products and quotations theirs', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  const codes = await takeFile(page, 'coupons');
  expect(codes.find((row) => row.优惠码 === 'PERCENT')).toMatchObject({
    优惠: '−12.5%、满 MYR 200.00、最多 MYR 50.00',
    适用产品: '所有产品',
    谁可以使用: '仅限首次下单，每个账号一次',
    状态: '有效',
  });
  expect(codes.find((row) => row.优惠码 === 'FIXED')).toMatchObject({
    优惠: '−MYR 5.00',
    谁可以使用: '所有人',
    状态: '有效',
  });
  expect((await takeFile(page, 'gift-cards'))[0]).toMatchObject({ 状态: '有效', 备注: 'For the fair' });
  expect((await takeFile(page, 'suppliers'))[0]).toMatchObject({ 状态: '启用' });
  const at = expect.stringMatching(/^\d{4}年.* \d\d:\d\d GMT\+8$/);
  expect((await takeFile(page, 'hidden-products'))[0]).toMatchObject({ 起始时间: at });
  expect((await takeFile(page, 'quotations'))[0]).toMatchObject({ 状态: '已发送', 客户姓名: 'Mei', 标题: 'A day out' });
  await page.context().close();
}, 120_000);
