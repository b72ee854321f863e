// Which orders the owner's balance at a supplier can pay, and for which buyers (decision 0375).
import { isOfferedChannel, traitsOf } from '../../../domain/pay-channels.ts';
import { listPlans } from '../../order/delivery/esim.sql.ts';
import type { OrderRow } from '../../order/read.sql.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import type { ChannelSetting } from '../channel.sql.ts';
import type { Supply } from '../channels/channel.ts';

export const isFromSupply = (channel: string): boolean =>
  isOfferedChannel(channel) && traitsOf(channel).fromSupply === true;

/** Staff who act for a partner, and approved partners that the owner named, themselves or by their level. */
export function maySpendSupply(context: Context, setting: ChannelSetting): boolean {
  const { actingStaff, verAuthFlag, approval, level, partnerId } = buyerOf(context);
  if (actingStaff) return true;
  const { only_levels: levels, only_partners: partners } = setting;
  return verAuthFlag && approval === 'approved' && (levels.includes(level) || partners.includes(partnerId));
}

/** What is ordered at the supplier; undefined unless every line is a plan of the same kind, and cards have an address to go to. */
export async function planSupply(
  owner: Owner,
  order: OrderRow & { supplement: object | null },
): Promise<Supply | undefined> {
  if (order.supplement) return undefined;
  const rows = await listPlans(owner, order.order_no);
  const lines = rows.flatMap(({ sub_order_no: subOrderNo, quantity, plan_kind: kind, plan_sku: plan, plan_copies }) =>
    kind && plan ? [{ subOrderNo, kind, plan, quantity, copies: plan_copies ?? 1 }] : [],
  );
  const { contact, fields } = order;
  const address = ['401', 'deliveryPostcode', 'deliveryCountry']
    .flatMap((name) => fields[name]?.trim() || [])
    .join(', ');
  const [first] = lines;
  if (!first || lines.length < rows.length || lines.some((line) => line.kind !== first.kind)) return undefined;
  if (first.kind === 'card' && (!fields['401']?.trim() || fields.handOver === 'collect')) return undefined;
  const phone = `${contact.areaCode}${contact.phone}`;
  return { lines, day: rows[0]?.play_on ?? '', name: contact.name, phone, address };
}
