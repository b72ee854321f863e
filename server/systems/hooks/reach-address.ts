// Where web hooks may be sent (decision 0361): only to public addresses, checked after the name was resolved; the connection goes to the
// checked address. A name that leads to this machine or its network is refused at each sending.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const refused = new BlockList();
for (const [network, length] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
])
  refused.addSubnet(network, length, 'ipv4');
/** Within the public networks: documentation, tunnels to IPv4 and unassigned networks. */
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refused.addSubnet(network, length, 'ipv6');
const publicNetworks = new BlockList();
publicNetworks.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public networks. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && publicNetworks.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

export type Reached = { address: string; family: number };

export class NotReachable extends Error {
  readonly problem: 'privateAddress' | 'noAddress';

  constructor(problem: 'privateAddress' | 'noAddress') {
    super(problem);
    this.problem = problem;
  }
}

/** Throws NotReachable for an address that is not public; `privately` lets tests and developers reach their own machine. */
export async function resolvePublic(hostname: string, privately: boolean): Promise<Reached> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await lookup(bare, { all: true });
  // One private address among several is enough to refuse: the system chooses among them.
  if (!privately && !found.every(({ address }) => isPublicAddress(address))) throw new NotReachable('privateAddress');
  const [first] = found;
  if (!first) throw new NotReachable('noAddress');
  return first;
}
