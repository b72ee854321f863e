// People create, replace and end API keys (decision 0360): the main account of a partner those of its systems, admins those of the owner;
// admins may also end a partner's key. A key is shown once, when it is created.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { isNetwork, type KeyScope, keyMarks, keyRules, keyStartLength, readNetworks } from '../../domain/systems.ts';
import { buyerOf, type Context, staffOf, type Visitor } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import {
  type ApiKeyRow,
  endKey,
  findLiveKey,
  findOpenness,
  handHooksOver,
  insertApiKey,
  limitKey,
  lockKeys,
  type NewKey,
  revokeKey,
  setOpenness,
} from './keys.sql.ts';

type Made = OutputOf<'apiKeyCreate'>;
/** Those who could end it learn of it by mail: it goes on when the session is over (decision 0792). */
async function mailMade(
  { jobs }: Context,
  owner: OwnerTrx,
  by: Visitor,
  row: { name: string; scopes: readonly string[] },
) {
  const made = { name: row.name, does: row.scopes };
  const { email, accountId } = by;
  await jobs.send(owner, 'account.mail', { kind: 'key-made', email, accountId, language: '', made });
}

type Wish = { name: string; networks: string; scopes: readonly KeyScope[] };

/** Refuses invalidInput by field. */
function readWish({ name, networks, scopes }: Wish) {
  const wanted = { name: name.trim(), networks: readNetworks(networks), scopes: [...new Set(scopes)] };
  const fields: FieldProblems = {};
  if (!wanted.name) fields.name = { problem: 'required' };
  else if (wanted.name.length > keyRules.nameLength) fields.name = { problem: 'tooLong', max: keyRules.nameLength };
  if (!wanted.scopes.length) fields.scopes = { problem: 'choose' };
  if (!wanted.networks.every(isNetwork)) fields.networks = { problem: 'network' };
  else if (wanted.networks.length > keyRules.mostNetworks)
    fields.networks = { problem: 'tooMany', max: keyRules.mostNetworks };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return wanted;
}

/** Refuses keysFull. */
async function makeKey(owner: OwnerTrx, row: Omit<NewKey, 'start' | 'key_hash'>): Promise<Made> {
  const key = keyMarks[row.is_test ? 'test' : 'live'] + makeToken();
  const id = await insertApiKey(owner, { ...row, start: key.slice(0, keyStartLength), key_hash: hashToken(key) });
  if (!id) throw new Refusal('keysFull', { data: { max: keyRules.mostKeys } });
  return { id, key };
}

/** Refuses keysClosed where the owner has not opened its interface to the partner. */
async function refuseClosed({ owner }: Context, partnerId: number): Promise<void> {
  const found = await findOpenness(owner, partnerId);
  if (!found || found.kind === 'individual') throw new NotHere();
  if (!found.open) throw new Refusal('keysClosed');
}

export async function createOwnKey(context: Context, input: ParsedInputOf<'apiKeyCreate'>): Promise<Made> {
  const buyer = buyerOf(context);
  const { partnerId, accountId, name } = buyer;
  const wanted = readWish(input);
  await refuseClosed(context, partnerId);
  return inTransaction(context.owner, async (owner) => {
    await lockKeys(owner, partnerId);
    const per_minute = keyRules.perMinute.start;
    const is_test = input.test;
    await mailMade(context, owner, buyer, wanted);
    return makeKey(owner, {
      ...wanted,
      is_test,
      partner_id: partnerId,
      account_id: accountId,
      per_minute,
      made_by: name,
    });
  });
}

export async function createDeskKey(context: Context, input: ParsedInputOf<'consoleKeyCreate'>): Promise<Made> {
  const { accountId, name } = staffOf(context);
  const wanted = readWish(input);
  return inTransaction(context.owner, async (owner) => {
    await lockKeys(owner, null);
    const per_minute = keyRules.perMinute.start;
    const made = await makeKey(owner, {
      ...wanted,
      is_test: false,
      partner_id: null,
      account_id: accountId,
      per_minute,
      made_by: name,
    });
    await mailMade(context, owner, staffOf(context), wanted);
    await logAction(owner, context, { act: 'key-created', subject: `key ${made.id}`, after: wanted });
    return made;
  });
}

type Replacement = ParsedInputOf<'apiKeyReplace'>;

/** The same key anew, with the web hooks that its system made; the previous one ends after `hours`. */
async function replaceKey(owner: OwnerTrx, { id, hours }: Replacement, partnerId: number | null, by: string) {
  await lockKeys(owner, partnerId);
  const before = await findLiveKey(owner, id, partnerId);
  if (!before || (await endKey(owner, id, partnerId, hours)) !== 1) throw new NotHere();
  const made = await makeKey(owner, { ...before, made_by: by });
  await handHooksOver(owner, id, made.id);
  return { before, made };
}

export async function replaceOwnKey(context: Context, input: Replacement): Promise<Made> {
  const buyer = buyerOf(context);
  const { partnerId, name } = buyer;
  await refuseClosed(context, partnerId);
  return inTransaction(context.owner, async (owner) => {
    const { before, made } = await replaceKey(owner, input, partnerId, name);
    await mailMade(context, owner, buyer, before);
    return made;
  });
}

export async function replaceDeskKey(context: Context, input: Replacement): Promise<Made> {
  return inTransaction(context.owner, async (owner) => {
    const { before, made } = await replaceKey(owner, input, null, staffOf(context).name);
    const after = { name: before.name, previous: input.id, hours: input.hours };
    await mailMade(context, owner, staffOf(context), before);
    await logAction(owner, context, { act: 'key-replaced', subject: `key ${made.id}`, after });
    return made;
  });
}

export async function revokeOwnKey(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  const { partnerId } = buyerOf(context);
  await inTransaction(context.owner, async (owner) => {
    if (!(await revokeKey(owner, id, partnerId))) throw new NotHere();
  });
  return {};
}

export async function revokeAnyKey(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const before = await revokeKey(owner, id, undefined);
    if (!before) throw new NotHere();
    const { name, start, partner_id: partner } = before;
    await logAction(owner, context, { act: 'key-revoked', subject: `key ${id}`, before: { name, start, partner } });
  });
  return {};
}

export async function limitAnyKey(
  context: Context,
  { id, perMinute }: ParsedInputOf<'consoleKeyLimit'>,
): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const found = await limitKey(owner, id, perMinute);
    if (!found) throw new NotHere();
    const { name, before } = found;
    const sides = { before: { name, perMinute: before }, after: { name, perMinute } };
    await logAction(owner, context, { act: 'key-limited', subject: `key ${id}`, ...sides });
  });
  return {};
}

/** Closing it stops the partner's keys at their next call; opening it again lets them work as before. */
export async function openPartner(
  context: Context,
  { id, open }: ParsedInputOf<'consolePartnerKeysOpen'>,
): Promise<Record<string, never>> {
  const found = await findOpenness(context.owner, id);
  if (!found || found.kind === 'individual') throw new NotHere();
  await inTransaction(context.owner, async (owner) => {
    if ((await setOpenness(owner, id, open)) !== 1) return;
    await logAction(owner, context, { act: open ? 'keys-opened' : 'keys-closed', subject: `partner ${id}` });
  });
  return {};
}

export function showKey(row: ApiKeyRow): OutputOf<'apiKeys'>['list'][number] {
  return {
    id: String(row.key_id),
    name: row.name,
    start: row.start,
    scopes: row.scopes,
    test: row.is_test,
    networks: row.networks,
    perMinute: row.per_minute,
    state: row.state,
    madeBy: row.made_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
  };
}
