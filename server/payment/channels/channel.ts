// What every outside way to pay does (§3 pay channels). Channels only translate: no database, no clock of their own, no order
// rules. An answer that is neither clearly yes nor clearly no is `pending` (security rule 21). How to add one: template.md.
import type { Language } from '../../../domain/languages.ts';
import type { Money } from '../../../domain/money.ts';

export type ChannelConfig = {
  /** The owner's values, by the names of the channel's `keys`. */
  keys: Readonly<Record<string, string>>;
  /** The owner's other options; validated by `findBadOptions` before they are saved. */
  options: Readonly<Record<string, unknown>>;
  /** The gateway's address when it is not the usual one, else ''. Owners cannot set it, because keys are sent there. */
  baseUrl: string;
  /** Its further addresses by name, where they are not the usual ones: GATEWAY_WECHAT_OPEN_URL is `open`. */
  otherUrls?: Readonly<Record<string, string>>;
};

/** A key that the owner sets once; only its last letters are ever shown. Its help is `payment.channelHelp.CHANNEL.NAME`. */
export type KeyRule = {
  name: string;
  /** As the gateway's own pages call it. */
  label: string;
  required: boolean;
  shape: RegExp;
  /** What it looks like, for the form. */
  looks: string;
  /** Has several lines, as PEM does. */
  long?: true;
  /** Throws for a value that has the shape and still cannot be used. */
  read?(value: string): unknown;
};

/** A setting that is no secret. Help: `payment.channelHelp.CHANNEL.NAME`; each of `choices`: `payment.channelChoice.CHANNEL.CHOICE`. */
export type OptionRule = { name: string; label: string } & (
  | { kind: 'switch'; usual: boolean }
  /** A decimal amount in the account's currency, or ''. */
  | { kind: 'amount' }
  | { kind: 'choices'; choices: readonly string[] }
  | { kind: 'words'; shape: RegExp; usual: readonly string[] }
);

/** A gateway has its test environment at another address, which the owner chooses, or under keys of their own, which show it. */
type Environment = { sandboxUrl: string } | { isTest(keys: ChannelConfig['keys']): boolean };

/** What an owner sets for a channel. The form, its checks and its help come from here. */
export type ChannelForm = { keys: readonly KeyRule[]; options: readonly OptionRule[]; environment: Environment };

/** What the channel needs to begin; `paymentNo` is our reference there and makes a repeated start harmless. */
export type StartInput = {
  paymentNo: string;
  amount: Money;
  description: string;
  /** Where the buyer comes back to after paying, and after giving up. */
  returnUrl: string;
  cancelUrl: string;
  notifyUrl: string;
  /** Takes posted forms too, for channels that return buyers by one; `readReturn` says whose payment it was. */
  landingUrl: string;
  /** The same at every repetition of one start. */
  startedAt: Date;
  expiresAt: Date;
  /** Of the page that the channel shows. */
  language: Language;
  /** `source` is the buyer's network address (IPv6 by /64), `agent` the browser's user agent: phones use other pages than desktops. */
  buyer: { email: string; phone: string; source: string; agent: string } & Payer;
  /** What a supplier delivers for it, where the channel pays from the balance there. */
  supply?: Supply | undefined;
};

/** A line with the supplier's plan: `copies` of it in each of `quantity` eSIMs or cards. */
type SupplyLine = {
  subOrderNo: string;
  kind: 'eSim' | 'card';
  plan: string;
  copies: number;
  quantity: number;
};
/** `day`: of use; `address`: where cards are sent, '' for none. */
export type Supply = { lines: SupplyLine[]; day: string; name: string; phone: string; address: string };

/** What a supplier sent for an order: the activations of eSIMs, or the number by which a parcel is followed. */
export type Delivered = {
  eSims: ESim[];
  parcel: { carrier: string; trackingNumber: string } | null;
};
export type ESim = {
  iccid: string;
  subOrderNo: string | null;
  activation: string;
  confirmationCode: string;
  apn: string;
  pin: string;
  puk: string;
  phone: string;
  validUntil: string;
};

/** `payer` is the payer's number in the channel's app (`inside`): never saved, shown or logged. */
type Payer = { payer?: string | undefined; session?: string | undefined };

/** How the buyer continues. Saved with the payment, so it never holds a secret key. */
export type ChannelData = {
  /** Text of a QR code for the buyer's wallet or telephone. */
  qrText?: string;
  /** The buyer is sent nowhere to pay: the channel is queried for the result at once. */
  placed?: true;
  /** The page is for this device only: no QR code of its address is drawn, the buyer is redirected at once. */
  away?: true;
  /** Until when the page opens, where that is sooner than the attempt ends. */
  until?: string;
  /** What the buyer's browser posts to the channel, from a page of the house with a policy of its own (show-form.ts). */
  form?: { action: string; fields: Record<string, string> };
  /** Parameters for the channel's app; the page gets the result of `inside.handOver`. */
  client?: Record<string, string>;
  /** The only session that may use it: another visitor is also another user in the app. */
  session?: string;
};
export type Started = { providerRef: string | null; payUrl: string | null; data: ChannelData };

/** A payment that is queried at a channel. */
export type PaymentRef = {
  paymentNo: string;
  /** The channel's references: of the attempt, and of the money once it arrived. */
  providerRef: string | null;
  transactionId: string | null;
  amount: Money;
  startedAt: Date;
};

