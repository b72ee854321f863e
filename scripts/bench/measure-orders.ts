// Orders: over many dates, with all that follows, on one date, and many buyers for the last seats.
import { refusals } from '../../domain/errors.ts';
import type { Answer, Connection, Request } from './ask-house.ts';
import { type Bench, type Group, type Measured, measureWork } from './measure.ts';
import { judgeCall, onConnection } from './measure-reading.ts';
import { countTaken, type Line, leavePlaces, untilIdle } from './read-catalogue.ts';
import { runLoad } from './run-load.ts';
import { referToBookings } from './run-references.ts';
import { short } from './write-table.ts';

const clients = 32;
let keys = 0;
/** Another idempotency key for each order: a repeated one is answered from what was stored. */
export const newKey = (): string => `bench-${process.pid}-${Date.now()}-${keys++}`;

function orderRequest(line: Line, token: string): Request {
  const body = {
    lines: [{ skuId: line.skuId, playOn: line.playOn, session: '', quantity: 1 }],
    // The buyer's own address: mails to others about unpaid orders are bounded (decision 0789).
    contact: { name: 'Mei Tan', email: 'member@example.com' },
    agreed: true,
    seenTotal: { amountMinor: line.price, currency: line.currency },
  };
  return {
    method: 'POST',
    path: `/api/order/${line.productId}/createOrder`,
    headers: { token, 'idempotency-key': newKey() },
    body: JSON.stringify(body),
  };
}

/** Orders one line after another, each client the next one. */
function ordering({ side, member }: Bench, lines: Line[]) {
  let turn = 0;
  return () =>
    onConnection(side.port, async (connection) => {
      turn += 1;
      judgeCall(await connection.ask(orderRequest(lines[turn % lines.length] as Line, member)));
    });
}

export const orders: Group = {
  name: 'orders',
  references: [referToBookings('R3 spread', clients, true)],
  async measure(bench) {
    const { side, options, lines } = bench;
    const pace = { clients, seconds: options.seconds };
    const many = `${lines.length} dates of attraction tickets in turn, each ordered once before, one buyer, another key for each`;
    // Rows of a database that was just copied cost the server more when they are first written to.
    await runLoad({ clients, times: lines.length }, ordering(bench, lines));
    await untilIdle(side.database);
    const placed = {
      name: `createOrder over many dates, ${clients} clients`,
      pace,
      against: 'R3 spread',
      fills: true as const,
      varies: () => many,
    };
    const rows: Measured[] = [await measureWork(bench, placed, ordering(bench, lines))];
    await untilIdle(side.database);
    const followed = {
      ...{ name: 'the same with all that follows, until the queues are empty', pace, cold: true as const },
      varies: ({ done }: { done: number }) => `the same; ${done} orders, and the time until no job of theirs is left`,
      finish: () => untilIdle(side.database),
    };
    rows.push(await measureWork(bench, followed, ordering(bench, lines)));
    return rows;
  },
};

export const hot: Group = {
  name: 'hot',
  references: [referToBookings('R3 one row', clients, false)],
  async measure(bench) {
    const { side, options, lines } = bench;
    const wanted = {
      name: `createOrder on one date, ${clients} clients`,
      pace: { clients, seconds: options.seconds },
      against: 'R3 one row',
      fills: true as const,
      varies: () => 'one date of one ticket, one buyer, another key for each',
    };
    const row = await measureWork(bench, wanted, ordering(bench, lines.slice(0, 1)));
    await untilIdle(side.database);
    return [row];
  },
};

const seats = 100;
const atOnce = 200;

export const rush: Group = {
  name: 'rush',
  references: [],
  async measure(bench) {
    const { side, options, lines, member } = bench;
    const line = lines.at(-1) as Line;
    const before = await leavePlaces(side.database, line.departureId, seats);
    let bought = 0;
    let repeats = 0;
    const buyer = async (connection: Connection) => {
      const request = orderRequest(line, member);
      let answer = await connection.ask(request);
      // Too many wait for this row: the buyer comes again under the same key.
      for (; answer.status === 503; repeats += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        answer = await connection.ask(request);
      }
      if (judgeSeat(answer)) bought += 1;
    };
    const wanted = {
      name: `${options.buyers.toLocaleString('en')} buyers for ${seats} seats, ${atOnce} at a time`,
      pace: { clients: atOnce, times: options.buyers },
      cold: true as const,
      varies: () =>
        `one date; ${bought} bought, all others got the answer that it is sold out, ${repeats} asked again after a 503`,
    };
    const row = await measureWork(bench, wanted, () => onConnection(side.port, buyer));
    row.figure = `${short(options.buyers / (row.perSecond ?? 0))} s`;
    const sold = (await countTaken(side.database, line.departureId)) - before;
    if (sold !== seats || bought !== seats) {
      row.failed += 1;
      row.reasons.push(`${sold} seats were taken and ${bought} buyers have one`);
    }
    await untilIdle(side.database);
    return [row];
  },
};

/** Whether the buyer has a seat; throws at any answer but the two that are right. */
function judgeSeat(answer: Answer): boolean {
  const { code } = JSON.parse(answer.body.toString()) as { code: number };
  if (code === refusals.noStock) return false;
  judgeCall(answer);
  return true;
}
