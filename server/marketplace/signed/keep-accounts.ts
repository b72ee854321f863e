// Accounts at platforms that sign their messages (decision 0432): connected and disconnected by staff; the keys are sealed and never shown.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, isDuplicate } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { actForPartner } from '../book-platform-order.ts';
import { accountPurpose } from './act-for-account.ts';
import { deleteChannelAccount, saveChannelAccount } from './channel-accounts.sql.ts';

/** Of AES-128. */
const keyBytes = 16;

/** Refuses by field keys of the wrong length, a partner that may not order, an account that another source has. */
export async function saveAccount(
  context: Context,
  { source, partnerId, account, aesKey, aesIv, signKey }: ParsedInputOf<'consoleChannelAccountSave'>,
): Promise<OutputOf<'consoleChannelAccountSave'>> {
  // Qunar signs and does not encrypt.
  const keys = source === OrderSource.qunar ? {} : { aesKey, aesIv };
  const wrong = Object.entries(keys).filter(([, text]) => Buffer.byteLength(text) !== keyBytes);
  const fields: FieldProblems = Object.fromEntries(wrong.map(([name]) => [name, { problem: 'keyForm' }]));
  for (const [name, text] of Object.entries({ account, signKey }))
    if (!text.trim()) fields[name] = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await actForPartner(context, partnerId);
  const sealed = context.vault.seal(JSON.stringify({ ...keys, signKey: signKey.trim() }), accountPurpose(context));
  try {
    await inTransaction(context.owner, async (owner) => {
      await saveChannelAccount(owner, { source, account: account.trim(), partnerId, secret_sealed: sealed });
      await logAction(owner, context, {
        ...{ act: 'marketplace-connected', subject: `source ${source}` },
        after: { account: account.trim(), partner: partnerId },
      });
    });
  } catch (error) {
    if (isDuplicate(error, 'channel_account_owner_id_account_key'))
      throw new Refusal('invalidInput', { fields: { account: { problem: 'keyTaken' } } });
    throw error;
  }
  return {};
}

export async function deleteAccount(
  context: Context,
  { source }: ParsedInputOf<'consoleChannelAccountDelete'>,
): Promise<OutputOf<'consoleChannelAccountDelete'>> {
  await inTransaction(context.owner, async (owner) => {
    if ((await deleteChannelAccount(owner, source)) !== 1) throw new NotHere();
    await logAction(owner, context, { act: 'marketplace-removed', subject: `source ${source}`, after: {} });
  });
  return {};
}
