// Promotion groups of the home page (§2 home): rows of products under a title, in the owner's order, saved one by one under their
// revision and logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { isProductType } from '../../domain/product-types.ts';
import { pictureOf } from '../catalog/show-card.ts';
import { editCities, findCities } from '../places/cities.sql.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
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
      city: row.of_city === null ? null : { key: row.of_city, name: textIn(row.city_names ?? {}, language) },
      type: row.of_type,
      monthFrom: row.month_from,
      monthTo: row.month_to,
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
  const others = ids.filter((value) => value !== id);
  const now = ids.indexOf(id);
  const at = place === undefined ? (now < 0 ? others.length : now) : Math.min(place - 1, others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

const shown = ({ product_keys, of_city, month_from, ...row }: PromotionRow): PromotionChange => ({
  titles: row.titles,
  productKeys: product_keys,
  active: row.active,
  city: of_city,
  type: row.of_type,
  monthFrom: month_from,
  monthTo: row.month_to,
});

/** Products, a place or a category: one of them at least; months both or none. */
function judgePromotion(change: PromotionChange, chosen: number): FieldProblems {
  const { productKeys, city, type, monthFrom, monthTo } = change;
  const fields: FieldProblems = {};
  if (!change.titles.en) fields['titles.en'] = { problem: 'required' };
  const isEmpty = !productKeys.length && city === null && type === null;
  if (isEmpty || productKeys.length !== chosen) fields.productIds = { problem: 'choose' };
  if (type !== null && !isProductType(type)) fields.type = { problem: 'choose' };
  if (monthFrom === null && monthTo !== null) fields.monthFrom = { problem: 'required' };
  if (monthTo === null && monthFrom !== null) fields.monthTo = { problem: 'required' };
  return fields;
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function savePromotion(
  context: Context,
  input: ParsedInputOf<'consolePromotionSave'>,
): Promise<OutputOf<'consolePromotionSave'>> {
  const { owner } = context;
  const ids = [...new Set(input.productIds)];
  const found = new Map((await listGroupProducts(owner, { ids })).map((row) => [String(row.product_id), row.key]));
  const productKeys = ids.flatMap((id) => found.get(id) ?? []);
  const { active, city, type, monthFrom, monthTo } = input;
  const titles = trimTexts(input.titles);
  const change: PromotionChange = { titles, productKeys, active, city, type, monthFrom, monthTo };
  const fields = judgePromotion(change, ids.length);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return inTransactionOnce(context, 'consolePromotionSave', input, async (owner) => {
    // Before the owner's row, as where cities are merged.
    await editCities(owner);
    if (city !== null && !(await findCities(owner, [city])).has(city))
      throw new Refusal('invalidInput', { fields: { city: { problem: 'choose' } } });
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
      list.map((row) => String(row.promotion_id)).filter((value) => value !== id),
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
