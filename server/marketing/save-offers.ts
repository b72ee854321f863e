// Limited offers in the back office (§2 home, decision 0470): a percentage off some products between two minutes of the owner's clock,
// saved under a revision and logged. Prices read the copy that is stored with the product.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { clockIn, instantFrom } from '../../domain/owner-clock.ts';
import { forgetFound } from '../catalog/search-products.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  changeOffer,
  copyOffers,
  deleteLimitedOffer,
  findLimitedOfferRow,
  insertLimitedOffer,
  type LimitedOfferRow,
  listLimitedOfferRows,
  type OfferChange,
  replaceOfferProducts,
} from './offers.sql.ts';
import { listGroupProducts, lockHome } from './promotions.sql.ts';
import { showGroupProduct } from './save-promotions.ts';

type Input = ParsedInputOf<'consoleOfferSave'>;

function stateOf(
  { active, starts_at, ends_at }: LimitedOfferRow,
  now: Date,
): OutputOf<'consoleOffers'>['list'][number]['state'] {
  if (ends_at <= now) return 'over';
  if (!active) return 'off';
  return starts_at > now ? 'planned' : 'shown';
}

async function listOffers({ owner, site, language, now }: Context): Promise<OutputOf<'consoleOffers'>> {
  const list = await listLimitedOfferRows(owner);
  const keys = [...new Set(list.flatMap((row) => row.product_keys))];
  const known = new Map((await listGroupProducts(owner, { keys })).map((row) => [row.key, row]));
  return {
    zone: site.zone,
    list: list.map((row) => ({
      id: String(row.offer_id),
      name: row.name,
      percent: row.percent,
      startsAt: clockIn(site.zone, row.starts_at) ?? '',
      endsAt: clockIn(site.zone, row.ends_at) ?? '',
      active: row.active,
      revision: row.revision,
      state: stateOf(row, now),
      products: row.product_keys.flatMap((key) => {
        const product = known.get(key);
        return product ? [showGroupProduct(product, language)] : [];
      }),
    })),
  };
}

/** The offer as it will be saved, or its problems. */
async function judge({ owner, site, now }: Context, input: Input): Promise<{ change: OfferChange; ids: string[] }> {
  const fields: FieldProblems = {};
  const ids = [...new Set(input.productIds)];
  const found = await listGroupProducts(owner, { ids });
  const name = input.name.trim();
  const startsAt = instantFrom(input.startsAt, site.zone);
  const endsAt = instantFrom(input.endsAt, site.zone);
  if (!name) fields.name = { problem: 'required' };
  if (!ids.length || found.length !== ids.length) fields.productIds = { problem: 'choose' };
  if (!startsAt) fields.startsAt = { problem: 'format' };
  if (!endsAt || (startsAt && endsAt <= startsAt) || (!input.id && endsAt <= now))
    fields.endsAt = { problem: 'endTime' };
  if (Object.keys(fields).length || !startsAt || !endsAt) throw new Refusal('invalidInput', { fields });
  const { percent, active } = input;
  return { change: { name, percent, starts_at: startsAt, ends_at: endsAt, active }, ids };
}

/** Refuses invalidInput by field, changedMeanwhile. */
async function saveOffer(context: Context, input: Input): Promise<OutputOf<'consoleOfferSave'>> {
  const { change, ids } = await judge(context, input);
  const { revision = 0 } = input;
  const id = await inTransactionOnce(context, 'consoleOfferSave', input, async (owner) => {
    await lockHome(owner);
    const before = input.id ? await findLimitedOfferRow(owner, input.id) : undefined;
    if (input.id && (await changeOffer(owner, input.id, revision, change)) !== 1) throw new Refusal('changedMeanwhile');
    const id = input.id ?? (await insertLimitedOffer(owner, change));
    await replaceOfferProducts(owner, id, ids);
    await copyOffers(owner);
    const after = { ...change, productIds: ids };
    await logAction(owner, context, { act: 'offer-saved', subject: `offer ${id}`, before, after });
    return id;
  });
  forgetFound(context.owner);
  return { id, revision: input.id ? revision + 1 : 1 };
}

/** Refuses changedMeanwhile, also when another person has removed it. */
async function removeOffer(context: Context, { id, revision }: { id: string; revision: number }) {
  await inTransaction(context.owner, async (owner) => {
    await lockHome(owner);
    const before = await findLimitedOfferRow(owner, id);
    if ((await deleteLimitedOffer(owner, id, revision)) !== 1) throw new Refusal('changedMeanwhile');
    await copyOffers(owner);
    await logAction(owner, context, { act: 'offer-saved', subject: `offer ${id}`, before, after: { removed: true } });
  });
  forgetFound(context.owner);
  return {};
}

export const offerCalls = {
  consoleOffers: listOffers,
  consoleOfferSave: saveOffer,
  consoleOfferDelete: removeOffer,
} satisfies Partial<Handlers>;
