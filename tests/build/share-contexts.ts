// Contexts of the browser that several people use after one another: a new context starts a process, fetches every script and compiles
// it again, which takes longer than most tests. Each person still gets a page without data of another person.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { daysAhead, moveDate } from './other-day.ts';

type Lent = {
  context: BrowserContext;
  /** Stays open between two people, so that the process of the context lives on with what it compiled. */
  holder: Page;
  /** Closes the context, which its `close` no longer does. */
  end(): Promise<void>;
};

export type Person = {
  base: string;
  width: number;
  /** The source address: limits count by it. */
  source: string;
};

/** Free ones by house and width. */
const free = new Map<string, Lent[]>();
const keyOf = ({ base, width }: Person) => `${base} ${width}`;

/** A context and a page for one person; `context.close` returns it. What is added to a context (not its pages) as a script stays in it. */
export async function shareContext(browser: Browser, person: Person): Promise<{ context: BrowserContext; page: Page }> {
  const lent = free.get(keyOf(person))?.pop() ?? (await makeContext(browser, person));
  const { context } = lent;
  // The browser asks for no language: a first visit reads the default, a gateway's page its own.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': person.source, 'accept-language': '*' });
  let returned: Promise<void> | undefined;
  context.close = () => {
    returned ??= takeBack(lent, person).catch(() => lent.end());
    return returned;
  };
  return { context, page: await context.newPage() };
}

async function makeContext(browser: Browser, { base, width }: Person): Promise<Lent> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    baseURL: base,
    // Nothing is drawn that only moves; a test of motion asks for it (page.emulateMedia).
    reducedMotion: 'reduce',
  });
  await context.addInitScript(hideUntilUsable);
  if (daysAhead) await context.addInitScript(moveDate, daysAhead);
  const end = context.close.bind(context);
  const holder = await context.newPage();
  await holder.goto('/robots.txt');
  return { context, holder, end };
}

/**
 * In the page: as long as its scripts have not taken it over, nothing of it is visible to a test, so that no click and no letter is lost
 * on a busy machine. Pages without scripts of ours (gateways, papers) are left alone.
 */
function hideUntilUsable(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html[data-language]:not([data-hydrated]) body { visibility: hidden }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Nothing of the person stays: no page, cookie, storage, permission, route or listener. */
async function takeBack(lent: Lent, person: Person): Promise<void> {
  const { context, holder } = lent;
  context.removeAllListeners();
  const others = context.pages().filter((page) => page !== holder);
  await Promise.all(others.map((page) => page.close()));
  await context.unrouteAll();
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
  const session = await context.newCDPSession(holder);
  await session.send('Storage.clearDataForOrigin', { origin: person.base, storageTypes: 'all' });
  await session.detach();
  free.set(keyOf(person), [...(free.get(keyOf(person)) ?? []), lent]);
}

/** Pictures of one house are not those of the next at the same address. */
export async function forgetFetched(): Promise<void> {
  for (const { context, holder } of [...free.values()].flat()) {
    const session = await context.newCDPSession(holder);
    await session.send('Network.clearBrowserCache');
    await session.detach();
  }
}

/** Those of houses at other addresses are of no use any more. */
export async function endOthers(base: string): Promise<void> {
  for (const [key, lent] of free) {
    if (key.startsWith(`${base} `)) continue;
    free.delete(key);
    await Promise.all(lent.map(({ end }) => end()));
  }
}
