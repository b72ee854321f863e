// Placing an order for a partner (rules §3 customer-service mode): a hand-over to the hostname on which staff may act for partners.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { signInAs } from '../partner/decide-partner.ts';
import type { Context } from '../platform/context.ts';
import { listServiceHosts } from './change.sql.ts';

/** This hostname when it is a customer-service hostname, else the first of them. */
async function findServiceHost({ owner, origin }: Context): Promise<string | null> {
  const hosts = (await listServiceHosts(owner)).map((row) => row.host);
  const hostname = new URL(origin).hostname;
  return hosts.find((host) => host === hostname) ?? hosts[0] ?? null;
}

export async function showServiceHost(context: Context): Promise<OutputOf<'consolePlaceHost'>> {
  return { host: await findServiceHost(context) };
}

/** Refuses with NotHere without such a hostname: the screen explains it before. */
export async function placeForPartner(
  context: Context,
  { page, ...input }: ParsedInputOf<'consolePlaceFor'>,
): Promise<OutputOf<'consolePlaceFor'>> {
  const host = await findServiceHost(context);
  if (!host) throw new NotHere();
  const { address } = await signInAs(context, input);
  const target = new URL(address);
  target.hostname = host;
  if (page === 'quotation') target.pathname = paths.savedQuotation('new');
  return { address: target.href };
}
