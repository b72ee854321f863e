// The capability `notifications`: a subscription is a web hook of the partner (decision 0361), made by the system itself. What happens to
// bookings, products and places is sent by its keys alone (decisions 0392, 0460); the receiver reads the rest.
import { type HookEventType, hookTypesOf } from '../../../domain/systems.ts';
import { buyerOf } from '../../platform/context.ts';
import { inTransaction, joinTransaction, type Owner } from '../../platform/db.ts';
import type { Vault } from '../../platform/vault.ts';
import { createHook, dropHook, refuseAddress } from '../../systems/hooks/save-hooks.ts';
import { badRequest, unprocessable } from '../octo-problem.ts';
import type { OctoInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import {
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.sql.ts';

const offered = ['PRODUCT_UPDATE', 'AVAILABILITY_UPDATE', 'BOOKING_UPDATE'] as const;
type Offered = (typeof offered)[number];

/** A voucher is ready when its order is confirmed: once is enough. */
export const bookingTypes: HookEventType[] = [...new Set(Object.values(hookTypesOf).flat())].filter(
  (type) => type !== 'voucher.ready',
);

const typesOf: Record<Offered, HookEventType[]> = {
  PRODUCT_UPDATE: ['product.changed', 'price.changed'],
  AVAILABILITY_UPDATE: ['stock.changed'],
  BOOKING_UPDATE: bookingTypes,
};

/** All that is offered where nothing is named. Refuses UNPROCESSABLE_ENTITY for other types. */
function readTypes(
  input: Pick<OctoInput<'subscribe'>, 'notificationTypes' | 'notification_types'>,
): Offered[] | undefined {
  const named = (input.notificationTypes ?? input.notification_types)?.map((type) => type.toUpperCase());
  const known = offered.filter((type) => named?.includes(type));
  if (named?.some((type) => !known.includes(type as Offered)))
    throw unprocessable('notifications', { types: offered.join(', ') });
  return known.length ? known : undefined;
}

const hookTypesFor = (types: readonly Offered[]): HookEventType[] => types.flatMap((type) => typesOf[type]);

function show({ context }: OctoAsking, { id, address, types, headers_sealed: sealed }: SubscriptionRow) {
  const headers = openHeaders(context, sealed);
  const notificationTypes = offered.filter((type) => typesOf[type].some((one) => types.includes(one)));
  return { id, url: address, notificationTypes, headers };
}

type Sealing = { vault: Vault; owner: Owner };
const purposeOf = ({ id }: Owner) => `octo headers ${id}`;
type Headers = Record<string, string>;

export const sealHeaders = ({ vault, owner }: Sealing, headers: Headers): string =>
  vault.seal(JSON.stringify(headers), purposeOf(owner));

export const openHeaders = ({ vault, owner }: Sealing, sealed: string): Headers =>
  JSON.parse(vault.open(sealed, purposeOf(owner))) as Headers;

/** What is subscribed with a key ends with it (decision 0774). */
export const keyIdOf = ({ key }: OctoAsking['context']): number | null => key?.id ?? null;

const listOwn = ({ context }: OctoAsking) => listSubscriptions(context.owner, buyerOf(context).partnerId);

export async function showSubscriptions(asking: OctoAsking) {
  return (await listOwn(asking)).map((row) => show(asking, row));
}

async function findOwn(asking: OctoAsking, id: string): Promise<SubscriptionRow> {
  const found = (await listOwn(asking)).find((subscription) => subscription.id === id);
  if (!found) throw badRequest('field', { field: 'id' });
  return found;
}

export async function showSubscription(asking: OctoAsking, { id }: OctoInput<'subscription'>) {
  return show(asking, await findOwn(asking, id));
}

export async function subscribe(asking: OctoAsking, input: OctoInput<'subscribe'>) {
  const types = hookTypesFor(readTypes(input) ?? offered);
  const { context } = asking;
  const id = await inTransaction(context.owner, async (owner) => {
    const inside = { ...context, owner: joinTransaction(owner) };
    const made = await createHook(inside, { address: input.url, types });
    const headersSealed = sealHeaders(context, input.headers ?? {});
    await insertSubscription(owner, { hookId: made.id, keyId: keyIdOf(context), headersSealed, webhook: null });
    return made.id;
  });
  return showSubscription(asking, { id });
}

export async function changeSubscription(asking: OctoAsking, input: OctoInput<'changeSubscription'>) {
  const named = readTypes(input);
  const row = await findOwn(asking, input.id);
  const address = input.url?.trim() ?? row.address;
  refuseAddress(asking.context, address);
  const sealed = input.headers ? sealHeaders(asking.context, input.headers) : row.headers_sealed;
  await inTransaction(asking.context.owner, (owner) =>
    updateSubscription(owner, {
      ...row,
      address,
      types: named ? hookTypesFor(named) : row.types,
      headers_sealed: sealed,
      keyId: keyIdOf(asking.context),
    }),
  );
  return showSubscription(asking, input);
}

export async function unsubscribe(asking: OctoAsking, { id }: OctoInput<'subscription'>) {
  const row = await findOwn(asking, id);
  await dropHook(asking.context, { id: row.id });
  return show(asking, row);
}
