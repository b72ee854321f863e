// /ready, /metrics and /docs are for the operator: from local networks or the addresses of METRICS_FROM, or with
// METRICS_TOKEN. For all others these addresses do not exist, whatever the hostname.
import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config.ts';
import type { App, FastifyRequest } from './fastify-types.ts';
import { addressOf } from './read-address.ts';

const watched = /^\/(ready|metrics|docs)(?=[/?]|$)/;
const ownNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

export function admitWatchers(app: App, { metricsToken, metricsFrom, trustedProxies }: Config): void {
  const everybody = metricsFrom.includes('*');
  const list = listAddresses(metricsFrom.length ? metricsFrom : ownNetworks);
  const comesFromList = (request: FastifyRequest) => {
    // Behind an unknown proxy, a stranger looks like a neighbour.
    const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
    if (!trustedProxies.length && (forwardedFor ?? forwarded) !== undefined) return false;
    const address = addressOf(request);
    return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
  // The address as it was sent may be spelled in many ways ("/%6detrics"): the route that it leads to is what will answer.
  const isWatched = ({ url, routeOptions }: FastifyRequest) =>
    watched.test(url) || watched.test(routeOptions.url ?? '');
  app.addHook('onRequest', (request, reply, done) => {
    if (everybody || !isWatched(request) || comesFromList(request) || hasToken(request, metricsToken)) return done();
    void reply.code(404).send({ code: 404, msg: 'unknown call', data: null });
  });
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const received = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return token !== undefined && received.length === wanted.length && timingSafeEqual(received, wanted);
}

/** Addresses and networks such as 10.1.0.0/16; refuses what is neither. */
function listAddresses(texts: string[]): BlockList {
  const list = new BlockList();
  for (const text of texts.filter((text) => text !== '*')) {
    const [address = '', length] = text.split('/');
    const kind = isIP(address);
    if (!kind) throw new Error(`METRICS_FROM holds "${text}", which is no address`);
    const family = kind === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}
