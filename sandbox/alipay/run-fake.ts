// State that all parts of the running fake share: payment requests, trades and refunds by number, keys, clock, planned faults.
import { randomInt } from 'node:crypto';
import type { Fault } from '../kit/plan-faults.ts';
import type { Fields } from './sign-messages.ts';

/** What a merchant asked for. There is no trade before a buyer opened the page or scanned the code. */
export type Wish = {
  outTradeNo: string;
  cents: number;
  subject: string;
  passback: string;
  endsAt: number;
  notifyUrl: string;
  returnUrl: string;
  product: string;
  code: string;
};
export type Refund = { requestNo: string; cents: number; at: number; state: 'processing' | 'done' };
export type Trade = {
  tradeNo: string;
  outTradeNo: string;
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';
  createdAt: number;
  paidAt: number | null;
  closedAt: number | null;
  refunds: Refund[];
};

/** lose: carried out, the answer is lost · refuse: the connection breaks first · error: 20000 with nothing done · hang. */
export type FaultMode = 'lose' | 'refuse' | 'error' | 'hang';
type Delivery = { outTradeNo: string; status: string; attempt: number; answer: string };
export type RefundPlan = 'succeed' | 'processing' | 'poor';

export type Fake = {
  appId: string;
  sellerId: string;
  /** The merchant's public key and Alipay's own private one, PEM. */
  appPublicKey: string;
  ownPrivateKey: string;
  controlToken: string;
  publicUrl: string;
  aheadSeconds: number;
  muted: boolean;
  /** Products that the merchant did not sign up for. */
  withheld: string[];
  wishes: Map<string, Wish>;
  trades: Map<string, Trade>;
  /** Their path is the name of the method. */
  faults: Fault<FaultMode>[];
  refundPlans: RefundPlan[];
  deliveries: Delivery[];
  log(line: string): void;
  notify(wish: Wish, fields: Fields): void;
};

export const nowOf = (fake: Fake) => Date.now() + fake.aheadSeconds * 1000;

/** China's time as Alipay writes it. */
export function chinaTime(at: number): string {
  const result = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return result.format(at);
}

export function readChinaTime(text: string): number {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN;
}

export const yuan = (cents: number) => (cents / 100).toFixed(2);
export const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
export const dayOf = (at: number) => chinaTime(at).slice(0, 10);
