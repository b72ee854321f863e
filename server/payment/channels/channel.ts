// What every outside way to pay does (§3 pay channels). Channels only translate: no database, no clock of their own, no order
// rules. Not clearly yes and not clearly no is `pending` (security rule 21).
import type { Money } from '../../../domain/money.ts';

export type ChannelConfig = { merchant: string; secret: string; baseUrl: string };

/** What the channel needs to begin; `paymentNo` is our reference there and makes a repeated start harmless. */
export type StartInput = {
  paymentNo: string;
  amount: Money;
  description: string;
  returnUrl: string;
  notifyUrl: string;
  expiresAt: Date;
};
export type Started = { providerRef: string; payUrl: string; qrText: string };

/** What the channel says of a payment. `paid` carries what must equal our expectation before anything is applied. */
export type Answer =
  | { state: 'paid'; merchant: string; paymentNo: string; amount: Money; transactionId: string }
  | { state: 'failed'; paymentNo: string; reason: string }
  | { state: 'pending'; paymentNo: string; reason: string };

export type RefundInput = { refundNo: string; providerRef: string; amount: Money; reason: string };
export type RefundAnswer = { state: 'processing' | 'successful' | 'failed'; refundRef: string | null };

/** A notification whose signature and time were right; `answer` is undefined for events that say nothing of a payment. */
export type Notice = { eventId: string; paymentNo: string; answer: Answer | undefined };

export type Channel = {
  /** Throws ChannelRefused for a clear no; anything else thrown means unknown. */
  start(config: ChannelConfig, input: StartInput, now: Date): Promise<Started>;
  query(config: ChannelConfig, payment: { paymentNo: string; providerRef: string | null }, now: Date): Promise<Answer>;
  /** Asks for the attempt to be given up; the answer tells what really is. */
  close(config: ChannelConfig, payment: { paymentNo: string; providerRef: string | null }, now: Date): Promise<Answer>;
  refund(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer>;
  /** Undefined for anything forged, stale or unreadable. `raw` is the body as it came. */
  readNotice(
    config: ChannelConfig,
    raw: string,
    headers: Record<string, string | undefined>,
    now: Date,
  ): Notice | undefined;
  /** The words that tell the channel its notice arrived. */
  received: string;
};

/** The channel said a clear no to what we asked. */
export class ChannelRefused extends Error {}
