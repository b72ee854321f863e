// Uploaded files that a killed process left behind are deleted, and those that are being checked stay (rules §10).
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { translate } from '../../locales/translate.ts';
import { newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';
import { envelopeOf } from '../platform/edge/write-envelope.ts';
import { storeStream } from './receive-file.ts';

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

it('a file that does not fit on the disk is answered 503, with when to come again', async () => {
  // What is written there finds a full disk.
  const full = await storeStream(Readable.from([Buffer.alloc(100_000)]), '/dev/full', 1_000_000).catch(
    (error: unknown) => error,
  );
  expect(full).toMatchObject({ code: 'ENOSPC' });
  expect(envelopeOf(full, 'en', translate)).toMatchObject({ status: 503, body: { code: 503 }, retryAfterSeconds: 2 });
});
