// A person and what the shop keeps about them: asking to be erased, taking that back. Who entered by a mailed code proves the mailbox again
// by a new one; who has a password types it.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { readRetention } from '../../domain/privacy/retention.ts';
import { findAccountById } from '../account/account.sql.ts';
import { fitsPassword } from '../account/hash-password.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { markPerson } from './erase-person.ts';
import { findScope, findSessionAge, listAccountsOf, listObstacles, provedEmailOf } from './persons.sql.ts';
import { findNewestErasure, insertErasure, markErasureWithdrawn } from './requests.sql.ts';
import { findTerms } from './retention.sql.ts';

/** A code proves its reader this long. */
const freshSeconds = 900;

/** The person alone: staff who act for a buyer have their own screen. */
export function selfOf(context: Context) {
  const buyer = buyerOf(context);
  if (buyer.actingStaff) throw new NotHere();
  return buyer;
}

function proofOf({ verAuthFlag, passwordSet }: Pick<ReturnType<typeof selfOf>, 'verAuthFlag' | 'passwordSet'>) {
  if (!passwordSet) return 'code' as const;
  return verAuthFlag ? ('password' as const) : ('signIn' as const);
}

export async function showPersonalData(context: Context): Promise<OutputOf<'personalData'>> {
  const { owner } = context;
  const self = selfOf(context);
  const accounts = await listAccountsOf(owner, self.email, self.accountId);
  const scope = await findScope(owner, self, accounts);
  const [obstacles, request, { terms }] = await Promise.all([
    listObstacles(owner, scope, accounts),
    findNewestErasure(owner, self.accountId),
    findTerms(owner),
  ]);
  return {
    obstacles,
    request: request ? { state: request.state, reason: request.reason, askedAt: request.asked_at.toISOString() } : null,
    proof: proofOf(self),
    invoiceYears: readRetention(terms).invoices,
  };
}

/** Refuses passwordNeeded to a code where there is a password, codeExpired to an old code. */
export async function proveByCode(context: Context): Promise<void> {
  const self = selfOf(context);
  const proof = proofOf(self);
  if (proof === 'signIn') throw new Refusal('passwordNeeded');
  if (proof === 'code' && (await findSessionAge(context.owner, self.sessionHash)) > freshSeconds)
    throw new Refusal('codeExpired');
}

export async function askErasure(
  context: Context,
  { password, reviews }: ParsedInputOf<'personalDataErase'>,
): Promise<Record<string, never>> {
  const { owner, now, vault } = context;
  const self = selfOf(context);
  await proveByCode(context);
  if (self.passwordSet) await provePassword(context, password);
  const email = provedEmailOf(self, await listAccountsOf(owner, self.email, self.accountId));
  const mark = markPerson({ vault, ownerId: owner.id }, { email, accountId: self.accountId });
  await inTransaction(owner, async (owner) => {
    const inserted = await insertErasure(owner, { accountId: self.accountId, mark, reviews, now });
    if (inserted !== 1) throw new Refusal('erasureRequested');
  });
  return {};
}

async function provePassword(context: Context, password: string): Promise<void> {
  const { accountId } = selfOf(context);
  if (!password) throw new Refusal('invalidInput', { fields: { password: { problem: 'required' } } });
  await limitAttempts(context, [
    { bucket: `password:${accountId}`, most: limits.passwordTriesPerAccountHour, windowSeconds: 3600 },
  ]);
  const row = await findAccountById(context.owner, accountId);
  if (!(await fitsPassword(row?.password_hash, password)))
    throw new Refusal('invalidInput', { fields: { password: { problem: 'passwordWrong' } } });
}

export async function withdrawErasure(context: Context): Promise<Record<string, never>> {
  const done = await markErasureWithdrawn(context.owner, selfOf(context).accountId, context.now);
  if (done !== 1) throw new Refusal('actionNotAllowed');
  return {};
}
