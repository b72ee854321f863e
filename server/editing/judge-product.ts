// Validates a product's document (§3, rules §4 and §10): every rule, each problem named by the path of its field.
import { countryCodes } from '../../domain/area-codes.ts';
import { hoursOf } from '../../domain/cancellation.ts';
import { isDirection } from '../../domain/directions.ts';
import type { FieldProblem, FieldProblems } from '../../domain/errors.ts';
import { type Fields, listFields } from '../../domain/field-kinds.ts';
import { isLanguage, type Text } from '../../domain/languages.ts';
import { readPickupHours } from '../../domain/pickup-times.ts';
import { featuresOf, isOfType, packageFigures, productFigures } from '../../domain/product-features.ts';
import { type ProductDocument, productFields, type SkuDocument } from '../../domain/product-fields.ts';
import { carSeats, carTypes, hasSeats, isProductType, rowOf, ticketTypes } from '../../domain/product-types.ts';
import { fitsIn } from '../../domain/traveller-fields.ts';
import { isSceneKind } from '../catalog/read-scene.ts';
import { hasText } from './tidy-document.ts';

/** Existing data that a document refers to. */
export type Facts = {
  /** Null: the document names a city that can be used. */
  cityProblem: 'choose' | 'ambiguous' | 'zoneInUse' | null;
  keyTaken: boolean;
  /** Ids of suppliers, pictures and areas in the document that exist. */
  suppliers: string[];
  /** Ids of tables of freight that exist. */
  freight: string[];
  pictures: string[];
  areas: string[];
  /** The currency it must keep, because it was sold or its prices have amounts in it; null: free. */
  fixedCurrency: string | null;
  /** The product's current parts. `sold` ones are never removed. */
  packages: { id: string; key: string; sold: boolean }[];
  skus: { id: string; packageId: string }[];
  addOns: string[];
};

export function judgeProduct(document: ProductDocument, facts: Facts): FieldProblems {
  return {
    ...judgeHead(document, facts),
    ...judgeTexts(productFields, document),
    ...judgeLinks(document, facts),
    ...judgeRules(document),
    ...judgeSteps(document),
    ...judgeFigures(document),
    ...judgeAddOns(document, facts),
    ...judgePackages(document, facts),
  };
}

function judgeHead(document: ProductDocument, facts: Facts): FieldProblems {
  const fields: FieldProblems = {};
  if (!/^[a-z0-9-]{3,60}$/.test(document.key)) fields.key = { problem: 'format' };
  else if (facts.keyTaken) fields.key = { problem: 'keyTaken' };
  if (!isProductType(document.type)) fields.type = { problem: 'choose' };
  else if (!rowOf(document.type).subtypes.includes(document.subtype)) fields.subtype = { problem: 'choose' };
  if (facts.cityProblem) fields.city = { problem: facts.cityProblem };
  if (facts.fixedCurrency !== null && facts.fixedCurrency !== document.currency) fields.currency = { problem: 'fixed' };
  if (!isSceneKind(document.scene.kind)) fields['scene.kind'] = { problem: 'choose' };
  return fields;
}

/** Required texts and invalid times, in every part of the document that has such fields. */
function judgeTexts(fields: Fields, values: Record<string, unknown>, path = ''): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, field] of listFields(fields)) {
    const [value, fieldName] = [values[name], `${path}${name}`];
    if (field.kind === 'texts' && field.needed === 'en' && !(value as Text).en)
      problems[`${fieldName}.en`] = { problem: 'required' };
    if (field.kind === 'texts' && field.needed === 'any' && !hasText(value as Text))
      problems[fieldName] = { problem: 'required' };
    if (field.kind === 'session' && !isSession(value as string)) problems[fieldName] = { problem: 'format' };
    if (field.kind === 'lines')
      (value as Text[]).forEach((text, at) => {
        if (!hasText(text)) problems[`${fieldName}.${at}`] = { problem: 'required' };
      });
    if (field.kind === 'rows')
      ((value ?? []) as Record<string, unknown>[]).forEach((row, at) => {
        Object.assign(problems, judgeTexts(field.fields, row, `${fieldName}.${at}.`));
      });
  }
  return problems;
}

