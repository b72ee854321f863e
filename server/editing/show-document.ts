// One product for its editor (rules §10): the whole document, its state and revision, and its preview address.
import { randomBytes } from 'node:crypto';
import type { ProductDocument } from '../../contract/editing.ts';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { pathOf } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { type Content, type DocumentRow, findDocument, keepToken } from './editing.sql.ts';
import { isSession } from './judge-product.ts';

export const newToken = (): string => randomBytes(18).toString('base64url');

export async function showDocument({ owner }: Context, { id }: { id: string }): Promise<OutputOf<'consoleProduct'>> {
  const row = await findDocument(owner, id);
  if (!row) throw new NotHere();
  const path = pathOf({ country_key: row.country_key, city: row.city, product_id: row.product_id });
  const token = row.preview_token ?? (await keepToken(owner, id, newToken()));
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

const redemptions = ['eVoucher', 'meetingPoint', 'collect', 'pickup'] as const;

/** Products from before the back office have steps without a day, and "printed" as a way to redeem. */
export function writeDocument(row: DocumentRow): ProductDocument {
  return {
    ...readHead(row),
    ...readContent(row.content),
    pictures: row.pictures,
    areas: row.areas,
    addOns: row.add_ons,
    packages: row.packages,
  };
}

function readHead(row: DocumentRow) {
  return {
    key: row.key,
    type: row.type,
    subtype: row.subtype,
    city: row.city,
    lat: row.lat,
    lng: row.lng,
    currency: row.currency,
    names: row.names,
    overviews: row.overviews,
    instant: row.instant,
    playValue: row.play_value,
    playUnit: row.play_unit,
    serviceLanguages: row.service_languages,
    redemption: redemptions.find((one) => one === row.redemption) ?? 'collect',
    freeCancelDays: row.free_cancel_days,
    refundRules: row.refund_rules,
    cutOffHours: row.cut_off_hours,
    orderFields: row.order_fields,
    travellerFields: row.traveller_fields,
    supplierId: row.supplier_id === null ? null : String(row.supplier_id),
    scene: row.scene,
  };
}

function readContent(content: Content) {
  return {
    descriptions: content.descriptions ?? {},
    instructions: content.instructions ?? {},
    traffic: content.traffic ?? {},
    itinerary: content.itinerary.map((step) => ({
      day: step.day ?? 1,
      time: isSession(step.time) ? step.time : '',
      titles: step.title,
      texts: step.text ?? {},
    })),
    included: content.included,
    excluded: content.excluded,
    notices: content.notices,
  };
}

/** The long texts and lists as they are kept. */
export function contentOf(document: ProductDocument): Content {
  const { included, excluded, notices, descriptions, instructions, traffic } = document;
  const itinerary = document.itinerary.map((step) => ({
    day: step.day,
    time: step.time,
    title: step.titles,
    text: step.texts,
  }));
  return { itinerary, included, excluded, notices, descriptions, instructions, traffic };
}
