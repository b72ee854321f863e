// `/webhooks` of the older version (decision 0571): the same web hooks of the partner as for notifications, in another form. Places and
// products are reported by notifications only, because this version would need a message for each departure.

import { buyerOf } from '../../platform/context.ts';
import { inTransaction, joinTransaction, type Owner } from '../../platform/db.ts';
import type { Vault } from '../../platform/vault.ts';
import { createHook, dropHook } from '../../systems/hooks/save-hooks.ts';
import { badRequest, unprocessable } from '../octo-problem.ts';
import type { OctoInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import { bookingTypes, keyIdOf, openHeaders, sealHeaders } from './save-subscriptions.ts';
import { insertSubscription, listWebhooks, type Webhook, type WebhookRow } from './subscriptions.sql.ts';

export function showWebhook(sealing: { vault: Vault; owner: Owner }, row: WebhookRow) {
  const { event, retryOnError, useContactLanguage, capabilities } = row.webhook;
  const headers = openHeaders(sealing, row.headers_sealed);
  return { id: row.id, event, url: row.address, retryOnError, useContactLanguage, headers, capabilities };
}

const listOwn = ({ context }: OctoAsking) => listWebhooks(context.owner, buyerOf(context).partnerId);

export async function showWebhooks(asking: OctoAsking) {
  return (await listOwn(asking)).map((row) => showWebhook(asking.context, row));
}

async function findOwn(asking: OctoAsking, id: string) {
  const found = (await listOwn(asking)).find((webhook) => webhook.id === id);
  if (!found) throw badRequest('field', { field: 'id' });
  return found;
}

/** Refuses UNPROCESSABLE_ENTITY for other events, BAD_REQUEST for an address that no hook may have. */
export async function createWebhook(asking: OctoAsking, input: OctoInput<'webhook'>) {
  const { context } = asking;
  const event = 'booking_update' as const;
  if (input.event.toLowerCase() !== event) throw unprocessable('webhookEvent', { event });
  const { retryOnError, useContactLanguage, capabilities } = input;
  const webhook: Webhook = {
    ...{ event, retryOnError: retryOnError ?? true, useContactLanguage: useContactLanguage ?? false },
    ...{ capabilities: capabilities ?? [], origin: context.origin },
  };
  const id = await inTransaction(context.owner, async (owner) => {
    const inside = { ...context, owner: joinTransaction(owner) };
    const made = await createHook(inside, { address: input.url, types: bookingTypes });
    const headersSealed = sealHeaders(context, input.headers ?? {});
    await insertSubscription(owner, { hookId: made.id, keyId: keyIdOf(context), headersSealed, webhook });
    return made.id;
  });
  return showWebhook(context, await findOwn(asking, id));
}

export async function deleteWebhook(asking: OctoAsking, { id }: OctoInput<'subscription'>) {
  const row = await findOwn(asking, id);
  await dropHook(asking.context, { id: row.id });
  return showWebhook(asking.context, row);
}
