// The gateway's memory, rebuilt from the journal at start. A change is written to the file before any reader can see it.
import type { Change, Notice, Payment, Refund } from './describe-records.ts';
import { openJournal } from './journal.ts';

export type Book = {
  payment(id: string): Payment | undefined;
  paymentByKey(merchant: string, idempotencyKey: string): Payment | undefined;
  paymentsByReference(merchant: string, reference: string): Payment[];
  refund(id: string): Refund | undefined;
  refundByKey(merchant: string, idempotencyKey: string): Refund | undefined;
  refundsOf(paymentId: string): Refund[];
  payments(): Iterable<Payment>;
  refunds(): Iterable<Refund>;
  /** What time alone can change. Copies, so that they may be changed while walking through them. */
  unsettledPayments(): Payment[];
  processingRefunds(): Refund[];
  waitingNotices(): Notice[];
  write(changes: readonly Change[], durable: boolean): void;
  close(): void;
};

export function openBook(dataFile: string | undefined): Book {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const keys = new Map<string, string>();
  const groups = new Map<string, Set<string>>();
  const unsettled = new Map<string, Payment>();
  const processing = new Map<string, Refund>();
  const waiting = new Map<string, Notice>();
  // JSON keeps the parts apart whatever characters they hold.
  const indexOf = (...parts: string[]) => JSON.stringify(parts);
  const join = (group: string, id: string) => groups.set(group, (groups.get(group) ?? new Set()).add(id));
  const keepIf = <T extends { id: string }>(map: Map<string, T>, item: T, wanted: boolean) =>
    wanted ? map.set(item.id, item) : map.delete(item.id);

  function apply(change: Change): void {
    if ('payment' in change) {
      const { payment } = change;
      payments.set(payment.id, payment);
      keys.set(indexOf('payment', payment.merchant, payment.idempotencyKey), payment.id);
      join(indexOf('reference', payment.merchant, payment.reference), payment.id);
      keepIf(unsettled, payment, payment.status === 'open' || payment.status === 'unknown');
    } else if ('refund' in change) {
      const { refund } = change;
      refunds.set(refund.id, refund);
      keys.set(indexOf('refund', refund.merchant, refund.idempotencyKey), refund.id);
      join(indexOf('refunds', refund.paymentId), refund.id);
      keepIf(processing, refund, refund.status === 'processing');
    } else {
      keepIf(waiting, change.notice, change.notice.state === 'waiting');
    }
  }

  const pick = <T>(map: Map<string, T>, ids: Iterable<string>) => [...ids].flatMap((id) => map.get(id) ?? []);
  const journal = openJournal(dataFile, apply);
  return {
    payment: (id) => payments.get(id),
    paymentByKey: (merchant, key) => payments.get(keys.get(indexOf('payment', merchant, key)) ?? ''),
    paymentsByReference: (merchant, reference) =>
      pick(payments, groups.get(indexOf('reference', merchant, reference)) ?? []),
    refund: (id) => refunds.get(id),
    refundByKey: (merchant, key) => refunds.get(keys.get(indexOf('refund', merchant, key)) ?? ''),
    refundsOf: (paymentId) => pick(refunds, groups.get(indexOf('refunds', paymentId)) ?? []),
    payments: () => payments.values(),
    refunds: () => refunds.values(),
    unsettledPayments: () => [...unsettled.values()],
    processingRefunds: () => [...processing.values()],
    waitingNotices: () => [...waiting.values()],
    write: (changes, durable) => {
      journal.append(changes, durable);
      for (const change of changes) apply(change);
    },
    close: () => journal.close(),
  };
}
