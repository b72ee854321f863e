// What the fake remembers: sessions, intents, charges, refunds, balance, and answers under idempotency keys. In memory only.
import { randomBytes } from 'node:crypto';

export type Session = {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string;
  customer_details: { email: string | null } | null;
  customer_email: string | null;
  expires_at: number;
  livemode: boolean;
  metadata: Record<string, string>;
  mode: 'payment';
  payment_intent: string | null;
  allowed_payment_method_types: string[] | null;
  payment_method_types: string[];
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  url: string | null;
};

type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  created: number;
  currency: string;
  description: string | null;
  last_payment_error: { code: string; decline_code: string; message: string; type: 'card_error' } | null;
  latest_charge: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
};

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  captured: true;
  created: number;
  currency: string;
  livemode: boolean;
  metadata: Record<string, string>;
  paid: true;
  payment_intent: string;
  refunded: boolean;
  status: 'succeeded';
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
};

export type BalanceRow = {
  id: string;
  object: 'balance_transaction';
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  fee: number;
  net: number;
  reporting_category: string;
  source: string;
  status: 'available';
  type: 'charge' | 'refund';
};

type StoredReply = { digest: string; status: number; body: string };

export type Objects = {
  sessions: Map<string, Session>;
  /** What the intent of a session will carry. */
  intentFields: Map<string, { metadata: Record<string, string>; description: string | null }>;
  intents: Map<string, Intent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  balance: BalanceRow[];
  keys: Map<string, StoredReply>;
};

export function openObjects(): Objects {
  return {
    sessions: new Map(),
    intentFields: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    balance: [],
    keys: new Map(),
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);
