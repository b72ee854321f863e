// Accounts at platforms that sign their messages (decision 0432): connected and disconnected by staff; the keys are sealed and never shown.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import {
  type AccountKey,
  keyLengths,
  placeSources,
  pricedSources,
  reportedSources,
  signedAccounts,
} from '../../../domain/order-sources.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, isDuplicate } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { actForPartner } from '../book-platform-order.ts';
import { forgetPlaces } from '../places/places.sql.ts';
import { queueMissedUses } from '../reports/uses.sql.ts';
import { accountPurpose } from './act-for-account.ts';
import { deleteChannelAccount, type NewChannelAccount, saveChannelAccount } from './channel-accounts.sql.ts';

const getsPlaces = (source: number): boolean => placeSources.some((one) => one === source);
const isPriced = (source: number): boolean => pricedSources.some((one) => one === source);

/** Refuses by field keys of the wrong length, a partner that may not order, an account that another source has. */
export async function saveAccount(
  context: Context,
  { source, partnerId, account, priceCurrency, ...secrets }: ParsedInputOf<'consoleChannelAccountSave'>,
): Promise<OutputOf<'consoleChannelAccountSave'>> {
  const names = Object.keys(signedAccounts[source].keys) as AccountKey[];
  const keys = Object.fromEntries(names.map((name) => [name, secrets[name].trim()]));
  const fields: FieldProblems = {};
  for (const [name, text] of Object.entries({ account: account.trim(), ...keys }))
    if (!text) fields[name] = { problem: 'required' };
  for (const [name, lengths] of Object.entries(keyLengths[source] ?? {}))
    if (!lengths.includes(Buffer.byteLength(keys[name] ?? ''))) fields[name] = { problem: 'keyForm' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await actForPartner(context, partnerId);
  const sealed = context.vault.seal(JSON.stringify(keys), accountPurpose(context));
  const row = {
    ...{ source, account: account.trim(), partnerId, secret_sealed: sealed },
    price_currency: (isPriced(source) && priceCurrency) || null,
  };
  try {
    // The first account of a source meets that of a colleague at its second try: then it is a row that can be replaced.
    await writeAccount(context, row).catch((error) => {
      if (isTaken(error)) return writeAccount(context, row);
      throw error;
    });
  } catch (error) {
    if (isTaken(error)) throw new Refusal('invalidInput', { fields: { account: { problem: 'keyTaken' } } });
    throw error;
  }
  return {};
}

const isTaken = (error: unknown): boolean => isDuplicate(error, 'channel_account_owner_id_account_key');

function writeAccount(context: Context, row: NewChannelAccount): Promise<void> {
  const { source, account, partnerId } = row;
  return inTransaction(context.owner, async (owner) => {
    if (getsPlaces(source)) await forgetPlaces(owner, source);
    await saveChannelAccount(owner, row);
    if (reportedSources.some((one) => one === source)) await queueMissedUses(owner, source);
    await logAction(owner, context, {
      ...{ act: 'marketplace-connected', subject: `source ${source}` },
      after: { account, partner: partnerId },
    });
  });
}

export async function deleteAccount(
  context: Context,
  { source }: ParsedInputOf<'consoleChannelAccountDelete'>,
): Promise<OutputOf<'consoleChannelAccountDelete'>> {
  await inTransaction(context.owner, async (owner) => {
    if (getsPlaces(source)) await forgetPlaces(owner, source);
    if ((await deleteChannelAccount(owner, source)) !== 1) throw new NotHere();
    await logAction(owner, context, { act: 'marketplace-removed', subject: `source ${source}`, after: {} });
  });
  return {};
}
