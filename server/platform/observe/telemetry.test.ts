// What the portal sends to a collector and writes into its log while a buyer orders and pays: one trace with its parts, and nothing of the
// buyer (§8; decisions 0486 and 0487).
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/open-database.ts';
import { enterAsGuest } from '../../../tests/build/enter-as-guest.ts';
import { openCollector, type SentSpan } from '../../../tests/build/open-collector.ts';
import { openGateway, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../../tests/build/place-orders.ts';
import { sql } from '../db.ts';
import { makeLog } from '../log.ts';
import { nameStatement } from './name-statement.ts';

let collector: Awaited<ReturnType<typeof openCollector>>;
let test: TestHouse;
let gateway: TestGateway;
let orderNo = '';

/** What only this buyer has; it goes into every field that takes it. */
const marks = {
  name: 'Zyxwv Qponml',
  email: 'marked-buyer@example.com',
  phone: '139876543',
  password: 'Marked-Pass-4711',
  card: '4242424242424242',
  paper: 'E87654321',
};
const host = 'one.test';

beforeAll(async () => {
  collector = await openCollector();
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  });
  test = await openTestHouse({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  gateway = await openGateway(test);
  await buy();
});

afterAll(async () => {
  await gateway.close();
  await test.close();
  for (const name of ['OTLP_ENDPOINT', 'BSP_SCHEDULE_DELAY', 'METRIC_EXPORT_INTERVAL'])
    delete process.env[name === 'OTLP_ENDPOINT' ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : `OTEL_${name}`];
  await collector.close();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** The whole way of a guest, with things that go wrong on it. */
async function buy(): Promise<void> {
  await test.call('login', { account: marks.email, password: marks.password });
  const token = await enterAsGuest(test, marks.email);
  const filled = await fillOrder(test, token);
  const text = JSON.stringify(filled).replaceAll('Mei Tan', marks.name).replaceAll('12345678', marks.phone);
  const input = { ...JSON.parse(text), contact: { ...filled.contact, ...marks } } as typeof filled;
  const { name, email, phone } = marks;
  input.contact = { ...filled.contact, name, email, phone };
  await test.call('createOrder', { ...input, remark: marks.card } as never, { token, key: newKey() });
  const proxied = { 'x-forwarded-for': '203.0.113.5', traceparent };
  const answer = await test.call('createOrder', input, { token, key: newKey(), headers: proxied });
  expect(answer.code).toBe(200);
  orderNo = answer.data.orderNo;
  const paying = { id: orderNo, channel: 'sandbox' };
  await test.call('paying', paying, { token, key: newKey() });
  await test.fetch(`/api/isPaySuccess?id=${orderNo}&email=${marks.email}`, { host, headers: { token } });
  // Errors of the database quote what was typed.
  await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: JSON.stringify(marks) });
  await until(
    async () => collector.spans().map(({ name: one }) => one),
    (names) => names.includes('job order.changed') && names.includes('gateway sandbox start'),
  );
}

const factOf = (span: SentSpan, key: string) => {
  const { stringValue, intValue } = span.attributes.find((one) => one.key === key)?.value ?? {};
  return stringValue ?? Number(intValue);
};

describe('§8 traces', () => {
  it('one order is one trace: the call in the trace of the proxy, its statements, and the job that it queued', async () => {
    const spans = collector.spans().filter((one) => one.traceId === traceId);
    const request = spans.find(({ kind }) => kind === 2) as SentSpan;
    expect(request).toMatchObject({ name: 'POST /api/order/:id/createOrder', parentSpanId: 'b7ad6b7169203331' });
    expect(factOf(request, 'kembara.call')).toBe('createOrder');
    expect(factOf(request, 'kembara.owner')).toBe(1);
    expect(factOf(request, 'kembara.order')).toBe(orderNo);
    expect(factOf(request, 'http.response.status_code')).toBe(200);
    const names = spans.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^(INSERT|UPDATE) /)]));
    const all = collector.spans();
    const job = all.find(
      ({ name, links }) => name === 'job order.changed' && links?.some((one) => one.traceId === traceId),
    );
    expect(job).toBeDefined();
    const mail = all.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name);
    expect(mail.join()).toContain('INSERT mail');
  });

  it('a call to a gateway is a part of the payment, named by the channel', () => {
    const call = collector.spans().find(({ name }) => name === 'gateway sandbox start') as SentSpan;
    const paying = collector.spans().find(({ traceId, kind }) => traceId === call.traceId && kind === 2);
    expect(paying?.name).toMatch(/^POST .*\/paying$/);
  });

  it('security rule 60: neither spans nor measures hold what the buyer typed or was sent', async () => {
    const codes = (await test.mails(marks.email)).filter(({ occasion }) => occasion.startsWith('code '));
    const secrets = [...Object.values(marks), ...codes.map(({ subject }) => `"${subject.slice(0, 4)}"`)];
    expect(collector.bodies.length).toBeGreaterThan(2);
    for (const secret of secrets) expect(collector.bodies.join().includes(secret), secret).toBe(false);
  });

  it('measures go to the collector with the figures of /metrics', async () => {
    const sent = await until(
      async () => collector.bodies.filter((one) => one.startsWith('/v1/metrics')),
      (bodies) => bodies.some((one) => one.includes('/createOrder')),
    );
    const last = JSON.parse((sent.at(-1) ?? '').replace(/^.*?(?=\{"resourceMetrics)/s, ''));
    type Metric = { name: string; histogram?: { dataPoints: Point[] } };
    type Point = { count: number; bucketCounts: number[]; attributes: { value: { stringValue: string } }[] };
    const metrics = last.resourceMetrics[0].scopeMetrics[0].metrics as Metric[];
    const points = metrics.find(({ name }) => name === 'http_request_seconds')?.histogram?.dataPoints ?? [];
    const orders = points.find(({ attributes }) =>
      attributes.some(({ value }) => /createOrder$/.test(value.stringValue)),
    );
    expect(Number(orders?.count)).toBeGreaterThan(0);
    expect(orders?.bucketCounts.reduce((all, one) => all + Number(one), 0)).toBe(Number(orders?.count));
  });

  it('a stranger cannot write into a trace: traceparent counts from a known proxy alone', async () => {
    const strange = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    await fetch(`${test.base}/health`, { headers: { traceparent: strange } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(collector.spans().some(({ traceId }) => traceId === 'ab'.repeat(16))).toBe(false);
  });
});

describe('security rule 60: the log', () => {
  it('names request and owner, and nothing of the buyer', async () => {
    await sql`UPDATE mail SET recipient = recipient`.execute(test.database.house);
    const lines = test.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = lines.find(({ call, msg }) => call === 'createOrder' && String(msg).startsWith('refused'));
    expect(refused).toMatchObject({ request: expect.stringMatching(/^\w{6}-\d+$/), owner: 1 });
    for (const secret of Object.values(marks)) expect(test.log.join().includes(secret), secret).toBe(false);
    // Collectors refuse a line that has a name twice.
    expect(test.log.filter((line) => line.split('"request":').length > 2)).toEqual([]);
  });

  it('an error’s text loses addresses and long numbers, and the database’s detail stays out', () => {
    const lines: string[] = [];
    const log = makeLog('info', { write: (line) => lines.push(line) });
    const detail = `Key (email)=(${marks.email}) already exists.`;
    const error = Object.assign(new Error(`550 no such user <${marks.email}>, ask +60 13 987 6543`), {
      detail,
      code: '23505',
    });
    log.error({ err: error, problem: `for ${marks.email}` }, 'a mail failed');
    expect(lines.join()).not.toMatch(/marked-buyer|987 6543/);
    expect(lines.join()).toContain('23505');
  });
});

describe('a collector that never answers', () => {
  it('slows no request, and what waits for it is bounded', async () => {
    const silent = await openCollector({ silent: true });
    const script = sendMany();
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: silent.url },
    });
    await silent.close();
    const { grownMegabytes, spanMicroseconds, stopMilliseconds } = JSON.parse(
      stdout || `{"error":${JSON.stringify(stderr)}}`,
    );
    expect(grownMegabytes).toBeLessThan(40);
    expect(spanMicroseconds).toBeLessThan(500);
    expect(stopMilliseconds).toBeLessThan(4000);
  });
});

/** 200,000 spans in a process of its own; the second half must find the queue full. */
function sendMany(): string {
  return `
    const { exportTelemetry } = await import('${root}/server/platform/observe/export-telemetry.ts');
    const { stop, tracing } = exportTelemetry({ traces: true, metrics: false }, [], { warn() {} });
    const send = async (count) => { for (let at = 0; at < count; at += 1) {
      tracing.open({ name: 'x', kind: 'internal', facts: { at } }).end();
      if (at % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    } };
    await send(50_000); gc();
    const before = process.memoryUsage().heapUsed, began = performance.now();
    await send(150_000);
    const spanMicroseconds = (performance.now() - began) / 150; gc();
    const grownMegabytes = (process.memoryUsage().heapUsed - before) / 1e6;
    const end = performance.now(); await stop();
    console.log(JSON.stringify({ grownMegabytes, spanMicroseconds, stopMilliseconds: performance.now() - end }));
    process.exit(0);`;
}

// prom-client reads the interface, @opentelemetry/api, in any case.
it('§8 without a collector nothing of OpenTelemetry’s SDK is loaded', () => {
  const script = `const { registerHooks } = await import('node:module'); const seen = [];
    registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found; } });
    await import('${root}/main.ts'); console.log(JSON.stringify(seen.filter((one) => /@opentelemetry.(?!api.)/.test(one))));
    process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([]);
});

it.each([
  ['select 1', 'SELECT'],
  ['SELECT a FROM product p JOIN x', 'SELECT product'],
  ['WITH w AS (SELECT 1 FROM y FOR UPDATE) INSERT INTO purchase (a) VALUES ($1)', 'INSERT purchase'],
  ['begin', 'BEGIN'],
  ["DELETE FROM cart WHERE x = 'from nowhere'", 'DELETE cart'],
])('a statement is named by what it does to which table: %s', (text, name) => {
  expect(nameStatement(text)).toBe(name);
});
