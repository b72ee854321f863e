// Uploaded files that a killed process left behind are deleted, and those that are being checked stay (rules §10).
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';

let test: TestHouse;
let porter: Porter;
const folders: string[] = [];
beforeAll(async () => {
  test = await openTestHouse();
  porter = makePorter(test, { token: await test.signIn('content@one.example', 'content-2026') });
});
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await test.close();
});

function leave(name: string, { folderHours, fileHours }: { folderHours: number; fileHours: number }): string {
  const folder = join(tmpdir(), `kembara-import-${name}-${process.pid}`);
  folders.push(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), '[]');
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  utimesSync(join(folder, 'file'), at(fileHours), at(fileHours));
  utimesSync(folder, at(folderHours), at(folderHours));
  return folder;
}

it('the next upload deletes the file that a killed process left, and no file that still arrives', async () => {
  const left = leave('left', { folderHours: 7, fileHours: 7 });
  const arriving = leave('arriving', { folderHours: 7, fileHours: 0 });
  expect(await porter.check(JSON.stringify([newDocument({ key: 'after-a-kill' })]))).toMatchObject({ fresh: 1 });
  expect([existsSync(left), existsSync(arriving)]).toEqual([false, true]);
});

it('an empty file is called empty', async () => {
  expect(await porter.check('')).toMatchObject({ state: 'refused', reason: 'empty' });
});
