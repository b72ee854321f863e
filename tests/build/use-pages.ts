// How a person uses pages: waits until they are usable, fills in forms, signs in. For tests and for the pictures of the README.
import type { BrowserContext, Page, Request } from 'playwright-core';
import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import { languageCookie } from '../../domain/languages.ts';

/** Requests of each page that have no answer yet. */
const openRequests = new WeakMap<Page, Set<Request>>();
const quietMilliseconds = 60;

/** From the start of a context, so that `settle` knows what its pages wait for. */
export function followRequests(context: BrowserContext): void {
  const requestsOf = (request: Request) => {
    const page = request.frame().page();
    const known = openRequests.get(page) ?? new Set();
    openRequests.set(page, known);
    return known;
  };
  // Navigations are waited for otherwise, and what a worker asks for is no page's.
  const isOther = (request: Request) => request.serviceWorker() !== null || request.isNavigationRequest();
  context.on('request', (request) => isOther(request) || requestsOf(request).add(request));
  const close = (request: Request) => isOther(request) || requestsOf(request).delete(request);
  context.on('requestfinished', close);
  context.on('requestfailed', close);
}

/**
 * Waits until a page is usable: its scripts have taken it over, and it has asked for nothing for a moment and goes nowhere, so that
 * what is typed into it stays.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // Pages of gateways have no scripts of ours.
  await page.waitForFunction(() => {
    const { language, hydrated } = document.documentElement.dataset;
    return language === undefined || hydrated !== undefined;
  });
  const open = openRequests.get(page);
  for (let quiet = 0; quiet < quietMilliseconds; quiet = open?.size ? 0 : quiet + 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
  // What came is drawn after the answer, on a busy machine some time after it.
  await page.waitForFunction(() => !document.querySelector('.progress[role=progressbar]'));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await settle(page);
}

/** Types into fields and chooses in lists, by name. */
export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`[name="${name}"]`);
    const isList = await field.evaluate((element) => element.tagName === 'SELECT');
    await (isList ? field.selectOption(value) : field.fill(value));
  }
}

/** Signs in on the login page that is open. */
export async function typeLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('E-mail or username').fill(account);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).last().click();
}

/** Signs in with the form, as the flows about signing in do. */
export async function enterShopByForm(page: Page, account: string, password: string, go = '/'): Promise<void> {
  await visit(page, `/login?l=en&go=${encodeURIComponent(go)}`);
  await typeLogin(page, account, password);
  await page.waitForURL(go);
  await settle(page);
}

/** Signs in with the form, as the flows about signing in do. */
export async function enterConsoleByForm(page: Page, email: string, password: string): Promise<void> {
  await visit(page, '/console/login?l=en');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/console');
  await settle(page);
}

/** The page opens signed in: the call that the form makes, without loading the form. */
export async function enterShop(page: Page, account: string, password: string, go = '/'): Promise<void> {
  await signIn(page, (call) => call('login', { account, password }));
  await visit(page, go);
}

export async function enterConsole(page: Page, email: string, password: string): Promise<void> {
  await signIn(page, (call) => call('consoleLogin', { account: email, password }));
  await visit(page, '/console');
}

/** Cookies of the answer become those of the page; it speaks English from here on. */
async function signIn(page: Page, enter: (call: HouseCaller) => Promise<{ code: number; msg: string }>): Promise<void> {
  const context = page.context();
  let origin = '';
  // The key that passwords are sealed with is asked for first, so that the origin is known when they are sent.
  const call = makeCaller(async (path, { method = 'GET', headers, body } = {}) => {
    const asked = { ...(headers as Record<string, string>), ...(origin && { origin }) };
    const answer = await context.request.fetch(path, { method, headers: asked, data: body?.toString() });
    origin = new URL(answer.url()).origin;
    return new Response(await answer.text(), { status: answer.status() });
  });
  const { code, msg } = await enter(call);
  if (code !== 200) throw new Error(`no sign-in: ${code} ${msg}`);
  await context.addCookies([{ name: languageCookie.name, value: 'en', url: origin }]);
}
