// What every part of the running fake shares: its objects, the account, its webhook endpoint, planned faults.
import type { Fault } from '../kit/plan-faults.ts';
import { type BalanceRow, newId, nowSeconds, type Objects, openObjects } from './store-objects.ts';

/** lose: carried out, the answer is lost · refuse: the connection breaks first · error: 500 with nothing done · hang. */
export type FaultMode = 'lose' | 'refuse' | 'error' | 'hang';
export type Endpoint = { url: string; secret: string };
type Delivery = { eventId: string; type: string; attempt: number; status: number; at: number };

export type Fake = {
  objects: Objects;
  secretKey: string;
  accountId: string;
  live: boolean;
  publicUrl: string;
  endpoint: Endpoint | null;
  faults: Fault<FaultMode>[];
  /** How the next refunds end. */
  refundPlans: ('succeed' | 'pending' | 'fail')[];
  deliveries: Delivery[];
  log(line: string): void;
  /** Queues an event about an object as it is now. */
  notify(type: string, object: object): void;
  noteBalance(type: 'charge' | 'refund', source: string, amount: number, currency: string): void;
};

export type Event = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

export function makeEvent(type: string, object: object, live: boolean): Event {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: nowSeconds(),
    data: { object: structuredClone(object) },
    livemode: live,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

export type FakeSettings = {
  secretKey: string;
  accountId: string;
  endpoint: Endpoint | null;
  log: (line: string) => void;
};

export function makeFake(settings: FakeSettings, send: (event: Event) => void): Fake {
  const { secretKey, accountId, endpoint, log } = settings;
  const live = /^[sr]k_live_/.test(secretKey);
  const objects = openObjects();
  return {
    objects,
    secretKey,
    accountId,
    live,
    publicUrl: '',
    endpoint,
    faults: [],
    refundPlans: [],
    deliveries: [],
    log,
    notify: (type, object) => send(makeEvent(type, object, live)),
    noteBalance(type, source, amount, currency) {
      const created = nowSeconds();
      const row: BalanceRow = {
        id: newId('txn'),
        object: 'balance_transaction',
        amount,
        available_on: created,
        created,
        currency,
        fee: type === 'charge' ? Math.round(amount * 0.029) : 0,
        net: type === 'charge' ? amount - Math.round(amount * 0.029) : amount,
        reporting_category: type,
        source,
        status: 'available',
        type,
      };
      objects.balance.push(row);
    },
  };
}
