// What the shop keeps about a person, in one archive (decisions 0495 and 0787): data.json with a part for each table of the register,
// under plain names, and the files beside it.
import { NotHere } from '../../domain/errors.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { packZip } from '../export/wallet/pack-zip.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { proveByCode, selfOf } from './ask-erasure.ts';
import { listAsContact, listFilesOf, listPart } from './export.sql.ts';
import { findScope, listAccountsOf, listEmailsFor, type Person } from './persons.sql.ts';
import { personalTables } from './register.ts';

const daySeconds = 86_400;
const perDay = 3;
const perStaffDay = 50;

async function packPerson({ owner, now, site }: Context, person: Person): Promise<Buffer> {
  const { email, accountId } = person;
  // Of an address that staff look up, an account that only claims it is another person's.
  const accounts = (await listAccountsOf(owner, email, accountId)).filter(
    (account) => accountId !== null || account.email_proved,
  );
  const scope = await findScope(owner, person, accounts, true);
  const parts: Record<string, unknown> = {};
  for (const row of personalTables) {
    const list = row.title && row.of ? await listPart(owner, scope, row) : [];
    if (row.title && list.length) parts[row.title] = list;
  }
  const contactOf = await listAsContact(owner, scope);
  if (contactOf.length) parts.ordersAsContact = contactOf;
  const about = { shop: site.ownerName, person: email, madeAt: now.toISOString() };
  const data = { name: 'data.json', bytes: Buffer.from(JSON.stringify({ about, ...parts }, undefined, 2)) };
  const files = await listFilesOf(owner, scope);
  const named = files.map(({ kind, id, name, bytes }) => ({
    name: `files/${kind}/${safeName(`${id}-${name}`)}`,
    bytes,
  }));
  return packZip([data, ...named]);
}

/** A name that every system can store. */
const safeName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 120);

function sendPack(reply: FastifyReply, bytes: Buffer) {
  return reply
    .header('content-disposition', 'attachment; filename="personal-data.zip"')
    .header('x-content-type-options', 'nosniff')
    .type('application/zip')
    .send(bytes);
}

/** The caller's own. */
export async function answerOwnData(context: Context, _: FastifyRequest, reply: FastifyReply) {
  const { email, accountId } = selfOf(context);
  await proveByCode(context);
  await limitAttempts(context, [{ bucket: `personal-data:${accountId}`, most: perDay, windowSeconds: daySeconds }]);
  return sendPack(reply, await packPerson(context, { email, accountId }));
}

/** For a person whom staff found; logged without a name. */
export async function answerPersonData(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const wantedEmail = (request.query as Record<string, unknown>).email;
  const email = normalEmail(typeof wantedEmail === 'string' ? wantedEmail : '');
  if (!isEmail(email) || !(await listEmailsFor(context.owner, email, '')).length) throw new NotHere();
  const { owner, staff } = context;
  await limitAttempts(context, [
    { bucket: `personal-data-staff:${staff?.accountId}`, most: perStaffDay, windowSeconds: daySeconds },
  ]);
  const accounts = await listAccountsOf(owner, email, null);
  const subject = accounts.length ? `account ${accounts.map((account) => account.account_id).join(', ')}` : 'contact';
  await inTransaction(owner, (trx) => logAction(trx, context, { act: 'person-exported', subject }));
  return sendPack(reply, await packPerson(context, { email, accountId: null }));
}
