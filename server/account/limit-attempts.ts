// Limits per account and per source, counted in the database so that several processes share them (security rule 47).
import { TooFrequent } from '../../domain/errors.ts';
import { limits, type OwnLimit } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';
import { countAttempt } from './account.sql.ts';

/** The owner's own number for a limit, else the house's. */
export function limitOf({ site }: Pick<Context, 'site'>, name: OwnLimit): number {
  return site.limits[name] ?? limits[name];
}

export type Limit = { bucket: string; most: number; windowSeconds: number };

/** Counts one attempt against each limit; refuses with the specified 503 when one is passed (§8). */
export async function limitAttempts({ db, site }: Context, limits: Limit[]): Promise<void> {
  for (const { bucket, most, windowSeconds } of limits) {
    const count = await countAttempt(db, site.ownerId, bucket, windowSeconds);
    if (count > most) throw new TooFrequent(Math.min(windowSeconds, 600));
  }
}
