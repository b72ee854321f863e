// The statement reproduces the balance to the cent (rules §8): after any sequence of movements, on screen, in CSV and in xlsx; whatever
// people typed stays a text; and each sees what is theirs.
import fc from 'fast-check';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdjustmentType, adjustments, adjustmentTypes } from '../../../domain/payment-status.ts';
import { openGateway, signNotice, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { adjust, findAgency, offerCredit, passDay, readFigures, readLines } from '../../../tests/build/set-balances.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let finance: string;
let admin: string;
let id: string;
beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  await offerCredit(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  id = await findAgency(test, finance);
  await sql`UPDATE departure SET capacity = 2000`.execute(test.database.house);
  // The deals of this file are many; a person makes twenty files an hour.
  await sql`UPDATE owner SET limits = limits || '{"exportsPerAccountHour": 1000}'`.execute(test.database.house);
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

type Operation =
  | { does: 'order'; channel: 'deposit' | 'credit'; quantity: number; cancel: boolean }
  | { does: 'adjust'; dealType: AdjustmentType; amountMinor: number; approve: boolean }
  | { does: 'recharge'; amountMinor: number; told: 'paid' | 'twice' | 'failed' | 'nothing' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    does: fc.constant('order' as const),
    channel: fc.constantFrom('deposit' as const, 'credit' as const),
    quantity: fc.integer({ min: 1, max: 9 }),
    cancel: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('adjust' as const),
    dealType: fc.constantFrom(...adjustmentTypes),
    amountMinor: fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 490_000, max: 600_000 })),
    approve: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('recharge' as const),
    amountMinor: fc.integer({ min: 100, max: 40_000 }),
    told: fc.constantFrom('paid' as const, 'twice' as const, 'failed' as const, 'nothing' as const),
  }),
);

/** The expected balances, calculated from the answers alone. */
const expected = { deposit: 100_000, left: 0 };
let orderInput: Awaited<ReturnType<typeof fillOrder>>;

async function carryOut(operation: Operation): Promise<void> {
  if (operation.does === 'order') return order(operation);
  if (operation.does === 'recharge') return recharge(operation);
  const { dealType, amountMinor, approve } = operation;
  const answer = await adjust(test, finance, { id, dealType, amountMinor });
  let done = answer.code === 200 && answer.data.state === 'done';
  if (answer.code === 200 && answer.data.state === 'waiting') {
    const decision = { id: answer.data.id, approve, reason: 'so it is' };
    const decided = await test.call('consoleAdjustmentDecide', decision, { token: admin });
    if (approve && decided.code !== 200)
      await test.call('consoleAdjustmentDecide', { ...decision, approve: false }, { token: admin });
    done = approve && decided.code === 200;
  }
  const { kind, sign } = adjustments[dealType];
  if (done) expected[kind === 'deposit' ? 'deposit' : 'left'] += sign * amountMinor;
}

async function order({ channel, quantity, cancel }: Operation & { does: 'order' }): Promise<void> {
  const [line] = orderInput.lines;
  const [traveller] = orderInput.travellers;
  if (!line) throw new Error('no line');
  const input = {
    ...orderInput,
    lines: [{ ...line, quantity }],
    travellers: traveller ? Array.from({ length: quantity }, () => traveller) : [],
    seenTotal: { amountMinor: 10_000 * quantity, currency: 'MYR' as const },
  };
  const { orderNo } = (await test.call('createOrder', input, { token: agent, key: newKey() })).data;
  const paid = await test.call('paying', { id: orderNo, channel }, { token: agent, key: newKey() });
  const side = channel === 'deposit' ? 'deposit' : 'left';
  if (paid.code === 200) expected[side] -= 10_000 * quantity;
  if (!cancel && paid.code === 200) return;
  await test.call('cancelOrder', { orderNo }, { token: agent });
  const asked = (await test.call('consoleCancels', {}, { token: admin })).data.list.filter(
    (item) => item.orderNo === orderNo,
  );
  for (const { id: request } of asked)
    await test.call('consoleCancelDecide', { id: request, approve: true } as never, { token: admin });
  if (paid.code === 200) expected[side] += 10_000 * quantity;
}

