// What every outside way to pay does (§3 pay channels). Channels only translate: no database, no clock of their own, no order
// rules. Not clearly yes and not clearly no is `pending` (security rule 21). How to add one: template.md.
import type { Money } from '../../../domain/money.ts';

export type ChannelConfig = {
  /** What the owner set, by the names of the channel's `keys`. */
  keys: Readonly<Record<string, string>>;
  /** What the owner chose beside keys; judged by `badOptions` before it was kept. */
  options: Readonly<Record<string, unknown>>;
  /** Where the gateway lies when that is not its usual address, else ''. Owners cannot set it: keys go there. */
  baseUrl: string;
  /** Its further addresses by name, where they are not the usual ones: GATEWAY_WECHAT_OPEN_URL is `open`. */
  otherUrls?: Readonly<Record<string, string>>;
};

/** A key that the owner sets once and nobody is shown again. */
export type KeyRule = { name: string; required: boolean; shape: RegExp };

/** What the channel needs to begin; `paymentNo` is our reference there and makes a repeated start harmless. */
export type StartInput = {
  paymentNo: string;
  amount: Money;
  description: string;
  /** Where the buyer comes back to after paying, and after giving up. */
  returnUrl: string;
  cancelUrl: string;
  notifyUrl: string;
  /** The same at every repetition of one start. */
  startedAt: Date;
  expiresAt: Date;
  /** `source` is the buyer's network address (IPv6 by /64), `agent` what the browser calls itself: phones go other ways than desktops. */
  buyer: { email: string; phone: string; source: string; agent: string } & Payer;
};

/** `payer` is the number that the channel's own app has for whoever pays there (`inside`): never kept, told or logged. */
export type Payer = { payer?: string | undefined; session?: string | undefined };

/** How the buyer goes on. Kept with the payment, so it never holds a key of ours. */
export type ChannelData = {
  /** Text of a QR code for the buyer's wallet or telephone. */
  qrText?: string;
  /** The page is for the device that asked: no code is drawn of its address, the buyer goes there at once. */
  away?: true;
  /** Until when the page opens, where that is sooner than the attempt ends. */
  until?: string;
  /** What the buyer's browser posts to the channel. */
  form?: { action: string; fields: Record<string, string> };
  /** What the channel's app wants of it; the page gets what `inside.handOver` makes of that. */
  client?: Record<string, string>;
  /** The only session that it is for: somebody else is somebody else in the app too. */
  session?: string;
};
export type Started = { providerRef: string | null; payUrl: string | null; data: ChannelData };

/** A payment that a channel is asked about. */
export type Asked = {
  paymentNo: string;
  /** The channel's own names for it: of the attempt, and of the money once there was some. */
  providerRef: string | null;
  transactionId: string | null;
  amount: Money;
  startedAt: Date;
};

/** What the channel says of a payment. `paid` carries what must equal our expectation before anything is applied. */
export type Answer =
  | {
      state: 'paid';
      merchant: string;
      paymentNo: string;
      amount: Money;
      providerRef: string | null;
      transactionId: string;
    }
  | { state: 'failed'; paymentNo: string; reason: string }
  | { state: 'pending'; paymentNo: string; reason: string };

/** `refundNo` is our reference there and makes a repeated refund harmless. */
export type RefundInput = {
  refundNo: string;
  refundRef: string | null;
  payment: Asked;
  amount: Money;
  reason: string;
};
export type RefundState = 'processing' | 'successful' | 'failed';
export type RefundAnswer = { state: RefundState; refundRef: string | null };

/** A notification that is genuine. One without `answer`, `refund` and `ask` says nothing of ours. */
export type Notice = {
  eventId: string;
  paymentNo: string;
  answer?: Answer;
  refund?: { refundNo: string | null; refundRef: string | null; state: RefundState };
  /** The channel does not sign its notices: nothing in it is believed, but it is worth asking now. */
  ask?: true;
};

/** A line of the channel's own list of a day. `ourRef` is a paymentNo or a refundNo. */
export type SettlementRow = { kind: 'payment' | 'refund'; providerRef: string; ourRef: string; amount: Money };

export type Headers = Record<string, string | undefined>;

export type Channel = {
  keys: readonly KeyRule[];
  /** Names of options that cannot be meant. */
  badOptions(options: Readonly<Record<string, unknown>>): string[];
  /** The account that money must have come to; `paid` answers name it in the same words. */
  merchant(config: ChannelConfig): string;
  /** Throws ChannelRefused for a clear no; anything else thrown means unknown. */
  start(config: ChannelConfig, input: StartInput, now: Date): Promise<Started>;
  /** Whether what was begun serves whoever asks now; where it does not, it is closed and begun anew. Left out: always. */
  fits?(config: ChannelConfig, data: ChannelData, buyer: { agent: string } & Payer, now: Date): boolean;
  inside?: InsideApp;
  query(config: ChannelConfig, payment: Asked, now: Date): Promise<Answer>;
  /** Asks for the attempt to be given up; the answer tells what really is. */
  close(config: ChannelConfig, payment: Asked, now: Date): Promise<Answer>;
  /** Null where the channel has no such call: a person moves the money and says so. ChannelRefused is a clear no. */
  refund: ((config: ChannelConfig, input: RefundInput, now: Date) => Promise<RefundAnswer>) | null;
  /** What became of a refund asked for before; undefined when the channel knows of none, and then it is asked for again. */
  queryRefund: ((config: ChannelConfig, input: RefundInput, now: Date) => Promise<RefundAnswer | undefined>) | null;
  /** Undefined for anything forged, stale or unreadable. `raw` is the body as it came. Throws nothing. */
  readNotice(config: ChannelConfig, raw: Buffer, headers: Headers, now: Date): Notice | undefined;
  /** The exact words that tell the channel its notice arrived. */
  received: { type: string; body: string };
  /** What moved on a day of the channel's own calendar; null where there is no such list. */
  settlementList: ((config: ChannelConfig, day: string, now: Date) => Promise<SettlementRow[]>) | null;
};

/** Paying inside the channel's own app, which first leads the buyer past itself to say who that is. */
export type InsideApp = {
  /** Whether whoever asks is in the app, and the owner set this up. */
  isHere(config: ChannelConfig, agent: string): boolean;
  /** Where the app says who it is; it comes back to `returnUrl` with a code and `state`, which has at most 128 letters and digits. */
  askAddress(config: ChannelConfig, back: { returnUrl: string; state: string }): string;
  /** The `payer` that a code stands for. ChannelRefused for a code that is none. */
  whoIs(config: ChannelConfig, code: string): Promise<string>;
  /** What the app's script is given, made anew each time from what was kept. */
  handOver(config: ChannelConfig, client: Record<string, string>, now: Date): Record<string, string>;
};

/** The channel said a clear no to what we asked. */
export class ChannelRefused extends Error {}
