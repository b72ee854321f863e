// What the rounds of pairs are made of: orders, payments and places, by the calls that screens use, and the judgements that many share.
import type { HouseCaller } from '../../demo/call-house.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { fillOrder, newKey, type Wanted } from '../../tests/build/place-orders.ts';
import type { Act, Answer, DroppedGuard, Meeting, Pair, Person, Stage } from './pair.ts';

export { newKey };

const done = 200;
const fine = (answer: Answer) => answer.code === done;

/** The data of an answer that must be good. */
export function dataOf<Data>(what: string, answer: { code: number; msg: string; data: Data }): Data {
  if (answer.code !== done) throw new Error(`${what}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

export const oneWins = ([one, other]: [Answer, Answer]): string => {
  if (fine(one) !== fine(other)) return '';
  return fine(one) ? 'both were accepted' : `both were refused: ${one.code} ${one.msg}, ${other.code} ${other.msg}`;
};

export const notBoth = (answers: [Answer, Answer]): string => (answers.every(fine) ? 'both were accepted' : '');

export type OrderInput = Awaited<ReturnType<typeof fillOrder>>;

/** Where a person's calls go. */
export const asOf = (stage: Stage, person: Person, key = newKey()) => ({
  token: stage.tokens[person],
  key,
  host: person.endsWith('2') ? 'two.test' : 'one.test',
});

/** A booking form, filled in once; the same one may be sent again and again. */
export function fillForm(stage: Stage, wanted: Wanted = {}, person: Person = 'agent'): Promise<OrderInput> {
  return fillOrder({ call: stage.doors[0] }, stage.tokens[person], { host: asOf(stage, person).host, ...wanted });
}

export const ordering =
  (stage: Stage, input: OrderInput, person: Person = 'agent'): Act =>
  (call) =>
    call('createOrder', input, asOf(stage, person));

export async function place(stage: Stage, input: OrderInput, person: Person = 'agent'): Promise<string> {
  const answer = await stage.doors[0]('createOrder', input, asOf(stage, person));
  return dataOf('createOrder', answer).orderNo;
}

export const paying =
  (stage: Stage, id: string, more: object = {}, person: Person = 'agent'): Act =>
  (call: HouseCaller) =>
    call('paying', { id, channel: 'deposit', ...more }, asOf(stage, person));

/** Ordered and paid from the deposit. */
export async function buy(stage: Stage, input: OrderInput, person: Person = 'agent'): Promise<string> {
  const id = await place(stage, input, person);
  dataOf('paying', await paying(stage, id, {}, person)(stage.doors[0], 0));
  return id;
}

type Getting = (stage: Stage, input: OrderInput) => Promise<string>;
type MeetAt = (stage: Stage, id: string, input: OrderInput) => Meeting | Promise<Meeting>;

/** Each round has an order of its own, placed or bought, of a form that is filled in once. */
export const onOrder =
  (get: Getting, wanted: Wanted, meetAt: MeetAt): Pair['open'] =>
  async (stage) => {
    const input = await fillForm(stage, wanted);
    return async () => meetAt(stage, await get(stage, input), input);
  };

/** An attempt at the test gateway as starting one writes it, shown to its buyer; the gateway itself is away. */
export async function beginAttempt(stage: Stage, orderNo: string, paymentNo: string, live = true): Promise<void> {
  await stage.read(
    `WITH o AS (UPDATE purchase SET pay_status = $3 WHERE order_no = $1 RETURNING owner_id, currency, payable_minor)
      INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, order_minor, rate,
        provider_ref, expires_at, channel_data) SELECT owner_id, $2, $1, 'sandbox', $3, $4, currency, payable_minor, payable_minor, 1,
        'ref_' || $2, now() + interval '3 hours', '{"go": {"redirectUrl": "https://gateway.example"}}' FROM o`,
    [orderNo, paymentNo, live ? PaymentStatus.paying : PaymentStatus.failed, live],
  );
}

export async function one<Row>(stage: Stage, text: string, values: unknown[] = []): Promise<Row> {
  const [row] = await stage.read<Row>(text, values);
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}

/** The departure of a product of the first owner on a day. */
export async function departureOf(stage: Stage, key: string, on: string): Promise<{ id: string; packageId: string }> {
  return one(
    stage,
    `SELECT d.departure_id::text AS id, d.package_id::text AS "packageId" FROM departure d
      JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
      WHERE p.owner_id = 1 AND p.key = $1 AND d.play_on = $2::date ORDER BY d.departure_id LIMIT 1`,
    [key, on],
  );
}

/** Leaves so many places on a departure. */
export const leave = (stage: Stage, departure: string, places: number) =>
  stage.read('UPDATE departure SET capacity = held + sold + $2 WHERE departure_id = $1', [departure, places]);

export async function overOf(stage: Stage, departure: string): Promise<string> {
  const { over } = await one<{ over: number }>(
    stage,
    'SELECT (held + sold - capacity)::int AS over FROM departure WHERE departure_id = $1',
    [departure],
  );
  return over > 0 ? `${over} more held and sold than there are places` : '';
}

/** A table without its checks, which are the last guard behind every statement. */
export const withoutChecks = (table: string) =>
  `DO $$ DECLARE c text; BEGIN FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'c'
    LOOP EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', c); END LOOP; END $$`;

/** Acts on an order wait for each other at its row. */
export const orderLock: DroppedGuard = [
  'order/read.sql.ts',
  'p.order_no = ${orderNo} FOR UPDATE`',
  'p.order_no = ${orderNo}`',
];
/** A line is moved from the state that it is in when its turn comes. */
export const statusGuard: DroppedGuard = [
  'order/order.sql.ts',
  '\n        AND s.status = ANY(${[...from]}::smallint[]) AND ${onlyIf(',
  ' AND ${onlyIf(',
];