/** A time of the day, or '' for the whole day. */
export const isSession = (time: string): boolean => time === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

function judgeLinks(document: ProductDocument, facts: Facts): FieldProblems {
  const pictures = document.pictures.map((picture) => picture.pictureId);
  const { seatPlan } = document;
  const hasPlan = seatPlan === null || (hasSeats(document.type) && facts.pictures.includes(seatPlan));
  const picture = judgeList('pictures', pictures, (value) => facts.pictures.includes(value));
  return {
    ...Object.fromEntries(Object.entries(picture).map(([path, problem]) => [`${path}.pictureId`, problem])),
    ...(hasPlan ? {} : { seatPlan: { problem: hasSeats(document.type) ? 'choose' : 'notOfProduct' } }),
    ...judgeList('areas', document.areas, (value) => facts.areas.includes(value)),
    ...judgeSuppliers(document, facts),
    ...(namedFreight(document).every((id) => facts.freight.includes(id)) ? {} : { freightId: { problem: 'choose' } }),
  };
}

export const namedPictures = ({ pictures, seatPlan }: ProductDocument): string[] => [
  ...pictures.map((picture) => picture.pictureId),
  ...(seatPlan === null ? [] : [seatPlan]),
];

export const namedSuppliers = ({ supplierId, packages }: ProductDocument): string[] =>
  [supplierId, ...packages.map((pack) => pack.supplierId)].filter((value) => value !== null);

export const namedFreight = ({ freightId }: ProductDocument): string[] => (freightId === null ? [] : [freightId]);

function judgeSuppliers({ supplierId, packages }: ProductDocument, { suppliers }: Facts): FieldProblems {
  const named = [supplierId, ...packages.map((pack) => pack.supplierId)];
  return Object.fromEntries(
    named.flatMap((value, at) =>
      value === null || suppliers.includes(value)
        ? []
        : [[at ? `packages.${at - 1}.supplierId` : 'supplierId', { problem: 'choose' as const }]],
    ),
  );
}

/** A step is placed by both figures or by none. */
function judgeSteps({ itinerary }: ProductDocument): FieldProblems {
  return Object.fromEntries(
    itinerary.flatMap(({ lat, lng }, at) =>
      (lat === null) === (lng === null)
        ? []
        : [[`itinerary.${at}.${lat === null ? 'lat' : 'lng'}`, { problem: 'required' as const }]],
    ),
  );
}

function judgeRules(document: ProductDocument): FieldProblems {
  return {
    ...judgeFees('refundRules', document.refundRules),
    ...judgeParts(document),
    ...Object.assign(
      {},
      ...document.packages.map((pack, at) => judgeFees(`packages.${at}.refundRules`, pack.refundRules)),
    ),
    ...judgeList('orderFields', document.orderFields ?? [], (code) => fitsIn(code, 'order')),
    ...judgeList('travellerFields', document.travellerFields ?? [], (code) => fitsIn(code, 'traveller')),
    ...judgeList('laterOrderFields', document.laterOrderFields ?? [], (code) => fitsIn(code, 'order')),
    ...judgeList('laterTravellerFields', document.laterTravellerFields ?? [], (code) => fitsIn(code, 'traveller')),
    ...judgeList('serviceLanguages', document.serviceLanguages, isLanguage),
    ...judgeList('coverage', document.coverage, (code) => countryCodes.includes(code)),
    ...judgeList('amenities', document.amenities, (name) => featuresOf(document.type).includes(name)),
  };
}

/** Figures of another kind are refused, and so is an amount of data where the product says that there is no limit. */
function judgeFigures(document: ProductDocument): FieldProblems {
  const alien = (fields: Fields, values: Record<string, unknown>, path = '') =>
    listFields(fields).flatMap(([name, field]) => {
      const value = values[name];
      const isEmpty = value === null || (Array.isArray(value) && !value.length);
      return isEmpty || isOfType(field, document.type) ? [] : [`${path}${name}`];
    });
  const unlimited = document.amenities.includes('unlimitedData');
  const wrong = document.packages.flatMap((pack, at) => [
    ...alien(packageFigures, pack, `packages.${at}.`),
    ...(unlimited && pack.dataMb !== null ? [`packages.${at}.dataMb`] : []),
  ]);
  return {
    ...Object.fromEntries(
      [...alien(productFigures, document), ...wrong].map((path) => [path, { problem: 'notOfProduct' }]),
    ),
  };
}

