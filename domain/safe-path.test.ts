// Addresses to which no visitor may be redirected (security rule 55): some two hundred ways of writing another site's address as a path of
// our own, each tried on the one function that decides, and read once more as a browser reads a Location.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignTargets } from '../tests/build/attacks/foreign-targets.ts';
import { safeLink } from './plain-text.ts';
import { isMobilePath, localPath, pathWithout, safeMobilePath, safePath, safeStaffPath } from './safe-path.ts';

const site = 'https://shop.example';
const hostOf = (path: string) => new URL(path, `${site}/deep/page`).origin;

describe('a target on another site', () => {
  it('is tried in two hundred spellings and more', () => {
    expect(new Set(foreignTargets).size).toBeGreaterThanOrEqual(200);
  });

  it.each(foreignTargets.map((target) => [target]))('%j leads nowhere else', (target) => {
    for (const decide of [safePath, safeStaffPath, safeMobilePath]) {
      const path = decide(target);
      expect(hostOf(path)).toBe(site);
      expect(path).toMatch(/^\/(?![/\\])/);
      // A reader that decodes once more, or joins it to an address, still stays on the site.
      expect(hostOf(decodeURIComponent(path))).toBe(site);
      expect(new URL(site + path).host).toBe('shop.example');
    }
    const link = safeLink(target);
    if (link?.startsWith('/')) expect(hostOf(link)).toBe(site);
    expect(hostOf(pathWithout(target, ['c']))).toBe(site);
  });
});

describe('a path of our own', () => {
  it.each([
    '/',
    '/uc/order?page=2#x',
    '/search?q=%E4%B8%9C%E4%BA%AC&from=2026-01-01',
    '/tours/kuala-lumpur/silver-tower/12?on=2026-05-01',
    '/login?go=%2Fuc%2Forder%3Fpage%3D2',
    '/%E6%9D%B1%E4%BA%AC',
    '/map?name=50%25%20off',
    '/customPage/3#a/b//c',
    '/search?q=a//b',
  ])('%s stays as it is', (path) => {
    expect(safePath(path)).toBe(path);
    expect(localPath(path)).toBe(path);
  });

  it('has two thousand characters at most, and no user name', () => {
    const longest = `/${'a'.repeat(1999)}`;
    expect([localPath(longest), localPath(`${longest}a`)]).toEqual([longest, undefined]);
    // Its host is the one that paths are read against.
    expect(localPath('//user@own.invalid/a')).toBeUndefined();
  });

  it('loses its dot segments', () => {
    expect(safePath('/a/../b/./c')).toBe('/b/c');
    expect(safePath('/a/%2e%2e/b')).toBe('/b');
  });

  it('loses what is taken from its query, and nothing else', () => {
    expect(pathWithout('/search?q=a%20b&c=USD&l=en', ['c'])).toBe('/search?q=a+b&l=en');
    expect(pathWithout('/?ref_token=x', ['ref_token'])).toBe('/');
    expect(pathWithout('/.//evil.example/?c=USD', ['c'])).toBe('/');
  });
});

it.each([
  ['/wechat/order', true],
  ['/a/wechat', true],
  ['/a/wechat/order?x=1', true],
  ['/wechats', false],
  ['/search?q=/wechat/', false],
])('§2: %s is of the mobile group: %s (§2 mobile context)', (path, mobile) => {
  expect(isMobilePath(path)).toBe(mobile);
});

it('whatever is typed, the answer is a path of this site that stays the same when it is decided again', () => {
  const parts = [
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
    'evil.example',
    'a',
    '；',
    '／',
  ];
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => `/${some.join('')}`),
    fc.webUrl(),
    fc.string(),
  );
  fc.assert(
    fc.property(typed, (value) => {
      const path = safePath(value);
      return hostOf(path) === site && !path.startsWith('//') && safePath(path) === path;
    }),
    { numRuns: 20_000 },
  );
});
