// The order list and one order for staff (rules §10), under one visibility rule (right-over.sql.ts). A supplier sees what
// it needs to deliver, and what it is owed: no price, no payment, no contact for messages.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { NotHere } from '../../domain/errors.ts';
import { money, roundDivide, spreadMoney } from '../../domain/money.ts';
import { differenceOf } from '../../domain/order-sources.ts';
import { actionsFor, allowsAction, isEnded, isSupplied, rollUpStatus } from '../../domain/order-status.ts';
import { isMissing, readOrders, showToFill } from '../completion/read-completion.ts';
import { bySupplier, listRequests, type RequestRow } from '../order/cancel.sql.ts';
import { listLineNumbers } from '../order/delivery/delivery.sql.ts';
import { showDelivered, showGuestContact } from '../order/delivery/show-delivered.ts';
import { findNames, findOrder, type LineOfOrder, listLines, listOrderPayments } from '../order/read.sql.ts';
import { showOrder, showRow } from '../order/show-order.ts';
import { listPaidTotals } from '../order/supplement/totals.sql.ts';
import type { Context } from '../platform/context.ts';
import { inSnapshot } from '../platform/database/read-snapshot.ts';
import { showExchange } from '../site/show-exchange.ts';
import { type DeskFacts, findDeskFacts } from './change.sql.ts';
import { placesOf, showChange } from './change-order.ts';
import { type CostRow, listCosts } from './costs.sql.ts';
import { type DeskFilter, type DeskRow, listChoices, listDesk } from './orders.sql.ts';
import { findRejections } from './rejections.sql.ts';
import { rightOver } from './right-over.sql.ts';
import { showDriven } from './save-drivers.ts';
import { listFilesFor } from './store-files.ts';

/** Removes the parts of a row that a supplier may not see. */
const hidden = {
  ...{ payable: null, refunded: null, stillToPay: null, part: null, rest: null },
  payStatus: 0,
  payBy: null,
  transferOpen: false,
  transferWaits: false,
  transferRefused: false,
  partnerName: '',
  buyerName: '',
  channel: null,
  source: 0,
};

/** Of a supplier's row: the state of its lines, and the guest while it has one of them to decide or to serve (decision 0803). */
const showTheirs = (lines: LineOfOrder[], { contact }: DeskRow) => ({
  status: rollUpStatus(lines.map((line) => line.status)),
  contactName: lines.some(isSupplied) ? contact.name : '',
});

/** What the list's filters look for, as far as the reader may look. */
export function deskFilterOf(
  context: Context,
  { sold, ...filter }: Omit<ParsedInputOf<'consoleOrders'>, 'page' | 'size'>,
): DeskFilter {
  const right = rightOver(context);
  return {
    query: filter.query,
    narrow: !right.money,
    lines: right.money ? null : right.lines,
    status: filter.status ?? null,
    payStatus: right.money ? (filter.payStatus ?? null) : null,
    source: right.money ? (filter.source ?? null) : null,
    channel: right.money ? (filter.channel ?? null) : null,
    product: filter.product ?? null,
    type: filter.type ?? null,
    partner: right.money ? (filter.partner ?? null) : null,
    playFrom: filter.playFrom || null,
    playTo: filter.playTo || null,
    placedFrom: filter.placedFrom || null,
    placedTo: filter.placedTo || null,
    trouble: right.money || filter.trouble === 'secondCheck' ? (filter.trouble ?? null) : null,
    sold: right.money && sold === '1',
    zone: context.site.zone,
  };
}

