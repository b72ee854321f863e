// The catalogue as OCTO's tree: product, option (our package), unit (our SKU). Ids are ours and stable.
import type { Readable } from 'node:stream';
import { policyOf, rulesInForce } from '../../domain/cancellation.ts';
import { exponentOf } from '../../domain/currencies.ts';
import { languageTags, textIn } from '../../domain/languages.ts';
import { nameSku } from '../../locales/name-sku.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import { findOwner } from '../site/site.sql.ts';
import { type ContactField, contactFieldOf, detailsAsked, detailsNeeded, isExpressible } from './asked-details.ts';
import { wrongId } from './octo-problem.ts';
import {
  listOctoProducts,
  type OctoFacts,
  type OctoPackage,
  type OctoProductRow,
  type OctoSku,
  type PackageFacts,
  readOctoProducts,
} from './products.sql.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { contentOfOption, contentOfProduct, contentOfUnit } from './show-content.ts';
import { pickupsOf, questionsOf } from './show-details.ts';
import { writeList } from './write-list.ts';

export async function showOctoSupplier({ context, has, root }: OctoAsking) {
  const { owner, site } = context;
  const company = await findOwner(owner);
  return {
    id: site.ownerCode,
    name: company.name,
    endpoint: root,
    contact: {
      website: company.address,
      email: null,
      telephone: company.phone,
      address: company.legal_address.trim() || null,
    },
    ...(has.has('content') ? { shortDescription: null, media: [] } : {}),
  };
}

/** A catalogue of fifty thousand products does not fit into memory. */
export function listTree(asking: OctoAsking): Promise<Readable> {
  const { context, has } = asking;
  const batches = readOctoProducts(context.owner, pricingOf(context), { isShown: true });
  return writeList('octoProducts', batches, (rows) =>
    rows.flatMap((row) => {
      const shown = offered(row, has);
      return shown ? [showProduct(asking, shown)] : [];
    }),
  );
}

export async function findShownProduct(asking: OctoAsking, { id }: OctoInput<'product'>) {
  return showProduct(asking, await findOffered(asking, id, { isShown: true }));
}

/** The product with those of its packages that OCTO can express; undefined where there is none. */
function offered<Row extends OctoFacts>(row: Row, has: OctoAsking['has']): Row | undefined {
  const packages = row.packages.filter((pack) => isExpressible(row, pack, has));
  return packages.length ? { ...row, packages } : undefined;
}

/** Refuses INVALID_PRODUCT_ID. */
export async function findOffered(
  { context, has }: Pick<OctoAsking, 'context' | 'has'>,
  id: string,
  which: { isShown?: boolean; isSold?: boolean } = {},
): Promise<OctoProductRow> {
  const [row] = /^\d{1,18}$/.test(id) ? await listOctoProducts(context.owner, pricingOf(context), [id], which) : [];
  const shown = row && offered(row, has);
  if (!shown) throw wrongId('productId', id);
  return shown;
}

/** Refuses INVALID_OPTION_ID. */
export function findPackage<Pack extends PackageFacts>({ packages }: { packages: Pack[] }, id: string): Pack {
  const pack = packages.find((pack) => String(pack.package_id) === id);
  if (!pack) throw wrongId('optionId', id);
  return pack;
}

const isTimed = ({ sessions }: OctoPackage): boolean => sessions.some(Boolean);

/** With a session anywhere it is sold by start times; whole days are open hours. */
export const hasTimes = ({ packages }: Pick<OctoProductRow, 'packages'>): boolean => packages.some(isTimed);

const availabilityTypeOf = (row: OctoProductRow) => (hasTimes(row) ? 'START_TIME' : 'OPENING_HOURS');

type Showing = Pick<OctoAsking, 'context' | 'has'>;

function showProduct(asking: Showing, row: OctoProductRow) {
  const { context, has } = asking;
  const { language } = context;
  const pricing = { defaultCurrency: row.currency, availableCurrencies: [row.currency], pricingPer: 'UNIT' };
  return {
    id: String(row.product_id),
    internalName: textIn(row.names, language),
    reference: row.key,
    locale: languageTags[language],
    timeZone: row.zone,
    allowFreesale: false,
    instantConfirmation: row.instant && row.packages.every((pack) => !pack.oversell),
    instantDelivery: row.instant && row.packages.every((pack) => !pack.oversell),
    availabilityRequired: row.packages.some((pack) => pack.open_days === null),
    availabilityType: availabilityTypeOf(row),
    deliveryFormats: ['QRCODE'],
    deliveryMethods: ['TICKET'],
    redemptionMethod: 'DIGITAL',
    options: row.packages.map((pack, at) => showOption(asking, row, pack, at === 0)),
    ...(has.has('pricing') ? pricing : {}),
    ...(has.has('content') ? contentOfProduct(context, row) : {}),
  };
}

