// Orders for tests, placed through the same calls that screens use.
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { type As, type HouseCaller, whenFree } from '../../demo/call-house.ts';
import { fillFields } from '../../demo/fill-fields.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import type { TestHouse } from './open-house.ts';
import { playOn } from './small-seed.ts';

type Callable = { call: HouseCaller };
type Found = OutputOf<'productDetail'>;

export { fillFields };

let keys = 0;
export const newKey = () => {
  keys += 1;
  return `test-key-${process.pid}-${keys}`;
};

export type Wanted = {
  product?: string;
  quantity?: number;
  sku?: number;
  on?: string;
  /** The last day of a stay or a rental. */
  untilOn?: string;
  session?: string;
  promoCode?: string;
  /** How many of the first extra. */
  extras?: number;
  host?: string;
};

/** The product's detail by a word of its name. */
export async function findProduct(test: Callable, query: string, as: As = {}): Promise<Found> {
  const found = await test.call('searchProducts', { query }, as);
  const id = found.data.list[0]?.id;
  if (!id) throw new Error(`no product for "${query}"`);
  return (await test.call('productDetail', { id }, as)).data;
}

/** The input of createOrder for a product, with every field it asks for filled in. */
export async function fillOrder(test: Callable, token: string, wanted: Wanted = {}) {
  const as = { token, host: wanted.host };
  const product = await findProduct(test, wanted.product ?? 'Silver Tower', as);
  const sku = product.packages[0]?.skus[wanted.sku ?? 0];
  if (!sku) throw new Error('no SKU');
  const line = {
    skuId: sku.id,
    playOn: wanted.on ?? playOn,
    session: wanted.session ?? '',
    quantity: wanted.quantity ?? 1,
    ...(wanted.untilOn ? { untilOn: wanted.untilOn } : {}),
  };
  const addOns = wanted.extras ? [{ id: product.addOns[0]?.id ?? '', quantity: wanted.extras }] : [];
  const form = await test.call(
    'bookProducts',
    {
      lines: spellLine(line),
      addOns: addOns.map((one) => `${one.id}:${one.quantity}`).join(','),
    },
    as,
  );
  return {
    id: product.id,
    lines: [line],
    addOns,
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    ...fillFields(form.data),
    promoCode: wanted.promoCode ?? '',
    agreed: true,
    seenTotal: form.data?.total ?? { amountMinor: 0, currency: 'MYR' as const },
  };
}

export async function placeOrder(test: Callable, token: string, wanted: Wanted = {}): Promise<string> {
  const input = await fillOrder(test, token, wanted);
  const as = { token, key: newKey(), host: wanted.host };
  const answer = await whenFree(() => test.call('createOrder', input, as));
  if (answer.code !== 200) throw new Error(`no order: ${answer.code} ${answer.msg}`);
  return answer.data.orderNo;
}

type Days = { adult: string; child: string };

/** One adult and two children of the observation deck, each on its own day. */
export async function placeOnTwoDays(test: Callable, token: string, days: Days, notify?: object[]): Promise<string> {
  const input = await fillOrder(test, token);
  const { data } = await test.call('productDetail', { id: input.id }, { token });
  const [adult, child] = data.packages[0]?.skus ?? [];
  const lines = [
    { skuId: adult?.id ?? '', playOn: days.adult, session: '', quantity: 1 },
    { skuId: child?.id ?? '', playOn: days.child, session: '', quantity: 2 },
  ];
  const spelled = lines.map(spellLine).join(',');
  const { total } = (await test.call('bookProducts', { lines: spelled }, { token })).data;
  const asked = { ...input, ...(notify && { notify }), lines, seenTotal: total } as InputOf<'createOrder'>;
  const placed = await test.call('createOrder', asked, { token, key: newKey() });
  return placed.data.orderNo;
}

/** The same, paid from the deposit. */
export async function buyOnTwoDays(test: Callable, token: string, days: Days, notify?: object[]): Promise<string> {
  const orderNo = await placeOnTwoDays(test, token, days, notify);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
  return orderNo;
}

/** The first line of a product that can be bought: an open ticket, a day with its session, a stay of its fewest nights. */
export async function chooseLine(test: Callable, product: Found, as: As) {
  for (const pack of product.packages) {
    const quantity = Math.max(pack.minQuantity, 1);
    const [sku] = pack.skus;
    if (!sku) continue;
    if (pack.openDays) return { skuId: sku.id, playOn: '9999-12-31', session: '', quantity };
    const from = pack.nextOn ?? todayIn('Asia/Kuala_Lumpur', Date.now());
    const asked = { packageId: pack.id, from, to: addDays(from, 14) };
    const days = (await test.call('inventories', asked, as)).data.days.filter((one) => one.left >= quantity);
    const day = days[0];
    if (!day) continue;
    const hasEnd = product.type === 16 || pack.byDay;
    const more = pack.byDay ? pack.minNights - 1 : pack.minNights;
    const stay = hasEnd ? { untilOn: addDays(day.on, more) } : {};
    return { skuId: sku.id, playOn: day.on, session: day.session, quantity, ...stay };
  }
  throw new Error(`nothing of "${product.name}" can be bought`);
}

type OrderedLine = { skuId: string; playOn: string; session: string; quantity: number; untilOn?: string };

/** A line as the address of the booking form names it. */
export function spellLine({ skuId, playOn, session, quantity, untilOn }: OrderedLine): string {
  return [skuId, playOn, session, quantity, ...(untilOn ? [untilOn] : [])].join(':');
}

const meiTan = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };

/** The first line of a product that can be bought, ordered; `people` are the travellers' names in Latin letters. */
export async function orderProduct(test: Callable, product: Found, as: As, contact = meiTan, people: string[] = []) {
  const line = await chooseLine(test, product, as);
  const form = await test.call('bookProducts', { lines: spellLine(line) }, as);
  if (form.code !== 200) throw new Error(`no booking form for "${product.name}": ${form.code} ${form.msg}`);
  const fields = fillFields(form.data, people);
  const input = { id: product.id, lines: [line], contact, agreed: true, ...fields, seenTotal: form.data.total };
  return test.call('createOrder', input, { ...as, key: newKey() });
}

/** An order of the agent's, paid from the deposit, to which staff then added a payment of 45.50. */
export async function placeWithAddedPayment(test: Pick<TestHouse, 'call' | 'signIn'>) {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const orderNo = await placeOrder(test, agent);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const added = { id: orderNo, kind: 'extraTime', amountMinor: 4550, reason: 'Two hours more' } as const;
  const { supplementNo } = (await test.call('consoleSupplementAdd', added, { token: staff })).data;
  return { orderNo, supplementNo, staff };
}
