// The list of products in the back office (rules §10): filters, counts of each state, and which languages still lack a name.
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { showNextDay } from '../../domain/dates.ts';
import { textIn } from '../../domain/languages.ts';
import { pictureOf } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { type ListRow, listProductRows } from './list.sql.ts';

export async function listProducts(
  context: Context,
  input: ParsedInputOf<'consoleProducts'>,
): Promise<OutputOf<'consoleProducts'>> {
  const { owner, language } = context;
  const filter = {
    query: input.query.replace(/[\p{Cc}\p{Cs}]/gu, '').trim(),
    state: input.state ?? null,
    type: input.type ?? null,
    city: input.city?.replace(/[\p{Cc}\p{Cs}]/gu, '') ?? null,
  };
  const page = { size: input.size, from: (input.page - 1) * input.size };
  const row = await listProductRows(owner, language, filter, input.sort, page);
  const counts = { draft: 0, published: 0, withdrawn: 0, ...row.counts };
  const total = input.state ? counts[input.state] : counts.draft + counts.published + counts.withdrawn;
  return {
    total,
    page: input.page,
    pages: Math.ceil(total / input.size),
    counts,
    list: row.list.map((list) => showRow(list, context)),
  };
}

function showRow(row: ListRow, { site, language }: Context): OutputOf<'consoleProducts'>['list'][number] {
  return {
    id: String(row.product_id),
    key: row.key,
    name: row.name,
    type: row.type,
    subtype: row.subtype,
    cityName: textIn(row.city_names, language),
    state: row.state,
    picture: row.picture_id
      ? fileAddress('ownerPicture', { id: row.picture_id })
      : pictureOf(row.scene, row.key, row.name).src,
    fromMinor: row.from_minor,
    currency: row.currency,
    sold: row.sold,
    views: row.views,
    ...showNextDay(row.next_on),
    updatedAt: new Date(row.updated_at).toISOString(),
    missing: site.languages.filter((language) => !row.names[language]?.trim()),
  };
}
