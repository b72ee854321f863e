// What the demo's history leaves for this morning: work in each queue, and a limited offer that runs.
import { addDays, openDay } from '../../domain/dates.ts';
import { apply } from './apply.ts';
import { type Bought, type Buyer, book, type Product, pay } from './buy.ts';
import { failRefund } from './fail-refund.ts';
import { cancel, type Tale } from './follow-order.ts';
import { applicants, openQuestions } from './people.ts';
import { makeChance, seedOf } from './stage.ts';

/** `ride`: the order of tomorrow's car. */
export type Cast = { buyers: Buyer[]; products: Product[]; orders: Bought[]; ride?: string | undefined };

/**
 * What staff finds when it comes in: a review, questions without answers, buyers who want to cancel, transfers, days that are sold out,
 * orders to confirm, a pick-up to verify, a refund that failed, companies that want to sell.
 */
export async function leaveWork(tale: Tale, cast: Cast): Promise<void> {
  const { stage } = tale;
  const { orders } = cast;
  const coming = orders.filter((order) => order.paid && order.on > tale.day && order.on !== openDay);
  const ask = async (text: string, at: number) => {
    const order = coming.at(-2 - at);
    if (order)
      await stage.call('remark', { orderNo: order.orderNo, text }, { token: order.buyer.token, host: stage.host });
  };
  await Promise.all([
    tale.unwritten.at(-1)?.(),
    ...openQuestions.map(ask),
    askToCancel(tale, coming),
    // Who orders afterwards is not offered the days that are sold out by then.
    sellOut(tale, cast).then(() => Promise.all([sendTransfers(tale, cast), orderFarPickup(tale, cast)])),
    orderUnconfirmed(tale, cast),
    failRefund(tale, cast),
    ...applicants.map((applicant) => apply(tale, applicant)),
  ]);
}

const cancelsWaiting = 3;

/** Confirmed orders, for which staff decides; some are sold without a way back. After this morning's orders some may wait already. */
async function askToCancel(tale: Tale, coming: Bought[]): Promise<void> {
  const confirmed = coming.slice(0, -4).filter(({ instant }) => instant);
  const { data } = await tale.stage.call('consoleCancels', {}, { token: tale.operations, host: tale.stage.host });
  let waiting = data.list.length;
  while (waiting < cancelsWaiting) {
    const order = confirmed.pop();
    if (!order) return;
    const { code, data } = await cancel(tale, order);
    if (code === 200 && data.requests.some(({ result }) => result === 0)) waiting += 1;
  }
}

/** From beyond the area in which the product picks up: staff decides whether the driver goes there. */
async function orderFarPickup({ stage, day, today }: Tale, { buyers, products }: Cast): Promise<void> {
  const buyer = buyers.find(({ agency }) => agency);
  const chance = makeChance(seedOf(today) + 40);
  for (const product of products.filter(({ areaIds }) => areaIds.length)) {
    const bought = buyer && (await book(stage, chance, { buyer, product, from: addDays(day, 4), near: false }));
    if (bought && (await pay(stage, bought, 'deposit')).paid) return;
  }
}

/** Days of products that have few places. */
async function sellOut({ stage, day, today }: Tale, { buyers, products }: Cast): Promise<void> {
  const buyer = buyers.find(({ agency }) => agency);
  const from = addDays(day, 3);
  const sell = async (product: Product, at: number) => {
    const chance = makeChance(seedOf(today) + 10 + at);
    const bought = buyer && (await book(stage, chance, { buyer, product, from, rest: true }));
    if (bought) await pay(stage, bought, 'credit');
  };
  await Promise.all(products.slice(0, 12).map(sell));
}

async function sendTransfers({ stage, day, today }: Tale, { buyers, products }: Cast): Promise<void> {
  const chance = makeChance(seedOf(today));
  const from = addDays(day, 3);
  const travellers = buyers.filter((buyer) => !buyer.agency);
  let transfers = 0;
  for (const product of products) {
    const buyer = travellers[transfers];
    if (!buyer || transfers === 2) break;
    const bought = await book(stage, chance, { buyer, product, from });
    if (bought && (await pay(stage, bought, 'offline')).transfer) transfers += 1;
  }
}

const ordersToConfirm = 2;

/** Of products that the owner confirms by hand. */
async function orderUnconfirmed({ stage, day, today }: Tale, { buyers, products }: Pick<Cast, 'buyers' | 'products'>) {
  const agency = buyers.findLast((buyer) => buyer.agency);
  const chance = makeChance(seedOf(today) + 1);
  let placed = 0;
  for (const product of products.filter(({ instant }) => !instant)) {
    if (!agency || placed === ordersToConfirm) break;
    const bought = await book(stage, chance, { buyer: agency, product, from: addDays(day, 6) });
    if (bought && (await pay(stage, bought, 'deposit')).paid) placed += 1;
  }
}

/** A limited offer that ends next week: beyond the first products of each list, so that the home's window has its usual prices. */
export async function startOffer({ stage, today }: Tale, { products }: Cast, token: string): Promise<void> {
  const chosen = products.filter(({ onSale }) => onSale).slice(24, 28);
  const input = {
    ...{ name: 'A week of small prices', percent: 15, active: true, productIds: chosen.map(({ id }) => id) },
    ...{ startsAt: `${today}T00:00`, endsAt: `${addDays(today, 7)}T22:00` },
  };
  const { code, msg } = await stage.call('consoleOfferSave', input, { token, host: stage.host });
  if (code !== 200) throw new Error(`no limited offer: ${msg}`);
}
