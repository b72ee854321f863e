// The order list and one order for staff (rules §10), under one visibility rule (right-over.sql.ts). A supplier sees what
// it needs to deliver: no price, no payment, no contact for messages.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { actionsFor } from '../../domain/order-status.ts';
import { findNames, findOrder, listLines, listOrderPayments } from '../order/read.sql.ts';
import { showLine, showOrder, showRow } from '../order/show-order.ts';
import type { Context } from '../platform/context.ts';
import { findDeskFacts } from './change.sql.ts';
import { placesOf, showChange } from './change-order.ts';
import { type DeskRow, listChoices, listDesk } from './orders.sql.ts';
import { rightOver } from './right-over.sql.ts';
import { showDriven } from './save-drivers.ts';

/** Addresses for messages are the seller's; the person to call on the day is the contact's number. */
const notForSuppliers: readonly string[] = ['301', '302', '303', '304', '305', 'areaCode', 'foreignAreaCode'];

/** Removes the parts of a row that a supplier may not see. */
const hidden = {
  payable: null,
  payStatus: 0,
  payBy: null,
  transferWaits: false,
  partnerName: '',
  buyerName: '',
  channel: null,
  source: 0,
};

function forSuppliers(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !notForSuppliers.includes(name)));
}

export async function listAllOrders(
  context: Context,
  input: ParsedInputOf<'consoleOrders'>,
): Promise<OutputOf<'consoleOrders'>> {
  const { owner, site } = context;
  const right = rightOver(context);
  const { page, size, sold, ...given } = input;
  const filter = {
    query: given.query,
    narrow: !right.money,
    status: given.status ?? null,
    payStatus: right.money ? (given.payStatus ?? null) : null,
    source: right.money ? (given.source ?? null) : null,
    channel: right.money ? (given.channel ?? null) : null,
    product: given.product ?? null,
    partner: right.money ? (given.partner ?? null) : null,
    playFrom: given.playFrom || null,
    playTo: given.playTo || null,
    placedFrom: given.placedFrom || null,
    placedTo: given.placedTo || null,
    trouble: right.money || given.trouble === 'secondCheck' ? (given.trouble ?? null) : null,
    sold: right.money && sold === '1',
    zone: site.zone,
  };
  const { total, list } = await listDesk(owner, right.sees, filter, { size, from: (page - 1) * size });
  const lines = await listLines(
    owner,
    list.map((row) => row.order_no),
  );
  const linesOf = (row: DeskRow) => lines.filter((line) => line.order_no === row.order_no);
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    zone: site.zone,
    decides: right.decidesAs !== null,
    list: list.map((row) => {
      const shown = showRow(row, linesOf(row), context);
      const facts = { ...shown, source: row.source, secondCheck: row.second_check };
      if (!right.money) return { ...facts, ...hidden };
      return { ...facts, partnerName: row.partner_name, buyerName: row.buyer_name, channel: row.channel };
    }),
  };
}

export async function showChoices(
  context: Context,
  input: ParsedInputOf<'consoleOrderChoices'>,
): Promise<OutputOf<'consoleOrderChoices'>> {
  const { owner, language } = context;
  const right = rightOver(context);
  const chosen = { product: input.product ?? null, partner: right.money ? (input.partner ?? null) : null };
  const found = await listChoices(owner, right.sees, language, chosen);
  const name = (row: { id: number; name: string }) => ({ id: String(row.id), name: row.name });
  return {
    products: found.products.map(name),
    partners: right.money ? found.partners.map(name) : [],
    channels: right.money ? found.channels : [],
  };
}

export async function showForStaff(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleOrder'>> {
  const { owner } = context;
  const right = rightOver(context);
  if (!right.money) throw new NotHere();
  const detail = await showOrder(context, id, right.sees, 'owner');
  const acts = right.decidesAs === 'owner';
  const [names, payments, facts] = await Promise.all([
    findNames(owner, id),
    listOrderPayments(owner, id),
    findDeskFacts(owner, id),
  ]);
  if (!facts) throw new NotHere();
  return {
    ...detail,
    actions: acts ? detail.actions : [],
    partnerId: String(facts.partner_id),
    partnerName: names?.partner_name ?? '',
    buyerName: names?.buyer_name ?? '',
    source: facts.source,
    secondCheck: facts.second_check,
    places: placesOf(facts),
    change: acts ? await showChange(context, id) : null,
    driven: await showDriven(context, id, right),
    payments: payments.map((row) => ({
      paymentNo: row.payment_no,
      channel: row.channel,
      status: row.status,
      amount: money(row.amount_minor, row.currency),
      providerRef: row.provider_ref,
      at: row.created_at.toISOString(),
    })),
  };
}

export async function showSupply(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleSupply'>> {
  const { owner } = context;
  const right = rightOver(context);
  const order = await findOrder(owner, id, right.sees);
  const [lines, facts] = await Promise.all([listLines(owner, [id]), findDeskFacts(owner, id)]);
  const [first] = lines;
  if (!order || !first || !facts) throw new NotHere();
  const { contact, currency } = order;
  const decided = await findOrder(owner, id, right.decides);
  const actor = right.decidesAs;
  const actions = decided && actor ? lines.flatMap((line) => actionsFor(line.status, actor)) : [];
  return {
    orderNo: id,
    status: order.status,
    productName: showRow(order, lines, context).productName,
    zone: first.terms.zone,
    contact: { name: contact.name, phone: contact.phone ? `+${contact.areaCode} ${contact.phone}` : '' },
    orderFields: forSuppliers(order.fields),
    places: placesOf(facts),
    remark: order.remark,
    actions: [...new Set(actions)].filter((one) => one === 'confirm' || one === 'reject'),
    driven: await showDriven(context, id, right),
    lines: lines.map((line) => {
      const { unit, amount, ladder, nights, cancelled, voucher, productId, productName, addOns, ...shown } = showLine(
        line,
        currency,
        context,
      );
      return {
        ...shown,
        addOns: addOns.map((one) => ({ name: one.name, quantity: one.quantity })),
        travellers: line.travellers.map(forSuppliers),
      };
    }),
  };
}
