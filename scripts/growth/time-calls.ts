// Calls that staff and buyers read, each timed with one client, to measure how they grow with the number of orders.
import { type Answer, openConnection } from '../bench/ask-house.ts';
import { judgeCall } from '../bench/measure-reading.ts';
import type { Side } from '../bench/open-side.ts';

export type Timed = { name: string; milliseconds: number };
export type Readers = { agent: string; staff: string };

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

type Call = [name: string, who: keyof Readers, path: string];

const calls: Call[] = [
  ['buyer’s list', 'agent', '/api/order/list?page=1&size=20'],
  ['buyer’s list, page 50', 'agent', '/api/order/list?page=50&size=20'],
  ['back office: list', 'staff', '/api/console/orders?page=1&size=20'],
  ['back office: list, one number', 'staff', '/api/console/orders?page=1&size=20&query=MX0000000077'],
  ['back office: list, a word', 'staff', '/api/console/orders?page=1&size=20&query=Tan'],
  ['back office: an order', 'staff', '/api/console/orders/MX0000000077'],
  ['back office: queues', 'staff', '/api/console/queues'],
  ['statement', 'agent', '/api/pay/bill?page=1&size=20'],
];
/** A month of orders as a file. */
const exported: Call = [
  'export of a month',
  'staff',
  `/api/console/export/orders?format=csv&placedFrom=${day(400)}&placedTo=${day(370)}`,
];
const times = 7;

export async function timeCalls({ port }: Side, readers: Readers): Promise<Timed[]> {
  const connection = openConnection(port);
  const timeOnce = async ([, who, path]: Call, judge: (answer: Answer) => void) => {
    const began = performance.now();
    judge(await connection.ask({ path, headers: { token: readers[who], l: 'en', c: 'MYR' } }));
    return performance.now() - began;
  };
  const found: Timed[] = [];
  for (const call of calls) {
    // The first one is not counted: it plans the statements.
    const taken: number[] = [];
    for (let turn = 0; turn <= times; turn += 1) taken.push(await timeOnce(call, judgeCall));
    const list = taken.slice(1).toSorted((a, b) => a - b);
    found.push({ name: call[0], milliseconds: list[Math.floor(list.length / 2)] ?? 0 });
  }
  connection.close();
  return [...found, ...(await timeFile(port, readers))];
}

/** Until its first rows are there, and until it is whole. Nothing where the month has more rows than a file may have: that is refused. */
async function timeFile(port: number, readers: Readers): Promise<Timed[]> {
  const [name, who, path] = exported;
  const began = performance.now();
  const { status, headers, body } = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { token: readers[who], l: 'en' },
  });
  if (status !== 200 || !body) throw new Error(`the file answered ${status}`);
  if (headers.get('content-type')?.includes('json')) return [];
  let first = 0;
  for await (const _ of body) first ||= performance.now() - began;
  return [
    { name: `${name}, first byte`, milliseconds: first },
    { name: `${name}, all of it`, milliseconds: performance.now() - began },
  ];
}
