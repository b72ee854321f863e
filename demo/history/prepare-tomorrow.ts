// Tomorrow's rides: a tour that collects its guests, and a car whose time and driver staff have entered.
import { addDays } from '../../domain/dates.ts';
import { book, type Product, pay } from './buy.ts';
import type { Tale } from './follow-order.ts';
import type { Cast } from './leave-work.ts';
import { driver } from './people.ts';
import { makeChance, seedOf } from './stage.ts';

/** The buyer says where and when it comes. */
const carByTheDay = 1101;
/** So many days before; later the products take no bookings for the day. */
export const daysAhead = 2;

export async function prepareTomorrow(tale: Tale, { buyers, products }: Cast): Promise<void> {
  const { stage, day, today } = tale;
  const buyer = buyers.find(({ agency }) => agency);
  if (!buyer) return;
  const chance = makeChance(seedOf(today) + 30);
  const buyFor = async (product: Product | undefined) => {
    const on = addDays(day, daysAhead + 1);
    const bought = product && (await book(stage, chance, { buyer, product, from: on, to: on }));
    return bought && (await pay(stage, bought, 'credit')).paid ? bought.orderNo : undefined;
  };
  const [, ride] = await Promise.all([
    buyFor(products.find(({ areaIds }) => areaIds.length)),
    buyFor(products.find(({ subtype }) => subtype === carByTheDay)),
  ]);
  if (ride) await sendDriver(tale, ride);
}

async function sendDriver({ stage, operations }: Tale, id: string): Promise<void> {
  const desk = { token: operations, host: stage.host };
  await stage.call('consoleConfirm', { id, reference: '' }, desk);
  const { change } = (await stage.call('consoleOrder', { id }, desk)).data;
  if (change) {
    const { seen, values, travellers } = change;
    await stage.call('consoleTravellers', { id, seen, values: { ...values, 407: '08:30' }, travellers }, desk);
  }
  await stage.call('consoleDriver', { id, subOrderNo: `${id}-1`, drivers: [driver] }, desk);
}
