// The owners of the house (decision 0315), without anything of what they sell.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { readLog } from '../staff/read-log.ts';
import { findHomes } from './choose-cell.ts';
import { findInvitationMail, findInvited, findOwnerFacts, listOwners, listSubjectNames } from './owners.sql.ts';

export async function showOwners(
  { owners, owner }: Context,
  { query, state, page, size }: ParsedInputOf<'houseOwners'>,
): Promise<OutputOf<'houseOwners'>> {
  const filter = { query: query.trim(), state: state ?? null, size, from: (page - 1) * size };
  const { total, list } = await listOwners(owners.house, owner, filter);
  const placeOf = await findHomes(
    owners,
    list.flatMap(({ id, state }) => (state === 'begun' ? [] : [Number(id)])),
  );
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    list: list.map(({ created_at: created, id, state, code, name, hostnames, saved, entered: here }) => {
      const { entered = here, ...place } = placeOf(state === 'begun' ? 0 : Number(id));
      return { ...{ id, state, code, name, hostnames, saved, entered, createdAt: created.toISOString() }, ...place };
    }),
  };
}

export async function showOwner({ owners }: Context, { id }: { id: string }): Promise<OutputOf<'houseOwner'>> {
  const opened = Number(id) > 0 ? owners.forOwner(Number(id)) : undefined;
  const facts = opened && (await findOwnerFacts(opened));
  if (!facts) throw new NotHere();
  const invited = await findInvited(opened);
  const place = (await findHomes(owners, [opened.id]))(opened.id);
  const { code, name, hostnames, languages, currency, zone } = facts;
  return {
    ...{ id, code, name, hostnames, languages, currency, zone },
    legalName: facts.legal_name,
    legalAddress: facts.legal_address,
    taxNumber: facts.tax_number,
    address: facts.address ?? '',
    createdAt: facts.created_at.toISOString(),
    closed: facts.closed_at && { at: facts.closed_at.toISOString(), reason: facts.closed_reason ?? '' },
    invited: invited ? { name: invited.name, email: invited.email, language: invited.language } : null,
    mail: invited ? showMailState(await findInvitationMail(opened, invited.email)) : null,
    cell: place.cell,
    move: place.move,
  };
}

/** What became of the newest mail with a link to a first password. */
export function showMailState(row: Awaited<ReturnType<typeof findInvitationMail>>): OutputOf<'houseOwner'>['mail'] {
  if (row?.sent_at) return { state: 'sent', text: '' };
  if (!row?.problem) return { state: 'waiting', text: '' };
  return row.problem === 'noMailServer' ? { state: 'noServer', text: '' } : { state: 'refused', text: row.problem };
}

/** What admins of the house did, with before and after, and the names of the shops that it is about. */
export async function readHouseLog(context: Context, input: ParsedInputOf<'houseLog'>): Promise<OutputOf<'houseLog'>> {
  const { list, ...rest } = await readLog(context, input);
  const subjects = list.map(({ subject }) => subject);
  const names = await listSubjectNames(context.owners.house, context.owner, subjects);
  return {
    ...rest,
    list: list.map((entry) => ({ ...entry, subjectName: names.get(entry.subject) ?? entry.subjectName })),
  };
}