async function recharge({ amountMinor, told: answer }: Operation & { does: 'recharge' }): Promise<void> {
  const as = { token: agent, key: newKey() };
  await sql`DELETE FROM attempt WHERE bucket LIKE 'recharge %'`.execute(test.database.house);
  const started = (await test.call('cashierInfo', { channel: 'sandbox', amount: amountMinor }, as)).data;
  if (answer === 'nothing') return;
  const found = await sql<{
    payment_no: string;
  }>`SELECT payment_no FROM payment WHERE recharge_no = ${started.rechargeNo}`.execute(test.database.house);
  const event = {
    type: answer === 'failed' ? 'payment.failed' : 'payment.paid',
    merchant: 'shop-one',
    paymentId: String(started.redirectUrl).split('/').at(-1),
    transactionId: 'txn',
    reference: found.rows[0]?.payment_no,
    currency: 'MYR',
    amountMinor,
    at: new Date().toISOString(),
  };
  const report = async () => {
    const { raw, headers } = signNotice({ ...event, eventId: `evt-${Math.random()}` });
    await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
  };
  await Promise.all(answer === 'twice' ? [report(), report()] : [report()]);
  if (answer !== 'failed') expected.deposit += amountMinor;
}

const file = (format: string, query = '', token = agent, host?: string) =>
  test.fetch(`/api/pay/bill/export?format=${format}${query}`, {
    headers: { token, l: 'en' },
    ...(host ? { host } : {}),
  });

describe('after 300 movements of any kind, some at the same time', () => {
  const seed = Date.now() % 1_000_000;

  it(`the lines add up to the balances (seed ${seed}) (§3 transaction)`, async () => {
    orderInput = await fillOrder(test, agent);
    const list = fc.sample(operation, { seed, numRuns: 300 });
    for (let at = 0; at < list.length; at += 5) await Promise.all(list.slice(at, at + 5).map(carryOut));
    const settled = await until(
      () => readFigures(test, agent),
      (item) => item.deposit === expected.deposit && item.left === expected.left,
    );
    expect(settled).toMatchObject(expected);
    const lines = await readLines(test, agent);
    expect(lines.length).toBeGreaterThan(100);
    for (const [kind, balance] of [
      ['deposit', expected.deposit],
      ['credit', expected.left],
    ] as const) {
      const own = lines.filter((line) => line.kind === kind);
      let running = 0;
      for (const line of own) {
        running += line.amount.amountMinor;
        expect(line.after.amountMinor).toBe(running);
        expect(running).toBeGreaterThanOrEqual(0);
      }
      expect(running).toBe(balance);
      const answer = (await test.call('bill', { kind }, { token: agent })).data;
      expect(answer.total).toBe(own.length);
      const [sums] = answer.sums;
      expect((sums?.incoming.amountMinor ?? 0) - (sums?.outgoing.amountMinor ?? 0)).toBe(balance);
    }
  }, 300_000);

  it('so do the CSV file and the workbook, line by line (§1 balance)', async () => {
    const lines = await readLines(test, agent);
    const inFile = lines.map((line) => [line.amount.amountMinor, line.after.amountMinor]);
    const csv = readCsv(await (await file('csv')).text());
    expect(csv[0]?.slice(0, 7)).toEqual([
      'Time (Asia/Kuala_Lumpur)',
      'Type',
      'Account',
      'Payment method',
      'Currency',
      'Amount',
      'Left after',
    ]);
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    expect(csv.slice(1).map((row) => [cents(row[5]), cents(row[6])])).toEqual(inFile);
    const sheets = await readSheet(Buffer.from(await (await file('xlsx')).arrayBuffer()));
    const rows = sheets[0]?.data.slice(1) ?? [];
    expect(rows.every((row) => typeof row[5] === 'number' && typeof row[6] === 'number')).toBe(true);
    expect(rows.map((row) => [cents(String(row[5])), cents(String(row[6]))])).toEqual(inFile);
    expect(
      sum(
        csv
          .slice(1)
          .filter((row) => row[2] === 'Deposit')
          .map((row) => cents(row[5])),
      ),
    ).toBe(expected.deposit);
  });
});

