// Pairs that meet at a saved quotation, or at the places that it holds.
import type { InputOf, OutputOf } from '../../../contract/index.ts';
import { addDays } from '../../../domain/dates.ts';
import { playOn, today } from '../../../tests/build/small-seed.ts';
import { asOf, dataOf, departureOf, fillForm, leave, one, oneWins, ordering, overOf, withoutChecks } from '../act.ts';
import type { Act, DroppedGuard, Pair, Stage } from '../pair.ts';
import { seatGuard } from './stock.ts';

type Saved = OutputOf<'quotation'>;
type Line = NonNullable<InputOf<'quotationSave'>['lines']>[number];

async function quoter(stage: Stage, key: string): Promise<() => Promise<Saved>> {
  const found = await one<{ productId: string; packageId: string; skuId: string }>(
    stage,
    `SELECT p.product_id::text AS "productId", g.package_id::text AS "packageId", s.sku_id::text AS "skuId"
      FROM product p JOIN package g USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id)
      WHERE p.owner_id = 1 AND p.key = $1 ORDER BY s.position LIMIT 1`,
    [key],
  );
  const lines: Line[] = [{ ...found, playOn, quantity: 1 }];
  const draft = {
    language: 'en' as const,
    currency: 'MYR' as const,
    validUntil: addDays(today, 5),
    title: 'Raced',
    lines,
  };
  return async () => {
    await stage.read('DELETE FROM attempt');
    return dataOf('quotationSave', await stage.doors[0]('quotationSave', draft, asOf(stage, 'agent')));
  };
}

/** Every level may hold places of quotations. */
async function allowHolds(stage: Stage): Promise<void> {
  await stage.read(`UPDATE owner SET quote_places = array_fill(1000000, ARRAY[10]),
    quote_hours = array_fill(24, ARRAY[10]) WHERE owner_id = 1`);
}

const holding =
  (stage: Stage, { id, revision }: Saved): Act =>
  (call) =>
    call('quotationHold', { id, revision }, asOf(stage, 'agent'));

const holdGuard: DroppedGuard = ['quotation/hold.sql.ts', ' AND d.held + d.sold + a.quantity <= d.capacity', ''];

const twoHolds: Pair = {
  name: 'hold × hold of two quotations on the last seat',
  law: '§5 stock',
  async open(stage) {
    await allowHolds(stage);
    const seat = await departureOf(stage, 'few-seats', playOn);
    const save = await quoter(stage, 'few-seats');
    return async () => {
      await leave(stage, seat.id, 2);
      const quotes = [await save(), await save()] as const;
      await leave(stage, seat.id, 1);
      return {
        acts: [holding(stage, quotes[0]), holding(stage, quotes[1])],
        judge: async (answers) => oneWins(answers) || overOf(stage, seat.id),
      };
    };
  },
  without: { guards: [holdGuard], tables: [withoutChecks('departure')] },
};

const holdAndOrder: Pair = {
  name: 'hold of a quotation × order on the last seat',
  law: '§5 stock',
  async open(stage) {
    await allowHolds(stage);
    const seat = await departureOf(stage, 'few-seats', playOn);
    const save = await quoter(stage, 'few-seats');
    const input = await fillForm(stage, { product: 'Few Seats' });
    return async () => {
      await leave(stage, seat.id, 2);
      const quote = await save();
      await leave(stage, seat.id, 1);
      return {
        acts: [holding(stage, quote), ordering(stage, input)],
        judge: async (answers) => oneWins(answers) || overOf(stage, seat.id),
      };
    };
  },
  without: { guards: [holdGuard, seatGuard], tables: [withoutChecks('departure')] },
};

async function sender(stage: Stage) {
  const save = await quoter(stage, 'tower');
  return async () => {
    const { id, revision } = await save();
    const sent = dataOf('quotationSend', await stage.doors[0]('quotationSend', { id, revision }, asOf(stage, 'agent')));
    const quotetoken = new URL(sent.address).searchParams.get('quotetoken') ?? '';
    return { id, revision: sent.revision, quotetoken };
  };
}

const stateGuard: DroppedGuard = [
  'quotation/quotation.sql.ts',
  ' AND q.status = ANY(${[...from]}::text[]) AND ${visibleTo(reader)}',
  '',
];
const revisionGuard: DroppedGuard = [
  'quotation/quotation.sql.ts',
  'AND ${onlyIf(revision, sql`q.revision = ${revision}`)} AND ',
  'AND ',
];

const acceptAndWithdraw: Pair = {
  name: 'a customer accepts × the agent withdraws a quotation',
  law: '§2 onlinequotation',
  async open(stage) {
    const send = await sender(stage);
    return async () => {
      const { quotetoken, ...sent } = await send();
      const accept: Act = (call) => call('quotationAccept', { quotetoken, version: 1, name: 'Somchai' });
      const withdraw: Act = (call) => call('quotationWithdraw', sent, asOf(stage, 'agent'));
      return { acts: [accept, withdraw], judge: oneWins };
    };
  },
  without: { guards: [stateGuard, revisionGuard] },
};

const twoBookings: Pair = {
  name: 'one quotation booked twice under two keys',
  law: '§2 onlinequotation',
  async open(stage) {
    const send = await sender(stage);
    const { productId } = await one<{ productId: string }>(
      stage,
      `SELECT product_id::text AS "productId" FROM product WHERE owner_id = 1 AND key = 'tower'`,
    );
    const contact = { name: 'Arif', email: 'agent@one.example' };
    return async () => {
      const { quotetoken, ...sent } = await send();
      const input = { ...sent, contact, agreed: true, orders: [{ productId, orderFields: {} }] };
      const book: Act = (call) => call('quotationBook', input, asOf(stage, 'agent'));
      return { acts: [book, book], judge: oneWins };
    };
  },
  without: { guards: [stateGuard, revisionGuard] },
};

const changeAndSend: Pair = {
  name: 'a change × a withdrawal of one revision of a quotation',
  law: '§2 onlinequotation',
  async open(stage) {
    const send = await sender(stage);
    const save = await quoter(stage, 'tower');
    const { lines } = await save();
    const draft = {
      language: 'en' as const,
      currency: 'MYR' as const,
      validUntil: addDays(today, 6),
      title: 'Changed',
    };
    const stored = lines.map((line) => ({
      productId: line.productId ?? '',
      packageId: line.packageId ?? '',
      skuId: line.skuId ?? '',
      playOn,
      quantity: 1,
    }));
    return async () => {
      const { quotetoken, ...sent } = await send();
      const change: Act = (call) => call('quotationSave', { ...draft, ...sent, lines: stored }, asOf(stage, 'agent'));
      const withdraw: Act = (call) => call('quotationWithdraw', sent, asOf(stage, 'agent'));
      return { acts: [change, withdraw], judge: oneWins };
    };
  },
  without: {
    guards: [stateGuard, revisionGuard, ['quotation/quotation.sql.ts', ' AND q.revision = ${revision}\n', '\n']],
  },
};

export const quotationPairs: readonly Pair[] = [twoHolds, holdAndOrder, acceptAndWithdraw, twoBookings, changeAndSend];
