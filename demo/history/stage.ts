// What the demo's history is played on: the installation's calls, a clock that can be moved on, and chance that is the same at each start.
import { type Day, daysBetween } from '../../domain/dates.ts';
import type { HouseCaller } from '../call-house.ts';

export type Stage = {
  call: HouseCaller;
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The installation's clock from here on; never back. */
  moveTo(moment: Date): Promise<void>;
  /** What no caller does: unpaid orders run out. */
  sweep(): Promise<void>;
  /** What a person reads in the picture of an image code. */
  readImage(ticket: string): Promise<string>;
  /** The link in the mail to an address, when it is there. */
  readLink(email: string): Promise<string>;
  /** The demo's payment gateway; undefined where no one serves it. */
  gateway: GatewayActs | undefined;
  host: string;
  zone: string;
};

/** What happens to a payment at the gateway, by its number there. */
export type GatewayActs = { pay(id: string): Promise<void>; refuseRefunds(id: string): Promise<void> };

export type Chance = () => number;

/** Numbers from 0 to 1, the same for each seed. */
export function makeChance(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const seedOf = (day: Day) => 2026 + 100 * daysBetween('2026-01-01', day);

export function pick<Item>(chance: Chance, list: readonly Item[]): Item {
  const found = list[Math.floor(chance() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}
