// Pairs that meet at places: the last seat, the last of a SKU, a capacity that is cut, a line that moves, money that comes late.
import { addDays } from '../../../domain/dates.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import {
  buy,
  dataOf,
  departureOf,
  fillForm,
  leave,
  newKey,
  one,
  oneWins,
  ordering,
  overOf,
  withoutChecks,
} from '../act.ts';
import type { Act, DroppedGuard, Pair, Stage } from '../pair.ts';

export const seatGuard: DroppedGuard = [
  'order/place/insert-orders.sql.ts',
  ' AND d.held + d.sold + w.quantity <= d.capacity',
  '',
];
const nextDay = addDays(playOn, 1);

const lastSeat: Pair = {
  name: 'order × order on the last seat',
  law: '§5 stock',
  async open(stage) {
    const seat = await departureOf(stage, 'few-seats', playOn);
    const input = await fillForm(stage, { product: 'Few Seats' });
    return async () => {
      await leave(stage, seat.id, 1);
      return {
        acts: [ordering(stage, input), ordering(stage, input)],
        judge: async (answers) => oneWins(answers) || overOf(stage, seat.id),
      };
    };
  },
  without: { guards: [seatGuard], tables: [withoutChecks('departure')] },
};

const lastOfSku: Pair = {
  name: 'order × order on the last of a SKU with a limit',
  law: '§5 stock',
  async open(stage) {
    const day = await departureOf(stage, 'free-walk', playOn);
    const input = await fillForm(stage, { product: 'Free Walk' });
    const sku = input.lines[0]?.skuId ?? '';
    const changes = [{ on: playOn, session: '', limits: [{ skuId: sku, capacity: 1, wasCapacity: null }] }];
    const set = { packageId: day.packageId, changes };
    dataOf('limit', await stage.doors[0]('consoleCalendarSave', set, { token: stage.tokens.content }));
    return async () => {
      await stage.read('UPDATE departure_sku SET capacity = held + sold + 1 WHERE departure_id = $1', [day.id]);
      return { acts: [ordering(stage, input), ordering(stage, input)], judge: oneWins };
    };
  },
  without: {
    guards: [['order/place/insert-orders.sql.ts', ' AND t.held + t.sold + p.quantity <= t.capacity', '']],
    tables: [withoutChecks('departure_sku')],
  },
};

const cutCapacity: Pair = {
  name: 'order × cut of the capacity',
  law: 'rules §10',
  async open(stage) {
    const seat = await departureOf(stage, 'few-seats', playOn);
    const input = await fillForm(stage, { product: 'Few Seats' });
    return async () => {
      await leave(stage, seat.id, 1);
      const { capacity } = await one<{ capacity: number }>(
        stage,
        'SELECT capacity FROM departure WHERE departure_id = $1',
        [seat.id],
      );
      const changes = [{ on: playOn, session: '', capacity: capacity - 1, wasCapacity: capacity }];
      const cut: Act = (call) =>
        call('consoleCalendarSave', { packageId: seat.packageId, changes }, { token: stage.tokens.content });
      return {
        acts: [ordering(stage, input), cut],
        judge: async (answers) => oneWins(answers) || overOf(stage, seat.id),
      };
    };
  },
  without: {
    guards: [['editing/calendar.sql.ts', ' AND d.held + d.sold <= g.capacity RETURNING', ' RETURNING'], seatGuard],
    tables: [withoutChecks('departure')],
  },
};

const movedLine: Pair = {
  name: 'order × another order’s line that moves to the last seat',
  law: '§5 stock',
  async open(stage) {
    const from = await departureOf(stage, 'tower', playOn);
    const to = await departureOf(stage, 'tower', nextDay);
    await leave(stage, from.id, 10_000_000);
    const input = await fillForm(stage);
    const there = await fillForm(stage, { on: nextDay });
    return async () => {
      const id = await buy(stage, input);
      await leave(stage, to.id, 1);
      return {
        acts: [moving(stage, id), ordering(stage, there)],
        judge: async (answers) => oneWins(answers) || overOf(stage, to.id),
      };
    };
  },
  without: {
    guards: [['inventory/move-line.sql.ts', ' OR ${held} + ${sold} + n.places <= ${capacity}', ' OR true'], seatGuard],
    tables: [withoutChecks('departure')],
  },
};

const movedTwice: Pair = {
  name: 'two lines that move to the last seat',
  law: '§5 stock',
  async open(stage) {
    const to = await departureOf(stage, 'tower', addDays(playOn, 1));
    await leave(stage, (await departureOf(stage, 'tower', playOn)).id, 10_000_000);
    const input = await fillForm(stage);
    return async () => {
      const ids = [await buy(stage, input), await buy(stage, input)];
      await leave(stage, to.id, 1);
      const [first = '', second = ''] = ids;
      return {
        acts: [moving(stage, first), moving(stage, second)],
        judge: async (answers) => oneWins(answers) || overOf(stage, to.id),
      };
    };
  },
  without: movedLine.without,
};

const moving =
  (stage: Stage, id: string): Act =>
  (call) => {
    const at = { session: '', untilOn: null, quantity: 1 };
    const input = {
      id,
      subOrderNo: `${id}-1`,
      to: { ...at, playOn: nextDay },
      seen: { ...at, playOn },
      differenceMinor: 0,
    };
    const as = { token: stage.tokens.operations, key: newKey() };
    return call('consoleLineMove', { ...input, settle: 'settle', reason: 'as asked' }, as);
  };

export const stockPairs: readonly Pair[] = [lastSeat, lastOfSku, cutCapacity, movedLine, movedTwice];
