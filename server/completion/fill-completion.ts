// Filling in travellers by a completion link (§4, §7 intactInfo and intact): save and continue later, complete once; afterwards only the
// owner changes. A link gives access only to the traveller fields of its orders.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { judgeTravellersAlone } from '../../domain/booking-rules.ts';
import { type FieldProblems, NotHere, NotSignedIn, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { tidyValues } from '../order/check-booking.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { lockOrder } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import { findLink, listCandidates, markDone, saveTravellers } from './completion.sql.ts';
import { type OrderToFill, pick, readOrders, showToFill } from './read-completion.ts';

const callsPerSourceHour = 600;
const missesPerSourceHour = 30;
const hour = 3600;

/** The orders of a link. Unknown, expired and another owner's links look the same. */
async function openLink(context: Context, token: string): Promise<string[]> {
  const { owner, source } = context;
  await limitAttempts(context, [{ bucket: `completion:${source}`, most: callsPerSourceHour, windowSeconds: hour }]);
  const orderNos = await findLink(owner, hashToken(token));
  if (orderNos) return orderNos;
  await limitAttempts(context, [
    { bucket: `completion-miss:${source}`, most: missesPerSourceHour, windowSeconds: hour },
  ]);
  throw new Refusal('linkExpired');
}

export async function listIncomplete(
  context: Context,
  { token, orderNo }: ParsedInputOf<'getIncompleteOrderList'>,
): Promise<OutputOf<'getIncompleteOrderList'>> {
  const { owner, now, language } = context;
  if (token !== undefined) {
    const orderNos = (await openLink(context, token)).filter((one) => !orderNo || one === orderNo);
    const orders = await readOrders(owner, orderNos, now);
    return { list: orders.map((order) => showToFill(order, language)) };
  }
  if (context.visitor?.partnerId == null) throw new NotSignedIn();
  const own = await listCandidates(owner, limitVisibility(context), orderNo ?? null);
  const orders = await readOrders(owner, own, now);
  return { list: orders.filter((order) => order.missing.length).map((order) => showToFill(order, language)) };
}

export async function showCompletion(
  context: Context,
  { token }: ParsedInputOf<'intactInfo'>,
): Promise<OutputOf<'intactInfo'>> {
  const { owner, now, language } = context;
  const orders = await readOrders(owner, await openLink(context, token), now);
  return {
    orders: orders.map((order) => ({
      ...showToFill(order, language),
      travellerFields: [...order.facts.travellerFields],
      lines: order.lines.map((line) => ({
        skuName: textIn(line.terms.skuNames, language),
        ticketType: line.terms.ticketType,
        carType: line.terms.carType,
        minAge: line.min_age,
        maxAge: line.max_age,
        playOn: line.play_on,
        untilOn: line.until_on,
        quantity: line.standing,
      })),
      today: order.facts.today,
      travellers: order.state === 'open' ? order.travellers : [],
    })),
  };
}

export async function fillCompletion(context: Context, input: ParsedInputOf<'intact'>): Promise<OutputOf<'intact'>> {
  const { now } = context;
  const { orderNo, complete } = input;
  if (!(await openLink(context, input.token)).includes(orderNo)) throw new NotHere();
  return inTransaction(context.owner, async (owner) => {
    await lockOrder(owner, orderNo);
    const [order] = await readOrders(owner, [orderNo], now);
    if (!order || order.state === 'closed') throw new Refusal('actionNotAllowed');
    if (order.state === 'done') throw new Refusal('completionDone');
    const travellers = settleTravellers(order, input.travellers, complete);
    for (const [subOrderNo, list] of spread(order, travellers)) await saveTravellers(owner, subOrderNo, list);
    if (!complete) {
      const [saved] = await readOrders(owner, [orderNo], now);
      return { state: 'open', missing: saved?.missing ?? [] };
    }
    if ((await markDone(owner, orderNo)) !== 1) throw new Refusal('completionDone');
    const { status } = order;
    await insertEvent(owner, orderNo, {
      action: 'fill',
      actor: 'buyer',
      actorName: '',
      from: status,
      to: status,
    });
    return { state: 'done', missing: [] };
  });
}

/** Refuses invalidInput with every problem; missing values count only when completing. */
function settleTravellers(order: OrderToFill, given: Record<string, string>[], complete: boolean) {
  const { facts } = order;
  const length = Math.max(given.length, facts.travellerCount);
  const travellers = Array.from({ length }, (_, at) => given[at] ?? order.travellers[at] ?? {});
  const fields: FieldProblems = judgeTravellersAlone({ ...facts, travellersLater: !complete }, travellers);
  travellers.forEach((values, at) => {
    const asked = at < facts.travellerCount ? facts.travellerFields : [];
    for (const [name, value] of Object.entries(values))
      if (!asked.includes(name) && value.trim()) fields[`travellers.${at}.${name}`] ??= { problem: 'notOfProduct' };
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return travellers.slice(0, facts.travellerCount).map((values) => pick(tidyValues(values), facts.travellerFields));
}

/** Each line's travellers; fields that the link does not show stay unchanged. */
function spread({ lines, facts }: OrderToFill, travellers: Record<string, string>[]): [string, object[]][] {
  let from = 0;
  return lines.map((line) => {
    const own = travellers.slice(from, from + line.standing);
    from += line.standing;
    const length = Math.max(line.travellers.length, own.length);
    const list = Array.from({ length }, (_, at) => {
      const known = line.travellers[at] ?? {};
      const filled = own[at];
      if (!filled) return known;
      const stored = Object.keys(known).filter((name) => !facts.travellerFields.includes(name));
      return { ...pick(known, stored), ...filled };
    });
    return [line.sub_order_no, list];
  });
}
