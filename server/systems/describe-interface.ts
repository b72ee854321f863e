// The OpenAPI document of the calls that a partner's key may use, for everybody who builds a system against them (§7).
import type { CallRow } from '../../contract/calls.ts';
import { partnerScopes } from '../../domain/systems.ts';
import { describeCalls } from '../platform/describe-calls.ts';
import { type FastifyReply, type FastifyRequest, originOf } from '../platform/http.ts';

const isPartners = ({ keyed }: CallRow) => partnerScopes.some((scope) => scope === keyed);

/** It is the same for everybody; only the address of the calls follows the reader. */
let document: Record<string, unknown> | undefined;

export function sendInterface(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  document ??= describeCalls({ has: isPartners });
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'host')
    .send({ ...document, servers: [{ url: originOf(request) }] });
}
