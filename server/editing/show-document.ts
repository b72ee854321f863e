// One product for its editor (rules §10): the whole document, its state and revision, and its preview address.
import { randomBytes } from 'node:crypto';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { emptyOf, listFields } from '../../domain/field-kinds.ts';
import { type ContentName, type ProductDocument, productFields } from '../../domain/product-fields.ts';
import type { ProductContent } from '../catalog/catalog.sql.ts';
import { pathOf } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { type DocumentRow, findDocument, storeToken } from './editing.sql.ts';
import { isSession } from './judge-product.ts';

export const newToken = (): string => randomBytes(18).toString('base64url');

export async function showDocument({ owner }: Context, { id }: { id: string }): Promise<OutputOf<'consoleProduct'>> {
  const row = await findDocument(owner, id);
  if (!row) throw new NotHere();
  const path = pathOf({ country_key: row.country_key, city: row.city, product_id: row.product_id });
  const token = row.preview_token ?? (await storeToken(owner, id, newToken()));
  return {
    id,
    state: row.state,
    revision: row.revision,
    previewPath: `${path}?isPreview=true&token=${token}`,
    path,
    zone: row.zone,
    pictures: row.pictures.map(({ pictureId }) => ({
      pictureId,
      address: fileAddress('ownerPicture', { id: pictureId }),
    })),
    document: writeDocument(row),
  };
}

const { redemption, ...headFields } = productFields;
const contentFields = listFields(productFields).filter(([, { stored }]) => stored === 'content');

/** Products from before the back office have steps without a day, and "printed" as a way to redeem. */
export function writeDocument(row: DocumentRow): ProductDocument {
  const head = Object.keys(headFields) as (keyof Omit<DocumentRow, 'redemption'>)[];
  return {
    ...Object.fromEntries(head.map((name) => [name, row[name]])),
    redemption: redemption.choices.find((choice) => choice === row.redemption) ?? 'collect',
    ...readContent(row.content),
  } as ProductDocument;
}

function readContent(content: ProductContent) {
  const parts = contentFields.map(([name, field]) => [name, content[name as ContentName] ?? emptyOf(field)?.value]);
  return {
    ...Object.fromEntries(parts),
    itinerary: content.itinerary.map((step) => ({
      day: step.day ?? 1,
      time: isSession(step.time) ? step.time : '',
      lat: step.lat ?? null,
      lng: step.lng ?? null,
      titles: step.title,
      texts: step.text ?? {},
    })),
  };
}

/** The long texts and lists as they are stored. */
export function contentOf(document: ProductDocument): ProductContent {
  const itinerary = document.itinerary.map((step) => ({
    day: step.day,
    time: step.time,
    lat: step.lat,
    lng: step.lng,
    title: step.titles,
    text: step.texts,
  }));
  const parts = contentFields.map(([name]) => [name, document[name as ContentName]]);
  return { ...Object.fromEntries(parts), itinerary };
}
