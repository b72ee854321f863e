// The queue for systems with keys (decision 0547): a few of their requests run at once, fewer while buyers are in the shop, and
// the others wait a moment at most, each caller's in order and the callers in turn. So a flood of them takes neither the shop's connections
// nor its processor, and a flood of one takes no other caller's turn (decision 0815).
import { TooFrequent } from '../../../domain/errors.ts';
import { waitLeft } from '../database/limit-waiting.ts';

/** Queries and bookings have separate queues: many queries do not block a booking. */
type Lane = 'reads' | 'writes';

type Waiter = { enter(): void };
/** `waiting` by caller, of whom the first one has the next turn. */
type Queue = { inside: number; waiting: Map<string, Set<Waiter>>; count: number };
type Width = { quiet: number; busy: number };

export type SystemsDoor = {
  /** Resolves at its turn; call the result when its work is over. Refuses with TooFrequent a request that would wait too long. */
  enter(lane: Lane, caller: string): Promise<() => void>;
  /** The shop has become quiet: more may enter. */
  wake(): void;
};

/** Bookings may wait for a row that another one has locked; questions never do. */
const widths: Record<Lane, Width> = { reads: { quiet: 4, busy: 2 }, writes: { quiet: 4, busy: 4 } };
/** Of one caller: what is answered within a second, on a slow machine too. */
export const mostWaiting = 100;
/** Of all, whatever keys they name: what waits holds memory. */
const mostOfAll = 4 * mostWaiting;
const retryAfterSeconds = 2;

export function makeSystemsDoor(isShopBusy: () => boolean): SystemsDoor {
  const queues: Record<Lane, Queue> = {
    reads: { inside: 0, waiting: new Map(), count: 0 },
    writes: { inside: 0, waiting: new Map(), count: 0 },
  };
  const isFree = (lane: Lane) => queues[lane].inside < widths[lane][isShopBusy() ? 'busy' : 'quiet'];
  const admit = (lane: Lane) => {
    const { waiting } = queues[lane];
    for (const [caller, queued] of waiting) {
      if (!isFree(lane)) return;
      waiting.delete(caller);
      // Behind the others, where the loop finds it again.
      if (queued.size > 1) waiting.set(caller, queued);
      for (const waiter of queued) {
        waiter.enter();
        break;
      }
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
    async enter(lane, caller) {
      const { waiting } = queues[lane];
      if (!waiting.size && isFree(lane)) return take(lane);
      const queued = waiting.get(caller) ?? new Set();
      if (queued.size >= mostWaiting || queues[lane].count >= mostOfAll) throw new TooFrequent(retryAfterSeconds);
      waiting.set(caller, queued);
      const leaveQueue = (waiter: Waiter) => {
        if (queued.delete(waiter)) queues[lane].count -= 1;
        if (!queued.size && waiting.get(caller) === queued) waiting.delete(caller);
      };
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          leaveQueue(waiter);
          reject(new TooFrequent(retryAfterSeconds));
        }, waitLeft());
        const waiter = {
          enter() {
            clearTimeout(late);
            leaveQueue(waiter);
            resolve(take(lane));
          },
        };
        queued.add(waiter);
        queues[lane].count += 1;
      });
    },
    wake() {
      admit('reads');
      admit('writes');
    },
  };
}
