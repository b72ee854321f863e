// Personal data at the desk: a person is found by e-mail or telephone number, requests wait in a queue, and both end in the same erasure,
// which the log remembers without a name.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import { findAccountById } from '../account/account.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { erasePerson } from './erase-person.ts';
import { findScope, listAccountsOf, listEmailsFor, listObstacles, type Person } from './persons.sql.ts';
import { findErasure, listErasures, markErasureRefused } from './requests.sql.ts';

const shownRequests = 50;

async function describePerson({ owner }: Context, person: Person) {
  const { email, accountId } = person;
  const accounts = await listAccountsOf(owner, email, accountId);
  const scope = await findScope(owner, person, accounts);
  return {
    email,
    accounts: accounts.map((account) => ({ id: String(account.account_id), name: account.name, kind: account.kind })),
    orders: scope.orders.length,
    obstacles: await listObstacles(owner, scope, accounts),
  };
}

export async function showPersons(
  context: Context,
  { query }: ParsedInputOf<'consolePersons'>,
): Promise<OutputOf<'consolePersons'>> {
  const { owner, site } = context;
  const typed = query.trim();
  const digits = typed.includes('@') ? '' : typed.replace(/\D/g, '');
  const [emails, waiting, decided] = await Promise.all([
    typed ? listEmailsFor(owner, normalEmail(typed), digits) : [],
    listErasures(owner, true, shownRequests),
    listErasures(owner, false, shownRequests),
  ]);
  return {
    zone: site.zone,
    persons: await Promise.all(emails.map((email) => describePerson(context, { email, accountId: null }))),
    requests: await Promise.all(
      waiting.map(async (row) => ({
        id: String(row.erasure_id),
        email: row.email,
        name: row.name,
        reviews: row.reviews,
        askedAt: row.asked_at.toISOString(),
        obstacles: (await describePerson(context, { email: row.email, accountId: row.account_id })).obstacles,
      })),
    ),
    decided: decided.map((row) => ({
      id: String(row.erasure_id),
      state: row.state,
      reason: row.reason,
      by: row.decided_by_name,
      askedAt: row.asked_at.toISOString(),
      decidedAt: (row.decided_at ?? row.asked_at).toISOString(),
    })),
  };
}

export async function eraseFound(
  context: Context,
  { request, email: typed, reviews }: ParsedInputOf<'consolePersonErase'>,
): Promise<Record<string, never>> {
  const { owner, now, vault, jobs } = context;
  const by = staffOf(context).name;
  await inTransaction(owner, async (owner) => {
    const person = request ? await personOf(owner, request) : { email: normalEmail(typed), accountId: null };
    if (!isEmail(person.email)) throw new Refusal('invalidInput', { fields: { email: { problem: 'emailFormat' } } });
    if (!(await listEmailsFor(owner, person.email, '')).length) throw new Refusal('actionNotAllowed');
    const closed = await erasePerson(owner, { ...person, reviews, by, now, vault });
    await logAction(owner, context, {
      act: 'person-erased',
      subject: closed.length ? `account ${closed.map((account) => account.account_id).join(', ')}` : 'contact',
      after: { reviews },
    });
    const language = closed[0]?.language ?? context.language;
    await jobs.send(owner, 'account.mail', { kind: 'erased', email: person.email, language });
  });
  return {};
}

async function personOf(owner: OwnerTrx, id: string): Promise<Person> {
  const row = await findErasure(owner, id);
  if (!row) throw new NotHere();
  if (row.state !== 'asked') throw new Refusal('changedMeanwhile');
  return { email: row.email, accountId: row.account_id };
}

export async function refuseErasure(
  context: Context,
  { id, reason: typed }: ParsedInputOf<'consoleErasureRefuse'>,
): Promise<Record<string, never>> {
  const { owner, now, jobs } = context;
  const reason = typed.trim();
  if (!reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const by = staffOf(context).name;
  await inTransaction(owner, async (owner) => {
    const row = await markErasureRefused(owner, { id, reason, by, now });
    const account = row && (await findAccountById(owner, row.account_id));
    if (!row || !account) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'erasure-refused',
      subject: `account ${row.account_id}`,
      after: { reason },
    });
    const { email, language, account_id: accountId } = account;
    await jobs.send(owner, 'account.mail', { kind: 'erasure-refused', email, accountId, language, reason });
  });
  return {};
}
