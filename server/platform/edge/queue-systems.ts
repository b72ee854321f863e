// The queue for systems with keys (decision 0547): a few of their requests run at once, fewer while buyers are in the shop, and
// the others wait in order, a moment at most. So a flood of them takes neither the shop's connections nor its processor.
import { TooFrequent } from '../../../domain/errors.ts';
import { waitLeft } from '../database/limit-waiting.ts';

/** Queries and bookings have separate queues: many queries do not block a booking. */
type Lane = 'reads' | 'writes';

type Waiter = { enter(): void };
type Queue = { inside: number; waiting: Set<Waiter> };
type Width = { quiet: number; busy: number };

export type SystemsDoor = {
  /** Resolves at its turn; call the result when its work is over. Refuses with TooFrequent who would wait too long. */
  enter(lane: Lane): Promise<() => void>;
  /** The shop has become quiet: more may enter. */
  wake(): void;
};

/** Bookings may wait for a row that another one has locked; questions never do. */
const widths: Record<Lane, Width> = { reads: { quiet: 4, busy: 2 }, writes: { quiet: 4, busy: 4 } };
/** What is answered within a second, on a slow machine too. */
export const mostWaiting = 100;
const retryAfterSeconds = 2;

export function makeSystemsDoor(isShopBusy: () => boolean): SystemsDoor {
  const queues: Record<Lane, Queue> = {
    reads: { inside: 0, waiting: new Set() },
    writes: { inside: 0, waiting: new Set() },
  };
  const isFree = (lane: Lane) => queues[lane].inside < widths[lane][isShopBusy() ? 'busy' : 'quiet'];
  const admit = (lane: Lane) => {
    for (const waiter of queues[lane].waiting) {
      if (!isFree(lane)) return;
      waiter.enter();
    }
  };
  const take = (lane: Lane) => {
    queues[lane].inside += 1;
    return () => {
      queues[lane].inside -= 1;
      admit(lane);
    };
  };
  return {
    async enter(lane) {
      const { waiting } = queues[lane];
      if (!waiting.size && isFree(lane)) return take(lane);
      if (waiting.size >= mostWaiting) throw new TooFrequent(retryAfterSeconds);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(waiter);
          reject(new TooFrequent(retryAfterSeconds));
        }, waitLeft());
        const waiter = {
          enter() {
            clearTimeout(late);
            waiting.delete(waiter);
            resolve(take(lane));
          },
        };
        waiting.add(waiter);
      });
    },
    wake() {
      admit('reads');
      admit('writes');
    },
  };
}