function showOption(asking: Showing, row: OctoProductRow, pack: OctoPackage, isDefault: boolean) {
  const { context, has } = asking;
  const { language } = context;
  const details = detailsAsked(row, pack);
  const needed = detailsNeeded(details);
  const times = pack.sessions.map((session) => session || '00:00');
  return {
    id: String(pack.package_id),
    default: isDefault,
    internalName: textIn(pack.names, language),
    reference: null,
    availabilityLocalStartTimes: availabilityTypeOf(row) === 'START_TIME' ? (times.length ? times : ['00:00']) : [],
    ...cutoffOf(row, pack),
    requiredContactFields: contactNeeded(needed.order),
    restrictions: { minUnits: pack.min_quantity, maxUnits: mostUnits(pack) },
    units: pack.skus.map((sku) => showUnit(asking, row, pack, sku, contactNeeded(needed.travellers))),
    ...(has.has('content') ? contentOfOption(context, row, pack) : {}),
    ...(has.has('pickups') ? pickupsOf(details) : {}),
    ...(has.has('questions') ? { questions: questionsOf(context, row, pack, details.order, needed.order) } : {}),
  };
}

/** More units than the largest departure has places can never be booked at once. */
function mostUnits({ min_quantity: least, max_quantity: most, oversell, largest }: OctoPackage): number {
  return oversell || largest === null ? most : Math.max(least, Math.min(most, largest));
}

const contactNeeded = (names: readonly string[]): ContactField[] => [
  ...new Set(names.flatMap((name) => contactFieldOf(name) ?? [])),
];

/** What is never free to cancel has a limit that lies before every sale. */
const neverFree = { amount: 9999, unit: 'day' } as const;

/** Until when cancelling costs nothing; afterwards the booking itself says whether it can be cancelled. */
function cutoffOf(row: OctoProductRow, pack: OctoPackage) {
  const [first] = rulesInForce(
    policyOf({ refundRules: row.refund_rules, freeCancelDays: row.free_cancel_days }, pack.refund_rules),
  );
  const { amount, unit } = !first
    ? neverFree
    : first.hoursBefore == null
      ? { amount: first.daysBefore ?? 0, unit: 'day' as const }
      : { amount: first.hoursBefore, unit: 'hour' as const };
  return {
    cancellationCutoff: `${amount} ${unit}s`,
    cancellationCutoffAmount: amount,
    cancellationCutoffUnit: unit,
  };
}

const unitTypes: Record<number, string> = {
  10001: 'ADULT',
  10002: 'CHILD',
  10003: 'FAMILY',
  10005: 'STUDENT',
  10006: 'INFANT',
  10007: 'SENIOR',
};

/** OCTO asks for a number where a SKU has no upper age. */
const oldest = 99;

function showUnit(asking: Showing, row: OctoProductRow, pack: OctoPackage, sku: OctoSku, contact: ContactField[]) {
  const { context, has } = asking;
  const details = detailsAsked(row, pack);
  const price = priceOf(row, sku);
  return {
    id: String(sku.sku_id),
    internalName: nameSku(sku, context.language),
    reference: null,
    type: unitTypes[sku.ticket_type ?? 0] ?? 'OTHER',
    restrictions: {
      minAge: sku.min_age,
      maxAge: Math.min(sku.max_age, oldest),
      idRequired: false,
      minQuantity: null,
      maxQuantity: null,
      paxCount: sku.seats ?? 1,
      accompaniedBy: [],
    },
    requiredContactFields: contact,
    ...(has.has('pricing') ? { pricingFrom: [price] } : {}),
    ...(has.has('content') ? contentOfUnit(context, sku) : {}),
    ...(has.has('questions')
      ? { questions: questionsOf(context, row, pack, details.travellers, detailsNeeded(details).travellers) }
      : {}),
  };
}

type Prices = { retail_minor: number; price_minor: number };

/** Whole minor units: the listed price, and what the caller pays. Taxes are included and not listed separately. */
export function priceOf({ currency }: Pick<OctoProductRow, 'currency'>, { retail_minor, price_minor }: Prices) {
  return {
    original: retail_minor,
    retail: retail_minor,
    net: price_minor,
    currency,
    currencyPrecision: exponentOf(currency),
    includedTaxes: [],
  };
}
