// Limits per account and per source, counted in the database so that several processes share them (security rule 47).
import { TooFrequent } from '../../domain/errors.ts';
import { limits, type SiteLimit } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';
import { countAttempt, uncountAttempt } from './account.sql.ts';

/** The owner's override of a limit, else the default. */
export function limitOf({ site }: Pick<Context, 'site'>, name: SiteLimit): number {
  return site.limits[name] ?? limits[name];
}

export type Limit = { bucket: string; most: number; windowSeconds: number };

/** A limit per account or address: `alone` is what each further source gets when others have used it up. */
export type CommonLimit = Limit & { alone: number };

/** Until the window's end: windows begin at full multiples of their length (decision 0009). */
function waitFor(windowSeconds: number, now: Date): TooFrequent {
  return new TooFrequent(windowSeconds - (Math.floor(now.getTime() / 1000) % windowSeconds));
}

/**
 * Counts one attempt at an account or an address that strangers may know too. Each source may use the whole limit, and all sources
 * together may use it once; beyond that each source gets `alone` more, up to a daily bound. So strangers slow others down but lock
 * no one out. Sources that are `known` are counted separately. Returns whether the common limit was used up.
 */
export async function limitCommon(
  { owner, source, now }: Context,
  { bucket, most, windowSeconds, alone }: CommonLimit,
  known = false,
): Promise<boolean> {
  const count = (name: string, seconds: number) => countAttempt(owner, name, seconds);
  const bySource = await count(`${bucket} from ${source}`, windowSeconds);
  if (bySource > most) throw waitFor(windowSeconds, now);
  if (known) return false;
  const crowded = (await count(bucket, windowSeconds)) > most;
  if (crowded && bySource > alone) throw waitFor(windowSeconds, now);
  if ((await count(`${bucket} of the day`, 86_400)) > most * limits.commonLimitsPerDay) throw waitFor(86_400, now);
  return crowded;
}

/** A right password was no guess: it counts against no one's limit, neither the source's nor the common one (decision 0730). */
export async function takeBackCommon(
  { owner, source }: Context,
  { bucket, windowSeconds }: CommonLimit,
  known: boolean,
): Promise<void> {
  await uncountAttempt(owner, `${bucket} from ${source}`, windowSeconds);
  if (known) return;
  await uncountAttempt(owner, bucket, windowSeconds);
  await uncountAttempt(owner, `${bucket} of the day`, 86_400);
}

/** Counts one attempt against each limit; refuses with the specified 503 when one is passed (§8). */
export async function limitAttempts({ owner, now }: Context, list: Limit[]): Promise<void> {
  for (const { bucket, most, windowSeconds } of list) {
    const count = await countAttempt(owner, bucket, windowSeconds);
    if (count > most) throw waitFor(windowSeconds, now);
  }
}

/** What turned out to be no guess counts against none of its limits. */
export async function takeBack({ owner }: Context, list: Limit[]): Promise<void> {
  for (const { bucket, windowSeconds } of list) await uncountAttempt(owner, bucket, windowSeconds);
}
