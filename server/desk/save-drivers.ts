// Drivers (§2 wechat/driverinfo): entered line by line by operations, or by the supplier for its products; the buyer sees them and
// gets a mail.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { judgeDrivers, mostDrivers, tidyDriver } from '../../domain/driver-rules.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { isDriven } from '../../domain/product-types.ts';
import { listLineNumbers } from '../order/delivery/delivery.sql.ts';
import { driversOf, listDrivers, markDrivers, replaceDrivers } from '../order/driver.sql.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder, type LineOfOrder, listLines, lockOrder } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { findDeskFacts } from './change.sql.ts';
import { type Right, rightOver } from './right-over.sql.ts';

/** Paid and not over; while a cancellation is requested, the day may still come. */
const openTo: readonly OrderStatusCode[] = [OrderStatus.pending, OrderStatus.confirmed, OrderStatus.cancelling];

function mostOf(line: LineOfOrder): number {
  return openTo.includes(line.status) ? mostDrivers(line.quantity - line.cancelled_quantity) : 0;
}

/** Lines of the order with a driver, of a supplier its own; `most` is 0 for staff who may only read and once it is over. */
export async function showDriven(
  { owner }: Context,
  orderNo: string,
  { decidesAs, decides, lines: decided }: Right,
): Promise<OutputOf<'consoleOrder'>['driven']> {
  const facts = await findDeskFacts(owner, orderNo);
  const ownLines = decided && (await listLineNumbers(owner, [orderNo], decided));
  const isOwn = (line: LineOfOrder) => !ownLines || ownLines.has(line.sub_order_no);
  // Staff who carry out nothing read no driver, a supplier those that it sends itself (decision 0803).
  const lines = (await listLines(owner, [orderNo])).filter(isOwn);
  const driven = lines.filter((line) => isDriven(line.terms.type ?? facts?.type));
  if (!driven.length) return [];
  const numbers = driven.map((line) => line.sub_order_no);
  const maySave = decidesAs !== null && (await findOrder(owner, orderNo, decides)) !== undefined;
  const known = await listDrivers(owner, numbers);
  return driven.map((line) => ({
    subOrderNo: line.sub_order_no,
    most: maySave && isOwn(line) ? mostOf(line) : 0,
    drivers: driversOf(known, line.sub_order_no),
  }));
}

/**
 * Saves all drivers of a line. Refuses with NotHere a line that the caller may not decide, actionNotAllowed where the product has no
 * driver or it is over, invalidInput by field.
 */
export async function saveDrivers(
  context: Context,
  { id, subOrderNo, drivers: changed }: ParsedInputOf<'consoleDriver'>,
): Promise<OutputOf<'consoleDriver'>> {
  const { owner, now, jobs } = context;
  const { decidesAs: actor, decides, lines: decided } = rightOver(context);
  if (!actor) throw new NotHere();
  const drivers = changed.map(tidyDriver);
  await inTransaction(owner, async (owner) => {
    const order = (await findOrder(owner, id, decides)) && (await lockOrder(owner, id));
    const ownLines = decided && (await listLineNumbers(owner, [id], decided));
    const line = (await listLines(owner, [id])).find((line) => line.sub_order_no === subOrderNo);
    if (!order || !line || (ownLines && !ownLines.has(subOrderNo))) throw new NotHere();
    const type = line.terms.type ?? (await findDeskFacts(owner, id))?.type;
    const most = isDriven(type) ? mostOf(line) : 0;
    if (!most) throw new Refusal('actionNotAllowed');
    const fields = judgeDrivers(drivers, most);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const before = driversOf(await listDrivers(owner, [subOrderNo]), subOrderNo);
    if (JSON.stringify(before) === JSON.stringify(drivers)) return;
    await replaceDrivers(
      owner,
      subOrderNo,
      drivers.map(({ areaCode, ...rest }) => ({ ...rest, area_code: areaCode })),
    );
    await insertEvent(owner, id, { action: 'drivers', actor, actorName: staffOf(context).name, subOrderNo });
    const act = { act: 'drivers-told', subject: `order ${id}`, before: { subOrderNo, drivers: before } };
    await logAction(owner, context, { ...act, after: { subOrderNo, drivers } });
    if (!drivers.length) return;
    const mark = markDrivers(await listDrivers(owner, [subOrderNo]));
    const occasion = `driver:${subOrderNo}@${now.getTime()}.${mark}`;
    await jobs.send(owner, 'order.changed', { orderNo: id, occasion });
  });
  return {};
}
