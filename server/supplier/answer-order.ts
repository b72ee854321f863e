// A supplier answers an order by the link of a mail, without a login (rules §7): looking changes nothing, the answer is taken once.
// A link that is over says why to those who have it; another owner's looks like one that was never made (decision 0745).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { longestReference } from '../../domain/order-files.ts';
import { isSupplied, OrderStatus } from '../../domain/order-status.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { confirmOrder, type Deciding, rejectOrder } from '../order/decide-pending.ts';
import { activeSupplier, linesOf, listLineNumbers, ordersOf } from '../order/delivery/delivery.sql.ts';
import { showGuestContact } from '../order/delivery/show-delivered.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { showLine } from '../order/show-order.ts';
import type { Context } from '../platform/context.ts';
import { hashToken } from '../platform/make-ids.ts';
import { findSupplyLink, type SupplyLinkRow, takeSupplyLink } from './supply-link.sql.ts';

const callsPerSourceHour = 600;
const missesPerSourceHour = 30;
const hour = 3600;

type Ending = 'answered' | 'expired' | 'elsewhere';

/** With `over` for who has a link that was made: answered with it or another of the supplier's, too late, or not this reader's any more. */
const overBecause = (over: Ending) => new Refusal('linkExpired', { data: { over } });

async function openLink(context: Context, token: string): Promise<SupplyLinkRow> {
  const { owner, source, now } = context;
  await limitAttempts(context, [{ bucket: `supply:${source}`, most: callsPerSourceHour, windowSeconds: hour }]);
  const link = await findSupplyLink(owner, hashToken(token), now);
  if (link) {
    if (!link.active || !link.reached) throw overBecause('elsewhere');
    if (link.used) throw overBecause('answered');
    if (link.expired) throw overBecause('expired');
    return link;
  }
  await limitAttempts(context, [{ bucket: `supply-miss:${source}`, most: missesPerSourceHour, windowSeconds: hour }]);
  throw new Refusal('linkExpired');
}

/** What to deliver, when and to whom; no price, and only the guests' data that delivery requires. Refuses linkExpired. */
export async function showLinkedOrder(
  context: Context,
  { token }: ParsedInputOf<'supplyOpened'>,
): Promise<OutputOf<'supplyOpened'>> {
  const { owner } = context;
  const link = await openLink(context, token);
  const supplier = activeSupplier(owner, link.supplier_id);
  const order = await findOrder(owner, link.order_no, ordersOf(owner, supplier));
  if (!order) throw overBecause('elsewhere');
  const ownLines = await listLineNumbers(owner, [link.order_no], linesOf(supplier));
  const lines = (await listLines(owner, [link.order_no])).filter((line) => ownLines.has(line.sub_order_no));
  return {
    orderNo: link.order_no,
    supplierName: link.name,
    until: link.expires_at.toISOString(),
    zone: lines[0]?.terms.zone ?? 'UTC',
    waits: lines.some((line) => line.status === OrderStatus.pending),
    ...showGuestContact(order, lines),
    lines: lines.map((line) => {
      const { unit, amount, ladder, nights, cancelled, voucher, travellers, addOns, ...shown } = showLine(
        line,
        order.currency,
        context,
      );
      return {
        subOrderNo: shown.subOrderNo,
        status: shown.status,
        productName: shown.productName,
        packageName: shown.packageName,
        skuName: shown.skuName,
        ticketType: shown.ticketType,
        carType: shown.carType,
        playOn: shown.playOn,
        session: shown.session,
        untilOn: shown.untilOn,
        guests: shown.guests,
        room: shown.room,
        validUntil: shown.validUntil,
        byDay: shown.byDay,
        quantity: line.quantity - line.cancelled_quantity,
        addOns: addOns.map((addOn) => ({ name: addOn.name, quantity: addOn.quantity })),
        travellers: (isSupplied(line) ? travellers : [])
          .map((traveller) => traveller['102'] || traveller['101'] || '')
          .filter(Boolean),
      };
    }),
  };
}

/** Refuses linkExpired, invalidInput by field, actionNotAllowed where nothing waits any more. */
export async function answerOrder(
  context: Context,
  { token, confirm, why, reference }: ParsedInputOf<'supplyAnswer'>,
): Promise<OutputOf<'supplyAnswer'>> {
  const { owner, now } = context;
  const link = await openLink(context, token);
  const trimmed = reference.replace(/\s+/g, ' ').trim();
  if ([...trimmed].length > longestReference)
    throw new Refusal('invalidInput', { fields: { reference: { problem: 'tooLong', max: longestReference } } });
  const supplier = activeSupplier(owner, link.supplier_id);
  const deciding: Deciding = {
    as: 'supplier',
    name: link.name,
    over: ordersOf(owner, supplier),
    lines: linesOf(supplier),
    async begin(owner) {
      if ((await takeSupplyLink(owner, hashToken(token), now)) !== 1) throw overBecause('answered');
    },
  };
  if (confirm) await confirmOrder(context, link.order_no, deciding, trimmed);
  else await rejectOrder(context, link.order_no, why, deciding);
  return {};
}
