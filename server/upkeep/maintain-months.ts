// The histories lie in tables of a month each (decision 0530): hourly the months ahead are made, and those that are over for long enough
// move into the archive, where they are still read.
import { monthsAhead } from '../platform/database/history.sql.ts';
import type { House } from '../platform/db.ts';
import type { Logger } from '../platform/log.ts';
import { archiveMonth, makeMonths } from './months.sql.ts';

const lockTimeout = '55P03';

export type MonthsRun = { house: House; now: Date; keep: number; log: Logger };

export async function maintainMonths({ house, now, keep, log }: MonthsRun): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const made = await makeMonths(house, today, monthsAhead);
  if (made) log.info({ made }, 'months were made');
  for (;;) {
    const archived = await archiveMonth(house, today, keep).catch((error: unknown) => {
      if ((error as { code?: string }).code !== lockTimeout) throw error;
      log.info('a month is being read or written; it is archived in an hour');
    });
    if (!archived) return;
    log.info({ month: archived }, 'a month was archived');
  }
}
