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

/** Callers behind a translator of IPv4 (RFC 6052) have their IPv4 address at the end of one common network. */
const translated = /^64:ff9b::/i;

/** The /64 of an IPv6 address, whatever zeros its spelling leaves out; an IPv4 address as it is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || translated.test(address)) return address;
  const [before = '', after] = address.split('::');
  const [left, right] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = after === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An IPv4 address at the end stands for two of them, which are not of the network. */
const groupsOf = (text: string): string[] =>
  text ? text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group])) : [];
