// Promotion groups of the home page (§2 home): rows of products under a title, in the owner's order, saved one by one under their
// revision and logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { pictureOf } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { trimTexts } from '../site/trim-texts.ts';
import {
  changePromotion,
  deletePromotion,
  type GroupProductRow,
  insertPromotion,
  listGroupProducts,
  listPromotionRows,
  lockHome,
  type PromotionChange,
  type PromotionRow,
  placePromotions,
} from './promotions.sql.ts';

type Group = OutputOf<'consolePromotions'>['list'][number];

/** A product as a list of chosen ones shows it. */
export function showGroupProduct(row: GroupProductRow, language: Language): Group['products'][number] {
  const name = textIn(row.names, language);
  return {
    id: String(row.product_id),
    name,
    city: textIn(row.city_names, language),
    picture: pictureOf(row.scene, row.key, name),
    onShelf: row.on_shelf,
  };
}

export async function listPromotionGroups({ owner, language }: Context): Promise<OutputOf<'consolePromotions'>> {
  const list = await listPromotionRows(owner);
  const keys = [...new Set(list.flatMap((row) => row.product_keys))];
  const known = new Map((await listGroupProducts(owner, { keys })).map((row) => [row.key, row]));
  return {
    list: list.map((row) => ({
      id: String(row.promotion_id),
      titles: row.titles,
      active: row.active,
      revision: row.revision,
      products: row.product_keys.flatMap((key) => {
        const product = known.get(key);
        return product ? [showGroupProduct(product, language)] : [];
      }),
    })),
  };
}

/** All ids with one of them at `place` (1 is the first), or where it was, or at the end. */
export function placeAmong(ids: string[], id: string, place: number | undefined): string[] {
  const others = ids.filter((one) => one !== id);
  const now = ids.indexOf(id);
  const at = place === undefined ? (now < 0 ? others.length : now) : Math.min(place - 1, others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

const shown = ({ titles, product_keys, active }: PromotionRow) => ({ titles, productKeys: product_keys, active });

/** Refuses invalidInput by field, changedMeanwhile. */
export async function savePromotion(
  context: Context,
  input: ParsedInputOf<'consolePromotionSave'>,
): Promise<OutputOf<'consolePromotionSave'>> {
  const { owner } = context;
  const ids = [...new Set(input.productIds)];
  const found = new Map((await listGroupProducts(owner, { ids })).map((row) => [String(row.product_id), row.key]));
  const productKeys = ids.flatMap((id) => found.get(id) ?? []);
  const change: PromotionChange = { titles: trimTexts(input.titles), productKeys, active: input.active };
  const fields: FieldProblems = {};
  if (!change.titles.en) fields['titles.en'] = { problem: 'required' };
  if (!productKeys.length || productKeys.length !== ids.length) fields.productIds = { problem: 'choose' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return inTransaction(owner, async (owner) => {
    await lockHome(owner);
    const list = await listPromotionRows(owner);
    const before = list.find((row) => String(row.promotion_id) === input.id);
    const { revision = 0 } = input;
    if (input.id && (await changePromotion(owner, input.id, revision, change)) !== 1)
      throw new Refusal('changedMeanwhile');
    const id = input.id ?? (await insertPromotion(owner, change));
    const order = placeAmong(
      list.map((row) => String(row.promotion_id)),
      id,
      input.place,
    );
    await placePromotions(owner, order);
    await logAction(owner, context, {
      act: 'promotion-saved',
      subject: `promotion ${id}`,
      before: before && shown(before),
      after: { ...change, place: order.indexOf(id) + 1 },
    });
    return { id, revision: input.id ? revision + 1 : 1 };
  });
}

/** Refuses changedMeanwhile, also when another person has removed it. */
export async function removePromotion(context: Context, { id, revision }: { id: string; revision: number }) {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    await lockHome(owner);
    const list = await listPromotionRows(owner);
    const before = list.find((row) => String(row.promotion_id) === id);
    if ((await deletePromotion(owner, id, revision)) !== 1) throw new Refusal('changedMeanwhile');
    await placePromotions(
      owner,
      list.map((row) => String(row.promotion_id)).filter((one) => one !== id),
    );
    await logAction(owner, context, {
      act: 'promotion-saved',
      subject: `promotion ${id}`,
      before: before && shown(before),
      after: { removed: true },
    });
  });
  return {};
}