/** A channel's answer about a payment. `paid` carries the values that must equal ours before the payment is applied. */
export type Answer =
  | {
      state: 'paid';
      merchant: string;
      paymentNo: string;
      amount: Money;
      providerRef: string | null;
      transactionId: string;
    }
  | {
      state: 'failed';
      paymentNo: string;
      reason: string;
      /** Given up here, while the channel has no call to close it: it may still be paid, so it is queried for two more days. */
      stillPayable?: true;
    }
  | { state: 'pending'; paymentNo: string; reason: string };

/** `refundNo` is our reference there and makes a repeated refund harmless. */
export type RefundInput = {
  refundNo: string;
  refundRef: string | null;
  payment: PaymentRef;
  amount: Money;
  reason: string;
  /** When the house decided on it. */
  requestedAt?: Date;
};
export type RefundState = 'processing' | 'successful' | 'failed';
export type RefundAnswer = { state: RefundState; refundRef: string | null };

/** A genuine notification. Without `answer`, `refund`, `delivered` and `ask` it concerns no payment of this portal. */
export type Notice = {
  eventId: string;
  paymentNo: string;
  answer?: Answer;
  refund?: { refundNo: string | null; refundRef: string | null; state: RefundState };
  delivered?: Delivered;
  /**
   * The content is not trusted: the channel is queried now, even about an ended attempt. `untilKnown`: the notice is unsigned and may be
   * faster than the channel's answer, so the channel has to send it again until the result is clear.
   */
  ask?: true | 'untilKnown';
  /** What acknowledges it, where that is not the channel's usual answer. */
  received?: Channel['received'];
};

/** A line of the channel's own list of a day. `ourRef` is a paymentNo or a refundNo. */
export type SettlementRow = { kind: 'payment' | 'refund'; providerRef: string; ourRef: string; amount: Money };

export type Headers = Record<string, string | undefined>;

export type Channel = {
  form: ChannelForm;
  /**
   * Asks the gateway something harmless that it answers only to right keys, and gives the names of keys that this does not prove.
   * Throws KeyRefused for a key that it does not take; any other error means unknown. Null where there is no such question.
   */
  tryKeys: ((config: ChannelConfig, now: Date) => Promise<string[]>) | null;
  /** The account that must have received the money; `paid` answers name it in the same form. */
  merchant(config: ChannelConfig): string;
  /** Throws ChannelRefused for a final refusal; any other error means unknown. */
  start(config: ChannelConfig, input: StartInput, now: Date): Promise<Started>;
  /** Whether the current attempt works for this visitor's device; if not, it is closed and a new one begins. Left out: always. */
  fits?(config: ChannelConfig, data: ChannelData, buyer: { agent: string } & Payer, now: Date): boolean;
  inside?: InsideApp;
  query(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer>;
  /** Asks the channel to close the attempt; returns its real state. */
  close(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer>;
  /** Null where the channel has no such call: a person transfers the money and records it. ChannelRefused is a final refusal. */
  refund: ((config: ChannelConfig, input: RefundInput, now: Date) => Promise<RefundAnswer>) | null;
  /** Result of an earlier refund request; undefined when the channel does not know it, and then it is requested again. */
  queryRefund: ((config: ChannelConfig, input: RefundInput, now: Date) => Promise<RefundAnswer | undefined>) | null;
  /** Undefined for anything forged, stale or unreadable. `raw` is the body as it came. Throws nothing. */
  readNotice(config: ChannelConfig, raw: Buffer, headers: Headers, now: Date): Notice | undefined;
  /**
   * Whose payment the buyer comes back from, where the channel returns buyers to one address or by a posted form; the fields of query
   * and body. Believed for nothing but the page that is shown next, which needs the buyer's own session.
   */
  readReturn?(fields: Readonly<Record<string, string>>, now: Date): string | undefined;
  /** The exact response body that acknowledges a notice. */
  received: { type: string; body: string };
  /** The transactions of a day in the channel's calendar; null where there is no such list. */
  settlementList: ((config: ChannelConfig, day: string, now: Date) => Promise<SettlementRow[]>) | null;
  supplier?: Supplier;
};

/** Of a channel that pays from the owner's balance at a supplier. */
type Supplier = {
  /** What may be spent there, credit included. */
  balance(config: ChannelConfig, now: Date): Promise<Money>;
  /** The line that each eSIM of an order is for, by its ICCID; a notice need not say it. */
  lineOf(config: ChannelConfig, paymentNo: string, now: Date): Promise<ReadonlyMap<string, string>>;
  /** What the account may order, in the supplier's words. ChannelRefused for a clear no. */
  plans(config: ChannelConfig, language: Language, now: Date): Promise<SupplierPlan[]>;
};

export type SupplierPlan = { sku: string; name: string; kind: 'eSim' | 'card'; about: string };

/** Paying inside the channel's app, which first redirects the buyer through the app to identify them. */
export type InsideApp = {
  /** Whether the visitor is in the app, and the owner set this up. */
  isHere(config: ChannelConfig, agent: string): boolean;
  /** Where the app identifies the user; it returns to `returnUrl` with a code and `state`, which has at most 128 letters and digits. */
  askAddress(config: ChannelConfig, back: { returnUrl: string; state: string }): string;
  /** The `payer` of a code. ChannelRefused for an invalid code. */
  whoIs(config: ChannelConfig, code: string): Promise<string>;
  /** Parameters for the app's script, made again each time from the saved ones. */
  handOver(config: ChannelConfig, client: Record<string, string>, now: Date): Record<string, string>;
};

/** The gateway does not take this key. */
export class KeyRefused extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}

/** The channel has no call for this refund, though it has for others: a person moves the money. */
export class RefundByHand extends Error {}

/** The channel clearly refused our request. */
export class ChannelRefused extends Error {}
