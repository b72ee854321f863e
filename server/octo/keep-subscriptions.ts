// The capability `notifications`, for bookings: a subscription is a web hook of the partner (decision 0361), made by the system itself.
// What happens to its bookings is sent as BOOKING_UPDATE with the uuid alone; the receiver reads the rest.
import { hookTypes } from '../../domain/systems.ts';
import { buyerOf } from '../platform/context.ts';
import { inTransaction, joinTransaction } from '../platform/db.ts';
import { createHook, dropHook, refuseAddress } from '../systems/hooks/keep-hooks.ts';
import { octoHeadersPurpose } from '../systems/hooks/send-hooks.ts';
import { badRequest, unprocessable } from './octo-problem.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import {
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.sql.ts';

const offered = 'BOOKING_UPDATE';
/** A voucher is ready when its order is confirmed: once is enough. */
const told = hookTypes.filter((type) => type !== 'voucher.ready');

/** Refuses UNPROCESSABLE_ENTITY for what is not told yet. */
function checkTypes(input: OctoInput<'subscribe'>): void {
  const types = (input.notificationTypes ?? input.notification_types ?? []).map((type) => type.toUpperCase());
  if (types.some((type) => type !== offered)) throw unprocessable('notifications', { types: offered });
}

function show({ context }: OctoAsking, { id, address, headers_sealed: sealed }: SubscriptionRow) {
  const headers = JSON.parse(context.vault.open(sealed, octoHeadersPurpose(context.owner))) as Record<string, string>;
  return { id, url: address, notificationTypes: [offered], headers };
}

const sealHeaders = ({ context }: OctoAsking, headers: Record<string, string>) =>
  context.vault.seal(JSON.stringify(headers), octoHeadersPurpose(context.owner));

const listOwn = ({ context }: OctoAsking) => listSubscriptions(context.owner, buyerOf(context).partnerId);

export async function showSubscriptions(asking: OctoAsking) {
  return (await listOwn(asking)).map((row) => show(asking, row));
}

async function findOwn(asking: OctoAsking, id: string): Promise<SubscriptionRow> {
  const found = (await listOwn(asking)).find((one) => one.id === id);
  if (!found) throw badRequest('field', { field: 'id' });
  return found;
}

export async function showSubscription(asking: OctoAsking, { id }: OctoInput<'subscription'>) {
  return show(asking, await findOwn(asking, id));
}

export async function subscribe(asking: OctoAsking, input: OctoInput<'subscribe'>) {
  checkTypes(input);
  const { context } = asking;
  const id = await inTransaction(context.owner, async (owner) => {
    const inside = { ...context, owner: joinTransaction(owner) };
    const made = await createHook(inside, { address: input.url, types: told });
    await insertSubscription(owner, made.id, sealHeaders(asking, input.headers ?? {}));
    return made.id;
  });
  return showSubscription(asking, { id });
}

export async function changeSubscription(asking: OctoAsking, input: OctoInput<'changeSubscription'>) {
  checkTypes({ ...input, url: '' });
  const row = await findOwn(asking, input.id);
  const address = input.url?.trim() ?? row.address;
  refuseAddress(asking.context, address);
  const sealed = input.headers ? sealHeaders(asking, input.headers) : row.headers_sealed;
  await inTransaction(asking.context.owner, (owner) =>
    updateSubscription(owner, { ...row, address, headers_sealed: sealed }),
  );
  return showSubscription(asking, input);
}

export async function unsubscribe(asking: OctoAsking, { id }: OctoInput<'subscription'>) {
  const row = await findOwn(asking, id);
  await dropHook(asking.context, { id: row.id });
  return show(asking, row);
}
