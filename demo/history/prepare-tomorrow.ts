// Tomorrow's rides: a tour that collects its guests, and a car whose time and driver staff have entered.
import { addDays, type Day } from '../../domain/dates.ts';
import { book, type Product, pay } from './buy.ts';
import type { Tale } from './follow-order.ts';
import type { Cast } from './leave-work.ts';
import { driver } from './people.ts';
import { makeChance, seedOf } from './stage.ts';

/** The buyer says where and when it comes. */
const carByTheDay = 1101;
/** When the rides are booked: before any other order of the history could take their places. */
export const ridesAhead = 24;
/** When staff enter the driver. */
export const driverAhead = 2;

/** Returns the number of the car's order, which staff confirm. */
export async function bookRides(tale: Tale, { buyers, products }: Cast): Promise<string | undefined> {
  const { stage, today, operations } = tale;
  const [tour, car] = [
    products.find(({ areaIds }) => areaIds.length),
    products.find(({ subtype }) => subtype === carByTheDay),
  ];
  const buyer = buyers.find(({ agency }) => agency);
  if (!buyer) return undefined;
  const chance = makeChance(seedOf(today) + 30);
  const on = addDays(today, 1);
  const buyFor = async (product: Product | undefined) => {
    await openDay(tale, product, on);
    const bought = product && (await book(stage, chance, { buyer, product, from: on, to: on }));
    return bought && (await pay(stage, bought, 'credit')).paid ? bought.orderNo : undefined;
  };
  const [, ride] = await Promise.all([buyFor(tour), buyFor(car)]);
  if (ride) await stage.call('consoleConfirm', { id: ride, reference: '' }, { token: operations, host: stage.host });
  return ride;
}

const leastPlaces = 4;

/** Some days of the demo's calendar are closed, and tomorrow may be one. */
async function openDay({ stage, admin }: Tale, product: Product | undefined, on: Day): Promise<void> {
  const desk = { token: admin, host: stage.host };
  for (const { id: packageId } of product?.packages ?? []) {
    const { data } = await stage.call('consoleCalendar', { packageId, from: on, to: on }, desk);
    const changes = data.days
      .filter(({ capacity, held, sold }) => capacity - held - sold < leastPlaces)
      .map(({ session, capacity: wasCapacity, held, sold }) => ({
        ...{ on, session, wasCapacity, capacity: held + sold + leastPlaces },
      }));
    if (changes.length) await stage.call('consoleCalendarSave', { packageId, changes }, desk);
  }
}

export async function sendDriver({ stage, operations }: Tale, id: string): Promise<void> {
  const desk = { token: operations, host: stage.host };
  const { change } = (await stage.call('consoleOrder', { id }, desk)).data;
  if (change) {
    const { seen, values, travellers } = change;
    await stage.call('consoleTravellers', { id, seen, values: { ...values, 407: '08:30' }, travellers }, desk);
  }
  await stage.call('consoleDriver', { id, subOrderNo: `${id}-1`, drivers: [driver] }, desk);
}
