// The test stage for channels (conformance.ts) has two sides: a local fake of the channel, and the portal. The test
// files build both; the cases know only these types.

/** A payment as it is stored. */
export type Attempt = {
  paymentNo: string;
  providerRef: string | null;
  amountMinor: number;
  currency: string;
  status: number;
};

/** What is changed about a notice before it is signed; `forged` signs with another secret. */
export type Bend = {
  amountMinor?: number;
  currency?: string;
  merchant?: string;
  paymentNo?: string;
  forged?: true;
  /** Unix seconds that the signature names. */
  at?: number;
};
export type Raw = { raw: string; headers: Record<string, string> };

/** The channel's side, played by a local fake with code of its own. */
export type Play = {
  channel: string;
  /** Whether notices carry a time that must be recent. */
  timed: boolean;
  /** The exact words that a notice is answered with. */
  received: string;
  /** The customer pays; the fake sends a notice, or stays silent. */
  pay(attempt: Attempt, options?: { silent?: boolean }): Promise<void>;
  /** The attempt ends without money, and the fake sends a notice. */
  fail(attempt: Attempt): Promise<void>;
  /** A notice of money as the channel sends it. The customer need not have paid. */
  notice(attempt: Attempt, bend?: Bend): Promise<Raw>;
  failNotice(attempt: Attempt): Promise<Raw>;
  /** How many attempts the channel knows under our number, and whether one may still be paid. */
  count(attempt: Attempt): Promise<number>;
  isOpen(attempt: Attempt): Promise<boolean>;
  /** The channel sends no notices about this payment's refunds until the returned function is called. */
  hush(attempt: Attempt): Promise<() => Promise<void>>;
  /** Where a start already pays: questions about this payment get no answer until the returned function is called. */
  silence?(attempt: Attempt): Promise<() => Promise<void>>;
  /** Amounts that the channel gave back, in our minor units. */
  refundsOf(attempt: Attempt): Promise<number[]>;
  isRefund(path: string): boolean;
  /** Notices carry no signature: the house asks, and answers 503 until the channel confirms. */
  unsigned?: true;
  /** Notices are signed, but the channel is queried whether money moved: 503 until it has answered. */
  isQueried?: true;
  /** Agents alone pay by it. */
  byAgent?: true;
  /** Cases, by name, that its protocol leaves no room for. */
  leavesOut?: readonly string[];
  /** The channel has no call to close an attempt: the house gives it up and goes on asking. */
  staysOpen?: true;
  /** The channel never says clearly that an attempt failed. */
  neverFails?: true;
  /** Parts of a payment wait for a person; the whole of it goes back by a call. */
  partsByHand?: true;
  /** Refunds wait for a person. */
  refundsByHand?: true;
  /** The start never leaves the house, because the buyer's browser carries it. */
  startsInBrowser?: true;
};

type Refunded = {
  refundNo: string;
  status: number;
  tries: number;
  amountMinor: number;
  problem: string;
  manual: boolean;
};

/** The portal's side: a shop, its customers, and the connection to the channel, which can be cut. */
export type Stage = {
  play: Play;
  order(product?: string, quantity?: number): Promise<string>;
  /** Begins to pay; the code of the answer. */
  start(orderNo: string, channel?: string): Promise<{ code: number; paymentNo: string | undefined }>;
  attempt(orderNo: string): Promise<Attempt>;
  /** Sends a notice to this owner's address, or to another owner's. */
  tell(notice: Raw, host?: string): Promise<{ status: number; text: string }>;
  status(orderNo: string): Promise<{ status: number; payStatus: number; applied: number }>;
  /** Asks for the result as the waiting page does. */
  ask(orderNo: string): Promise<{ paid: boolean; late: boolean }>;
  /** Moves the clock until this attempt is due to be queried again, which the house then does. */
  askSoon(attempt: Attempt): Promise<void>;
  /** The deadline passes without money. */
  runOut(orderNo: string): Promise<void>;
  /** Another buyer takes the last places; the returned function releases them. */
  takeRest(product: string, quantity: number): Promise<() => Promise<void>>;
  /** Staff cannot confirm the order: everything is refunded. */
  reject(orderNo: string): Promise<void>;
  /** Staff refund part of the money of a valid order; returns the code of the answer. Minor units of the order's currency. */
  give(orderNo: string, amountMinor: number): Promise<number>;
  /** What may still be given back. */
  givable(orderNo: string): Promise<number>;
  refunds(orderNo: string): Promise<Refunded[]>;
  /** Time passes until waiting refunds are due again. */
  age(refundNo: string): Promise<void>;
  /** Answers to fitting requests are lost until what comes back is called. */
  lose(fits: (path: string) => boolean): () => void;
  hold(): { reached: Promise<void>; release(): void };
  until<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value>;
  /** Our numbers that differ from the gateway's list of today; none where it has no list, or none yet. */
  differences(): Promise<string[]>;
  /** Findings of the audit of the whole database. */
  audit(): Promise<string[]>;
};
