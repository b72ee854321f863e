// Staff hide products from a level or a partner and show them again (decision 0285); both are logged and hold with the next request.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../../domain/errors.ts';
import { type Language, textIn } from '../../../domain/languages.ts';
import { isProductType } from '../../../domain/product-types.ts';
import { forgetSeen } from '../../catalog/forget-seen.ts';
import { findLevels } from '../../member/levels.sql.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import {
  deleteHiddenRules,
  findHiddenFacts,
  type HiddenRow,
  type HiddenTarget,
  listHiddenRules,
  putHiddenRule,
} from './hidden-rules.sql.ts';

export async function listHidden(
  { owner, language }: Context,
  { page, size, query, scope, level }: ParsedInputOf<'consoleHidden'>,
): Promise<OutputOf<'consoleHidden'>> {
  const [{ total, list }, levels] = await Promise.all([
    listHiddenRules(
      owner,
      { query: query.trim(), scope: scope ?? null, level: level ?? null },
      { size, from: (page - 1) * size },
    ),
    findLevels(owner),
  ]);
  const pages = Math.ceil(total / size);
  return { total, page, pages, levelNames: levels.names, list: list.map((row) => showHidden(row, language)) };
}

function showHidden(row: HiddenRow, language: Language): OutputOf<'consoleHidden'>['list'][number] {
  return {
    id: String(row.hide_id),
    scope: row.product_id !== null ? 'product' : row.city !== null ? 'city' : 'type',
    productId: row.product_id === null ? null : String(row.product_id),
    productName: row.product_names ? textIn(row.product_names, language) : '',
    city: row.city,
    cityName: row.city_names ? textIn(row.city_names, language) : '',
    type: row.type,
    level: row.level,
    partnerId: row.partner_id === null ? null : String(row.partner_id),
    partnerName: row.partner_name ?? '',
    createdAt: row.created_at.toISOString(),
  };
}

/** Refuses invalidInput by field. */
export async function addHidden(
  context: Context,
  target: ParsedInputOf<'consoleHiddenAdd'>,
): Promise<OutputOf<'consoleHiddenAdd'>> {
  const { owner } = context;
  const id = await inTransaction(owner, async (owner) => {
    const facts = await findHiddenFacts(owner, target);
    if (!facts) throw new Error('no facts');
    const fields = judge(target, facts);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const { id, added } = await putHiddenRule(owner, target);
    if (added)
      await logAction(owner, context, { act: 'hidden-added', subject: subjectOf(target), after: named(target) });
    return id;
  });
  forgetSeen(owner);
  return { id: String(id) };
}

type Facts = NonNullable<Awaited<ReturnType<typeof findHiddenFacts>>>;

function judge({ productId, city, type, level, partnerId }: HiddenTarget, facts: Facts): FieldProblems {
  const fields: FieldProblems = {};
  const chosen = [productId, city, type].filter((value) => value !== null).length;
  if (chosen !== 1) fields.productId = { problem: chosen ? 'oneOfBoth' : 'choose' };
  else if (productId !== null && !facts.product) fields.productId = { problem: 'choose' };
  if (city !== null && !facts.city) fields.city = { problem: 'choose' };
  if (type !== null && !isProductType(type)) fields.type = { problem: 'choose' };
  if ((level === null) === (partnerId === null)) fields.level = { problem: 'choose' };
  else if (partnerId !== null && !facts.partner) fields.partnerId = { problem: 'choose' };
  return fields;
}

const subjectOf = ({ productId }: Pick<HiddenTarget, 'productId'>) =>
  productId === null ? 'hidden products' : `product ${productId}`;

/** Without what is null anyway. */
const named = (target: HiddenTarget) =>
  Object.fromEntries(Object.entries(target).filter(([, value]) => value !== null));

export async function deleteHidden(
  context: Context,
  { ids }: ParsedInputOf<'consoleHiddenDelete'>,
): Promise<OutputOf<'consoleHiddenDelete'>> {
  const { owner } = context;
  const changed = await inTransaction(owner, async (owner) => {
    const gone = await deleteHiddenRules(owner, ids);
    for (const row of gone) {
      const { productId, city, type, level, partnerId } = showHidden(row, 'en');
      const target = { productId, city, type, level, partnerId };
      await logAction(owner, context, { act: 'hidden-deleted', subject: subjectOf(target), before: named(target) });
    }
    return gone.length;
  });
  forgetSeen(owner);
  return { changed };
}
