// One buyer's whole way: search, product, form, order, payment from the deposit, voucher.
import type { OutputOf } from '../../contract/index.ts';
import { fillFields } from '../../tests/build/place-orders.ts';
import type { Connection, Request } from './ask-house.ts';
import { asSearch } from './gather-questions.ts';
import { type Bench, type Group, measureWork } from './measure.ts';
import { newKey } from './measure-orders.ts';
import { judgeCall, onConnection } from './measure-reading.ts';
import { type Line, untilIdle } from './read-catalogue.ts';

const buyers = 16;

export const ways: Group = {
  name: 'ways',
  references: [],
  async measure(bench) {
    const { side, options, lines } = bench;
    let turn = 0;
    const begin = () =>
      onConnection(side.port, (connection) => {
        turn += 1;
        return walk(bench, connection, lines[turn % lines.length] as Line);
      });
    const wanted = {
      name: `a buyer's whole way (search, product, form, order, deposit, voucher), ${buyers} buyers`,
      pace: { clients: buyers, seconds: options.seconds },
      fills: true as const,
      varies: () =>
        `every search another, ${lines.length} dates of tickets in turn, one agency; a voucher is its code and signed address`,
    };
    const row = await measureWork(bench, wanted, begin);
    await untilIdle(side.database);
    return [row];
  },
};

async function walk({ questions, agent }: Bench, connection: Connection, line: Line): Promise<void> {
  const ask = async <Data>(request: Request): Promise<Data> => {
    const headers = { l: 'en', c: 'MYR', token: agent, 'idempotency-key': newKey(), ...request.headers };
    const answer = await connection.ask({ ...request, headers });
    // Numbers of products and orders would make each failure a kind of its own.
    judgeCall(answer, request.path.replace(/[?].*|(?<=\/)[A-Z]*\d\w*/g, ''));
    return (JSON.parse(answer.body.toString()) as { data: Data }).data;
  };
  await ask(asSearch(questions.next()));
  await ask({ path: `/api/product/${line.productId}` });
  const chosen = encodeURIComponent(`${line.skuId}:${line.playOn}::1`);
  const form = await ask<OutputOf<'bookProducts'>>({ path: `/api/order/bookProducts?lines=${chosen}` });
  const order = {
    lines: [{ skuId: line.skuId, playOn: line.playOn, session: '', quantity: 1 }],
    contact: { name: 'Mei Tan', email: 'mei@example.com' },
    ...fillFields(form),
    agreed: true,
    seenTotal: form?.total,
  };
  const path = `/api/order/${line.productId}/createOrder`;
  const { orderNo } = await ask<OutputOf<'createOrder'>>({ method: 'POST', path, body: JSON.stringify(order) });
  const body = JSON.stringify({ channel: 'deposit' });
  await ask({ method: 'POST', path: `/api/order/${orderNo}/paying`, body });
  const vouchers = await ask<OutputOf<'vouchers'>>({ path: `/api/order/${orderNo}/${line.productId}/vouchers` });
  if (vouchers.list.length !== 1 || vouchers.list[0]?.state !== 'valid') throw new Error('no valid voucher');
}
