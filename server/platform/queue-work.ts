// Work that costs processor time and one of Node's few threads: limited at once and in the queue; other callers must come again.
import { TooFrequent } from '../../domain/errors.ts';

export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Refuses with the specified 503 once `waiting` wait. */
export function makeWorkQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkQueue {
  const waiters: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiters.length >= waiting) throw new TooFrequent(2);
      // A finished job passes its place on.
      await new Promise<void>((resolve) => waiters.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiters.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Pictures are computed on the four threads that files share: at most three of them, each kind of work separately, so that none waits
 * for another and files always have one.
 */
export const pictureWork = {
  /** Illustrations of the catalogue. */
  drawings: makeWorkQueue({ atOnce: 1, waiting: 64 }),
  /** Sliders and image codes, which a person waits for at a form. */
  puzzles: makeWorkQueue({ atOnce: 1, waiting: 64 }),
  /** Uploaded pictures and their smaller copies. */
  uploads: makeWorkQueue({ atOnce: 1, waiting: 32 }),
};
