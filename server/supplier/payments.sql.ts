// What the owner paid its suppliers (decision 0784). Entries are added and withdrawn, never changed.
import type { Currency } from '../../domain/currencies.ts';
import type { Visible } from '../order/read.sql.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

type PaymentDays = { from: string; to: string };

export type SupplierPayment = PaymentDays & {
  supplierId: string;
  amountMinor: number;
  currency: Currency;
  paidOn: string;
  reference: string;
};

export type SupplierPaymentRow = {
  payment_id: number;
  supplier_name: string;
  amount_minor: number;
  currency: Currency;
  from_on: string;
  to_on: string;
  counts: boolean;
  paid_on: string;
  reference: string;
  recorded_by: string | null;
  withdrawn: boolean;
};

const countsIn = ({ from, to }: PaymentDays) => sql`(t.from_on >= ${from}::date AND t.to_on <= ${to}::date)`;

const ofSupplier = (supplier: Visible | null) => onlyIf(supplier, sql`t.supplier_id = ${supplier ?? sql`0`}`);

/** Payments for at least one day of a span. */
export function listSupplierPayments(
  owner: Owner,
  supplier: Visible | null,
  days: PaymentDays,
  size: number,
): Promise<SupplierPaymentRow[]> {
  return rows(
    owner,
    sql<SupplierPaymentRow>`SELECT t.payment_id, c.name AS supplier_name, t.amount_minor, t.currency, t.from_on::text AS from_on,
        t.to_on::text AS to_on, ${countsIn(days)} AS counts, t.paid_on::text AS paid_on, t.reference, a.name AS recorded_by,
        t.withdrawn_at IS NOT NULL AS withdrawn
      FROM supplier_payment t JOIN supplier c USING (owner_id, supplier_id)
        LEFT JOIN account a ON a.owner_id = t.owner_id AND a.account_id = t.recorded_by
      WHERE t.owner_id = ${owner.id} AND t.to_on >= ${days.from}::date AND t.from_on <= ${days.to}::date AND ${ofSupplier(supplier)}
      ORDER BY t.paid_on DESC, t.payment_id DESC LIMIT ${size}`,
  );
}

export function sumSupplierPayments(owner: Owner, supplier: Visible | null, days: PaymentDays) {
  return rows(
    owner,
    sql<{ supplier_id: number; supplier_name: string; currency: Currency; paid_minor: number }>`SELECT t.supplier_id,
        c.name AS supplier_name, t.currency, sum(t.amount_minor)::bigint AS paid_minor
      FROM supplier_payment t JOIN supplier c USING (owner_id, supplier_id)
      WHERE t.owner_id = ${owner.id} AND t.withdrawn_at IS NULL AND ${countsIn(days)} AND ${ofSupplier(supplier)} GROUP BY 1, 2, 3`,
  );
}

/** Undefined where the same payment is there already. */
export async function insertSupplierPayment(
  owner: Owner,
  payment: SupplierPayment,
  staffId: number,
): Promise<string | undefined> {
  const { supplierId, amountMinor, currency, from, to, paidOn, reference } = payment;
  const made = await firstRow(
    owner,
    sql<{ payment_id: number }>`INSERT INTO supplier_payment
        (owner_id, supplier_id, amount_minor, currency, from_on, to_on, paid_on, reference, recorded_by)
      VALUES (${owner.id}, ${supplierId}::bigint, ${amountMinor}, ${currency}, ${from}::date, ${to}::date, ${paidOn}::date, ${reference},
        ${staffId})
      ON CONFLICT DO NOTHING RETURNING payment_id`,
  );
  return made && String(made.payment_id);
}

export function findSupplierPayment(owner: Owner, id: string) {
  return firstRow(
    owner,
    sql<{
      supplier_id: number;
      amount_minor: number;
      currency: Currency;
      reference: string;
    }>`SELECT supplier_id, amount_minor,
        currency, reference FROM supplier_payment WHERE owner_id = ${owner.id} AND payment_id = ${id}::bigint`,
  );
}

/** 0 if it was withdrawn already. */
export function withdrawSupplierPayment(owner: Owner, id: string, staffId: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE supplier_payment SET withdrawn_by = ${staffId}, withdrawn_at = now()
      WHERE owner_id = ${owner.id} AND payment_id = ${id}::bigint AND withdrawn_at IS NULL`,
  );
}
