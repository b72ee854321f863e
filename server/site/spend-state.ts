// A `state` that travels through another company's page and returns: ours, for one purpose, ten minutes, valid once. A state made
// for another visitor is refused.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';
import { insertNonce } from './site.sql.ts';

/** Digits and letters only, as apps pass nothing else on: a nonce, the second it ends, and the mark of both with what it is for. */
const stateShape = /^([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{40})$/;

function markOf({ owner, vault }: Context, purpose: string, bound: readonly string[], nonce: string, until: string) {
  return vault.mark(JSON.stringify([owner.id, ...bound, nonce, until]), purpose).slice(0, 40);
}

/** `bound`: what it belongs to, including the session or browser. */
export function makeState(context: Context, purpose: string, bound: readonly string[]): string {
  const nonce = randomBytes(16).toString('hex');
  const seconds = Math.floor(context.now.getTime() / 1000) + limits.nonceLifeSeconds;
  const until = seconds.toString(16).padStart(8, '0');
  return nonce + until + markOf(context, purpose, bound, nonce, until);
}

/** Whether it is ours, for this purpose, in time, and unused; this check uses it up. */
export async function spendState(
  context: Context,
  purpose: string,
  bound: readonly string[],
  state: string,
): Promise<boolean> {
  const [, nonce, until, mark] = stateShape.exec(state) ?? [];
  if (!nonce || !until || !mark) return false;
  if (!timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(context, purpose, bound, nonce, until)))) return false;
  if (Number.parseInt(until, 16) * 1000 <= context.now.getTime()) return false;
  return (await insertNonce(context.owner, `${purpose} ${nonce}`)) === 1;
}
