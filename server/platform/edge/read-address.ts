// The network address of a caller. One that hung up before its request was looked at has none any more.
import { RequestRefused } from './answer-errors.ts';
import type { FastifyRequest } from './fastify-types.ts';

/** IPv4 as such, also where the server listens on IPv6. Throws RequestRefused, which no one receives, when the caller is gone. */
export function addressOf(request: FastifyRequest): string {
  const ip: string | undefined = request.ip;
  if (ip === undefined) throw new RequestRefused(400);
  return ip.replace(/^::ffff:/, '');
}
