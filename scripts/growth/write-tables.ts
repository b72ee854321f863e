// The model as tables of docs/scale.md and as a chart.
import type { Measured } from '../bench/measure.ts';
import { short } from '../bench/write-table.ts';
import { drawGrowth } from './draw-growth.ts';
import type { perOrder } from './size-orders.ts';
import type { Timed } from './time-calls.ts';
import { assumed, extend, type Point, passes, prices, sources, weigh } from './weigh-cost.ts';

/** With so many owners: milliseconds until ready, bytes, share of a core without visitors. */
export type Idle = {
  owners: number;
  ready: number;
  memory: number;
  bytes: number;
  busy: number;
  connections: number;
  jobs: number;
  placed: Measured[];
};
export type Growth = { orders: number; timed: Timed[]; placed: Measured[]; bytes: number };
export type Model = {
  facts: { cores: number; processor: string; load: number[] };
  way: Measured;
  page: Measured;
  size: ReturnType<typeof perOrder>;
  idle: Idle[];
  growth: Growth[];
};

const marks = { from: '<!-- written by npm run model -->', to: '<!-- end of what npm run model writes -->' };
/** Where a reader begins to wait. */
const slow = 1000;
/** The curves are extended to ten million orders, or to ten times what was measured. */
const extendedTo = (growth: Growth[]) =>
  Math.max(10_000_000, ...growth.map(({ orders }) => (orders >= 10_000_000 ? 10 * orders : 0)));
/** Beyond them a curve says nothing. */
const mostOrders = 1_000_000_000;

export function writeModel(document: string, model: Model): string {
  const [from, to] = [document.indexOf(marks.from), document.indexOf(marks.to)];
  if (from < 0 || to < from) throw new Error('the document has no place for the model');
  return `${document.slice(0, from + marks.from.length)}\n\n${describeModel(model)}\n\n${document.slice(to)}`;
}

export function describeModel(model: Model): string {
  return [describeRun(model), sizesOf(model), ownersOf(model), growthOf(model), needsOf(model), limitsOf(model)].join(
    '\n\n',
  );
}

export function drawModel({ growth }: Model): string {
  return drawGrowth(
    (growth[0]?.timed ?? []).map(({ name }) => ({ name, points: curveOf(growth, name) })),
    'orders of one owner; both axes in powers of ten',
  );
}

const timeOf = ({ timed }: Growth, name: string) => timed.find((item) => item.name === name)?.milliseconds;

/** Where it was answered. */
const curveOf = (growth: Growth[], name: string) =>
  growth.flatMap((at) => {
    const y = timeOf(at, name);
    return y === undefined ? [] : [{ x: at.orders, y }];
  });

const count = (value: number) => Math.round(value).toLocaleString('en');
const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (heads: string[], rows: (string | number)[][]) =>
  [line(heads), line(heads.map((_, at) => (at ? '---:' : '---'))), ...rows.map(line)].join('\n');

function describeRun({ facts, way, page }: Model): string {
  const load = facts.load.map((value) => value.toFixed(1)).join(' to ');
  const date = new Date().toISOString().slice(0, 10);
  const ofWay = `${short(way.house)} ms of the portal and ${short(way.postgres)} ms of PostgreSQL`;
  return [
    `Measured on ${date} with ${facts.cores} cores (${facts.processor}), the load generator and PostgreSQL on the same machine,`,
    `load average ${load} beside it. Processor time for one buyer's whole way with all that follows: ${ofWay};`,
    `for a product page ${short(page.house)} and ${short(page.postgres)} ms.`,
  ].join('\n');
}

function sizesOf({ size }: Model): string {
  const most = 8;
  const rows = size.shares
    .slice(0, most)
    .map(({ name, bytes }) => [`\`${name}\``, count(bytes), `${short((100 * bytes) / size.sum)} %`]);
  const rest = size.shares.slice(most).reduce((sum, { bytes }) => sum + bytes, 0);
  const share = (bytes: number) => `${short((100 * bytes) / size.sum)} %`;
  const ends = [
    ['all others', count(rest), share(rest)],
    ['**together**', count(size.sum), '100 %'],
  ];
  return [
    `Bytes on disk for each of ${count(size.orders)} orders that were placed, paid from a deposit, confirmed and mailed,`,
    `and ${count(size.wal)} bytes of write-ahead log:`,
    '',
    table(['Table', 'bytes', 'share'], [...rows, ...ends]),
  ].join('\n');
}

function ownersOf({ idle }: Model): string {
  const rows = idle.map((idle) => [
    ...[
      count(idle.owners),
      idle.placed[0]?.figure ?? '–',
      idle.placed[1]?.figure ?? '–',
      `${short(idle.ready / 1000)} s`,
    ],
    ...[
      `${count(idle.memory / 1e6)} MB`,
      idle.connections,
      idle.jobs,
      `${short(idle.busy * 100)} %`,
      idle.bytes ? `${short(idle.bytes / 1024)} KB` : '–',
    ],
  ]);
  return table(
    [
      'Owners, one of them visited',
      'createOrder',
      'with all that follows',
      'ready',
      'memory',
      'connections',
      'jobs',
      'of a core while idle',
      'disk for each owner',
    ],
    rows,
  );
}

