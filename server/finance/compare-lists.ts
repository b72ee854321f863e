// A gateway's list of a day beside our books: what is missing on either side, what differs in amount or in state. No database, no clock.

import type { Money } from '../../domain/money.ts';
import { PaymentStatus, RefundStatus } from '../../domain/payment-status.ts';
import type { SettlementRow } from '../payment/channels/channel.ts';

/** A payment or refund of ours that a line of the list may mean. */
export type RecordedLine = {
  kind: 'payment' | 'refund';
  /** Our number: of the payment, or of the refund. */
  ref: string;
  paymentNo: string;
  /** The channel's names for it. */
  names: readonly (string | null)[];
  status: number;
  amount: Money;
  /** Moved by a person: the gateway knows nothing of it. */
  byHand: boolean;
};

/** `named`: our number as the gateway has it, where we know nothing of the payment: finance finds the order by it. */
export type Side = { ref: string; amount: Money | null; status: number | null; named?: string };

export type Difference = {
  kind: 'missingHere' | 'missingThere' | 'amount' | 'state';
  of: 'payment' | 'refund';
  ref: string;
  paymentNo: string | null;
  ours: Side | null;
  theirs: Side | null;
};

/** What money that moved is called with us: paid payments, successful refunds. */
const moved = { payment: PaymentStatus.paid, refund: RefundStatus.successful } as const;

const sideOf = ({ ref, amount, status }: RecordedLine): Side => ({ ref, amount, status });

/** A refund whose answer was lost has no reference of the channel yet: it is matched by the payment and the amount. */
function findOwn(
  row: SettlementRow,
  recorded: readonly RecordedLine[],
  taken: ReadonlySet<RecordedLine>,
): RecordedLine | undefined {
  const free = recorded.filter((line) => line.kind === row.kind && !taken.has(line));
  return (
    free.find((line) => line.names.includes(row.providerRef)) ??
    free.find((line) => row.ourRef !== '' && line.ref === row.ourRef) ??
    free.find(
      (line) =>
        row.kind === 'refund' &&
        line.paymentNo === row.ourRef &&
        line.names.every((name) => name === null) &&
        line.amount.amountMinor === row.amount.amountMinor,
    )
  );
}

/** Lines of the list in its order. An account may sell other things beside: a payment that names nothing of ours is left alone. */
export function compareList(list: readonly SettlementRow[], recorded: readonly RecordedLine[]): Difference[] {
  const taken = new Set<RecordedLine>();
  const found: Difference[] = [];
  for (const row of list) {
    const theirs: Side = { ref: row.providerRef, amount: row.amount, status: null };
    const line = findOwn(row, recorded, taken);
    if (!line) {
      if (row.kind === 'payment' && !row.ourRef) continue;
      const payment = recorded.find((line) => line.paymentNo === row.ourRef);
      const paymentNo = payment?.paymentNo ?? null;
      const sides = { ours: null, theirs: row.ourRef ? { ...theirs, named: row.ourRef } : theirs };
      found.push({ kind: 'missingHere', of: row.kind, ref: row.providerRef, paymentNo, ...sides });
      continue;
    }
    taken.add(line);
    const common = { of: row.kind, ref: line.ref, paymentNo: line.paymentNo, ours: sideOf(line), theirs };
    if (line.amount.currency !== row.amount.currency || line.amount.amountMinor !== row.amount.amountMinor)
      found.push({ kind: 'amount', ...common });
    if (line.status !== moved[row.kind]) found.push({ kind: 'state', ...common });
  }
  return found;
}

/** Ours that no list of the gateway has. */
export function missingThere(line: RecordedLine): Difference {
  return {
    kind: 'missingThere',
    of: line.kind,
    ref: line.ref,
    paymentNo: line.paymentNo,
    ours: sideOf(line),
    theirs: null,
  };
}
