// What of an order is shown to who delivers it (rules §10): no price, and of the guests what delivering takes.
import { isSupplied } from '../../../domain/order-status.ts';
import type { Context } from '../../platform/context.ts';
import type { LineOfOrder, OrderRow } from '../read.sql.ts';
import { showLine } from '../show-order.ts';
import { forSuppliers } from './hide-contacts.ts';

export function showDelivered(line: LineOfOrder, order: Pick<OrderRow, 'currency'>, context: Context) {
  const { unit, amount, ladder, nights, cancelled, cancelTerms, voucher, productId, productName, addOns, ...shown } =
    showLine(line, order.currency, context);
  return {
    ...shown,
    addOns: addOns.map(({ name, quantity }) => ({ name, quantity })),
    travellers: isSupplied(line) ? line.travellers.map(forSuppliers) : [],
  };
}

const noOne = { contact: { name: '', phone: '' }, orderFields: {}, remark: '' };

/**
 * Whom to call on the day, where they are picked up, and what the buyer wrote. `lines` are those of the reader: empty where it has none
 * of them to decide or to serve (decision 0803).
 */
export function showGuestContact(
  { contact, fields, remark }: Pick<OrderRow, 'contact' | 'fields' | 'remark'>,
  lines: Pick<LineOfOrder, 'status'>[],
) {
  if (!lines.some(isSupplied)) return noOne;
  const phone = contact.phone ? `+${contact.areaCode} ${contact.phone}` : '';
  return { contact: { name: contact.name, phone }, orderFields: forSuppliers(fields), remark };
}
