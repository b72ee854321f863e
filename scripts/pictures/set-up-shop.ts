// What happened in the shop before its pictures are taken: an agent ordered, paid for most of it, and some of it waits for staff.

import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import { demoLogins } from '../../demo/load-demo.ts';
import { chooseLine, findProduct, newKey, orderProduct, spellLine } from '../../tests/build/place-orders.ts';

export type Stage = {
  /** The address of its page, below the shop's. */
  tour: string;
  /** A line of that tour as the booking form takes it. */
  line: string;
  /** An order that waits for staff. */
  waiting: string;
  /** An agent's order that waits for its payment, and one of that tour, which is confirmed. */
  unpaid: string;
  confirmed: string;
};

const tour = 'Batu Caves and Kuala Lumpur City Tour';
const unpaid = 'Universal Studios Singapore Ticket';
const waiting = 'Private Kyoto Temples and Shrines Day Tour';
const orders: { product: string; buyer: string; paid?: false }[] = [
  { product: 'Petronas Twin Towers Skybridge Ticket', buyer: 'Mei Tan' },
  { product: 'Bali Private Car with Driver, 8 Hours', buyer: 'Priya Nair' },
  { product: 'Langkawi SkyCab Cable Car', buyer: 'Daniel Wong' },
  { product: tour, buyer: 'Siti Aminah' },
  { product: 'DMZ Day Tour from Seoul', buyer: 'Hana Suzuki' },
  { product: unpaid, buyer: 'Lucas Meyer', paid: false },
  { product: 'Chao Phraya River Dinner Cruise', buyer: 'Mei Tan' },
  { product: waiting, buyer: 'Claire Dubois' },
];

export async function setUpShop(base: string): Promise<Stage> {
  const call = makeCaller((path, init) => fetch(base + path, init));
  const test = { call };
  await untilCalm(call);
  const as = { token: await signIn(call) };
  const placed = new Map<string, string>();
  for (const { product, buyer, paid = true } of orders) {
    const contact = { name: buyer, email: mailOf(buyer), areaCode: '60', phone: '12345678' };
    const order = await orderProduct(test, await findProduct(test, product, as), as, contact, [buyer, 'Aina Rahman']);
    if (order.code !== 200) throw new Error(`no order of "${product}": ${order.msg}`);
    const id = order.data.orderNo;
    placed.set(product, id);
    if (!paid) continue;
    const payment = await call('paying', { id, channel: 'deposit' }, { ...as, key: newKey() });
    if (payment.code !== 200) throw new Error(`"${product}" was not paid: ${payment.msg}`);
  }
  const shown = await findProduct(test, tour);
  return {
    tour: `/search/${shown.id}`,
    line: spellLine(await chooseLine(test, shown, {})),
    waiting: placed.get(waiting) ?? '',
    unpaid: placed.get(unpaid) ?? '',
    confirmed: placed.get(tour) ?? '',
  };
}

/** A house that has just opened on a busy machine asks its first callers to come again. */
export async function untilCalm(call: HouseCaller): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await call('webSettings', {})).code === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the shop did not answer within a minute');
}

async function signIn(call: HouseCaller): Promise<string> {
  const [, account = '', password = ''] = loginOf('Agent (deposit)');
  const answer = await call('login', { account, password });
  if (answer.code !== 200) throw new Error(`the agent cannot sign in: ${answer.msg}`);
  return answer.data.token;
}

const mailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`;

export function loginOf(who: (typeof demoLogins)[number][0]) {
  const login = demoLogins.find(([name]) => name === who);
  if (!login) throw new Error(`the demo has no sign-in for "${who}"`);
  return login;
}