/** A reader of RFC 4180 of its own: what the writer quotes, another program must read. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/y;
  const body = text.replace(/^\ufeff/, '');
  while (field.lastIndex < body.length) {
    const found = field.exec(body);
    if (!found) throw new Error('not RFC 4180');
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length);
}

describe('hostile texts', () => {
  const hostile = [
    '=HYPERLINK("http://evil.example","click")',
    '+1+1',
    '-2+3',
    '@SUM(A1:A9)',
    '\t=1+1',
    '  =cmd|calc!A0',
    '＝1＋1',
    'a, "quoted", and\nover two lines',
    'semi;colon',
    '<script>alert(1)</script>',
    '中文，和 “引号”',
  ];

  it('come back as texts from both files, and never as formulas', async () => {
    // What finance did so far may be just below the limit of one person.
    await passDay(test);
    for (const reason of hostile)
      expect((await adjust(test, finance, { id, dealType: 9, amountMinor: 1, reason })).data).toMatchObject({
        state: 'done',
      });
    const notes = (rows: unknown[][]) => rows.slice(-hostile.length).map((row) => String(row[9]));
    const csv = notes(readCsv(await (await file('csv')).text()));
    const sheets = await readSheet(Buffer.from(await (await file('xlsx')).arrayBuffer()));
    for (const found of [csv, notes(sheets[0]?.data ?? [])]) {
      for (const [at, text] of hostile.entries()) {
        const stored = text.trim();
        expect([stored, `'${stored}`]).toContain(found[at]?.trim());
        expect(found[at]).not.toMatch(/^\s*[=+\-@＝＋\t\r]/);
      }
    }
    const figures = readCsv(await (await file('csv', '&dealType=2')).text());
    expect(figures.slice(1).every((row) => /^-\d+\.\d{2}$/.test(row[5] ?? ''))).toBe(true);
  });
});

describe('filters', () => {
  it('by type, account, channel and day say the same on screen and in the file', async () => {
    const all = await readLines(test, agent);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' });
    const first = all.find((item) => item.kind === 'deposit');
    // 00:30 of the next day where the owner is; the sums of the months move along.
    await sql`WITH line AS (UPDATE statement_line SET at = '2026-03-09T16:30:00Z' WHERE journal_id = ${first?.id} RETURNING *)
      UPDATE statement_sum s SET month = '2026-03-01T00:00:00Z' FROM line
        WHERE s.ledger_id = line.ledger_id AND s.deal_type = line.deal_type AND s.channel = line.channel`.execute(
      test.database.house,
    );
    for (const [days, count] of [
      [{ from: '2026-03-10', to: '2026-03-10' }, 1],
      [{ from: '2026-03-01', to: '2026-04-30' }, 1],
      [{ from: '2026-03-10' }, all.length],
      [{ from: '2026-02-11', to: '2026-03-10' }, 1],
    ] as const) {
      const lines = await readLines(test, agent, days);
      expect(lines).toHaveLength(count);
      expect(lines[0]?.id).toBe(first?.id);
      const { total, sums } = (await test.call('bill', days, { token: agent })).data;
      expect(total).toBe(count);
      const net = sum(sums.map(({ incoming, outgoing }) => incoming.amountMinor - outgoing.amountMinor));
      expect(net).toBe(sum(lines.map((line) => line.amount.amountMinor)));
    }
    expect(await readLines(test, agent, { to: '2026-03-09' })).toEqual([]);
    expect((await readLines(test, agent, { from: day.format(Date.now() - 86_400_000) })).length).toBe(all.length - 1);
    for (const [query, fits] of [
      [{ dealType: 2 }, (item: (typeof all)[number]) => item.dealType === 2],
      [{ kind: 'credit' }, (item: (typeof all)[number]) => item.kind === 'credit'],
      [{ channel: 'sandbox' }, (item: (typeof all)[number]) => item.channel === 'sandbox'],
    ] as const) {
      const ids = all.filter(fits).map((item) => item.id);
      expect(ids.length).toBeGreaterThan(0);
      expect((await readLines(test, agent, query)).map((line) => line.id)).toEqual(ids);
      const csv = readCsv(await (await file('csv', `&${new URLSearchParams(query as never)}`)).text());
      expect(csv.length - 1).toBe(ids.length);
    }
    // A way to pay by its number in §3; a filter left empty is none.
    const numbered = { dealType: '1', channel: '99', from: '', to: '', kind: '' };
    const byName = await readLines(test, agent, { dealType: 1, channel: 'sandbox' });
    const ask = (path: string, query: object) =>
      test.fetch(`${path}?${new URLSearchParams(query as never)}`, { headers: { token: agent, l: 'en', c: 'MYR' } });
    const counted = await (await ask('/api/pay/bill', numbered)).json();
    expect([counted.code, counted.data?.total]).toEqual([200, byName.length]);
    const none = { dealType: '', kind: '', channel: '', from: '', to: '', page: '', size: '' };
    expect((await (await ask('/api/pay/bill', none)).json()).data?.total).toBe(all.length);
    const { page: _, size: __, ...filters } = none;
    const whole = readCsv(await (await ask('/api/pay/bill/export', { ...filters, format: '' })).text());
    expect(whole.length - 1).toBe(all.length);
    for (const bad of ['&dealType=4', '&from=2026-13-01', '&nothing=1', '&kind=house'])
      expect((await (await file('csv', bad)).json()).code).toBe(200001);
    expect((await (await file('pdf')).json()).code).toBe(200001);
  });
});

describe('a low balance', () => {
  const mails = async () =>
    (
      await sql<{
        recipient: string;
        subject: string;
        occasion: string;
      }>`SELECT recipient, subject, occasion FROM mail WHERE occasion LIKE 'low %' ORDER BY mail_id`.execute(
        test.database.house,
      )
    ).rows;

  it('mails the main account once for each time it is crossed', async () => {
    await passDay(test);
    const level = (await readFigures(test, agent)).deposit - 5_000;
    expect((await test.call('balanceWarning', { levelMinor: level }, { token: agent })).code).toBe(200);
    const before = (await mails()).length;
    const move = (dealType: AdjustmentType, amountMinor: number) =>
      adjust(test, finance, { id, dealType, amountMinor });
    await Promise.all(Array.from({ length: 8 }, () => move(10, 1_000)));
    const count = async () => (await mails()).length - before;
    await until(count, (value) => value >= 1);
    expect((await test.call('bill', {}, { token: agent })).data.figures.depositLow).toBe(true);
    await move(9, 8_000);
    await move(10, 5_001);
    await until(count, (value) => value >= 2);
    await move(10, 100);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const answers = (await mails()).slice(before);
    expect(answers).toHaveLength(2);
    expect(answers.every((answer) => answer.recipient === 'agent@one.example')).toBe(true);
    expect(answers[0]?.subject).toBe('Your deposit with Owner one is running low');
    expect((await test.call('balanceWarning', { levelMinor: -1 }, { token: agent })).code).toBe(200001);
    expect((await test.call('balanceWarning', { levelMinor: null }, { token: agent })).code).toBe(200);
  });
});

describe('who sees what', () => {
  it('sub-accounts see the same figures, but follow only the orders that they may see', async () => {
    const lines = (await readLines(test, agent)).filter((line) => line.orderNo);
    expect(lines.length).toBeGreaterThan(0);
    const sub = await test.signIn('sub@one.example', 'sub-2026');
    const open = await test.signIn('open@one.example', 'open-2026');
    expect(await readFigures(test, sub)).toEqual(await readFigures(test, agent));
    expect((await readLines(test, sub)).filter((line) => line.orderNo)).toEqual([]);
    expect((await readLines(test, open)).filter((line) => line.orderNo).length).toBe(lines.length);
    expect((await test.call('bill', {}, { token: sub })).data.main).toBe(false);
    const csv = readCsv(await (await file('csv', '', sub)).text());
    expect(csv.slice(1).every((row) => row[7] === '')).toBe(true);
  });

  it('a sub-account whose orders only it sees keeps their numbers, on screen and in the file', async () => {
    const sub = await test.signIn('sub@one.example', 'sub-2026');
    const open = await test.signIn('open@one.example', 'open-2026');
    await adjust(test, finance, { id, dealType: 9, amountMinor: 20_000 });
    const orderNo = await placeOrder(test, sub, { product: 'Silver Tower' });
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: sub, key: newKey() });
    const seenBy = async (token: string) => {
      const screen = JSON.stringify((await test.call('bill', {}, { token })).data);
      const file = await test.fetch('/api/pay/bill/export?format=csv', { headers: { token } });
      return [screen, await file.text()].map((text) => text.includes(orderNo));
    };
    expect(await seenBy(sub)).toEqual([true, true]);
    expect(await seenBy(agent)).toEqual([true, true]);
    expect(await seenBy(open)).toEqual([false, false]);
  });

  it('members and strangers find nothing; another owner’s partner finds its own only', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await test.call('bill', {}, { token: member })).http).toBe(421);
    expect((await file('csv', '', member)).status).toBe(421);
    expect((await test.fetch('/api/pay/bill/export?format=csv')).status).toBe(401);
    const other = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    const there = await test.call('bill', {}, { token: other, host: 'two.test' });
    expect(there.data.total).toBe(1);
    expect(there.data.figures.deposit.amountMinor).toBe(100_000);
    expect((await test.call('bill', {}, { token: other })).http).toBe(401);
    const mine = await test.fetch(`/api/console/balances/${id}/export?format=xlsx`, { headers: { token: finance } });
    expect(mine.headers.get('content-type')).toContain('spreadsheetml');
  });
});
