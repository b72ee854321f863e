// Popularity (§2 popular), computed every hour: a product's starting value, which fades, and the views and sales of the last 30
// days. docs/search.md has the formula with worked numbers.
import { type Database, inTransaction, type Owner } from '../platform/db.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import {
  addSaleRows,
  forgetOldViews,
  listSaleOwners,
  type PopularityRule,
  rankRows,
  setStartingPopularity,
} from './views.sql.ts';

/** Days that count for popular and for hot. */
const recentDays = 30;

const popularityRule: PopularityRule = {
  days: recentDays,
  /** The starting value is gone after so many days, in a straight line. */
  fadeDays: 90,
  viewsPerPoint: 10,
  /** Limits the views of one day, so that clicking cannot lift a product to the top. */
  mostForViews: 100,
  pointsPerSale: 3,
};

export async function rankProducts(owner: Owner): Promise<void> {
  await inTransaction(owner, async (owner) => {
    await setStartingPopularity(owner);
    await rankRows(owner, popularityRule);
    await forgetOldViews(owner);
  });
}

/** Units sold are added to their products in rounds (decision 0651): payments of one product would wait for each other at its row. */
export async function addSales(database: Database): Promise<void> {
  await workThrough(await listSaleOwners(database.house), (ownerId) => addSaleRows(database.forOwner(ownerId)));
}
