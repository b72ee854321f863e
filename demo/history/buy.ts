// A buyer of the demo's history chooses a day, books and pays.
import { readFileSync } from 'node:fs';
import type { OutputOf } from '../../contract/index.ts';
import { addDays, type Day } from '../../domain/dates.ts';
import { fillFields } from '../fill-fields.ts';
import { hotels, stays, travellers } from './people.ts';
import { type Chance, pick, type Stage } from './stage.ts';

export type Buyer = { token: string; name: string; email: string; agency: boolean };
export type Product = OutputOf<'productDetail'>;
/** `contact`: the name on the order; `instant`: confirmed as soon as it is paid; `chance` decides what becomes of it. */
export type Bought = {
  orderNo: string;
  buyer: Buyer;
  contact: string;
  on: Day;
  instant: boolean;
  paid: boolean;
  chance: Chance;
};
type Way = 'deposit' | 'credit' | 'offline' | 'nothing';

let count = 0;
export const newKey = () => `history-${count++}`;

/** `rest`: all places of a day that has few; `near`: picked up where the product picks up, if it has areas for that. */
type Wish = { buyer: Buyer; product: Product; from: Day; to?: Day; rest?: boolean; near?: boolean };

/**
 * Undefined where the product cannot be bought for these days: sold out, or asked for with
 * more than a history says.
 */
export async function book(
  stage: Stage,
  chance: Chance,
  { buyer, product, from, to = addDays(from, 6), rest = false, near = true }: Wish,
): Promise<Bought | undefined> {
  const as = { token: buyer.token, host: stage.host };
  const line = await chooseLine(stage, chance, { product, from, to, rest }, as);
  if (!line) return undefined;
  const nights = 'untilOn' in line ? `:${line.untilOn}` : '';
  const key = `${line.skuId}:${line.playOn}:${line.session}:${line.quantity}${nights}`;
  const { code, data: form } = await stage.call('bookProducts', { lines: key }, as);
  if (code !== 200) return undefined;
  const people = Array.from({ length: 10 }, () => pick(chance, travellers));
  const phone = `1${Math.floor(10_000_000 + chance() * 89_999_999)}`;
  const contact = buyer.agency ? (people[0] ?? '') : buyer.name;
  const fields = fillFields(form, people);
  const pickup = form.areaIds.length ? pick(chance, near ? hotels.near : hotels.far) : null;
  if (pickup) Object.assign(fields.orderFields, { 402: pickup.address, 403: pickup.address.split(',')[0] });
  else nameStay(fields.orderFields, stays[product.city.key]);
  const answer = await stage.call(
    'createOrder',
    {
      ...{ id: product.id, lines: [line], addOns: [], promoCode: '', agreed: true, seenTotal: form.total },
      contact: { name: contact, email: buyer.email, areaCode: '60', phone },
      ...{ pickup, ...fields },
    },
    { ...as, key: newKey() },
  );
  if (answer.code !== 200) return undefined;
  const { instant } = product;
  return { orderNo: answer.data.orderNo, buyer, contact, on: line.playOn, instant, paid: false, chance };
}

/** The hotel and its address, where the form asks for them (§3: 403 and 402). */
function nameStay(fields: Record<string, string>, stay: string | undefined) {
  if (!stay) return;
  const [hotel = '', ...address] = stay.split(', ');
  if (fields['403']) fields['403'] = hotel;
  if (fields['402']) fields['402'] = address.join(', ');
}

async function chooseLine(
  stage: Stage,
  chance: Chance,
  { product, from, to, rest }: { product: Product; from: Day; to: Day; rest: boolean },
  as: { token: string; host: string },
) {
  const pack = pick(chance, product.packages);
  const sku = pack.skus[0];
  if (!sku) return undefined;
  const quantity = Math.max(pack.minQuantity, 1 + Math.floor(chance() * 3));
  if (pack.openDays) return { skuId: sku.id, playOn: '9999-12-31', session: '', quantity };
  const { data } = await stage.call('inventories', { packageId: pack.id, from, to }, as);
  const days = data.days.filter((day) => day.left >= quantity && day.prices.some((price) => price.skuId === sku.id));
  const few = days.filter((day) => day.left <= Math.min(4, pack.maxQuantity));
  const open = rest ? few : days;
  if (open.length === 0) return undefined;
  const day = pick(chance, open);
  const line = { skuId: sku.id, playOn: day.on, session: day.session, quantity: rest ? day.left : quantity };
  if (pack.byDay) return { ...line, untilOn: addDays(day.on, pack.minNights - 1) };
  return product.type === 16 ? { ...line, untilOn: addDays(day.on, Math.max(1, pack.minNights)) } : line;
}

/** Whether the money is there. A bank transfer is sent in and waits for finance. */
export async function pay(
  stage: Stage,
  { orderNo, buyer }: Bought,
  way: Way,
): Promise<{ paid: boolean; transfer?: string }> {
  if (way === 'nothing') return { paid: false };
  const as = { token: buyer.token, host: stage.host };
  const { code, data } = await stage.call('paying', { id: orderNo, channel: way }, { ...as, key: newKey() });
  if (code !== 200) return { paid: false };
  if (way !== 'offline') return { paid: true };
  const sent = await stage.fetch(`/api/order/offlinepay/file?id=${orderNo}`, {
    method: 'POST',
    headers: { token: buyer.token, 'content-type': 'image/png' },
    body: slip,
  });
  if (!sent.ok) throw new Error(`a transfer slip was answered ${sent.status}`);
  await stage.call('offlineEvaluation', { id: orderNo, remark: '' }, as);
  return { paid: false, transfer: data.paymentNo };
}

/** The picture of a transfer slip, as a bank might give it. */
const slip = readFileSync(new URL('../data/transfer-slip.png', import.meta.url));
