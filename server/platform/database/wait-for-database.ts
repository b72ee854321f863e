// A start while the database is away waits for it, with a message, instead of ending.
import { isOutage } from './detect-outage.ts';

const pauseMilliseconds = 500;

/** Repeats `work` until the database answers; any other error is thrown. */
export async function waitForDatabase<Result>(
  work: () => Promise<Result>,
  report: (line: string) => void,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      const result = await work();
      if (tries) report('The database answers; going on.');
      return result;
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (tries === 0) report(`The database does not answer (${(error as Error).message}); waiting for it …`);
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  }
}
