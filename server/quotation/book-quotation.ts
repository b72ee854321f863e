// Books a quotation (§2 onlinequotation): one order for each product and each ride, all in one transaction or none. The order reads and
// prices every line again; the quoted price is only compared, and a difference is refused 200203 until the agent confirms the new figures.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { addMoney, type Money, money } from '../../domain/money.ts';
import { isDriven } from '../../domain/product-types.ts';
import { quotationActions } from '../../domain/quotation-status.ts';
import { placeOrder } from '../order/place-order.ts';
import { prepareBooking } from '../order/prepare-booking.ts';
import { answerOnce, findAnswer, readKey } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, joinTransaction, type OwnerTrx } from '../platform/db.ts';
import { releaseHold } from './hold.sql.ts';
import { describeLineProblem, groupByProduct, type LineProblem, mergeAddOns, requestOf } from './price-lines.ts';
import { findQuotation, findTypes, type LineOfQuotation, listQuotationLines, moveQuotation } from './quotation.sql.ts';
import { readerOf, refuseChange } from './save-quotation.ts';
import { noteChange } from './send-quotation.ts';
import { sayProblem } from './show-quotation.ts';

/** The lines of one order; `key` names it among those of the quotation. */
type Group = { key: string; productId: number; lines: LineOfQuotation[]; quoted: Money };
type Booked = OutputOf<'quotationBook'>;
type Form = OutputOf<'bookProducts'>;

/**
 * The lines that are sold, by product, with what they cost the agent when the version was saved; in the order of the products' numbers, so
 * that two bookings take their places in one order.
 */
async function readGroups(context: Context, id: string) {
  const row = await findQuotation(context.owner, id, readerOf(context));
  if (!row) throw new NotHere();
  const lines = await listQuotationLines(context.owner, row.quotation_id, row.version);
  const byProduct = [...groupByProduct(lines)].sort(([a], [b]) => a - b);
  const types = await findTypes(
    context.owner,
    byProduct.map(([productId]) => productId),
  );
  const groups = byProduct.flatMap(([productId, places]) => {
    const ofPlaces = places.map((at) => lines[at] as LineOfQuotation);
    const rides = isDriven(types.get(productId)) ? splitRides(ofPlaces) : [ofPlaces];
    return rides.map((ride, nth): Group => {
      const minor = ride.reduce((sum, line) => sum + (line.net_minor ?? 0), 0);
      const key = rides.length > 1 ? `${productId}:${nth + 1}` : String(productId);
      return { key, productId, lines: ride, quoted: money(minor, ride[0]?.net_currency ?? row.currency) };
    });
  });
  return { row, groups };
}

/** An order has one way, flight and address: cars of one package at one time drive together, all others are rides of their own. */
function splitRides(lines: LineOfQuotation[]): LineOfQuotation[][] {
  const rideOf = ({ package_id, play_on, session }: LineOfQuotation) => `${package_id} ${play_on} ${session}`;
  return [...Map.groupBy(lines, rideOf).values()];
}

/** What the agent sent for an order: by its key, else by its product. */
const findSent = <Sent extends { productId: string; key?: string | undefined }>(list: readonly Sent[], of: Group) =>
  list.findIndex(({ key, productId }) => (key === undefined ? productId === String(of.productId) : key === of.key));

/** As the booking form writes them (prepare-booking.ts). */
function askForm(context: Context, { lines }: Group, id: string): Promise<Form> {
  const text = lines.map((line) => {
    const { skuId, playOn, session, quantity, untilOn, guests } = requestOf(line);
    const stay = untilOn ? [untilOn, ...(guests ? [`${guests.adults}+${guests.children}`] : [])] : [];
    return [skuId, playOn, session, quantity, ...stay].join(':');
  });
  const addOns = mergeAddOns(lines.map((line) => line.add_ons)).map((addOn) => `${addOn.id}:${addOn.quantity}`);
  return prepareBooking(context, { lines: text.join(','), addOns: addOns.join(',') }, id);
}

/** Refuses what an order of a product would be refused for, with every such product by its name. */
async function askForms(context: Context, groups: Group[], id: string): Promise<(Group & { form: Form })[]> {
  const { language } = context;
  const forms: (Group & { form: Form })[] = [];
  const problems: { name: string; problem: LineProblem }[] = [];
  for (const group of groups)
    try {
      forms.push({ ...group, form: await askForm(context, group, id) });
    } catch (error) {
      const name = textIn(group.lines[0]?.facts?.names ?? {}, language);
      problems.push({ name, problem: describeLineProblem(error) });
    }
  const [first] = problems;
  if (!first) return forms;
  const refused = problems.map(({ name, problem }) => ({ name, problem: sayProblem(problem, language) }));
  throw new Refusal(first.problem.refusal, { data: { ...first.problem.data, refused } });
}

