// Web hooks are made, paused and deleted by people (decision 0361): a partner's by its main account, the owner's by its admins.
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblem, type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { type HookEventType, hookRules } from '../../../domain/systems.ts';
import { buyerOf, type Context, staffOf } from '../../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { findOpenness, lockKeys } from '../keys.sql.ts';
import {
  changeHookRow,
  deleteHook,
  insertHook,
  lacksPlace,
  listHooks,
  listSendings,
  pauseHook,
  renewSecret,
  resumeHook,
  sendHookAgain,
} from './hooks.sql.ts';
import { secretMark } from './post-hook.ts';
import { isPublicAddress } from './reach-address.ts';
import { hookPurpose } from './send-hooks.ts';

type Side = { partnerId: number | null; accountId: number; open: boolean; zone: string };

/** The partner, or the owner, whose hooks the caller may change. */
async function sideOf(context: Context): Promise<Side> {
  const { owner, site } = context;
  if (context.staff) return { partnerId: null, accountId: staffOf(context).accountId, open: true, zone: site.zone };
  const { partnerId, accountId, profile } = buyerOf(context);
  const found = await findOpenness(owner, partnerId);
  if (!found || found.kind === 'individual') throw new NotHere();
  return { partnerId, accountId, open: found.open, zone: profile.zone || site.zone };
}

