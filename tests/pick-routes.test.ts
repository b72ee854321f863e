// The possible screens of an address: fewer than all, and always including the one that the router finds among all of them.

import { matchRoutes, type ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { firstPartOf, listParts } from '../server/platform/pages/pick-routes.ts';
import routes from '../web/routes.ts';

type Entry = { id?: string; file: string; path?: string; index?: boolean; children?: Entry[] };
type Flat = Record<
  string,
  { id: string; parentId: string | undefined; path: string | undefined; index: boolean | undefined }
>;

const flat: Flat = { root: { id: 'root', parentId: undefined, path: '', index: undefined } };
const gather = (list: Entry[], parentId: string): void => {
  for (const { id, file, path, index, children } of list) {
    const name = id ?? file.replace(/\.tsx$/, '');
    flat[name] = { id: name, parentId, path, index };
    gather(children ?? [], name);
  }
};
gather(routes as Entry[], 'root');
const build = { routes: flat, assets: { routes: flat } } as unknown as ServerBuild;
const parts = listParts(build);

type Node = { id: string; path?: string; index?: boolean; children?: Node[] };
const nest = (all: Flat, parentId?: string): Node[] =>
  Object.values(all)
    .filter((one) => one.parentId === parentId)
    .map(({ id, path, index }) => ({
      id,
      ...(path === undefined ? {} : { path }),
      ...(index ? { index } : { children: nest(all, id) }),
    }));
const trees = new Map<Flat, Node[]>();
const found = (all: Flat, address: string) => {
  const tree = trees.get(all) ?? nest(all);
  trees.set(all, tree);
  return (matchRoutes(tree as never, address.replace(/[?#].*$/s, '')) ?? []).map(({ route }) => route.id);
};
const builds = new Map([...parts].map(([part, make]) => [part, make().routes as unknown as Flat]));
const picked = (address: string) => {
  const part = firstPartOf(address);
  if (part === undefined) return flat;
  return builds.get(part) ?? builds.get('') ?? flat;
};

const own = Object.values(flat).flatMap(({ path }) =>
  path ? [`/${path.replace(/:\w+\??/g, '7').replace('*', 'x')}`] : [],
);

it('leads every address to the screen that the router finds among all', () => {
  const odd = [
    '/',
    '/Search/7',
    '/SEARCH',
    '/s%65arch/7',
    '//search',
    '/nothing',
    '/search/7/8/9',
    '/console/nothing',
    '/tours/a/b/7/',
  ];
  expect(own.length).toBeGreaterThan(120);
  for (const address of [...own, ...odd])
    expect([address, found(picked(address), address)]).toEqual([address, found(flat, address)]);
});

it('includes the screens of the pages above an address, which the browser gets with the page', () => {
  const pairs = own.flatMap((address) =>
    address.split('/').map((_, at, all) => [address, all.slice(0, at).join('/') || '/'] as const),
  );
  for (const [address, above] of pairs)
    expect([address, above, found(picked(address), above)]).toEqual([address, above, found(flat, above)]);
});

it('tries few routes for a product and reads data addresses alike', () => {
  expect(Object.keys(picked('/search/7')).length).toBeLessThan(Object.keys(flat).length / 4);
  expect([firstPartOf('/search/7.data?l=en'), firstPartOf('/_root.data'), firstPartOf('/search.data')]).toEqual([
    'search',
    '',
    'search',
  ]);
  expect([firstPartOf('/__manifest?paths=/console'), firstPartOf('//x')]).toEqual([undefined, undefined]);
});
