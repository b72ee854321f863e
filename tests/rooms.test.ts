// A capability has one word (decision 0111): the calls of server/<room> are described in contract/<room>.ts, or in
// contract/<room>-<part>.ts if a room has many.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Shapes, tables and formats that describe no calls of a room. */
const others = [
  'call',
  'call-row',
  'calls',
  'rows-desk',
  'rows-window',
  'rows-admin',
  'rows-shop',
  'index',
  'file-address',
  'file-routes',
  'read-query',
  'seal-call',
  'seed',
];

const names = (folder: string) => readdirSync(join(root, folder)).sort();
const rooms = names('server').filter((name) => !name.includes('.'));
const contracts = names('contract')
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => !others.includes(name));
/** `order-own` and `order` are of the room order. */
const roomOf = (contract: string) => rooms.find((room) => contract === room || contract.startsWith(`${room}-`));

async function callsOfContract(contract: string): Promise<string[]> {
  const exported: Record<string, object> = await import(join(root, 'contract', `${contract}.ts`));
  return Object.entries(exported).flatMap(([name, calls]) => (name.endsWith('Calls') ? Object.keys(calls) : []));
}

async function callsOfRoom(room: string): Promise<string[]> {
  const exported: Record<string, { calls?: object }> = await import(join(root, 'server', room, `${room}.routes.ts`));
  return Object.keys(exported[`${room}Room`]?.calls ?? {});
}

/** Calls that a contract file describes and the room of its name does not answer. */
function findStrangers(described: Record<string, string[]>, answered: Record<string, string[]>): string[] {
  return Object.entries(described).flatMap(([contract, calls]) => {
    const room = roomOf(contract);
    return calls.filter((call) => !room || !answered[room]?.includes(call)).map((call) => `${contract}: ${call}`);
  });
}

it('each call is described under the name of the room that answers it', async () => {
  const described: Record<string, string[]> = {};
  const answered: Record<string, string[]> = {};
  for (const contract of contracts) described[contract] = await callsOfContract(contract);
  for (const room of new Set(contracts.map(roomOf))) if (room) answered[room] = await callsOfRoom(room);
  expect(Object.values(described).flat().length).toBeGreaterThan(200);
  expect(findStrangers(described, answered)).toEqual([]);
  expect(findStrangers({ ...described, wechat: ['login'] }, answered)).toEqual(['wechat: login']);
  expect(findStrangers({ console: ['consoleStaff'] }, answered)).toEqual(['console: consoleStaff']);
}, 60_000);
