// What orders have at suppliers, for staff: what could not be settled comes first, with what the supplier said. And places asked anew for
// a buyer who looks at them.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { money } from '../../domain/money.ts';
import { hookRules } from '../../domain/systems.ts';
import { countAttempt } from '../account/account.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { findOctoOffer } from './links.sql.ts';
import { closeSupply, listSupplyRows, wakeSupply } from './supplies.sql.ts';
import { syncOffer } from './sync-places.ts';

export async function listSupplies(
  { owner, language, site }: Context,
  { query, state, problem, page, size }: ParsedInputOf<'consoleSupplies'>,
): Promise<OutputOf<'consoleSupplies'>> {
  const filter = { query: query.trim(), state: state ?? '', problem: problem === '1', size, from: (page - 1) * size };
  const { total, list } = await listSupplyRows(owner, filter);
  return {
    ...{ total, page, pages: Math.ceil(total / size), zone: site.zone },
    list: list.map((row) => ({
      ...{ id: String(row.supply_id), orderNo: row.order_no, supplierName: row.supplier_name, playOn: row.play_on },
      ...{ session: row.session, units: row.units, state: row.state, reference: row.reference, problem: row.problem },
      productName: [row.product_names, row.package_names].map((text) => textIn(text, language)).join(' · '),
      net: row.net_minor === null ? null : money(row.net_minor, row.currency),
      answer: row.answer,
      askedAt: row.asked_at?.toISOString() ?? null,
    })),
  };
}

export async function askSupplyAgain(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const woken = await wakeSupply(owner, id);
    if (!woken) throw new NotHere();
    await logAction(owner, context, { act: 'supply-asked', subject: `order ${woken.order_no}`, after: { supply: id } });
  });
  return {};
}

export async function settleSupplyByHand(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const closed = await closeSupply(owner, id);
    if (!closed) throw new NotHere();
    const { order_no: orderNo, problem } = closed;
    await logAction(owner, context, {
      act: 'supply-closed',
      subject: `order ${orderNo}`,
      before: { supply: id, problem },
    });
  });
  return {};
}

/** How long a received answer is shown without a new request; no supplier is asked more often for a buyer. */
const freshSeconds = 60;

/** Months that are being asked by this process: who comes meanwhile waits for the same answer. */
const asking = new Map<string, Promise<boolean>>();

export async function askPlaces(
  context: Context,
  { packageId, month }: ParsedInputOf<'askPlaces'>,
): Promise<OutputOf<'askPlaces'>> {
  const { owner, clock, now, hooksPrivately: privately } = context;
  const offer = owner.isTest ? undefined : await findOctoOffer(owner, packageId);
  if (offer?.speaks !== 'octo' || offer.state === 'draft') throw new NotHere();
  const age = offer.asked_at ? (now.getTime() - offer.asked_at.getTime()) / 1000 : Number.POSITIVE_INFINITY;
  if (age < freshSeconds) return { askedAt: offer.asked_at?.toISOString() ?? null, fresh: false };
  const key = `${owner.id} ${packageId} ${month}`;
  const from = `${month}-01`;
  const range = { from, to: addDays(from, 40) };
  const ask = async () => {
    // Also of a supplier that does not answer, or wants to be asked less often.
    if ((await countAttempt(owner, `places of ${packageId}`, freshSeconds)) > 1) return false;
    return syncOffer({ ...context, privately, answerSeconds: hookRules.answerSeconds / 2 }, packageId, range);
  };
  const run = asking.get(key) ?? ask().finally(() => asking.delete(key));
  asking.set(key, run);
  const fresh = await run;
  return { askedAt: (fresh ? clock() : offer.asked_at)?.toISOString() ?? null, fresh };
}
