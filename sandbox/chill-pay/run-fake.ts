// State that all parts of the running fake share: transactions, refunds, the merchant's keys, the clock.
import type { Retries } from '../kit/retry-notices.ts';

export type Keys = { merchantCode: string; apiKey: string; md5Secret: string };

export type Transaction = {
  id: number;
  orderNo: string;
  customerId: string;
  amount: string;
  currency: string;
  description: string;
  language: 'TH' | 'EN';
  routeNo: string;
  customer: string;
  /** As the background call counts: 0 paid, 1 failed, 2 cancelled, 9 open. */
  status: 0 | 1 | 2 | 9;
  createdAt: number;
  paidAt: number | null;
  settled: boolean;
  /** What was asked to go back: the whole before settlement, the whole or a part after it. */
  back: { kind: 'void' | 'refund'; amount: string; status: string }[];
};

type Delivery = { orderNo: string; status: number; attempt: number; answer: string };

export type Fake = {
  keys: Keys;
  publicUrl: string;
  /** Entered in ChillPay's dashboard, not sent with payments. */
  notifyUrl: string;
  returnUrl: string;
  muted: boolean;
  aheadSeconds: number;
  /** 14 before manual 1.2.5. */
  noticeValues: 14 | 16;
  transactions: Map<string, Transaction>;
  refundPlans: ('done' | 'waiting' | 'fail' | 'refuse')[];
  deliveries: Delivery[];
  retries: Retries;
  log(line: string): void;
};

export const nowOf = (fake: Fake) => Date.now() + fake.aheadSeconds * 1000;
export const expirySeconds = 1800;

/** dd/MM/yyyy HH:mm:ss in Bangkok, which has no summer time. */
export function thaiTime(at: number): string {
  const [date = '', time = ''] = new Date(at + 7 * 3_600_000).toISOString().slice(0, 19).split('T');
  return `${date.split('-').reverse().join('/')} ${time}`;
}