/** A first part in percent or as an amount, and the days until which the rest is paid: both or none. */
function judgeParts({ firstPercent, firstMinor, restDays }: ProductDocument): FieldProblems {
  if (firstPercent !== null && firstMinor !== null) return { firstMinor: { problem: 'choose' } };
  const hasFirst = firstPercent !== null || firstMinor !== null;
  if (firstMinor !== null && firstMinor < 1) return { firstMinor: { problem: 'required' } };
  if (hasFirst && restDays === null) return { restDays: { problem: 'required' } };
  return restDays !== null && !hasFirst ? { firstPercent: { problem: 'required' } } : {};
}

/** A limit is in days or in hours, and no two are equally long. */
function judgeFees(path: string, rules: ProductDocument['refundRules']): FieldProblems {
  const fields: FieldProblems = {};
  const lengths = (rules ?? []).map(hoursOf);
  rules?.forEach(({ daysBefore, hoursBefore }, at) => {
    const limit = `${path}.${at}.${hoursBefore === null ? 'daysBefore' : 'hoursBefore'}`;
    if ((daysBefore === null) === (hoursBefore === null))
      fields[limit] = { problem: daysBefore === null ? 'required' : 'choose' };
    else if (lengths.indexOf(lengths[at] ?? 0) < at) fields[limit] = { problem: 'twice' };
  });
  return fields;
}

/** Each entry is known and listed once. */
function judgeList<One>(name: string, list: One[], isKnown: (item: One) => boolean): FieldProblems {
  const fields: FieldProblems = {};
  list.forEach((item, at) => {
    if (!isKnown(item)) fields[`${name}.${at}`] = { problem: 'choose' };
    else if (list.indexOf(item) < at) fields[`${name}.${at}`] = { problem: 'twice' };
  });
  return fields;
}

/** An id belongs to this product and occurs once; any other id is refused as not existing. */
function judgeIds(list: { id?: string | undefined }[], ownIds: string[], path: (at: number) => string): FieldProblems {
  const ids = list.map((item) => item.id);
  const fields: FieldProblems = {};
  ids.forEach((id, at) => {
    if (id !== undefined && (!ownIds.includes(id) || ids.indexOf(id) < at)) fields[path(at)] = { problem: 'choose' };
  });
  return fields;
}

function judgeAddOns({ addOns }: ProductDocument, facts: Facts): FieldProblems {
  return judgeIds(addOns, facts.addOns, (at) => `addOns.${at}.id`);
}

function judgePackages(document: ProductDocument, facts: Facts): FieldProblems {
  const { packages } = document;
  const fields = judgeIds(
    packages,
    facts.packages.map((pack) => pack.id),
    (at) => `packages.${at}.id`,
  );
  const keys = packages.map((pack) => pack.key);
  const left = facts.packages.filter((pack) => pack.sold && !packages.some((other) => other.id === pack.id));
  packages.forEach((pack, at) => {
    const path = `packages.${at}`;
    if (!/^[a-z0-9-]{1,60}$/.test(pack.key)) fields[`${path}.key`] = { problem: 'format' };
    else if (keys.indexOf(pack.key) < at || left.some((other) => other.key === pack.key))
      fields[`${path}.key`] = { problem: 'keyTaken' };
    if (pack.minQuantity > pack.maxQuantity)
      fields[`${path}.maxQuantity`] = { problem: 'range', min: pack.minQuantity, max: 999 };
    pack.pickupTimes.forEach((row, place) => {
      const read = readPickupHours(row);
      const isKnown = read && (read.areaId === null || document.areas.includes(read.areaId));
      if (!isKnown) fields[`${path}.pickupTimes.${place}`] = { problem: read ? 'choose' : 'time' };
    });
    const byCar = isProductType(document.type) && rowOf(document.type).stockBy === 'car';
    Object.assign(
      fields,
      judgeList(`${path}.directions`, pack.directions, (name) => byCar && isDirection(name)),
    );
    const byPiece = isProductType(document.type) && rowOf(document.type).stockBy === 'piece';
    if (pack.byDay && (!byPiece || pack.openDays !== null)) fields[`${path}.byDay`] = { problem: 'notOfProduct' };
    if (pack.minNights > pack.maxNights)
      fields[`${path}.maxNights`] = { problem: 'range', min: pack.minNights, max: 90 };
    Object.assign(fields, judgeRoom(pack, path));
    const ownIds = facts.skus.filter((sku) => sku.packageId === pack.id).map((sku) => sku.id);
    Object.assign(
      fields,
      judgeIds(pack.skus, ownIds, (place) => `${path}.skus.${place}.id`),
      ...pack.skus.map((sku, place) => judgeSku(sku, document.type, `${path}.skus.${place}`)),
    );
  });
  return fields;
}

