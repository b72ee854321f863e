// A supplier's product becomes ours (decision 0415): as a new draft with all of its options, or an option as a package that is there
// already. From then on its places and prices are the supplier's.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type Currency, isCurrency } from '../../domain/currencies.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { fillFields } from '../../domain/field-kinds.ts';
import { type Language, languageTags, type Text } from '../../domain/languages.ts';
import { type ProductDocument, productFields } from '../../domain/product-fields.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { findDocument } from '../editing/editing.sql.ts';
import { insertProduct } from '../editing/save-product.ts';
import { chooseCity } from '../places/choose-city.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { closePlaces, deleteOffer, findOctoLink, findPackageToTie, insertOffer, type LinkRow } from './links.sql.ts';
import { currencyOf, type TheirOption, type TheirProduct } from './read-octo.ts';
import { minorOf } from './read-places.ts';
import { nameTheirs, refusedFor } from './save-connection.ts';
import { priceFor } from './sync-places.ts';

const ticketOf: Record<string, number> = {
  ...{ ADULT: 10001, CHILD: 10002, YOUTH: 10002, FAMILY: 10003, STUDENT: 10005, INFANT: 10006, SENIOR: 10007 },
};

/** Packages of a product, and SKUs of a package. */
const mostParts = 30;

const refuse = (fields: FieldProblems) => new Refusal('invalidInput', { fields });
const clip = (text: string, most: number) => [...text.trim()].slice(0, most).join('');

async function findTheirs(context: Context, id: string, productRef: string) {
  const link = await findOctoLink(context.owner, id);
  const product = link?.products.find((product) => product.id === productRef);
  if (!link || !product) throw new NotHere();
  if (refusedFor(product)) throw refuse({ productRef: { problem: 'notSellable' } });
  return { link, product };
}

/** As much of it as one of our products holds. */
const cut = (product: TheirProduct): TheirProduct => ({
  ...product,
  options: product.options
    .slice(0, mostParts)
    .map((option) => ({ ...option, units: option.units.slice(0, mostParts) })),
});

/** A text in the supplier's language, and in English, which every product has (rules §10). */
function textOf({ locale }: TheirProduct, text: string, most: number): Text {
  const value = clip(text, most);
  if (!value) return {};
  const found = (Object.entries(languageTags) as [Language, string][]).find(
    ([, tag]) => tag.toLowerCase() === locale.toLowerCase() || tag.split('-')[0] === locale.split(/[-_]/)[0],
  );
  return { en: value, ...(found ? { [found[0]]: value } : {}) };
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);

/** Refuses invalidInput by field. */
export async function takeProduct(
  context: Context,
  { id, productRef, type, city }: ParsedInputOf<'consoleOctoTake'>,
): Promise<OutputOf<'consoleOctoTake'>> {
  const { link, product: whole } = await findTheirs(context, id, productRef);
  const product = cut(whole);
  if (!isProductType(type) || rowOf(type).stockBy !== 'person') throw refuse({ type: { problem: 'choose' } });
  try {
    return await inTransaction(context.owner, async (owner) => {
      const chosen = await chooseCity(owner, city.trim());
      if ('problem' in chosen) throw refuse({ city: { problem: chosen.problem } });
      const { city: place, lat, lng } = chosen.city;
      const document = writeDraft(link, product, { type, city: place, lat, lng });
      const { productId, packageIds } = await insertProduct(owner, document);
      await tieAll(owner, link, product, String(productId), packageIds);
      await refreshCards(owner, productId);
      const after = { key: document.key, theirs: productRef };
      await logAction(owner, context, { act: 'octo-taken', subject: `product ${productId}`, after });
      return { productId: String(productId) };
    });
  } catch (error) {
    if (isDuplicate(error, 'product_owner_id_key_key')) throw refuse({ productRef: { problem: 'takenOver' } });
    throw error;
  }
}

type Head = { type: number; city: string; lat: number; lng: number };

function writeDraft(link: LinkRow, product: TheirProduct, head: Head): ProductDocument {
  const currencyCode = currencyOf(product);
  const currency: Currency = isCurrency(currencyCode) ? currencyCode : 'CNY';
  const about = product.description || product.shortDescription;
  const row = isProductType(head.type) ? rowOf(head.type) : undefined;
  const raw = {
    ...{ ...head, subtype: row?.subtypes[0] ?? 0, currency, supplierId: String(link.supplier_id) },
    key: `octo-${link.supplier_id}-${slug(product.id) || slug(nameTheirs(product)) || 'x'}`,
    names: textOf(product, nameTheirs(product), 200),
    overviews: textOf(product, product.shortDescription || about || nameTheirs(product), 4000),
    descriptions: textOf(product, about, 20_000),
    ...{ instant: false, playValue: 1, playUnit: 1, serviceLanguages: ['en'], redemption: 'eVoucher' },
    scene: { kind: 'skyline', time: 'day' },
    packages: product.options.map((option, at) => ({
      key: `option-${at + 1}`,
      names: textOf(product, nameTheirs(option), 200),
      minQuantity: Math.max(1, option.restrictions.minUnits),
      maxQuantity: Math.min(999, option.restrictions.maxUnits ?? 20),
      supplierId: String(link.supplier_id),
      refundRules: rulesOf(option),
      skus: writeSkus(link, product, option),
    })),
  };
  return fillFields(productFields, raw) as ProductDocument;
}

