// Ninety days of a travel company, lived through by the calls that buyers and staff use, with the clock in the past: orders that were paid,
// confirmed, used, reviewed, cancelled, refused or left; and what waits for people this morning.
import { addDays, type Day, daysBetween, instantOf, todayIn, weekdayOf } from '../../domain/dates.ts';
import { DealType } from '../../domain/payment-status.ts';
import { type Bought, type Buyer, book, newKey, type Product, pay } from './buy.ts';
import { followPaid, plan, type Tale, workThrough } from './follow-order.ts';
import { hireSuppliers, paySuppliers } from './hire-suppliers.ts';
import { type Cast, leaveWork, startOffer } from './leave-work.ts';
import { buyers as newBuyers, passwordOf, usualDeposit } from './people.ts';
import { bookRides, driverAhead, ridesAhead, sendDriver } from './prepare-tomorrow.ts';
import { type Chance, makeChance, pick, type Stage, seedOf } from './stage.ts';

/** When the company is looked at: one moment of each day, in turn. */
const moments = ['10:20', '18:40', '11:30', '09:10', '16:05'];

/** `days` before `now` and today; returns how many orders were placed. */
export async function playHistory(stage: Stage, now: Date, days: number): Promise<number> {
  const today = todayIn(stage.zone, now.getTime());
  const first = addDays(today, -days);
  const at = (day: Day, time: string) => new Date(instantOf(day, time, stage.zone));
  await stage.moveTo(at(first, '08:00'));
  const enter = (name: string) => signIn(stage, 'consoleLogin', `${name}@example.com`);
  const [[operations = '', finance = '', admin = '', content = ''], buyers, products] = await Promise.all([
    Promise.all(['operations', 'finance', 'admin', 'content'].map(enter)),
    signInBuyers(stage),
    readProducts(stage),
  ]);
  const tale: Tale = {
    ...{ stage, day: first, today, agenda: new Map(), cancelsDecided: 0, reviewsWritten: new Map(), unwritten: [] },
    ...{ operations, finance, admin },
  };
  const cast: Cast = { buyers, products, orders: [] };
  await hireSuppliers(stage, { admin, content }, products);
  for (let day = first; day <= today; day = addDays(day, 1)) {
    tale.day = day;
    const passed = daysBetween(first, day);
    // The last morning is the one that staff finds.
    const moment = at(day, day === today ? '10:20' : (moments[passed % moments.length] ?? ''));
    if (moment < now) await liveDay(tale, cast, { moment, passed, days });
  }
  await stage.moveTo(now);
  await stage.sweep();
  await leaveWork(tale, cast);
  await startOffer(tale, cast, content);
  await topUp(tale, cast);
  await paySuppliers(stage, finance, now);
  return cast.orders.length;
}

/** What happens on a day happens together: each order has its own chance, so that it does not matter who is first. */
async function liveDay(
  tale: Tale,
  cast: Cast,
  { moment, passed, days }: { moment: Date; passed: number; days: number },
): Promise<void> {
  const { stage, day, today } = tale;
  await stage.moveTo(moment);
  if (passed % 10 === 0) await topUp(tale, cast);
  const count = countOrders(day, makeChance(seedOf(day)), passed / days);
  const left = daysBetween(day, today);
  if (left === Math.min(days, ridesAhead)) cast.ride = await bookRides(tale, cast);
  const chances = Array.from({ length: count }, (_, at) => makeChance(seedOf(day) + at + 2));
  await Promise.all([
    workThrough(tale, day === today),
    ...chances.map((chance) => liveOrder(tale, cast, chance)),
    left === driverAhead && cast.ride && sendDriver(tale, cast.ride),
  ]);
}

/** More at weekends, and more from week to week. */
function countOrders(day: Day, chance: Chance, passedShare: number): number {
  const weekend = [0, 6].includes(weekdayOf(day)) ? 1.2 : 0;
  return Math.max(0, Math.floor(1.8 * passedShare + weekend + 2 * chance() - 0.1));
}

