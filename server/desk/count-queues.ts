// The start page of the back office (rules §10): the queues of the caller's roles, each counted by the condition of its list.
import type { QueueKey } from '../../contract/desk.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { StaffRole } from '../../domain/account-status.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { countIncomplete } from '../completion/incomplete.sql.ts';
import { countLowBalances, countTroubled } from '../finance/finance.sql.ts';
import { countOpenDifferences } from '../finance/reconcile.sql.ts';
import { countRefunds } from '../finance/refunds.sql.ts';
import { countGoodwill } from '../mending/goodwill.sql.ts';
import { countEnding } from '../partner/documents/documents.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { countReviewsToSee } from '../review/desk.sql.ts';
import { countLowStock, type LowRow, listLowStock } from './low-stock.sql.ts';
import { countOrders, countOthers } from './orders.sql.ts';
import { rightOver } from './right-over.sql.ts';

/** The roles of each queue; admins see all. */
const workers: Record<QueueKey, readonly StaffRole[]> = {
  toConfirm: ['operations', 'supplier'],
  cancels: ['operations'],
  unread: ['operations'],
  secondCheck: ['operations'],
  toSend: ['operations'],
  eSims: ['operations'],
  incomplete: ['operations'],
  incompleteLate: ['operations'],
  transfers: ['finance'],
  partners: ['operations'],
  partnerChanges: ['operations'],
  reviews: ['operations'],
  documents: ['operations'],
  refundFailed: ['operations', 'finance'],
  refundManual: ['operations', 'finance'],
  goodwill: ['finance'],
  restOverdue: ['operations', 'finance'],
  payTrouble: ['operations', 'finance'],
  payUnknown: ['operations', 'finance'],
  channelTrouble: ['finance'],
  lowBalance: ['finance'],
  supplierTrouble: ['operations'],
  differences: ['finance'],
  lowStock: ['operations', 'content'],
  unpaid: ['operations'],
  today: ['operations'],
};
const lowPageSize = 20;

function worksOn(context: Context, key: QueueKey): boolean {
  const { roles } = staffOf(context);
  return roles.includes('admin') || workers[key].some((role) => roles.includes(role));
}

export async function countQueues(context: Context): Promise<OutputOf<'consoleQueues'>> {
  const { owner, site, now } = context;
  const today = todayIn(site.zone, now.getTime());
  const keys = (Object.keys(workers) as QueueKey[]).filter((key) => worksOn(context, key));
  const needsOrders = keys.some((key) => key !== 'lowStock');
  // The role content has no orders; finance staff who are also suppliers decide only orders of their products.
  const right = needsOrders ? rightOver(context) : undefined;
  const [
    orders,
    others,
    refunds,
    differences,
    lowStock,
    goodwill,
    toComplete,
    documents,
    channelTrouble,
    lowBalance,
    reviews,
  ] = await Promise.all([
    right && countOrders(owner, { visible: right.sees, lines: right.money ? null : right.lines }, today, site.zone),
    right && countOthers(owner),
    worksOn(context, 'differences') ? countRefunds(owner) : undefined,
    worksOn(context, 'differences') ? countOpenDifferences(owner) : 0,
    keys.includes('lowStock') ? countLowStock(owner, today) : 0,
    keys.includes('goodwill') ? countGoodwill(owner) : 0,
    keys.includes('incomplete') ? countIncomplete(owner, now) : undefined,
    keys.includes('documents') ? countEnding(owner, today) : 0,
    keys.includes('channelTrouble') ? countTroubled(owner) : 0,
    keys.includes('lowBalance') ? countLowBalances(owner) : 0,
    keys.includes('reviews') ? countReviewsToSee(owner) : 0,
  ]);
  const counts: Partial<Record<QueueKey, number>> = {
    ...{ ...orders, ...others, ...toComplete },
    ...{ differences, lowStock, goodwill, documents, channelTrouble, lowBalance, reviews },
  };
  const ofRefunds: Partial<Record<QueueKey, number>> = refunds
    ? { refundFailed: refunds.failed, refundManual: refunds.manual }
    : {};
  return {
    today,
    list: keys.map((key) => {
      if (key !== 'refundFailed' && key !== 'refundManual') return { key, count: counts[key] ?? 0 };
      return { key, count: ofRefunds[key] ?? counts[key] ?? 0, by: refunds ? 'refund' : 'order' };
    }),
  };
}

export async function showLowStock(
  context: Context,
  { page }: ParsedInputOf<'consoleLowStock'>,
): Promise<OutputOf<'consoleLowStock'>> {
  if (!worksOn(context, 'lowStock')) throw new NotHere();
  const { owner, site, now, language } = context;
  const today = todayIn(site.zone, now.getTime());
  const [total, list] = await Promise.all([
    countLowStock(owner, today),
    listLowStock(owner, today, { size: lowPageSize, from: (page - 1) * lowPageSize }),
  ]);
  return {
    total,
    page,
    pages: Math.ceil(total / lowPageSize),
    list: list.map((row) => ({
      productId: String(row.product_id),
      productName: textIn(row.names, language),
      packageId: String(row.package_id),
      packageName: textIn(row.package_names, language),
      sku: row.sku && nameOf(row.sku, language),
      playOn: row.play_on,
      session: row.session,
      capacity: row.capacity,
      left: row.left,
    })),
  };
}

function nameOf({ names, ...sku }: NonNullable<LowRow['sku']>, language: Context['language']) {
  return { ...sku, skuName: textIn(names, language) };
}
