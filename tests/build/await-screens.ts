// `npm test` builds the screens while the first tests run. Tests that need them wait here for the file that names the result.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Returns at once in a run that built the screens before it started. */
export async function awaitScreens(): Promise<void> {
  const marker = process.env.SCREENS_MARKER;
  if (!marker) return;
  while (!existsSync(marker)) await pause(200);
  if (readFileSync(marker, 'utf8') !== 'built') throw new Error('the screens could not be built');
}
