// Audit and portal-wide jobs of several clusters (decision 0490): each cluster has its own, and what is wrong in one is found there.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrderStatus } from '../../../domain/order-status.ts';
import { openTestCells, type TestCells } from '../../../tests/build/open-cells.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import type { TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { auditCells } from './audit-cells.ts';
import { moveOwner } from './move-owner.ts';

let test: TestHouse;
let opened: TestCells;
let token: string;
const inCell = <Row extends object>(name: string, text: string) => opened.inCell<Row>(name, text);

beforeAll(async () => {
  opened = await openTestCells();
  test = opened.test;
  token = await test.signIn('agent@one.example', 'agent-2026');
  await moveOwner({ cells: opened.cells, ownerId: 1, to: 'two', report: () => undefined });
  // The process reads the directory once a second.
  await until(
    () => test.call('searchProducts', { query: 'Silver Tower' }, { token }),
    ({ code }) => code === 200,
  );
});
afterAll(() => opened.close());

const root = join(import.meta.dirname, '..', '..', '..');

/** A command as the operator runs it: its exit and what it prints. */
async function run(command: 'audit' | 'migrate'): Promise<{ exit: number | null; text: string }> {
  const list = (pick: (cell: (typeof opened.cells)[number]) => string) =>
    opened.cells.map((cell) => `${cell.name}=${pick(cell)}`).join(' ');
  const env = { ...process.env, CELLS: list(({ url }) => url), CELLS_OWNER: list(({ ownerUrl }) => ownerUrl) };
  const script = join(root, 'scripts', `${command}.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { cwd: root, env });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exit, text };
}

const found = async () =>
  (await auditCells(opened.cells)).flatMap(({ invariant, violations }) =>
    violations.map((violation) => `${invariant} · owner ${violation.owner_id}`),
  );

it('the audit finds what is wrong in the second cell, and names that cell', async () => {
  await placeOrder(test, token);
  expect(await found()).toEqual([]);
  expect((await run('audit')).exit).toBe(0);
  // The place of an order is counted twice, where its owner lives.
  const taken = 'departure WHERE owner_id = 1 AND held > 0 ORDER BY departure_id LIMIT 1';
  const [row] = await inCell<{ id: number }>('two', `SELECT departure_id AS id FROM ${taken}`);
  const held = (more: number) =>
    inCell('two', `UPDATE departure SET held = held + ${more} WHERE owner_id = 1 AND departure_id = ${row?.id}`);
  await held(1);
  try {
    const names = await found();
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !name.startsWith('two: '))).toEqual([]);
    expect(names.every((name) => name.endsWith('· owner 1'))).toBe(true);
    const { exit, text } = await run('audit');
    expect(exit).toBe(1);
    expect(text).toMatch(/^BROKEN {2}two: /m);
    expect(text).not.toMatch(/^BROKEN {2}one: /m);
  } finally {
    await held(-1);
  }
  // The same in the copy that was left behind is read by no request, and is no fault.
  await inCell('one', 'UPDATE departure SET held = held + 1 WHERE owner_id = 1');
  expect(await found()).toEqual([]);
});

it('the audit finds an owner that two cells serve, and one that none does', async () => {
  const rule = 'cells: each owner is served by the one that the directory names · owner 2';
  await inCell('two', `DELETE FROM owner_away WHERE owner_id = 2`);
  expect(await found()).toContain(rule);
  await inCell('two', `INSERT INTO owner_away (owner_id, state, cell, revision) VALUES (2, 'moved', 'one', 0)`);
  await inCell('one', `INSERT INTO owner_away (owner_id, state, cell, revision) VALUES (2, 'moved', 'two', 0)`);
  expect(await found()).toContain(rule);
  await inCell('one', 'DELETE FROM owner_away WHERE owner_id = 2');
  expect(await found()).toEqual([]);
});

it('rounds over the whole house work in each cell: an order whose time is over expires where its owner lives', async () => {
  const there = await placeOrder(test, token);
  const two = { host: 'two.test' };
  const here = await placeOrder(test, await test.signIn('agent@two.example', 'agent-2026', two.host), two);
  const late = (orderNo: string) =>
    `UPDATE purchase SET pay_by = now() - interval '1 hour' WHERE order_no = '${orderNo}'`;
  await inCell('two', late(there));
  await inCell('one', late(here));
  const statusOf = async (cell: string, orderNo: string) =>
    (await inCell<{ status: number }>(cell, `SELECT status FROM purchase WHERE order_no = '${orderNo}'`))[0]?.status;
  const states = await until(
    async () => [await statusOf('two', there), await statusOf('one', here)],
    (found) => found.every((status) => status !== OrderStatus.unpaid),
  );
  expect(states).toEqual([OrderStatus.closedForTimeout, OrderStatus.closedForTimeout]);
  const refused = await test.call('paying', { id: there, channel: 'deposit' }, { token, key: newKey() });
  expect(refused.code).not.toBe(200);
  expect(await found()).toEqual([]);
});

it('npm run migrate loads the built-in places into each cell', async () => {
  const count = 'SELECT count(*)::int AS n FROM poi';
  const [all] = await inCell<{ n: number }>('one', count);
  expect(all?.n).toBeGreaterThan(100);
  await inCell('two', 'DELETE FROM poi');
  expect((await run('migrate')).exit).toBe(0);
  expect(await inCell('two', count)).toEqual([all]);
});
