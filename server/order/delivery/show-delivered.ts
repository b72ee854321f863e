// What of an order is shown to who delivers it (rules §10): no price, and of the guests what delivering takes.
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
    travellers: line.travellers.map(forSuppliers),
  };
}

/** Whom to call on the day, where they are picked up, and what the buyer wrote. */
export const showGuestContact = ({ contact, fields, remark }: Pick<OrderRow, 'contact' | 'fields' | 'remark'>) => ({
  contact: { name: contact.name, phone: contact.phone ? `+${contact.areaCode} ${contact.phone}` : '' },
  orderFields: forSuppliers(fields),
  remark,
});
