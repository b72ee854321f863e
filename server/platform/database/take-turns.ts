// Turns at something that only a few may use at once: a contended row, or a share of the connections. Waiting calls hold
// no connection; a call that would wait too long is refused early with 503 (security rule 73).
import { TooFrequent } from '../../../domain/errors.ts';
import { waitLeft } from './limit-waiting.ts';

/** `stuck`: the previous holder waited without success, so nothing moved. */
export type EndTurn = (how?: { stuck: boolean }) => void;

export type Turns = {
  /**
   * Waits for a turn at `key`; call the result to end the turn. Throws TooFrequent when too many wait already, and when the turn does
   * not come within the request's remaining wait, unless other turns keep ending meanwhile.
   */
  take(key: string): Promise<EndTurn>;
  /** Refuses everyone who waits at `key`: the row that they wait for did not come free. */
  sendAway(key: string): void;
  /** The same, and also refuses calls within the next second; a single one tests whether it moves again. */
  close(key: string): void;
};

type Rules = {
  width: number;
  mostWaiting: number;
  /** The refusal where callers wait for the shop and not for each other. */
  Refused?: typeof TooFrequent;
};
type Waiter = { enter(): void; refuse(): void };
type Place = { inside: number; waiting: Set<Waiter>; movedAt: number };

const retryAfterSeconds = 2;
const stuckMilliseconds = 1000;
/** A turn ended recently, so the queue moves; it is then only worked off. */
const movingMilliseconds = 500;
const longestMilliseconds = 6000;

/** Until a turn is given to this one, or until it waits in vain. */
function waitAt(place: Place, Refused: typeof TooFrequent): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const began = performance.now();
    const judge = () => {
      const now = performance.now();
      if (now - place.movedAt > movingMilliseconds || now - began > longestMilliseconds) return waiter.refuse();
      late = setTimeout(judge, movingMilliseconds / 2);
    };
    let late = setTimeout(judge, waitLeft());
    const waiter: Waiter = {
      enter() {
        clearTimeout(late);
        resolve();
      },
      refuse() {
        clearTimeout(late);
        place.waiting.delete(waiter);
        reject(new Refused(retryAfterSeconds));
      },
    };
    place.waiting.add(waiter);
  });
}

export function makeTurns({ width, mostWaiting, Refused = TooFrequent }: Rules): Turns {
  const places = new Map<string, Place>();
  const stuckUntil = new Map<string, number>();
  const isStuck = (key: string, place: Place) => {
    const until = stuckUntil.get(key);
    if (until === undefined) return false;
    if (until > performance.now()) return place.inside > 0;
    stuckUntil.delete(key);
    return false;
  };
  const leave = (key: string, place: Place, stuck: boolean) => {
    if (!stuck) place.movedAt = performance.now();
    const [next] = place.waiting;
    if (next) {
      place.waiting.delete(next);
      return next.enter();
    }
    place.inside -= 1;
    if (place.inside === 0) places.delete(key);
  };
  const sendAway = (key: string) => {
    for (const waiter of [...(places.get(key)?.waiting ?? [])]) waiter.refuse();
  };
  return {
    async take(key) {
      const place = places.get(key) ?? { inside: 0, waiting: new Set(), movedAt: 0 };
      places.set(key, place);
      if (isStuck(key, place)) throw new Refused(retryAfterSeconds);
      if (place.inside < width) place.inside += 1;
      else if (place.waiting.size >= mostWaiting) throw new Refused(retryAfterSeconds);
      else await waitAt(place, Refused);
      let over = false;
      return ({ stuck } = { stuck: false }) => {
        if (over) return;
        over = true;
        leave(key, place, stuck);
      };
    },
    sendAway,
    close(key) {
      stuckUntil.set(key, performance.now() + stuckMilliseconds);
      // No later call may use this key.
      setTimeout(() => {
        if ((stuckUntil.get(key) ?? Number.POSITIVE_INFINITY) <= performance.now()) stuckUntil.delete(key);
      }, stuckMilliseconds + 50).unref();
      sendAway(key);
    },
  };
}
