// The environment of whole orders (decision 0765): products with several kinds of cancellation fees and of paying in parts, two buyers, and
// for each seed a gift card of its own.
import type { OutputOf } from '../../../contract/index.ts';
import type { HouseCaller } from '../../../demo/call-house.ts';
import { findProduct } from '../../../tests/build/place-orders.ts';
import { asOf, dataOf } from '../../races/act.ts';
import type { Stage } from '../../races/pair.ts';
import { rollFrom } from '../imagine-shop.ts';

const nameOf = {
  tower: 'Silver Tower',
  hills: 'Green Hills',
  inn: 'Harbour Inn',
  car: 'Airport Car',
  pass: 'Open Rail Pass',
};
export type ProductKey = keyof typeof nameOf;
export const productKeys = Object.keys(nameOf) as ProductKey[];
/** Cancelled at any time for nothing, as far as the walk's days go. */
export const freeToCancel: readonly ProductKey[] = ['tower', 'inn'];

export type Scene = { stage: Stage; products: Record<ProductKey, OutputOf<'productDetail'>> };
export type WalkedOrder = {
  no: string;
  buyer: 'agent' | 'member';
  product: ProductKey;
  /** Staff gave back less than the rules do. */
  isLowered: boolean;
};
export type Walk = Scene & {
  roll: (below: number) => number;
  card: string;
  orders: WalkedOrder[];
  /** To be paid in the next step, or its additional payment. */
  next: WalkedOrder | undefined;
};

const feeOf = (percent: number) => JSON.stringify([{ daysBefore: 30, hoursBefore: null, feePercent: percent }]);
const setUp = (...keys: ProductKey[]) => `WHERE owner_id = 1 AND key IN (${keys.map((key) => `'${key}'`).join(', ')})`;

const prepare = [
  // Mails with their vouchers would take most of the time; other tests cover them.
  'CREATE FUNCTION drop_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  `CREATE TRIGGER no_mails BEFORE INSERT ON pgboss.job FOR EACH ROW WHEN (NEW.name = 'order.changed') EXECUTE FUNCTION drop_row()`,
  'UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 1',
  `INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'credit', true, '0') ON CONFLICT DO NOTHING`,
  'UPDATE departure SET capacity = 1000000',
  `UPDATE product SET refund_rules = '${feeOf(25)}', free_cancel_days = NULL ${setUp('hills', 'car')}`,
  `UPDATE product SET refund_rules = '${feeOf(33)}', free_cancel_days = NULL ${setUp('pass')}`,
  `UPDATE product SET first_percent = 30, rest_days = 2 ${setUp('tower', 'inn', 'hills')}`,
  `UPDATE product SET first_minor = 3000, rest_days = 2 ${setUp('car')}`,
];

export async function openScene(stage: Stage): Promise<Scene> {
  for (const text of prepare) await stage.read(text);
  const products = {} as Scene['products'];
  for (const key of productKeys)
    products[key] = await findProduct({ call: stage.doors[0] }, nameOf[key], asOf(stage, 'agent'));
  return { stage, products };
}

export async function openWalk(scene: Scene, seed: number): Promise<Walk> {
  const wanted = { valueMinor: 400_000, count: 1, currency: 'MYR' as const, endsOn: null, note: '' };
  const answer = await scene.stage.doors[0]('consoleGiftCardIssue', wanted, asOf(scene.stage, 'finance'));
  const [card = ''] = dataOf('a gift card', answer).codes;
  return { ...scene, roll: rollFrom(seed), card, orders: [], next: undefined };
}

/** To one of the two processes. */
export const doorOf = ({ stage, roll }: Walk): HouseCaller => stage.doors[roll(2) as 0 | 1];
export const staffOf = ({ stage }: Walk) => asOf(stage, 'operations');
export const buyerOf = ({ stage }: Walk, { buyer }: WalkedOrder) => asOf(stage, buyer);
export const pickFrom = <Item>({ roll }: Walk, list: readonly Item[]): Item => {
  const item = list[roll(list.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};
