// Writes an order with the job that follows it: one statement, which may write orders of other buyers too (decisions 0232 and 0631).

import { Refusal } from '../../../domain/errors.ts';
import { limitOf } from '../../account/limit-attempts.ts';
import type { ReadLines } from '../../inventory/read-lines.ts';
import { lockCoupon } from '../../marketing/coupons.sql.ts';
import { hasOrdered, lockOrdering } from '../../marketing/marketing.sql.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { loadInBatches } from '../../platform/database/load-in-batches.ts';
import type { JobPart } from '../../platform/database/queue-job.sql.ts';
import { inStatement, inTransaction, type Owner, type OwnerTrx, refusalOf } from '../../platform/db.ts';
import { hasUnpaid, insertOrder, insertOrders, type NewOrder, skuLimited } from './insert-orders.sql.ts';

/**
 * One statement, unless more must be written in its transaction: uses of one account are counted by a statement that begins after another
 * one locked the code, its unpaid orders by one after its row was locked, and limits of single SKUs are taken by a second one.
 */
export async function insertWithJob(context: Context, order: NewOrder, { lines }: ReadLines): Promise<void> {
  const { owner, jobs } = context;
  const job = await jobs.part(owner, 'order.changed', { orderNo: order.orderNo, occasion: 'placed' });
  const isLimited = lines.some(({ row }) => row.nights.some((night) => night.sku_left !== null));
  // Within another transaction a refused statement would end that one, too.
  const isBounded = await mayHaveMany(context, order);
  if (!order.couponCode && !isLimited && !isBounded && !owner.joins) {
    try {
      return await insertAlone(owner, { order, job });
    } catch (error) {
      // A limit that was set since the lines were read, or another SKU's.
      if (refusalOf(error) !== skuLimited) throw error;
    }
  }
  await inTransaction(
    owner,
    async (owner) => {
      await awaitCoupon(owner, order);
      if (isBounded) await refuseManyUnpaid(owner, context, order);
      await insertOrder(owner, order, { jobs: [job] });
    },
    rowsWanted(order),
  );
}

/** Refuses couponFirstOrder where an order with another code was placed since this one was judged. */
async function awaitCoupon(owner: OwnerTrx, { couponCode, accountId }: NewOrder): Promise<void> {
  if (!couponCode || !(await lockCoupon(owner, couponCode))) return;
  await lockOrdering(owner, accountId);
  if (await hasOrdered(owner, accountId)) throw new Refusal('couponFirstOrder');
}

/** Up to this bound every order of an account is counted under its lock. */
const exactBound = 20;

/**
 * Whether the account must be locked to count its unpaid orders: only of who costs nothing, and with a wide bound only above half of it, so
 * that the buyers of a usual day are written together. What one account sends at the same moment may then go beyond a wide bound.
 */
async function mayHaveMany(context: Context, { partnerId, accountId }: NewOrder): Promise<boolean> {
  if (buyerOf(context).approval === 'approved') return false;
  const max = limitOf(context, 'unpaidOrdersPerAccount');
  return max <= exactBound || hasUnpaid(context.owner, { partnerId, accountId }, Math.ceil(max / 2));
}

/**
 * Who costs nothing may hold places without paying as often as the owner allows (decision 0790). Refuses unpaidFull. Orders of one account
 * wait for each other, so each counts all before it.
 */
async function refuseManyUnpaid(owner: OwnerTrx, context: Context, { partnerId, accountId }: NewOrder): Promise<void> {
  const max = limitOf(context, 'unpaidOrdersPerAccount');
  await lockOrdering(owner, accountId);
  if (await hasUnpaid(owner, { partnerId, accountId }, max)) throw new Refusal('unpaidFull', { data: { max } });
}

type Written = { order: NewOrder; job: JobPart | undefined };
/** One statement at a time: the next one takes all orders that arrived meanwhile, and no two of a process want the same row. */
const insertTogether = loadInBatches<Written, void>({ mostRunning: 1 });

/** Together with orders that arrive at the same moment; where that statement is refused or finds a row locked, by itself. */
function insertAlone(owner: Owner, written: Written): Promise<void> {
  const write = ({ order, job }: Written) =>
    inStatement(owner, (owner) => insertOrder(owner, order, { jobs: [job], alone: true }), rowsWanted(order));
  if (owner.statements !== owner.pool) return write(written);
  return insertTogether(owner, 'orders', written, {
    async load(list) {
      const orders = list.map(({ order }) => order);
      await insertOrders(
        owner,
        orders,
        list.map(({ job }) => job),
      );
      return orders.map(() => undefined);
    },
    loadAlone: write,
  });
}

/** Rows that other buyers want at the same moment: the departures, and a widely used promo code. */
function rowsWanted({ lines, couponCode }: NewOrder): string[] {
  const departures = lines.flatMap((line) => line.departures.map((id) => `departure ${id}`));
  return couponCode ? [...departures, `coupon ${couponCode}`] : departures;
}
