// Safe redirect targets on this site (§2, security rule 55): one function for server and browser, for `go`, links of owners,
// redirects and return addresses.
import { consoleDoors, consoleRoot, mobileRoot, paths } from './paths.ts';
import { isUnder } from './write-address.ts';

const site = 'https://own.invalid';

/** Longer texts are refused. */
const longest = 2000;

/** Control characters, spaces of every kind, halves of pairs and backslashes, which browsers drop or read as slashes. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;

/**
 * Path, query and fragment of a target on this site, after dot segments are resolved; '/' for anything else. A browser that parses
 * the result again gets the same place.
 */
export function safePath(value: unknown): string {
  return localPath(value) ?? '/';
}

/** The same, but undefined for anything else: for callers that refuse instead of redirecting to the home page. */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined;
  if (!value.startsWith('/') || unsafeCharacters.test(value)) return undefined;
  // Same origin and no user name: the value was a path only.
  if (!URL.canParse(value, site)) return undefined;
  const { origin, href, pathname, search, hash } = new URL(value, site);
  if (origin !== site || !href.startsWith(`${site}/`)) return undefined;
  // A path that begins with an empty segment names another host, and segments before it may be dropped.
  if (pathname.includes('//') || isDisguised(pathname)) return undefined;
  return pathname + search + hash;
}

/** Whether decoding the path once more gives another path: slashes, backslashes, control characters or escapes appear. */
function isDisguised(pathname: string): boolean {
  try {
    const decoded = decodeURIComponent(pathname);
    const slashes = (text: string) => text.split('/').length;
    return /[\p{Cc}\p{Cf}\\]|%[0-9a-f]{2}/iu.test(decoded) || slashes(decoded) !== slashes(pathname);
  } catch {
    return true;
  }
}

/** An address of this very site without some parts of its query; '/' when its path is not safe. */
export function pathWithout(address: string, names: readonly string[]): string {
  const target = new URL(safePath(address), site);
  for (const name of names) target.searchParams.delete(name);
  return target.pathname + target.search;
}

/** The same for the back office: its start page for anything outside its screens, and for the sign-in page itself. */
export function safeStaffPath(value: unknown): string {
  const path = safePath(value);
  return isUnder(path, consoleRoot) && !isUnder(path, consoleDoors.login()) ? path : consoleRoot;
}

/** §2: a path containing /wechat, in any place, is of the mobile group. */
export function isMobilePath(path: string): boolean {
  return `${path.replace(/[?#].*$/s, '')}/`.includes(`${mobileRoot}/`);
}

/** Target after the mobile sign-in: the order list for anything that is no screen, and for the sign-in page itself. */
export function safeMobilePath(value: unknown): string {
  const path = safePath(value);
  const screen = path.replace(/\/?([?#].*)?$/s, '');
  return ['', mobileRoot, paths.mobileLogin()].includes(screen) ? paths.mobileOrders() : path;
}

/**
 * The sign-in page for a visitor who asked for `path`, with the way back to it. `way`: how the visitor signed in before; guests' pages
 * otherwise lead to the e-mailed code.
 */
export function signInFor(path: string, way?: 'member'): string {
  if (isMobilePath(path)) return paths.mobileLogin({ go: safeMobilePath(path) });
  if (!isUnder(path, consoleRoot)) return paths.login({ go: path, way });
  const go = safeStaffPath(path);
  return consoleDoors.login(go === consoleRoot ? {} : { go });
}
