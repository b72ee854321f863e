// A process that may open hardly any files: strangers are told to come again, never which file could not be opened.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '../../tests/build/clone-database.ts';
import { type HouseProcess, startProcess } from '../../tests/build/start-process.ts';

let clone: ClonedDatabase;
let dataFolder: string;
let house: HouseProcess;

beforeAll(async () => {
  clone = await cloneDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'kembara-files-'));
  house = await startProcess({ ...clone, dataFolder, mostOpen: 64 });
}, 120_000);
afterAll(async () => {
  await house.end();
  await clone.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const ask = async (at: number) => {
  const l = ['en', 'zh_CN', 'th', 'fr_FR'][at % 4] ?? 'en';
  const headers = { 'x-forwarded-host': 'one.test', l, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: `tower ${at}` });
  const base = `http://127.0.0.1:${house.port}`;
  const asking =
    at % 2
      ? fetch(`${base}/?l=${l}&x=${at}`, { headers })
      : fetch(`${base}/api/product`, { method: 'POST', headers, body });
  const answer = await asking.catch(() => undefined);
  // A connection beyond the limit is closed.
  if (!answer) return undefined;
  return { status: answer.status, again: answer.headers.get('retry-after'), text: await answer.text() };
};

it('answers 503 with when to come again where it can open nothing more, and names no file', async () => {
  const answers = (await Promise.all(Array.from({ length: 120 }, (_, at) => ask(at)))).filter(
    (one) => one !== undefined,
  );
  for (let at = 0; at < 40; at += 1) answers.push(...[await ask(at)].filter((one) => one !== undefined));
  const failed = answers.filter(({ status }) => status >= 500);
  expect(failed.length).toBeGreaterThan(0);
  for (const { text } of failed) expect(text).not.toMatch(/EMFILE|\.json|\.js\b|node_modules/);
  expect([...new Set(failed.map(({ status, again }) => `${status} ${again}`))]).toEqual(['503 2']);
});
