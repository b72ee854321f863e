// The bundled server (decision 0704) does what needs files beside the sources, threads, and packages that are not bundled.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { makeCaller } from '../../demo/call-house.ts';
import { type ClonedDatabase, cloneDatabase } from '../../tests/build/clone-database.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { type HouseProcess, startProcess } from '../../tests/build/start-process.ts';
import { root } from '../open-database.ts';
import { bundleServer } from './bundle-server.ts';

let clone: ClonedDatabase;
let dataFolder: string;
let house: HouseProcess;
let token: string;
let orderNo: string;

const ask = (path: string, { host = 'one.test', ...init }: RequestInit & { host?: string } = {}) =>
  fetch(`${house.base}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-host': host } });
const read = async (path: string) => {
  const answer = await ask(path, { headers: { token, l: 'en', cookie: 'lang=en' } });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

beforeAll(async () => {
  clone = await cloneDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'kembara-bundle-'));
  house = await startProcess({ ...clone, dataFolder });
  const call = makeCaller(ask);
  // A password is hashed in a thread.
  token = (await call('login', { account: 'agent@one.example', password: 'agent-2026' }, { host: 'one.test' })).data
    .token;
  orderNo = await placeOrder({ call }, token);
  const paid = await call('paying', { id: orderNo, channel: 'deposit' }, { token, key: 'bundle-pays-1' });
  expect(paid.code).toBe(200);
});

afterAll(async () => {
  await house.end();
  await clone.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

it('is written once for the same sources, and logs no error', () => {
  const reported: string[] = [];
  const address = bundleServer(root, 'serve', (line) => reported.push(line));
  expect(existsSync(new URL(address))).toBe(true);
  expect(reported).toEqual([]);
  expect(house.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

it('writes a voucher with the fonts, and a workbook in a thread', async () => {
  const voucher = await read(`/api/order/download/vouchers?orderNo=${orderNo}`);
  expect(voucher).toMatchObject({ status: 200, type: 'application/pdf' });
  expect(voucher.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const workbook = await read('/api/order/export?format=xlsx');
  expect(workbook.status).toBe(200);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
});

it('serves the screens with their scripts, and the picture for links', async () => {
  const page = await read('/');
  expect(page.status).toBe(200);
  const html = page.bytes.toString();
  const [, script = ''] = /(\/assets\/[\w-]+\.js)/.exec(html) ?? [];
  const packed = await ask(script, { headers: { 'accept-encoding': 'br' } });
  expect(packed.status).toBe(200);
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('cache-control')).toContain('immutable');
  for (const path of ['/assets/none.js', `${script}.br`, '/assets/', '/assets/%2e%2e/index.html', '/assets/a/b.js'])
    expect((await ask(path)).status, path).toBe(404);
  const [, picture = ''] = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html) ?? [];
  expect(await read(picture)).toMatchObject({ status: 200, type: expect.stringContaining('image/') });
});

it('describes its calls, and reads the words of every language', async () => {
  const document = JSON.parse((await read('/docs/json')).bytes.toString()) as { paths: object };
  expect(Object.keys(document.paths)).toContain(calls.searchProducts.path);
  expect((await read('/docs/static/index.html')).status).toBe(200);
  const thai = await ask('/?l=th');
  expect(await thai.text()).toContain('lang="th"');
});

it('reads the words of its screens from files, which it does not hold beside what it made of them', () => {
  const folder = join(root, 'build', 'server', 'assets');
  const files = readdirSync(folder).filter((name) => /^(shop|customer|console)-/.test(name));
  const lengths = (ending: string) =>
    files.filter((name) => name.endsWith(ending)).map((name) => readFileSync(join(folder, name)).length);
  expect(lengths('.json')).toHaveLength(39);
  expect(Math.min(...lengths('.json'))).toBeGreaterThan(10_000);
  expect(Math.max(...lengths('.js'))).toBeLessThan(200);
});