export async function checkQuotation(context: Context, { id }: { id: string }): Promise<OutputOf<'quotationCheck'>> {
  const { row, groups } = await readGroups(context, id);
  const forms = await askForms(context, groups, id);
  return {
    revision: row.revision,
    orders: forms.map(({ key, form, quoted }) => ({ key, form, quoted, now: form.total })),
  };
}

export async function bookQuotation(context: Context, input: ParsedInputOf<'quotationBook'>): Promise<Booked> {
  const keyed = readKey(context, 'quotationBook', buyerOf(context).accountId, input);
  const before = await findAnswer<Booked>(context.owner, keyed);
  if (before) return before.answer;
  const { row, groups } = await readGroups(context, input.id);
  if (!groups.length) throw new Refusal('actionNotAllowed');
  if (row.revision !== input.revision) throw new Refusal('changedMeanwhile');
  await comparePrices(context, groups, input);
  return inTransaction(context.owner, (owner) =>
    answerOnce(owner, keyed, () => placeAll({ ...context, owner: joinTransaction(owner) }, owner, input, groups)),
  );
}

/** Refuses priceChanged with every product's figures beside those that the agent saw: the quoted ones, or those confirmed since. */
async function comparePrices(
  context: Context,
  groups: Group[],
  { id, seen: confirmed }: ParsedInputOf<'quotationBook'>,
): Promise<void> {
  const orders = (await askForms(context, groups, id)).map(({ form, ...group }) => ({
    productId: form.productId,
    key: group.key,
    name: form.productName,
    seen: seenOf(group, confirmed),
    total: form.total,
  }));
  if (orders.some(({ seen, total }) => seen.currency !== total.currency || seen.amountMinor !== total.amountMinor))
    throw new Refusal('priceChanged', { data: { orders } });
}

const seenOf = (group: Group, confirmed: ParsedInputOf<'quotationBook'>['seen']): Money =>
  confirmed[findSent(confirmed, group)]?.total ?? group.quoted;

/** Of two bookings at once the second finds the quotation's row changed, and all its orders are undone with it. */
async function placeAll(
  context: Context,
  owner: OwnerTrx,
  input: ParsedInputOf<'quotationBook'>,
  groups: Group[],
): Promise<Booked> {
  const reader = readerOf(context);
  const { id, revision } = input;
  // Its held places go to its orders: until this transaction ends, the departures are locked and no other order takes the places.
  await releaseHold(owner, id);
  const orderNos: string[] = [];
  for (const [at, group] of groups.entries()) orderNos.push(await placeOne(context, input, group, at));
  const moved = await moveQuotation(owner, { id, revision, reader, action: 'book', orderNos });
  if (!moved) return refuseChange(owner, id, reader, quotationActions.book.from);
  const by = { actor: 'agent', name: buyerOf(context).name } as const;
  await noteChange(owner, context.jobs, moved, { action: 'book', by, text: orderNos.join(' ') });
  return { orderNos };
}

/**
 * Messages of the order go to the agent's account and never to the contact, who is the customer: they name the agent's price. Travellers
 * may follow (§4 booking completion).
 */
async function placeOne(
  context: Context,
  input: ParsedInputOf<'quotationBook'>,
  group: Group,
  at: number,
): Promise<string> {
  const { lines, productId } = group;
  const nth = findSent(input.orders, group);
  const seen = seenOf(group, input.seen);
  try {
    const placed = await placeOrder(
      { ...context, idempotencyKey: `${context.idempotencyKey}.${at}` },
      {
        id: String(productId),
        lines: lines.map((line) => ({ ...requestOf(line), agentReference: '' })),
        addOns: mergeAddOns(lines.map((line) => line.add_ons)),
        contact: input.contact,
        notify: [{ to: 'account', email: '', language: context.language }],
        pickup: null,
        dropOff: null,
        orderFields: input.orders[nth]?.orderFields ?? {},
        travellers: [],
        travellersLater: true,
        remark: input.remark,
        agentReference: '',
        promoCode: '',
        agreed: input.agreed,
        agreement: input.agreement,
        ownSystem: false,
        seenTotal: addMoney(seen, money(input.orders[nth]?.freightMinor ?? 0, seen.currency)),
      },
    );
    return placed.orderNo;
  } catch (error) {
    throw error instanceof Refusal ? nameOrder(error, nth < 0 ? at : nth) : error;
  }
}

/** Fields of one product's form under its place among the orders; the contact is asked once. */
function nameOrder(error: Refusal, at: number): Refusal {
  const { refusal, data, fields } = error;
  if (!fields) return error;
  const named: FieldProblems = Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [
      path.startsWith('orderFields.') ? `orders.${at}.${path}` : path,
      problem,
    ]),
  );
  return new Refusal(refusal, { fields: named, ...(data ? { data } : {}) });
}
