// What is reported to a platform of the vouchers of its orders (decision 0540). Each has a file that writes its own message.
import type { ClaimedUse } from './uses.sql.ts';

type ReportingAccount = {
  account: string;
  keys: Record<string, string>;
  baseUrl: string | undefined;
  now: Date;
  /** The platform accepted the report of this item of the order; it is not reported again. */
  noteReported(item: string): Promise<void>;
};

/** Its code, and whether that says that it took the message. */
export type UseAnswer = { code: string; isGood: boolean };

export type UseReporter = {
  /** The message's name as the platform has it. */
  kindOf(use: ClaimedUse): string;
  /** Units used so far, not those of this time alone: a message that comes twice says nothing new. Throws PlatformSilence. */
  report(account: ReportingAccount, use: ClaimedUse): Promise<UseAnswer>;
};

export const countUnits = ({ lines }: Pick<ClaimedUse, 'lines'>): number =>
  lines.reduce((sum, line) => sum + line.units, 0);
