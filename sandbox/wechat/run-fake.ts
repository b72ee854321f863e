// What every part of the running fake shares: the merchant, the platform's keys, orders, refunds, planned faults. In memory only.
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Fault } from '../kit/plan-faults.ts';
import { makeCertificate } from './make-certificate.ts';
import { randomLetters } from './sign-messages.ts';

export type Merchant = {
  mchId: string;
  appId: string;
  apiV3Key: string;
  /** Serial number of the merchant's certificate, and the key in it. */
  serial: string;
  publicKey: KeyObject;
  /** Of the official account; without it the payer inside WeChat cannot be identified. */
  appSecret?: string;
};

export type Order = {
  way: 'native' | 'h5' | 'jsapi';
  /** The person for whom it was begun inside WeChat. */
  openid: string | null;
  appid: string;
  mchid: string;
  out_trade_no: string;
  description: string;
  attach: string | null;
  notify_url: string;
  time_expire: string | null;
  total: number;
  /** What the order was begun with, so that a repetition is known from another order under the same number. */
  digest: string;
  address: string;
  trade_state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED' | 'PAYERROR';
  transaction_id: string | null;
  success_time: string | null;
};

export type Refund = {
  refund_id: string;
  out_refund_no: string;
  out_trade_no: string;
  transaction_id: string;
  amount: number;
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
  create_time: string;
  success_time: string | null;
  notify_url: string | null;
};

export type PlatformKey = { serial: string; key: KeyObject; certificate: string; from: Date; to: Date };

/** lose: carried out, the answer is lost · refuse: the connection breaks first · error: 500 with nothing done · forge: wrong signature. */
export type FaultMode = 'lose' | 'refuse' | 'error' | 'forge' | 'hang';
type Delivery = { type: string; attempt: number; status: number };

export type Fake = {
  merchant: Merchant;
  /** The newest last; answers and notices are signed by the last. */
  platformKeys: PlatformKey[];
  /** Merchants who moved to it name its id with each request. */
  publicKey: { id: string; key: KeyObject };
  publicUrl: string;
  /** The address for notices of refunds that named none of their own (the merchant's portal). */
  refundNotifyUrl: string | null;
  orders: Map<string, Order>;
  refunds: Map<string, Refund>;
  nonces: Set<string>;
  files: Map<string, Buffer>;
  faults: Fault<FaultMode>[];
  /** Who holds the telephone: the openid for this account; '' declines to be known. */
  person: string;
  /** By code of the open platform. */
  codes: Map<string, { openid: string; at: number; used: boolean }>;
  refundPlans: Refund['status'][];
  silent: boolean;
  deliveries: Delivery[];
  log(line: string): void;
};

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

export function makePlatformKey(): PlatformKey {
  const key = newKey();
  const serial = `5${randomBytes(20).toString('hex').toUpperCase().slice(1)}`;
  const from = new Date(Date.now() - 86_400_000);
  const to = new Date(Date.now() + 5 * 365 * 86_400_000);
  return { serial, key, certificate: makeCertificate({ key, serial, from, to }), from, to };
}

export function makeFake(merchant: Merchant, log: (line: string) => void, platformKey = makePlatformKey()): Fake {
  return {
    merchant,
    platformKeys: [platformKey],
    publicKey: { id: `PUB_KEY_ID_0${digits(30)}`, key: newKey() },
    publicUrl: '',
    refundNotifyUrl: null,
    orders: new Map(),
    refunds: new Map(),
    nonces: new Set(),
    files: new Map(),
    faults: [],
    person: `o${newLetters(27)}`,
    codes: new Map(),
    refundPlans: [],
    silent: false,
    deliveries: [],
    log,
  };
}

export function digits(length: number): string {
  return [...randomBytes(length)].map((byte) => byte % 10).join('');
}

export const newLetters = randomLetters;

/** Moment in Beijing's words. */
export function beijing(at = new Date()): string {
  return `${new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 19)}+08:00`;
}
