// The OpenAPI document of the calls that a partner's key may use, for developers of partners' systems (§7).
import type { CallRow } from '../../contract/calls.ts';
import { paths } from '../../domain/paths.ts';
import { partnerScopes } from '../../domain/systems.ts';
import { describeCalls } from '../platform/describe-calls.ts';
import { type FastifyReply, type FastifyRequest, originOf } from '../platform/http.ts';

const isPartners = ({ keyed }: CallRow) => partnerScopes.some((scope) => scope === keyed);

/** The same for all readers, except for the addresses in it. */
let document: { info: object } | undefined;

export function partnersInterface() {
  document ??= describeCalls({ has: isPartners }) as { info: object };
  return document;
}

export function sendInterface(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = originOf(request);
  const { info, ...rest } = partnersInterface();
  const contact = { name: 'For developers', url: url + paths.developers() };
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'host')
    .send({ ...rest, info: { ...info, contact }, servers: [{ url }] });
}