const hoursOfUnit: Record<string, number> = { minute: 1 / 60, hour: 1, day: 24 };
const longestHours = 8760;

/** Free until the supplier's own limit, and nothing back afterwards; a limit of more than a year leaves no time before it. */
function rulesOf({ cancellationCutoffAmount: amount, cancellationCutoffUnit: unit }: TheirOption) {
  if (amount == null || !unit) return null;
  const hours = Math.ceil(amount * (hoursOfUnit[unit] ?? 24));
  if (hours > longestHours) return [];
  const limit =
    unit === 'day' ? { daysBefore: amount, hoursBefore: null } : { daysBefore: null, hoursBefore: Math.max(1, hours) };
  return [{ ...limit, feePercent: 100 }];
}

/** A unit without a ticket type, or the second one of a type, is called as the supplier calls it. */
function writeSkus(link: LinkRow, product: TheirProduct, { units }: TheirOption) {
  const used = new Set<number>();
  return units.map((unit) => {
    const type = ticketOf[unit.type];
    const isNamed = type === undefined || used.has(type);
    if (type !== undefined) used.add(type);
    const price = unit.pricingFrom?.find((one) => one.currency === currencyOf(product));
    const [retail, net] = price ? [minorOf(price, price.retail), minorOf(price, price.net ?? null)] : [null, null];
    return {
      ticketType: isNamed ? null : type,
      names: isNamed ? textOf(product, nameTheirs(unit), 200) : {},
      minAge: Math.min(999, Math.max(0, unit.restrictions.minAge)),
      maxAge: Math.min(999, Math.max(unit.restrictions.minAge, unit.restrictions.maxAge)),
      priceMinor: priceFor(link, retail, net) ?? 0,
      costMinor: net,
    };
  });
}

/** The SKUs of a new package lie in the order of the units. */
async function tieAll(owner: OwnerTrx, link: LinkRow, product: TheirProduct, productId: string, packageIds: number[]) {
  const written = await findDocument(owner, productId);
  for (const [at, option] of product.options.entries()) {
    const skus = written?.packages[at]?.skus ?? [];
    const units = Object.fromEntries(option.units.map((unit, place) => [skus[place]?.id ?? '', unit.id]));
    const tie = { package_id: packageIds[at] ?? 0, supplier_id: link.supplier_id, product_ref: product.id, units };
    if ((await insertOffer(owner, { ...tie, option_ref: option.id })) !== 1)
      throw refuse({ productRef: { problem: 'takenOver' } });
  }
}

/** Refuses invalidInput by field: every SKU is a unit, none twice, in the same currency; the package has days. */
export async function tieOption(
  context: Context,
  input: ParsedInputOf<'consoleOctoTie'>,
): Promise<Record<string, never>> {
  const { id, productRef, optionRef, packageId, units } = input;
  const { link, product } = await findTheirs(context, id, productRef);
  const option = product.options.find((option) => option.id === optionRef);
  if (!option) throw new NotHere();
  await inTransaction(context.owner, async (owner) => {
    const pack = await findPackageToTie(owner, packageId);
    if (!pack) throw new NotHere();
    const fields: FieldProblems = {};
    const chosen = pack.skus.map((sku) => units[sku] ?? '');
    for (const [at, sku] of pack.skus.entries()) {
      const unit = chosen[at] ?? '';
      if (!option.units.some((one) => one.id === unit)) fields[`units.${sku}`] = { problem: 'choose' };
      else if (chosen.indexOf(unit) < at) fields[`units.${sku}`] = { problem: 'twice' };
    }
    if (pack.open_days !== null || pack.by_day || currencyOf(product) !== pack.currency)
      fields.packageId = { problem: 'notSellable' };
    if (Object.keys(fields).length) throw refuse(fields);
    const wanted = Object.fromEntries(pack.skus.map((sku, at) => [sku, chosen[at] ?? '']));
    const tie = { package_id: Number(packageId), supplier_id: link.supplier_id, product_ref: productRef };
    if ((await insertOffer(owner, { ...tie, option_ref: optionRef, units: wanted })) !== 1)
      throw refuse({ packageId: { problem: 'takenOver' } });
    const after = { package: packageId, theirs: productRef, option: optionRef, units: wanted };
    await logAction(owner, context, { act: 'octo-tied', subject: `product ${pack.product_id}`, after });
  });
  return {};
}

export async function untieOption(
  context: Context,
  { id, packageId }: ParsedInputOf<'consoleOctoUntie'>,
): Promise<Record<string, never>> {
  if ((await findOctoLink(context.owner, id))?.speaks !== 'octo') throw new NotHere();
  await inTransaction(context.owner, async (owner) => {
    const before = await deleteOffer(owner, id, packageId);
    if (!before) throw new NotHere();
    // What is sold from here on would be held nowhere.
    await closePlaces(owner, packageId);
    const { product_ref: theirs, option_ref: option } = before;
    await logAction(owner, context, {
      act: 'octo-untied',
      subject: `supplier ${id}`,
      before: { packageId, theirs, option },
    });
  });
  return {};
}
