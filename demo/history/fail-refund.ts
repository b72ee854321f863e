// An order that was paid at the demo's payment gateway and is rejected; the gateway cannot give the money back.
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '../../domain/dates.ts';
import { type Buyer, book, newKey, type Product } from './buy.ts';
import type { Tale } from './follow-order.ts';
import { makeChance, seedOf } from './stage.ts';

type Cast = { buyers: Buyer[]; products: Product[] };

export async function failRefund(tale: Tale, { buyers, products }: Cast): Promise<void> {
  const { stage, day, today, operations, finance } = tale;
  const { gateway, host } = stage;
  const buyer = buyers.findLast(({ agency }) => !agency);
  const product = products.findLast(({ instant }) => !instant);
  if (!gateway || !buyer || !product) return;
  const as = { token: buyer.token, host };
  const bought = await book(stage, makeChance(seedOf(today) + 50), { buyer, product, from: addDays(day, 8) });
  if (!bought) return;
  const { orderNo: id } = bought;
  const started = await stage.call('paying', { id, channel: 'sandbox' }, { ...as, key: newKey() });
  const page = started.code === 200 && started.data.redirectUrl;
  if (!page) return;
  const number = new URL(page).pathname.split('/').at(-1) ?? '';
  await gateway.refuseRefunds(number);
  await gateway.pay(number);
  // The gateway reports both by its notices, which are on their way.
  await until(async () => (await stage.call('isPaySuccess', { id }, as)).data.paid);
  await stage.call(
    'consoleReject',
    { id, why: 'The operator has no seats left on this day.' },
    { token: operations, host },
  );
  await until(
    async () => (await stage.call('consoleRefunds', { state: 'failed' }, { token: finance, host })).data.total > 0,
  );
}

/** Not for ever: what is late, the portal asks for by itself. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 40 && !(await isSo()); tries += 1) await pause(250);
}
