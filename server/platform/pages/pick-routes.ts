// The part of the screens that an address can lead to (decision 0404). For each page the router tries the patterns of all screens in turn,
// several times, and lists all of them for the page that it renders; of nearly two hundred, an address can lead to a few.
import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

/** `search` for "/search/7?l=en"; undefined where the router itself must read the address. */
export function firstPartOf(address: string): string | undefined {
  const path = address.replace(/[?#].*$/s, '').replace(/\.data$/, '');
  const [empty, first = '', second] = path.split('/');
  if (empty !== '' || (first === '' && second !== undefined)) return undefined;
  if (first === '_root') return '';
  // Encoded letters, and the router's own addresses.
  return /^[\w-]*$/.test(first) && !first.startsWith('_') ? first.toLowerCase() : undefined;
}

/** The first part of the addresses that a route takes; '' where they may begin with anything, or where it takes none itself. */
function firstPartTaken(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    parts.unshift(route.path ?? '');
  const [first = ''] = parts.join('/').split('/').filter(Boolean);
  return /^[\w-]+$/.test(first) ? first.toLowerCase() : '';
}

/** For each first part that some route takes, and '' for all others: the build with no more routes than such an address can lead to. */
export function listParts(build: ServerBuild): Map<string, () => ServerBuild> {
  const ids = Object.keys(build.routes);
  const taken = new Map(ids.map((id) => [id, firstPartTaken(build.routes, id)]));
  const withParts = (part: string): ServerBuild => {
    const chosen = new Set<string>();
    for (const id of ids.filter((id) => taken.get(id) === part || taken.get(id) === ''))
      for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) chosen.add(at);
    const pick = <Value>(all: Record<string, Value>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => chosen.has(id)));
    return {
      ...build,
      routes: pick(build.routes as Record<string, Routes[string]>),
      assets: { ...build.assets, routes: pick(build.assets.routes) },
    };
  };
  return new Map(['', ...taken.values()].map((part) => [part, () => withParts(part)]));
}
