// Compares the database with the model: places, money, uses of the promo code, and each order of the seed.
import { dayNames, type ModelOrder, type Purse, purses } from './imagine-shop.ts';
import type { World } from './world.ts';

type Books = {
  days: Record<string, [held: number, sold: number]>;
  money: Partial<Record<'deposit' | 'credit', [balance: number, limit: number]>>;
  coupon: number;
  card: number;
  orders: Record<string, OrderFacts>;
};
type OrderFacts = [
  status: number,
  payStatus: number,
  cancelled: number,
  cancelledMinor: number,
  returnedMinor: number,
  used: boolean,
];

const factsOf = ({ status, payStatus, cancelled, cancelledMinor, returnedMinor, used }: ModelOrder): OrderFacts => [
  ...([status, payStatus, cancelled, cancelledMinor, returnedMinor, used] as const),
];

async function readBooks({ stage, places, agency, coupon, card, model }: World): Promise<Books> {
  const [books] = await stage.read<Books>(
    `SELECT
      (SELECT jsonb_object_agg(departure_id, jsonb_build_array(held, sold)) FROM departure
        WHERE owner_id = 1 AND departure_id = ANY($1)) AS days,
      (SELECT jsonb_object_agg(kind, jsonb_build_array(balance_minor, credit_limit_minor)) FROM ledger_account
        WHERE owner_id = 1 AND partner_id = $2 AND currency = 'MYR') AS money,
      (SELECT used::int FROM coupon WHERE owner_id = 1 AND code = $3) AS coupon,
      (SELECT balance_minor::float8 FROM gift_card WHERE owner_id = 1 AND card_id = $4) AS card,
      (SELECT coalesce(jsonb_object_agg(p.order_no, jsonb_build_array(p.status, p.pay_status, s.cancelled_quantity, s.cancelled_minor,
          s.returned_minor, s.redeemed_at IS NOT NULL)), '{}') FROM purchase p JOIN sub_order s USING (owner_id, order_no)
        WHERE p.owner_id = 1 AND p.order_no = ANY($5)) AS orders`,
    [Object.values(places).map(({ id }) => id), agency, coupon, card.id, model.orders.map(({ no }) => no)],
  );
  if (!books) throw new Error('no books');
  return books;
}

/** The differences as texts; pending refunds may be missing from a purse unless `all` is set. */
export async function compare(world: World, all = false): Promise<string[]> {
  const books = await readBooks(world);
  const { model, places } = world;
  const wrong: string[] = [];
  const same = (what: string, is: unknown, expected: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(expected))
      wrong.push(`${what} is ${JSON.stringify(is)}, expected ${JSON.stringify(expected)}`);
  };
  for (const day of dayNames)
    same(`held and sold of ${day}`, books.days[places[day].id], [model.days[day].held, model.days[day].sold]);
  same('uses of the promo code', books.coupon, model.coupon.used);
  same('the credit limit', books.money.credit?.[1] ?? 0, model.creditLimit);
  for (const order of model.orders) same(`order ${order.no}`, books.orders[order.no], factsOf(order));
  const balances: Record<Purse, number> = {
    deposit: books.money.deposit?.[0] ?? 0,
    credit: books.money.credit?.[0] ?? 0,
    card: books.card,
  };
  for (const purse of purses) {
    const missing = model.balances[purse] - balances[purse];
    if (missing < 0 || missing > (all ? 0 : model.owed[purse])) same(purse, balances[purse], model.balances[purse]);
    else model.owed[purse] = missing;
  }
  return wrong;
}

/** The same once all refunds have arrived, for which they have a minute. */
export async function compareAtRest(world: World): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const wrong = await compare(world, true);
    if (!wrong.length || tries === 600) return wrong;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
