// What a platform that is asked for its orders can do (decision 0502). Each has a file that translates.
import type { Money } from '../../../domain/money.ts';
import type { ChannelGuest } from '../channel-order.ts';
import type { NoteCall } from '../messages/note-messages.ts';
import type { SkuWish } from '../signed/choose-skus.ts';

export type PulledWish = {
  reference: string;
  wishes: SkuWish[];
  guest: ChannelGuest;
  /** The order's remark. */
  notes: string | null;
  platformPrice: Money | null;
};

/** All throw PlatformSilence. */
export type PullPlatform = {
  /** Numbers of paid orders that wait for us, and of those that were closed; of the last weeks. */
  list(now: Date): Promise<{ waiting: string[]; closed: string[] }>;
  read(reference: string): Promise<PulledWish>;
  /** Notifies the platform that the places are booked. */
  confirm(reference: string): Promise<void>;
};

export type PullAccount = {
  account: string;
  keys: Record<string, string>;
  baseUrl: string | undefined;
  now: Date;
  note: NoteCall;
};

/** So far back orders are asked for, and so many of each kind in one round. */
export const pullRules = { days: 30, mostOrders: 200 } as const;

const chinaHours = 8;

/** "2026-03-15 09:30:00" on clocks in China. */
export const chinaTime = (at: Date): string =>
  new Date(at.getTime() + chinaHours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000);
