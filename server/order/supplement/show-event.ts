// One step of an order's history (§2 order detail), with the amount of a first part, of the rest and of an additional payment.
import type { OutputOf } from '../../../contract/index.ts';
import { money } from '../../../domain/money.ts';
import { type Actor, orderActions } from '../../../domain/order-status.ts';
import type { listEvents, OrderRow } from '../read.sql.ts';
import { isOfSupplement, type SupplementRow } from './supplement.sql.ts';

type Event = Awaited<ReturnType<typeof listEvents>>[number];
type Shown = OutputOf<'orderDetail'>['events'][number];
type Around = { order: OrderRow; supplements: SupplementRow[]; actor: Actor };

export function showEvent(event: Event, { order, supplements, actor }: Around): Shown {
  const rest = supplements.find(({ kind }) => kind === 'rest');
  // The rest of an order exists only once its first part was paid.
  const isFirst = event.action === 'pay' && order.part !== null && rest !== undefined;
  const about = isOfSupplement(event.action)
    ? supplements.find((row) => row.supplement_no === event.why)
    : event.action === 'payRest'
      ? rest
      : undefined;
  const minor = isFirst ? order.part?.firstMinor : about?.amount_minor;
  return {
    at: event.at.toISOString(),
    action: isFirst ? 'payFirst' : event.action,
    actor: event.actor,
    actorName: isNamed(event, actor) ? event.actor_name : '',
    subOrderNo: event.sub_order_no,
    from: event.from_status,
    to: event.to_status,
    amount: minor === undefined ? null : money(minor, order.currency),
    why: isOfSupplement(event.action) ? (about?.reason ?? '') : reasonOf(event),
  };
}

/** An event without a reason holds the name of its action, which is not a text for people. */
const reasonOf = ({ why }: Event): string => (why in orderActions ? '' : why);

const moneyMoves = new Set(['pay', 'payShare', 'payRest', 'supplementPaid', 'refund']);

/** The buyer sees that the shop or a supplier acted, but not the name; and the way by which money came and went back. */
const isNamed = (event: Event, reader: Actor): boolean =>
  reader !== 'buyer' || event.actor === 'buyer' || (event.actor === 'channel' && moneyMoves.has(event.action));
