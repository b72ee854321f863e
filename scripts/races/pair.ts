// A pair of acts that may meet on one thing: how a round is set up, which two acts leave at once, what must be true afterwards, and which
// guards its control goes without; and the stage on which they meet.
import type { HouseCaller } from '../../demo/call-house.ts';
import type { Database } from '../../server/platform/db.ts';

export const people = [
  'member',
  'agent',
  'sub',
  'open',
  'admin',
  'operations',
  'content',
  'finance',
  'supplier',
] as const;
/** Of the first owner; `agent2` and `finance2` of the second, whose deposits and credit lines are emptied here. */
export type Person = (typeof people)[number] | 'agent2' | 'finance2';

export type Stage = {
  /** One for each process. */
  doors: [HouseCaller, HouseCaller];
  ports: [number, number];
  tokens: Record<Person, string>;
  /** As the role that owns the tables. */
  books: Database;
  /** Rows of a statement over all owners. */
  read<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** What the audit found, in words. */
  audit(): Promise<string[]>;
  close(): Promise<void>;
};

/** In the source `server/<file>`: a text that occurs once, and its replacement in the control. */
export type DroppedGuard = [file: string, guard: string, instead: string];
/** `tables`: statements that take the tables' own guards away. */
export type Without = { guards: DroppedGuard[]; tables?: string[] };

export type Answer = { http: number; code: number; msg: string; data: unknown };
export type Act = (call: HouseCaller, door: 0 | 1) => Promise<Answer>;
/** `judge` says what is wrong; '' is right. */
export type Meeting = { acts: [Act, Act]; judge(answers: [Answer, Answer]): string | Promise<string> };

export type Pair = {
  name: string;
  /** Where the invariant is written. */
  law: string;
  /** Once for each stage; the result sets up a round. */
  open(stage: Stage): Promise<(round: number) => Promise<Meeting>>;
  without: Without;
};
