// One turn of what an order has at Mozio: what is known now, saved also where the next call gets no answer.
import type { SystemTarget } from '../ask-system.ts';
import type { OurSide } from '../follow-supplier.ts';
import type { RideNote, SeenRide } from './rides.sql.ts';

export type RideStep = OurSide &
  RideNote & {
    target: SystemTarget;
    /** What the row says as far as this turn knows. */
    seen: SeenRide;
    /** Another process has gone on, or the order ended: nothing is written. */
    lost: boolean;
  };

/** Between polls, and how many all orders and screens of a connection may make together. */
export const pollSeconds = 2;
export const pollsPerMinute = 30;

/** Mozio has no notices: what is booked there is looked at so often. */
export const watchSeconds = 3600;

const staffSeconds = 21_600;

/** Nothing more is booked before a person asks for it. */
export function standWithStaff(step: RideStep, problem: string, answer = ''): void {
  Object.assign(step, { problem, answer: answer.slice(0, 500), waitsForStaff: true, tries: 0, seconds: staffSeconds });
}
