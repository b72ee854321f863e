// The contract of one distributor (§2 agreement/{token}): the owner writes it, the distributor's people read it, and its main account
// accepts the newest version once.
import { randomBytes } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere, NotSignedIn, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { acceptContract, type ContractRow, findContract, insertContract, listContracts } from './contracts.sql.ts';
import { judgeAgreement } from './save-settings.ts';
import { lockAgreements } from './settings.sql.ts';

const accepted = ({ accepted_at, accepted_name }: ContractRow) => ({
  acceptedAt: accepted_at?.toISOString() ?? null,
  acceptedName: accepted_name ?? '',
});

/** Read by the partner's people alone; for others it is not there. */
export async function showContract(context: Context, token: string): Promise<OutputOf<'agreement'>> {
  const { owner, site, language, visitor } = context;
  const row = await findContract(owner, token);
  if (!row) throw new NotHere();
  if (!visitor) throw new NotSignedIn();
  if (visitor.partnerId !== row.partner_id || !visitor.verAuthFlag) throw new NotHere();
  const waits = row.newest && !row.accepted_at;
  return {
    kind: 'contract',
    version: row.version,
    token: row.token,
    title: textIn(row.titles, language),
    text: textIn(row.texts, language),
    publishedAt: row.published_at.toISOString(),
    publishedOn: todayIn(site.zone, row.published_at.getTime()),
    contract: { ...accepted(row), waits, mayAccept: waits && visitor.kind === 'main' && !visitor.actingStaff },
  };
}

export async function listOwnContracts(context: Context): Promise<OutputOf<'contracts'>> {
  const list = await listContracts(context.owner, buyerOf(context).partnerId);
  return {
    list: list.map((row) => ({
      version: row.version,
      token: row.token,
      title: textIn(row.titles, context.language),
      publishedAt: row.published_at.toISOString(),
      ...accepted(row),
      waits: row.newest && !row.accepted_at,
    })),
  };
}

/** A repeated request returns that it is accepted; an older version cannot be accepted any more. */
export async function acceptOwnContract(
  context: Context,
  { token }: { token: string },
): Promise<OutputOf<'contractAccept'>> {
  const { owner } = context;
  const { partnerId, accountId, name } = buyerOf(context);
  if ((await acceptContract(owner, { token, partnerId, accountId, name })) === 1) return {};
  const row = await findContract(owner, token);
  if (row?.partner_id !== partnerId) throw new NotHere();
  if (!row.accepted_at) throw new Refusal('changedMeanwhile');
  return {};
}

export async function showContracts({ owner }: Context, { id }: { id: string }): Promise<OutputOf<'consoleContracts'>> {
  const list = await listContracts(owner, Number(id));
  return {
    list: list.map((row) => ({
      version: row.version,
      titles: row.titles,
      texts: row.texts,
      publishedAt: row.published_at.toISOString(),
      ...accepted(row),
    })),
  };
}

export async function publishContract(context: Context, input: ParsedInputOf<'consoleContractPublish'>) {
  const written = judgeAgreement(input);
  return inTransactionOnce(context, 'consoleContractPublish', input, async (owner) => {
    await lockAgreements(owner);
    const token = randomBytes(12).toString('base64url');
    const version = await insertContract(owner, { partner_id: Number(input.id), token, ...written });
    if (!version) throw new NotHere();
    await logAction(owner, context, {
      act: 'contract-published',
      subject: `partner ${input.id}`,
      after: { version, titles: written.titles },
    });
    return { version };
  });
}
