// The network address of a caller. One that hung up before its request was looked at has none any more.
import { isIP } from 'node:net';
import { RequestRefused } from './answer-errors.ts';
import type { FastifyRequest } from './fastify-types.ts';

/** Stands for every value that is no address. No list of networks contains it. */
const nowhere = '0.0.0.0';

/**
 * Always an address, whatever a trusted proxy wrote: some add the port. IPv4 as such, also where the server listens on IPv6. Throws
 * RequestRefused, which no one receives, when the caller is gone.
 */
export function addressOf(request: FastifyRequest): string {
  const ip: string | undefined = request.ip;
  if (ip === undefined) throw new RequestRefused(400);
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? [];
  const bare = (inBrackets ?? beforePort ?? ip).replace(/^::ffff:/, '').replace(/%.*$/, '');
  return isIP(bare) ? bare : nowhere;
}
