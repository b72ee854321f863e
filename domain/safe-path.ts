// The `go` parameter (§2, security rule 55): one function for server and browser.

/** Path, query and fragment of a target on our own site, or '/' for anything else: other origins, backslashes, control characters. */
export function safePath(value: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (!value || /[\u0000-\u001f\\\u007f]/.test(value) || !value.startsWith('/') || value.startsWith('//')) return '/';
  try {
    const own = 'https://own.invalid';
    const target = new URL(value, own);
    return target.origin === own ? target.pathname + target.search + target.hash : '/';
  } catch {
    return '/';
  }
}

/** The same for the back office: its start page for whatever is none of its screens, and for its sign-in itself. */
export function safeStaffPath(value: string | null | undefined): string {
  const path = safePath(value);
  return /^\/console(?=[/?#]|$)(?!\/login(?=[/?#]|$))/.test(path) ? path : '/console';
}

/** §2: a path containing /wechat as its first part is of the mobile group. */
export function isMobilePath(path: string): boolean {
  return /^\/wechat(?=[/?#]|$)/.test(path);
}

/** Where its sign-in goes on: its orders for whatever is no screen to come back to, and for the sign-in itself. */
export function safeMobilePath(value: string | null | undefined): string {
  const path = safePath(value);
  return /^\/([?#]|$)|^\/wechat(\/wlogin)?\/?(?=[?#]|$)/.test(path) ? '/wechat/order' : path;
}

/** Where somebody signs in who asked for `path`, and comes back to it. */
export function signInFor(path: string): string {
  if (isMobilePath(path)) return `/wechat/wlogin?go=${encodeURIComponent(safeMobilePath(path))}`;
  if (!/^\/console(?=[/?#]|$)/.test(path)) return `/login?go=${encodeURIComponent(path)}`;
  const go = safeStaffPath(path);
  return go === '/console' ? '/console/login' : `/console/login?go=${encodeURIComponent(go)}`;
}