export async function listAllOrders(
  context: Context,
  input: ParsedInputOf<'consoleOrders'>,
): Promise<OutputOf<'consoleOrders'>> {
  const { owner, site } = context;
  const right = rightOver(context);
  const { page, size } = input;
  // Of an order that others deliver too, a supplier sees its lines and their state.
  const seen = right.money ? null : right.lines;
  const filter = deskFilterOf(context, input);
  const { total, more, list } = await listDesk(owner, right.sees, filter, { size, from: (page - 1) * size });
  const numbers = list.map((row) => row.order_no);
  const [lines, ownLines, totalsOf] = await Promise.all([
    listLines(owner, numbers),
    seen && listLineNumbers(owner, numbers, seen),
    right.money ? listPaidTotals(owner, numbers) : null,
  ]);
  const linesOf = (row: DeskRow) =>
    lines.filter((line) => line.order_no === row.order_no && (!ownLines || ownLines.has(line.sub_order_no)));
  const rejected = await findRejections(context, list, list.flatMap(linesOf), right.money);
  return {
    total,
    more,
    page,
    pages: Math.ceil(total / size),
    zone: site.zone,
    decides: right.decidesAs !== null,
    list: list.map((row) => {
      const shown = showRow(row, linesOf(row), context);
      const facts = {
        ...shown,
        source: row.source,
        secondCheck: row.second_check,
        rejected: rejected.get(row.order_no) ?? null,
      };
      if (!right.money) return { ...facts, ...hidden, ...showTheirs(linesOf(row), row) };
      const back = totalsOf?.get(row.order_no)?.refunded_minor ?? 0;
      return {
        ...facts,
        refunded: back > 0 ? money(back, shown.payable.currency) : null,
        ...{ partnerName: row.partner_name, buyerName: row.buyer_name, channel: row.channel },
      };
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

/** Its payments and its changes are of the same moment as the order. */
export function showForStaff(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleOrder'>> {
  return inSnapshot(context.owner, (owner) => readForStaff({ ...context, owner }, id));
}

/**
 * Who is named as a traveller; passports, births, places, remarks, codes of eSIMs and what else the trip needs are for those who carry it
 * out.
 */
const nameFields = ['101', '102', 'lastname', 'firstname', 'pinyinName'];

function withNamesAlone(detail: OutputOf<'orderDetail'>): OutputOf<'orderDetail'> {
  const pick = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => nameFields.includes(field)));
  const lines = detail.lines.map((line) => ({ ...line, travellers: line.travellers.map(pick) }));
  return { ...detail, lines, orderFields: {}, completionNotes: '', remark: '', eSims: [], files: [] };
}

async function readForStaff(context: Context, id: string): Promise<OutputOf<'consoleOrder'>> {
  const { owner } = context;
  const right = rightOver(context);
  if (!right.money) throw new NotHere();
  const detail = await showOrder(context, id, right.sees, 'owner');
  const acts = right.decidesAs === 'owner';
  const [names, payments, facts, [toFill], lines, costs] = await Promise.all([
    findNames(owner, id),
    listOrderPayments(owner, id),
    findDeskFacts(owner, id),
    readOrders(owner, [id], context.now),
    listLines(owner, [id]),
    listCosts(owner, id),
  ]);
  if (!facts) throw new NotHere();
  return {
    ...(acts ? detail : withNamesAlone(detail)),
    incomplete: toFill && isMissing(toFill) ? showToFill(toFill, context.language) : null,
    reference: lines.find((line) => line.supplier_reference)?.supplier_reference ?? '',
    actions: acts ? detail.actions : [],
    partnerId: String(facts.partner_id),
    partnerName: names?.partner_name ?? '',
    buyerName: names?.buyer_name ?? '',
    source: facts.source,
    platform: showPlatform(facts),
    platformUse: facts.platform_use,
    travellerEmail: acts ? facts.traveller_email : null,
    places: acts ? placesOf(facts) : { pickup: null, dropOff: null },
    costs: showCosts(costs, detail.payable.currency),
    change: acts ? await showChange(context, id) : null,
    driven: await showDriven(context, id, right),
    payments: payments.map((row) => ({
      paymentNo: row.payment_no,
      channel: row.channel,
      status: row.status,
      outcome: row.outcome,
      amount: money(row.amount_minor, row.currency),
      exchange: showExchange(row, detail.payable.currency),
      providerRef: row.provider_ref,
      at: row.created_at.toISOString(),
    })),
  };
}

/** Null where the price on the platform is not known. */
function showPlatform(facts: DeskFacts): OutputOf<'consoleOrder'>['platform'] {
  const { platform_minor: minor, platform_currency: paidIn, listed_minor: listedMinor, currency } = facts;
  if (minor === null || !paidIn) return null;
  const [price, listed] = [money(minor, paidIn), money(listedMinor, currency)];
  const converted = paidIn === currency ? null : moneyOrNull(facts.platform_own_minor, currency);
  return { price, converted, listed, difference: differenceOf(price, listed, converted) };
}

const moneyOrNull = (minor: number | null | undefined, currency: Currency) =>
  minor == null ? null : money(minor, currency);

/** Empty when no cost was entered for any of them. */
function showCosts(list: CostRow[], currency: Currency): OutputOf<'consoleOrder'>['costs'] {
  if (list.every((row) => row.cost_minor === null)) return [];
  // A fee that was given back later is not part of the margin.
  const givenBack = spreadMoney(
    money(list[0]?.given_back_minor ?? 0, currency),
    list.map((row) => row.fee_minor),
  );
  return list.map(({ sub_order_no: subOrderNo, cost_minor: costMinor, kept_minor: keptMinor }, at) => {
    if (costMinor === null) return { subOrderNo, cost: null, margin: null, share: 0 };
    const retainedMinor = keptMinor - (givenBack[at]?.amountMinor ?? 0);
    const left = retainedMinor - costMinor;
    const share = retainedMinor ? Number(roundDivide(BigInt(left) * 10_000n, BigInt(retainedMinor))) : 0;
    return { subOrderNo, cost: money(costMinor, currency), margin: money(left, currency), share };
  });
}

const showOwed = (row: CostRow | undefined, currency: Currency) => ({
  owed: moneyOrNull(row?.cost_minor, currency),
  ofCancelled: moneyOrNull(row?.cancelled_cost_minor || null, currency),
});

/** What the supplier of a line asked for itself, and what came of it; nothing that its buyer or the owner asked for. */
const showAsked = (requests: RequestRow[], subOrderNo: string) =>
  requests
    .filter((row) => row.applier === bySupplier && row.sub_order_no === subOrderNo)
    .reverse()
    .map((row) => ({
      ...{ id: String(row.request_id), quantity: row.quantity, by: row.asked_by_name, remark: row.remark },
      ...{ at: row.created_at.toISOString(), result: row.result },
      ...{ rejectReason: row.reject_reason, answer: row.result === 2 ? row.reject_text : '' },
    }));

export async function showSupply(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleSupply'>> {
  const { owner } = context;
  const right = rightOver(context);
  const order = await findOrder(owner, id, right.sees);
  const [all, ownLines, facts, costs, requests] = await Promise.all([
    listLines(owner, [id]),
    right.lines && listLineNumbers(owner, [id], right.lines),
    findDeskFacts(owner, id),
    listCosts(owner, id, right.lines),
    listRequests(owner, id),
  ]);
  const owed = new Map(costs.map((row) => [row.sub_order_no, row]));
  const lines = all.filter((line) => !ownLines || ownLines.has(line.sub_order_no));
  const [first] = lines;
  if (!order || !first || !facts) throw new NotHere();
  const { currency } = order;
  const decided = await findOrder(owner, id, right.decides);
  const actor = right.decidesAs;
  const offered = decided && actor ? lines.flatMap((line) => actionsFor(line.status, actor)) : [];
  // While the pick-up waits for a person nothing is confirmed (§5).
  const actions = offered.filter((value) => value !== 'confirm' || order.second_check !== 'waiting');
  const matches = (line: LineOfOrder) =>
    actor === 'supplier' && allowsAction('applyToCancel', line.status, actor) && !line.redeemed_at;
  return {
    orderNo: id,
    status: rollUpStatus(lines.map((line) => line.status)),
    productName: showRow(order, lines, context).productName,
    zone: first.terms.zone,
    ...showGuestContact(order, lines),
    rejected: (await findRejections(context, [order], lines, right.money)).get(id) ?? null,
    places: lines.some(isSupplied) ? placesOf(facts) : { pickup: null, dropOff: null },
    actions: [...new Set(actions)],
    driven: await showDriven(context, id, right),
    files: await listFilesFor(context, id, right),
    open: decided !== undefined && actor !== null && lines.some((line) => !isEnded(line.status)),
    lines: lines.map((line) => {
      const [delivered, owes] = [showDelivered(line, order, context), showOwed(owed.get(line.sub_order_no), currency)];
      const request = showAsked(requests, line.sub_order_no);
      return { ...delivered, reference: line.supplier_reference, cancellable: matches(line), asked: request, ...owes };
    }),
  };
}
