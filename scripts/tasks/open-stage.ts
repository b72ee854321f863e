// The shop in which the tasks are done: its people, the orders that some of the tasks begin with, and what a script cannot see:
// the gap of the puzzle and the code of a mail.
import { type Browser, chromium, type Page } from 'playwright-core';
import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import type { demoLogins } from '../../demo/load-demo.ts';
import { addDays } from '../../domain/dates.ts';
import { type Database, sql } from '../../server/platform/db.ts';
import { browserFlags, ensureChromium } from '../../tests/build/find-chromium.ts';
import { chooseLine, fillFields, findProduct, newKey, spellLine } from '../../tests/build/place-orders.ts';
import { followRequests } from '../../tests/build/use-pages.ts';
import { loginOf, untilCalm } from '../pictures/set-up-shop.ts';
import type { Walk } from './walk.ts';

export const ticket = 'Petronas Twin Towers Skybridge Ticket';
export const traveller = 'traveller@example.com';
const mostDaysTried = 10;

export type Stage = {
  browser: Browser;
  /** A new visitor, on a phone in English. */
  openPhone(): Promise<Page>;
  signIn(who: (typeof demoLogins)[number][0]): Promise<string>;
  /** An order of the agent, paid and confirmed, for the first day with places or some days after it. */
  buy(daysAfter?: number): Promise<Bought>;
  redeem(line: string): Promise<void>;
  readCode(email: string): string;
  readGap(): Promise<number>;
};

export type Task = {
  name: string;
  run(walk: Walk, stage: Stage): Promise<void>;
};

type Bought = { orderNo: string; line: string };
/** `printed`: what the shop's process says, line by line. */
type Opening = { base: string; database: Database; printed: readonly string[] };

export async function openStage({ base, database, printed }: Opening): Promise<Stage> {
  const call = makeCaller((path, init) => fetch(base + path, init));
  await untilCalm(call);
  const browser = await chromium.launch({
    executablePath: ensureChromium(() => undefined),
    args: browserFlags,
  });
  const signIn: Stage['signIn'] = async (who) => {
    const [, account, password] = loginOf(who);
    const staff = who.startsWith('Back office');
    const answer = await call(staff ? 'consoleLogin' : 'login', { account, password });
    if (answer.code !== 200) throw new Error(`${who} cannot sign in: ${answer.msg}`);
    return answer.data.token;
  };
  return {
    browser,
    signIn,
    openPhone: () => openPhone(browser, base),
    buy: async (daysAfter = 0) => buy(call, await signIn('Agent (deposit)'), daysAfter),
    async redeem(line) {
      const { code, msg } = await call(
        'consoleVoucherRedeem',
        { text: line },
        { token: await signIn('Back office, operations') },
      );
      if (code !== 200) throw new Error(`the voucher is not redeemed: ${msg}`);
    },
    // The demo has no mail server and prints its codes.
    readCode(email) {
      const begin = `Mail to ${email}: `;
      return printed.findLast((line) => line.startsWith(begin))?.slice(begin.length, begin.length + 4) ?? '';
    },
    async readGap() {
      const newest = sql<{ x: number }>`SELECT answer_x AS x FROM captcha WHERE answer_x IS NOT NULL
        ORDER BY expires_at DESC LIMIT 1`;
      return (await newest.execute(database.house)).rows[0]?.x ?? 0;
    },
  };
}

async function openPhone(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
    baseURL: base,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  followRequests(context);
  return context.newPage();
}

/** Two tickets, each a line of its own. */
async function buy(call: HouseCaller, token: string, daysAfter: number): Promise<Bought> {
  const as = { token };
  const product = await findProduct({ call }, ticket, as);
  const soonest = await chooseLine({ call }, product, as);
  const second = product.packages.flatMap(({ skus }) => skus).find(({ id }) => id !== soonest.skuId);
  const linesAfter = (days: number) => {
    const first = { ...soonest, playOn: addDays(soonest.playOn, days) };
    return second ? [first, { ...first, skuId: second.id }] : [first];
  };
  // The demo's past may have left too few places on a day.
  let lines = linesAfter(daysAfter);
  let form = await call('bookProducts', { lines: lines.map(spellLine).join(',') }, as);
  for (let days = daysAfter + 1; form.code !== 200 && days <= daysAfter + mostDaysTried; days += 1) {
    lines = linesAfter(days);
    form = await call('bookProducts', { lines: lines.map(spellLine).join(',') }, as);
  }
  if (form.code !== 200) throw new Error(`no booking form: ${form.msg}`);
  const contact = { name: 'Mei Tan', email: traveller, areaCode: '60', phone: '123456789' };
  const fields = fillFields(form.data, ['Mei Tan', 'Arif Rahman']);
  const input = { id: product.id, lines, contact, agreed: true, ...fields, seenTotal: form.data.total };
  const order = await call('createOrder', input, { ...as, key: newKey() });
  if (order.code !== 200) throw new Error(`no order: ${order.msg}`);
  const { orderNo } = order.data;
  const paid = await call('paying', { id: orderNo, channel: 'deposit' }, { ...as, key: newKey() });
  if (paid.code !== 200) throw new Error(`not paid: ${paid.msg}`);
  for (let tries = 0; tries < 60; tries += 1) {
    const [line] = (await call('orderDetail', { id: orderNo }, as)).data.lines;
    if (line?.voucher) return { orderNo, line: `${orderNo}-1` };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`no voucher of ${orderNo}`);
}
