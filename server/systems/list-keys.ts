// Lists keys and their calls: a partner sees those of its systems, the owner sees all.
import { octoRoot } from '../../contract/calls.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { showKey } from './edit-keys.ts';
import { findOpenness, listAllKeys, listKeyCalls, listOctoCalls, listPartnerKeys } from './keys.sql.ts';
import { sayCode } from './say-code.ts';

export async function listOwnKeys(context: Context): Promise<OutputOf<'apiKeys'>> {
  const { owner, site } = context;
  const { partnerId, profile } = buyerOf(context);
  const [openness, list] = await Promise.all([findOpenness(owner, partnerId), listPartnerKeys(owner, partnerId)]);
  if (!openness || openness.kind === 'individual') throw new NotHere();
  return { open: openness.open, zone: profile.zone || site.zone, list: list.map(showKey) };
}

/** How a system connects by the standard OCTO, and the latest requests of the partner's systems. */
export async function showOcto(context: Context): Promise<OutputOf<'octoConnection'>> {
  const { owner, site, origin } = context;
  const { partnerId, profile } = buyerOf(context);
  const [openness, list] = await Promise.all([findOpenness(owner, partnerId), listOctoCalls(owner, partnerId)]);
  if (!openness || openness.kind === 'individual') throw new NotHere();
  return {
    ...{ open: openness.open, address: origin + octoRoot, zone: profile.zone || site.zone },
    list: list.map(({ call_id: id, at, key_name: keyName, call, code, milliseconds }) => ({
      ...{ id, at: at.toISOString(), keyName, call, code, milliseconds },
    })),
  };
}

export async function showPartnerKeys(
  { owner }: Context,
  { id }: { id: string },
): Promise<OutputOf<'consolePartnerKeys'>> {
  const found = await findOpenness(owner, id);
  if (!found) throw new NotHere();
  return { open: found.open, live: found.live };
}

export async function listSystemKeys(
  { owner, site }: Context,
  input: ParsedInputOf<'consoleKeys'>,
): Promise<OutputOf<'consoleKeys'>> {
  const { query, state, page, size } = input;
  const { total, list } = await listAllKeys(owner, { query: query.trim(), state, size, from: (page - 1) * size });
  return {
    ...{ total, page, pages: Math.ceil(total / size), zone: site.zone },
    list: list.map((row) => ({
      ...showKey(row),
      partnerId: row.partner_id === null ? null : String(row.partner_id),
      partnerName: row.partner_name,
    })),
  };
}

export async function listCalls(
  { owner, site, language }: Context,
  input: ParsedInputOf<'consoleKeyCalls'>,
): Promise<OutputOf<'consoleKeyCalls'>> {
  const { query, refused, page, size } = input;
  const filter = { query: query.trim(), refused: refused === '1', size, from: (page - 1) * size };
  const { total, list } = await listKeyCalls(owner, filter);
  return {
    ...{ total, page, pages: Math.ceil(total / size), zone: site.zone },
    list: list.map(({ call_id: id, at, key_name: keyName, partner_name: partnerName, ...rest }) => ({
      ...{ id, at: at.toISOString(), keyName, partnerName, text: sayCode(language, rest.code) },
      ...rest,
    })),
  };
}
