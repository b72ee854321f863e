// An owner connects a supplier's OCTO endpoint (decision 0415): it is asked for its products before it is saved, so that a wrong address
// or key is seen at once. The key is sealed and never shown again.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { isCurrency } from '../../domain/currencies.ts';
import { type FieldProblem, type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { money } from '../../domain/money.ts';
import { hookRules } from '../../domain/systems.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { findSupplier } from '../supplier/supplier.sql.ts';
import { problemOfAddress } from '../systems/hooks/save-hooks.ts';
import { askOcto, type OctoTarget } from './ask-octo.ts';
import { type SilenceProblem, SupplierSilence } from './ask-system.ts';
import {
  askSoon,
  closePlaces,
  findOctoLink,
  type LinkRow,
  listOffers,
  type OctoOfferRow,
  saveLink,
} from './links.sql.ts';
import { noteSubscription } from './notices.sql.ts';
import { currencyOf, readProducts, type TheirProduct } from './read-octo.ts';
import { minorOf } from './read-places.ts';
import { subscribeTo, unsubscribeFrom } from './subscribe-to-notices.ts';
import { linkPurpose } from './supply-step.ts';

const mostMarkup = 500;

export async function showConnection(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleOcto'>> {
  const { owner, site } = context;
  const supplier = await findSupplier(owner, id);
  if (!supplier) throw new NotHere();
  const [found, offers] = await Promise.all([findOctoLink(owner, id), listOffers(owner, id)]);
  const link = found?.speaks === 'octo' ? found : undefined;
  return {
    ...{ supplierName: supplier.name, zone: site.zone, taken: found?.speaks === 'mozio' },
    link: link
      ? {
          ...{ revision: link.revision, endpoint: link.endpoint, prefixed: link.prefixed, active: link.active },
          ...{ priceBy: link.price_by, markupPercent: link.markup_percent, problem: link.problem },
          ...{ readAt: link.read_at?.toISOString() ?? null, sendsNotices: link.subscription_ref !== '' },
        }
      : null,
    products: (link?.products ?? []).map((product) => showProduct(context, product, offers)),
  };
}

type Shown = OutputOf<'consoleOcto'>['products'][number];

export const nameTheirs = ({ title, internalName, id }: { title: string; internalName: string; id: string }): string =>
  title || internalName || id;

/** Open tickets and prices for a whole booking have no place among our departures. */
export function refusedFor(product: TheirProduct): Shown['refused'] {
  if (product.availabilityRequired === false) return 'openTicket';
  if (product.pricingPer === 'BOOKING') return 'perBooking';
  return isCurrency(currencyOf(product)) ? '' : 'currency';
}

function showProduct({ language }: Context, product: TheirProduct, offers: OctoOfferRow[]): Shown {
  return {
    ...{ id: product.id, name: nameTheirs(product), refused: refusedFor(product) },
    options: product.options.map((option) => {
      const sold = offers.find((offer) => offer.product_ref === product.id && offer.option_ref === option.id);
      return {
        ...{ id: option.id, name: nameTheirs(option) },
        units: option.units.map((unit) => {
          const price = unit.pricingFrom?.find((one) => one.currency === currencyOf(product));
          const minor = price ? minorOf(price, price.retail) : null;
          return {
            ...{ id: unit.id, name: nameTheirs(unit), type: unit.type },
            price: price && minor !== null && isCurrency(price.currency) ? money(minor, price.currency) : null,
          };
        }),
        sold: sold
          ? {
              ...{ packageId: String(sold.package_id), productId: String(sold.product_id), problem: sold.problem },
              ...{
                productName: textIn(sold.product_names, language),
                packageName: textIn(sold.package_names, language),
              },
              state: sold.state as 'draft' | 'published' | 'withdrawn',
              askedAt: sold.asked_at?.toISOString() ?? null,
            }
          : null,
      };
    }),
  };
}

/** Which field is to be looked at when the supplier gave no answer to go by. */
const fieldOf: Record<SilenceProblem, [string, FieldProblem]> = {
  silent: ['endpoint', 'noAnswer'],
  busy: ['endpoint', 'noAnswer'],
  noAddress: ['endpoint', 'noAnswer'],
  privateAddress: ['endpoint', 'privateAddress'],
  odd: ['endpoint', 'notOcto'],
  key: ['key', 'keyRefused'],
};

export const refuseField = (field: string, problem: FieldProblem) =>
  new Refusal('invalidInput', { fields: { [field]: { problem } } });

async function askProducts(target: OctoTarget): Promise<TheirProduct[]> {
  try {
    const reply = await askOcto(target, 'GET', '/products');
    const products = 'error' in reply ? undefined : readProducts(reply.body);
    if (!products) throw new SupplierSilence('odd');
    return products;
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    throw refuseField(...fieldOf[error.problem]);
  }
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveConnection(
  context: Context,
  input: ParsedInputOf<'consoleOctoSave'>,
): Promise<OutputOf<'consoleOctoSave'>> {
  const { owner, vault, hooksPrivately: privately } = context;
  const { id, revision, prefixed, priceBy, markupPercent, active } = input;
  const [endpoint, typedKey] = [input.endpoint.trim(), input.key.trim()];
  if (!(await findSupplier(owner, id))) throw new NotHere();
  const before = await findOctoLink(owner, id);
  if (before && before.speaks !== 'octo') throw refuseField('endpoint', 'takenOver');
  const fields: FieldProblems = {};
  if (!typedKey && !before) fields.key = { problem: 'required' };
  // The saved key is not sent to an address that another person chose.
  if (!typedKey && before && new URL(before.endpoint).origin !== URL.parse(endpoint)?.origin)
    fields.key = { problem: 'required' };
  if (markupPercent < 0 || markupPercent > mostMarkup)
    fields.markupPercent = { problem: 'range', min: 0, max: mostMarkup };
  const odd = problemOfAddress(context, endpoint);
  if (odd) fields.endpoint = { problem: odd };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const key = typedKey || vault.open(before?.key_sealed ?? '', linkPurpose(owner));
  const { answerSeconds } = hookRules;
  const noting = { ...context, supplierId: Number(id) };
  const target = { endpoint, key, prefixed, privately, answerSeconds, noting };
  const products = await askProducts(target);
  await inTransaction(owner, async (owner) => {
    const link = {
      ...{ endpoint, key_sealed: vault.seal(key, linkPurpose(owner)), prefixed, price_by: priceBy },
      ...{ markup_percent: markupPercent, active, products, speaks: 'octo' as const },
    };
    if ((await saveLink(owner, id, revision, link)) !== 1) throw new Refusal('changedMeanwhile');
    if (!active) for (const offer of await listOffers(owner, id)) await closePlaces(owner, offer.package_id);
    else await askSoon(owner, id);
    const after = { endpoint, priceBy, markupPercent, active, newKey: Boolean(typedKey) };
    await logAction(owner, context, { act: 'octo-connected', subject: `supplier ${id}`, after });
  });
  await renewNotices(context, id, target, { before, active });
  return { id, products: products.length };
}

type Change = { before: LinkRow | undefined; active: boolean };

/** After each saving a subscription of its own, so that one which the supplier lost is made anew. */
async function renewNotices(context: Context, id: string, target: OctoTarget, { before, active }: Change) {
  const { owner, vault } = context;
  if (before?.subscription_ref) {
    const key = vault.open(before.key_sealed, linkPurpose(owner));
    await unsubscribeFrom(
      { ...target, endpoint: before.endpoint, prefixed: before.prefixed, key },
      before.subscription_ref,
    );
  }
  await noteSubscription(owner, id, active ? await subscribeTo(target, context, id) : { ref: '', hash: null });
}