export async function showHooks(context: Context): Promise<OutputOf<'hooks'>> {
  const { partnerId, open, zone } = await sideOf(context);
  const list = await listHooks(context.owner, partnerId);
  return {
    ...{ open, zone },
    list: list.map(({ address, types, state, waiting, ...row }) => ({
      ...{ id: String(row.hook_id), address, types, state, waiting, octo: row.is_octo },
      failingSince: row.failing_since?.toISOString() ?? null,
      formerUntil: row.former_until?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** https and a name; whether a name leads to a public address is judged at each sending, when it is resolved. */
function isWebAddress(text: string, privately: boolean): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || text.length > hookRules.addressLength) return false;
  return url.protocol === 'https:' || (privately && url.protocol === 'http:');
}

/** Numbers need no resolving: whoever types 192.168.0.7 learns at once that nothing will arrive there. */
function isPrivateNumber(address: string): boolean {
  const number = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return isIP(number) !== 0 && !isPublicAddress(number);
}

/** Of an address that we will call: of a web hook, or of another system. */
export function problemOfAddress({ hooksPrivately }: Context, address: string): FieldProblem | undefined {
  if (!isWebAddress(address, hooksPrivately)) return 'webAddress';
  return !hooksPrivately && isPrivateNumber(address) ? 'privateAddress' : undefined;
}

function judgeAddress(context: Context, address: string): FieldProblems {
  const problem = problemOfAddress(context, address);
  return problem ? { address: { problem } } : {};
}

/** Refuses invalidInput for a text that is not an address of a web hook. */
export function refuseAddress(context: Context, address: string): void {
  const fields = judgeAddress(context, address);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

function makeSecret({ vault, owner }: Context): { secret: string; sealed: string } {
  const secret = secretMark + randomBytes(24).toString('base64');
  return { secret, sealed: vault.seal(secret, hookPurpose(owner)) };
}

type HookWish = { address: string; types: readonly HookEventType[] };

function readWish(context: Context, { address, types }: HookWish) {
  const wanted = { address: address.trim(), types: [...new Set(types)] };
  const fields: FieldProblems = judgeAddress(context, wanted.address);
  if (!wanted.types.length) fields.types = { problem: 'choose' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return wanted;
}

const hooksFull = () => new Refusal('hooksFull', { data: { max: hookRules.mostHooks } });

/** Refuses invalidInput by field, keysClosed, hooksFull. */
export async function createHook(context: Context, wish: HookWish): Promise<OutputOf<'hookCreate'>> {
  const { partnerId, accountId, open } = await sideOf(context);
  if (!open) throw new Refusal('keysClosed');
  const wanted = readWish(context, wish);
  const { secret, sealed } = makeSecret(context);
  const id = await inTransaction(context.owner, async (owner) => {
    await lockKeys(owner, partnerId);
    const made = await insertHook(owner, { ...wanted, partnerId, accountId, sealed });
    if (!made) throw hooksFull();
    await mailMade(context, owner, wanted);
    await logHook(owner, context, 'hook-created', made, wanted);
    return made;
  });
  return { id, secret };
}

/** As of a key (decision 0792). What a system subscribes to with its key ends with that key, and is not mailed. */
async function mailMade(context: Context, owner: OwnerTrx, { address, types }: HookWish): Promise<void> {
  if (context.key) return;
  const { email, accountId } = context.staff ?? buyerOf(context);
  const made = { name: address, does: types };
  await context.jobs.send(owner, 'account.mail', { kind: 'hook-made', email, accountId, language: '', made });
}

/** Actions of staff are logged; actions of partners on their hooks are not. */
async function logHook(owner: OwnerTrx, context: Context, act: string, id: string, after?: Record<string, unknown>) {
  if (context.staff) await logAction(owner, context, { act, subject: `hook ${id}`, after });
}

/** Refuses hooksFull where one that ended with its key finds no place. */
export async function setHook(
  context: Context,
  { id, live }: ParsedInputOf<'hookSet'>,
): Promise<Record<string, never>> {
  const { partnerId } = await sideOf(context);
  await inTransaction(context.owner, async (owner) => {
    if (live) await lockKeys(owner, partnerId);
    if (live && (await lacksPlace(owner, id, partnerId))) throw hooksFull();
    if ((await (live ? resumeHook : pauseHook)(owner, id, partnerId)) !== 1) throw new NotHere();
    await logHook(owner, context, live ? 'hook-resumed' : 'hook-paused', id);
  });
  return {};
}

/** Another address or other events; one that is not paused sends there at once what waits. Refuses invalidInput by field, keysClosed. */
export async function changeHook(
  context: Context,
  { id, ...wish }: ParsedInputOf<'hookChange'>,
): Promise<Record<string, never>> {
  const { partnerId, open } = await sideOf(context);
  if (!open) throw new Refusal('keysClosed');
  const wanted = readWish(context, wish);
  await inTransaction(context.owner, async (owner) => {
    const state = await changeHookRow(owner, { ...wanted, id, partnerId });
    if (!state) throw new NotHere();
    if (state === 'live') await resumeHook(owner, id, partnerId);
    await mailMade(context, owner, wanted);
    await logHook(owner, context, 'hook-changed', id, wanted);
  });
  return {};
}

/** A new secret; the former one signs beside it for `hours` (decision 0753). Refuses keysClosed. */
export async function replaceSecret(
  context: Context,
  { id, hours }: ParsedInputOf<'hookSecret'>,
): Promise<OutputOf<'hookSecret'>> {
  const { partnerId, open } = await sideOf(context);
  if (!open) throw new Refusal('keysClosed');
  const { secret, sealed } = makeSecret(context);
  await inTransaction(context.owner, async (owner) => {
    if ((await renewSecret(owner, { id, partnerId, sealed, hours })) !== 1) throw new NotHere();
    await logHook(owner, context, 'hook-secret-replaced', id, { hours });
  });
  return { id, secret };
}

export async function dropHook(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  const { partnerId } = await sideOf(context);
  await inTransaction(context.owner, async (owner) => {
    if ((await deleteHook(owner, id, partnerId)) !== 1) throw new NotHere();
    await logHook(owner, context, 'hook-deleted', id);
  });
  return {};
}

export async function showSendings(
  context: Context,
  { id, state, page, size }: ParsedInputOf<'hookSendings'>,
): Promise<OutputOf<'hookSendings'>> {
  const { partnerId, zone } = await sideOf(context);
  const { total, list } = await listSendings(context.owner, {
    ...{ hookId: id, partnerId, state, size },
    from: (page - 1) * size,
  });
  return {
    ...{ total, page, pages: Math.ceil(total / size), zone },
    list: list.map((row) => ({
      ...{ id: row.sending_id, type: row.type, ...subjectOf(row.subject), state: row.state, tries: row.tries },
      ...{ answer: row.answer, problem: row.problem },
      at: row.created_at.toISOString(),
      triedAt: row.tried_at?.toISOString() ?? null,
      nextAt: row.state === 'waiting' ? row.due_at.toISOString() : null,
    })),
  };
}

function subjectOf(subject: string): { orderNo: string; productId: string } {
  const [, productId] = /^product (\d+)$/.exec(subject) ?? [];
  return productId ? { orderNo: '', productId } : { orderNo: subject, productId: '' };
}

export async function replaySending(
  context: Context,
  { id, sendingId }: ParsedInputOf<'hookAgain'>,
): Promise<Record<string, never>> {
  const { partnerId } = await sideOf(context);
  if ((await sendHookAgain(context.owner, id, sendingId, partnerId)) !== 1) throw new NotHere();
  return {};
}