function growthOf({ growth }: Model): string {
  const names = growth[0]?.timed.map(({ name }) => name) ?? [];
  const extended = extendedTo(growth);
  const heads = [
    'Milliseconds, one client',
    ...growth.map(({ orders }) => `${count(orders)} orders`),
    `${count(extended)}, extended`,
  ];
  const rows = names.map((name) => {
    const curve = curveOf(growth, name);
    const last = curve.length === growth.length ? extend(curve, extended) : undefined;
    return [name, ...growth.map((at) => short(timeOf(at, name))), short(last)];
  });
  const placed = ['createOrder, 32 clients', ...growth.map((growth) => growth.placed[0]?.figure ?? '–'), '–'];
  const bytes = [
    'database without mails of these orders',
    ...growth.map((growth) => `${short(growth.bytes / 1e9)} GB`),
    '–',
  ];
  const stored = `${count(bytesPerOrder(growth))} bytes are stored for each of these orders, beside its mails.`;
  return [table(heads, [...rows, placed, bytes]), stored, '![The same as a chart](growth.svg)'].join('\n\n');
}

/** Of an order without its mails, in tables that were filled: pages that are half empty do not count as they do after a few orders. */
function bytesPerOrder(growth: Growth[]): number {
  const [before, last] = growth.slice(-2);
  return before && last ? (last.bytes - before.bytes) / (last.orders - before.orders) : Number.NaN;
}

function pointOf({ way, page, size, idle, growth }: Model): Point {
  const mailBytes = size.shares.find(({ name }) => name === 'mail')?.bytes ?? 0;
  const [first, last] = [idle[0], idle.at(-1)];
  const more = Math.max(1, (last?.owners ?? 1) - (first?.owners ?? 1));
  return {
    ...{
      orderHouse: way.house ?? 0,
      orderPostgres: way.postgres ?? 0,
      pageHouse: page.house ?? 0,
      pagePostgres: page.postgres ?? 0,
    },
    ...{ orderBytes: bytesPerOrder(growth) + mailBytes, mailBytes },
    ...{ ownerBytes: last?.bytes ?? 0, idle: first?.busy ?? 0, memory: first?.memory ?? 0 },
    idlePerOwner: Math.max(0, ((last?.busy ?? 0) - (first?.busy ?? 0)) / more),
    memoryPerOwner: Math.max(0, ((last?.memory ?? 0) - (first?.memory ?? 0)) / more),
  };
}

function needsOf(model: Model): string {
  const point = pointOf(model);
  const rows = [1, 100, 1000].map((owners) => {
    const need = weigh(point, owners);
    return [
      ...[
        count(owners),
        count(need.ordersYear),
        short(need.peakOrders),
        short(need.houseCores),
        short(need.postgresCores),
      ],
      ...[`${count(need.gigabytes)} GB`, need.machines, `$${count(need.month)}`, `$${short(need.monthPerOwner)}`],
    ];
  });
  const { ordersPerOwnerDay, peak, pagesPerOrder, busy, years } = assumed;
  const heads = [
    'Owners',
    'orders a year',
    'orders/s at the peak',
    'cores, portal',
    'cores, PostgreSQL',
    'disk',
    'machines',
  ];
  return [
    `Assumed: ${ordersPerOwnerDay} orders a day for each owner, ${pagesPerOrder} pages for each order, ${peak} times the mean in the`,
    `busiest minute, in which cores are ${busy * 100} % busy; ${years} years of orders and one of mails; two machines at least for`,
    `the portal and two for the database, each with all of the disk. Prices: Amazon's list for us-east-1, on demand: m7g.large`,
    `(${prices.machineCores} vCPU) at $${prices.machineHour} an hour ([read in June 2026](${sources.machine})),`,
    `gp3 at $${prices.gigabyteMonth} a GB and month ([EBS](${sources.disk})). Traffic, mails and backups are not in it.`,
    '',
    table([...heads, 'a month', 'for each owner'], rows),
  ].join('\n');
}

function limitsOf(model: Model): string {
  const point = pointOf(model);
  const { way, page, growth, facts } = model;
  const perOrder =
    ((way.house ?? 0) + (way.postgres ?? 0) + assumed.pagesPerOrder * ((page.house ?? 0) + (page.postgres ?? 0))) /
    1000;
  const ceiling = facts.cores / perOrder;
  const stored = assumed.years * (point.orderBytes - point.mailBytes) + point.mailBytes;
  const curves = (growth[0]?.timed ?? [])
    .map(({ name }) => ({ name, at: passes(curveOf(growth, name), slow) }))
    .filter(({ at }) => at < mostOrders)
    .toSorted((a, b) => a.at - b.at);
  const reads = curves.slice(0, 3).map(({ name, at }) => `${name} at ${count(at)} orders`);
  const ofPostgres = (way.postgres ?? 0) + assumed.pagesPerOrder * (page.postgres ?? 0);
  const largest = (32 * assumed.busy * 1000) / ofPostgres;
  const ofMails = (100 * point.mailBytes) / point.orderBytes;
  return [
    'What is used up first:',
    '',
    '1. **Reads of one large agency**, which count or add up all that they choose from: they pass a second with',
    `   ${reads.length ? reads.join('; ') : 'none of those measured'}.`,
    `2. **Processor.** One machine with ${facts.cores} cores is full at ${short(ceiling)} orders/s with their pages:`,
    `   ${count((ceiling / assumed.peak) * 86_400)} orders a day, if the busiest minute has ${assumed.peak} times the mean.`,
    `   Portal processes are added freely; PostgreSQL on one machine with 32 cores ends at about ${short(largest)} orders/s. Then cells.`,
    `3. **Disk.** 500 GB hold ${count(500e9 / stored)} orders a year. ${short(ofMails)} % of an order are its mails;`,
    "   the owner's term for mails decides.",
  ].join('\n');
}