async function signIn(stage: Stage, call: 'login' | 'consoleLogin', email: string): Promise<string> {
  const answer = await stage.call(call, { account: email, password: passwordOf(email) }, { host: stage.host });
  if (answer.code !== 200) throw new Error(`${email} cannot sign in: ${answer.msg}`);
  return answer.data.token;
}

function signInBuyers(stage: Stage): Promise<Buyer[]> {
  const known = [
    { email: 'agent@example.com', person: 'Arif Rahman', kind: 'corporate' },
    { email: 'member@example.com', person: 'Mei Tan', kind: 'individual' },
  ];
  return Promise.all(
    [...known, ...newBuyers].map(async ({ email, person, kind }) => ({
      ...{ email, name: person, agency: kind === 'corporate' },
      token: await signIn(stage, 'login', email),
    })),
  );
}

async function readProducts(stage: Stage): Promise<Product[]> {
  const ask = async (page: number) =>
    (await stage.call('searchProducts', { size: 40, page }, { host: stage.host })).data;
  const first = await ask(1);
  const more = await Promise.all(Array.from({ length: first.pages - 1 }, (_, at) => ask(at + 2)));
  return Promise.all(
    [first, ...more]
      .flatMap(({ list }) => list)
      .map(async ({ id }) => (await stage.call('productDetail', { id }, { host: stage.host })).data),
  );
}

async function liveOrder(tale: Tale, cast: Cast, chance: Chance): Promise<void> {
  const { stage, day } = tale;
  const agency = chance() < 0.62;
  const buyer = pick(
    chance,
    cast.buyers.filter((candidate) => candidate.agency === agency),
  );
  const from = addDays(day, 2 + Math.floor(chance() * 16));
  const bought = await book(stage, chance, { buyer, product: pick(chance, cast.products), from });
  if (!bought) return;
  cast.orders.push(bought);
  const luck = chance();
  const way = luck < 0.1 ? 'nothing' : !agency || luck < 0.16 ? 'offline' : luck < 0.78 ? 'deposit' : 'credit';
  const { paid, transfer } = await pay(stage, bought, way);
  const { orderNo } = bought;
  if (transfer) plan(tale, addDays(day, 1), { by: 'staff', orderNo, act: () => verify(tale, transfer, bought) });
  bought.paid = paid;
  if (paid) await followPaid(tale, bought);
}

async function verify(tale: Tale, id: string, bought: Bought): Promise<void> {
  const verified = bought.chance() < 0.93;
  const reason = verified ? '' : 'The amount on the slip differs from the order.';
  const input = { id, verified, seen: 'submitted' as const, reason };
  await tale.stage.call('consoleTransferDecide', input, { token: tale.finance, host: tale.stage.host });
  bought.paid = verified;
  if (verified) await followPaid(tale, bought);
}

/** Agencies pay in what they spent. */
async function topUp({ stage, finance, admin }: Tale, { buyers: all }: Cast): Promise<void> {
  const desk = { token: finance, host: stage.host };
  const { list } = (await stage.call('consoleBalances', { size: 50 }, desk)).data;
  const agencies = list.filter(({ mainEmail }) => all.some(({ agency, email }) => agency && email === mainEmail));
  const payIn = async ({ id, deposit }: (typeof list)[number]) => {
    const amountMinor = usualDeposit * 100 - deposit.amountMinor;
    if (amountMinor <= 0) return;
    const input = { id, dealType: DealType.raiseDeposit, amountMinor, reason: 'Received by bank transfer' };
    const { data } = await stage.call('consoleAdjust', input, { ...desk, key: newKey() });
    // A large one waits for a second person.
    if (data?.state === 'waiting')
      await stage.call('consoleAdjustmentDecide', { id: data.id, approve: true }, { ...desk, token: admin });
  };
  await Promise.all(agencies.map(payIn));
}
