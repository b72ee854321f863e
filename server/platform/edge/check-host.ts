// The Host of every request (security rule 32): exactly one, well formed, and the same as in an absolute address. All later code reads
// the host from here.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readHost, type SafeHost } from '../../../domain/safe-host.ts';
import { RequestRefused } from './answer-errors.ts';
import type { App, FastifyRequest } from './fastify-types.ts';

const hosts = new WeakMap<FastifyRequest, SafeHost>();

/** HTTP/1.0 may come without a Host, as health checks do. It belongs to no owner; pages need one for their address (RFC 2606). */
const unknownHost: SafeHost = { name: '', host: 'unknown.invalid' };

export function checkHosts(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      hosts.set(request, hostIn(request));
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
}

function hostIn(request: FastifyRequest): SafeHost {
  const { raw } = request;
  const sent = countHosts(raw);
  const host = sent === 0 && raw.httpVersion === '1.0' ? unknownHost : readKnownHost(request.host);
  // "*" and addresses of other schemes are invalid here; joined to the origin they would become part of its port.
  const named = request.url.startsWith('/') || request.method === 'OPTIONS';
  if (sent > 1 || !host || !named || !fitsAddress(raw, host)) throw new RequestRefused(400);
  return host;
}

const known = new LRUCache<string, SafeHost>({ max: 1000 });

/** Almost every request comes with a host that was read before. */
function readKnownHost(text: string): SafeHost | undefined {
  const host = known.get(text) ?? readHost(text);
  if (host) known.set(text, host);
  return host;
}

/** Node silently uses the first of several. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

type Rewritten = IncomingMessage & { originalUrl?: string };

/** An absolute address repeats the host (RFC 9112 §3.2.2): two different ones are an attack on a proxy in between. */
function fitsAddress({ originalUrl }: Rewritten, host: SafeHost): boolean {
  const authority = absoluteShape.exec(originalUrl ?? '')?.[1];
  return authority === undefined || readHost(authority)?.host === host.host;
}

const absoluteShape = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** "GET http://shop/path" asks for "/path"; the check above has seen the host. */
export function rewriteAddress({ url = '/' }: IncomingMessage): string {
  const [, , rest] = absoluteShape.exec(url) ?? [];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The checked host of a request. */
export function checkedHost(request: FastifyRequest): SafeHost {
  return hosts.get(request) ?? unknownHost;
}
