// Two processes more on the database of a house under test: what one keeps must not stay old when another writes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import type { TestHouse } from './open-house.ts';
import { type HouseProcess, startProcess } from './start-process.ts';

export type ThreeProcesses = { callers: HouseCaller[]; end(): Promise<void> };

/** Callers of the installation itself and of both processes. */
export async function openThreeProcesses(test: TestHouse): Promise<ThreeProcesses> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kembara-processes-'));
  const place = { url: test.databaseUrl, ownerUrl: test.database.address.current(), dataFolder };
  const processes: HouseProcess[] = [];
  for (let at = 0; at < 2; at += 1) processes.push(await startProcess(place));
  const others = processes.map(({ base }) =>
    makeCaller((path, { host = 'one.test', ...init } = {}) =>
      fetch(base + path, { ...init, headers: { ...(init.headers as object), 'x-forwarded-host': host } }),
    ),
  );
  return {
    callers: [test.call, ...others],
    async end() {
      for (const process of processes) await process.end();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
