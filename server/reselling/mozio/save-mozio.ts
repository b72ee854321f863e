// An owner connects its account at Mozio (decision 0685): the key is tried before it is saved, sealed, and never shown again.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblem, type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { textIn } from '../../../domain/languages.ts';
import { money } from '../../../domain/money.ts';
import { carSeats } from '../../../domain/product-types.ts';
import { hookRules } from '../../../domain/systems.ts';
import { nameSku } from '../../../locales/name-sku.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { findSupplier } from '../../supplier/supplier.sql.ts';
import { problemOfAddress } from '../../systems/hooks/save-hooks.ts';
import { type SilenceProblem, SupplierSilence, type SystemTarget } from '../ask-system.ts';
import { findOctoLink, saveLink } from '../links.sql.ts';
import { refuseField } from '../save-connection.ts';
import { linkPurpose } from '../supply-step.ts';
import { askMozio } from './ask-mozio.ts';
import { listTransferPackages, type TransferPackage } from './rides.sql.ts';

export async function showMozio(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleMozio'>> {
  const { owner, site } = context;
  const supplier = await findSupplier(owner, id);
  if (!supplier) throw new NotHere();
  const [found, transfers] = await Promise.all([findOctoLink(owner, id), listTransferPackages(owner, id)]);
  const link = found?.speaks === 'mozio' ? found : undefined;
  return {
    ...{ supplierName: supplier.name, zone: site.zone, currency: site.currency, taken: found?.speaks === 'octo' },
    link: link
      ? { revision: link.revision, endpoint: link.endpoint, active: link.active, problem: link.problem }
      : null,
    packages: transfers.map((row) => showTransfer(context, row)),
  };
}

function showTransfer({ language }: Context, row: TransferPackage): OutputOf<'consoleMozio'>['packages'][number] {
  const { ride } = row;
  return {
    ...{ packageId: String(row.package_id), productId: String(row.product_id) },
    productName: textIn(row.product_names, language),
    packageName: textIn(row.package_names, language),
    state: row.state as 'draft' | 'published' | 'withdrawn',
    skus: row.skus.map((sku) => ({
      ...{ id: String(sku.sku_id), name: nameSku(sku, language) },
      seats: sku.seats ?? carSeats[sku.seat_class ?? 0] ?? null,
    })),
    tie: ride && {
      ...{ from: ride.from, to: ride.to, currency: ride.currency },
      rides: Object.entries(ride.skus).map(([skuId, one]) => ({
        ...{ skuId, vehicle: one.vehicle, people: one.people, most: money(one.mostMinor, ride.currency) },
      })),
    },
  };
}

/** Which field is to be looked at when there was no answer to go by. */
const fieldOf: Record<SilenceProblem, [string, FieldProblem]> = {
  silent: ['endpoint', 'noAnswer'],
  busy: ['endpoint', 'noAnswer'],
  noAddress: ['endpoint', 'noAnswer'],
  privateAddress: ['endpoint', 'privateAddress'],
  odd: ['endpoint', 'notMozio'],
  key: ['key', 'keyRefused'],
};

/** An empty search: Mozio looks at the key first, then names the missing fields. Nothing is searched and nothing is booked. */
async function tryKey(target: SystemTarget): Promise<void> {
  try {
    const reply = await askMozio(target, 'POST', '/v2/search/', {});
    if ('status' in reply && reply.status !== 400) throw new SupplierSilence('odd');
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    throw refuseField(...fieldOf[error.problem]);
  }
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveMozio(
  context: Context,
  input: ParsedInputOf<'consoleMozioSave'>,
): Promise<Record<string, never>> {
  const { owner, vault } = context;
  const { id, revision, active } = input;
  const [endpoint, typedKey] = [input.endpoint.trim().replace(/\/+$/, ''), input.key.trim()];
  if (!(await findSupplier(owner, id))) throw new NotHere();
  const before = await findOctoLink(owner, id);
  if (before && before.speaks !== 'mozio') throw refuseField('endpoint', 'takenOver');
  const fields: FieldProblems = {};
  // The saved key is not sent to an address that another person chose.
  if (!typedKey && (!before || new URL(before.endpoint).origin !== URL.parse(endpoint)?.origin))
    fields.key = { problem: 'required' };
  const odd = problemOfAddress(context, endpoint);
  if (odd) fields.endpoint = { problem: odd };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const key = typedKey || vault.open(before?.key_sealed ?? '', linkPurpose(owner));
  await tryKey(askingWith(context, id, { endpoint, key }));
  await inTransaction(owner, async (owner) => {
    const link = {
      ...{ endpoint, key_sealed: vault.seal(key, linkPurpose(owner)), active, products: [] },
      ...({ prefixed: false, price_by: 'retail', markup_percent: 0, speaks: 'mozio' } as const),
    };
    if ((await saveLink(owner, id, revision, link)) !== 1) throw new Refusal('changedMeanwhile');
    const after = { endpoint, active, newKey: Boolean(typedKey) };
    await logAction(owner, context, { act: 'mozio-connected', subject: `supplier ${id}`, after });
  });
  return {};
}

/** How a screen asks. */
export function askingWith(
  context: Context,
  id: string,
  { endpoint, key }: { endpoint: string; key: string },
): SystemTarget {
  const noting = { ...context, supplierId: Number(id) };
  return { endpoint, key, privately: context.hooksPrivately, answerSeconds: hookRules.answerSeconds, noting };
}