/** A room that takes children says until which age, and what a further guest costs has a number that is included. */
function judgeRoom(room: ProductDocument['packages'][number], path: string): FieldProblems {
  const fields: FieldProblems = {};
  const { maxAdults, maxChildren, childAge, includedGuests, extraAdultMinor, extraChildMinor } = room;
  const hasParty = [maxChildren, includedGuests, extraAdultMinor, extraChildMinor].some((value) => value !== null);
  if (maxAdults === null && hasParty) fields[`${path}.maxAdults`] = { problem: 'required' };
  if (maxChildren && childAge === null) fields[`${path}.childAge`] = { problem: 'required' };
  if (includedGuests === null && (extraAdultMinor ?? extraChildMinor) !== null)
    fields[`${path}.includedGuests`] = { problem: 'required' };
  const most = (maxAdults ?? 0) + (maxChildren ?? 0);
  if (maxAdults !== null && (includedGuests ?? 0) > most)
    fields[`${path}.includedGuests`] = { problem: 'range', min: 1, max: most };
  return fields;
}

/** Named by exactly one of: a ticket type where persons are counted, a car type with its seats, a free name. */
function judgeSku(sku: SkuDocument, type: number, path: string): FieldProblems {
  const fields: FieldProblems = {};
  const report = (field: string, problem: FieldProblem) => {
    fields[`${path}.${field}`] = { problem };
  };
  const sessions = sku.sessionPrices.map((price) => price.session);
  sessions.forEach((session, at) => {
    if (!session) report(`sessionPrices.${at}.session`, 'required');
    else if (sessions.indexOf(session) < at) report(`sessionPrices.${at}.session`, 'twice');
  });
  if (sku.minAge > sku.maxAge) fields[`${path}.maxAge`] = { problem: 'range', min: sku.minAge, max: 999 };
  const stockBy = isProductType(type) ? rowOf(type).stockBy : undefined;
  if (sku.planKind && stockBy !== 'piece') report('planKind', 'notOfProduct');
  else if (sku.planSku && !sku.planKind) report('planKind', 'required');
  else if (!sku.planSku?.trim() && (sku.planKind || sku.planSku !== null)) report('planSku', 'required');
  const byTicket = sku.ticketType !== null;
  const byCar = sku.carType !== null || sku.seatClass !== null;
  const byName = hasText(sku.names);
  if ([byTicket, byCar, byName].filter(Boolean).length !== 1)
    report(stockBy === 'car' ? 'carType' : stockBy === 'person' ? 'ticketType' : 'names.en', 'choose');
  else if (byTicket) {
    if (stockBy !== 'person' || !ticketTypes.some((type) => type === sku.ticketType)) report('ticketType', 'choose');
  } else if (byCar) {
    if (stockBy !== 'car' || !carTypes.some((type) => type === sku.carType)) report('carType', 'choose');
    if (sku.seatClass === null || !(sku.seatClass in carSeats)) report('seatClass', 'choose');
  } else if (!sku.names.en) report('names.en', 'required');
  return fields;
}
