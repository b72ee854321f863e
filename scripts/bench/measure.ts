// What every measurement of a side shares: its data, and a row of the table with processor time beside the figure.
import { analyse } from '../../server/upkeep/seed.sql.ts';
import type { AskedQuestion } from './gather-questions.ts';
import type { Series } from './make-series.ts';
import type { Side } from './open-side.ts';
import type { Line } from './read-catalogue.ts';
import type { GroupName, Options } from './read-options.ts';
import { type Processor, readProcessor } from './read-processor.ts';
import { type Load, type Pace, runLoad, type Work } from './run-load.ts';
import { perSecond, type Row } from './write-table.ts';

/** A side with its requests. Series continue from row to row, so that no query comes twice in a run. */
export type Bench = {
  side: Side;
  options: Options;
  questions: Series<AskedQuestion>;
  products: Series<{ id: string; language: string }>;
  lines: Line[];
  /** Tokens of a member and of an agent with a deposit. */
  member: string;
  agent: string;
};

/** `against` names the reference that the figure is compared with. */
export type Measured = Row & { perSecond?: number; against?: string };

/** A reference is run before and after the sides; `key` is unique in a run. */
export type Reference = { key: string; varies: string; run(bench: Bench): Promise<Compared> };
export type Compared = { load: Load; house?: number; postgres?: number };

export type Group = { name: GroupName; references: Reference[]; measure(bench: Bench): Promise<Measured[]> };

type Wanted = {
  name: string;
  pace: Pace;
  against?: string;
  /** Said after the measurement, when it is known. */
  varies(load: Load): string;
  /** Without it a part of the time is spent before, uncounted. */
  cold?: true;
  /**
   * It fills tables that are empty in a catalogue that was just loaded. The server's plans for an empty table read all of it, until the
   * server analyzes it, which it does within a minute: here after the uncounted part.
   */
  fills?: true;
  /** Belongs to the measured time too: what follows the last answer. */
  finish?(): Promise<void>;
};

export async function measureWork(
  { side }: Bench,
  { name, pace, against, varies, cold, fills, finish }: Wanted,
  begin: (client: number) => Work,
): Promise<Measured> {
  if (!cold && 'seconds' in pace)
    await runLoad({ clients: pace.clients, seconds: Math.min(2, pace.seconds / 3) }, begin);
  if (fills) await analyse(side.database.house);
  const before = await readProcessor(side.port, side.postmaster);
  const began = performance.now();
  const load = await runLoad(pace, begin);
  await finish?.();
  const elapsed = (performance.now() - began) / 1000;
  const rate = finish ? load.done / elapsed : load.perSecond;
  const used = perWork(before, await readProcessor(side.port, side.postmaster), load.done);
  const { p50, p99, failed, reasons } = load;
  return {
    ...{ name, side: side.name, figure: perSecond(rate), p50, p99, failed, reasons, ...used, varies: varies(load) },
    ...{ perSecond: rate, against },
  };
}

/** Milliseconds for each piece of work. */
export function perWork(before: Processor, after: Processor, done: number): { house: number; postgres?: number } {
  const share = (seconds: number) => (seconds * 1000) / Math.max(1, done);
  return {
    house: share(after.house - before.house),
    ...(before.postgres === undefined || after.postgres === undefined
      ? {}
      : { postgres: share(after.postgres - before.postgres) }),
  };
}

/** A figure that is not a rate. */
export function plainRow({ side }: Bench, name: string, figure: string, varies: string): Measured {
  return { name, side: side.name, figure, failed: 0, reasons: [], varies };
}
