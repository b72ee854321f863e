import { createServer, request as ask } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { sql } from '../../server/platform/db.ts';
import { enterConsole, enterShop, newestCode, openBrowser, settle, solvePuzzle, type TestBrowser, visit } from '../build/open-browser.ts';
import { enterAsGuest } from '../build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { buy } from '../build/set-up-desk.ts';
import { fillOrder, newKey } from '../build/place-orders.ts';
let test: TestHouse; let browser: TestBrowser; let agent: string;
const out = '/tmp/h3shots/';
const fault = { status: 0, delay: 0, worker: '', dead: false };
let proxy: ReturnType<typeof createServer>; let base = '';
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  browser = await openBrowser(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(test.database.house);
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('localhost', 2) ON CONFLICT DO NOTHING`.execute(test.database.house);
  proxy = createServer(async (q, r) => {
    if (fault.dead) return q.socket.destroy();
    const isPass = q.url?.startsWith('/pass/') && !q.url.includes('worker.js');
    if (isPass && fault.delay) await new Promise((d) => setTimeout(d, fault.delay));
    if (isPass && fault.status) { r.writeHead(fault.status, { 'content-type': 'text/html' }); return r.end('<h1>error of the way</h1>'); }
    const up = ask(test.base + q.url, { method: q.method, headers: { ...q.headers, 'accept-encoding': 'identity' } }, (a) => {
      const parts: Buffer[] = [];
      a.on('data', (p) => parts.push(p)); a.on('end', () => {
        let body = Buffer.concat(parts);
        if (q.url?.includes('worker.js') && fault.worker) body = Buffer.from(String(body).replace('// The worker', fault.worker));
        const h = { ...a.headers }; delete h['content-length']; delete h['transfer-encoding'];
        r.writeHead(a.statusCode ?? 500, h); r.end(body);
      });
    });
    q.pipe(up);
  });
  await new Promise<void>((d) => proxy.listen(18813, '127.0.0.1', d));
  base = 'http://127.0.0.1:18813';
}, 180_000);
afterAll(async () => { proxy.closeAllConnections(); proxy.close(); await browser?.close(); await test?.close(); console.log(browser?.problems); });
const names = (page: any) => page.evaluate(async () => (await caches.keys()).includes('passes') ? (await (await caches.open('passes')).keys()).map((r: Request) => new URL(r.url).pathname) : null);
const isHere = async (page: any, orderNo: string) => ((await names(page)) ?? []).some((n: string) => n.includes(orderNo));

it('guest comes back by code', async () => {
  const email = 'guest.of.pass@shop.example';
  const guest = await enterAsGuest(test, email);
  const orderNo = await buy(test, guest, { quantity: 1 } as never).catch(async (e) => { console.log('guest buy failed', String(e)); return buy(test, agent); });
  for (const [width, l] of [[390, 'en'], [1440, 'zh_CN']] as const) {
    const page = await browser.open(width);
    await visit(page, `/pass/${orderNo}?l=${l}`);
    console.log('led to', page.url());
    await page.screenshot({ path: `${out}guest-${width}.png` });
    if (width === 390) {
      await page.locator('input[type=email], input[name=email]').first().fill(email);
      await page.locator('form button[type=submit], form button').last().click();
      await solvePuzzle(test, page);
      const code = await newestCode(test, email);
      await page.waitForTimeout(500);
      const boxes = page.locator('input');
      console.log('inputs', await boxes.evaluateAll((all: any[]) => all.map((o) => o.name + ':' + o.type + ':' + o.autocomplete)));
      await boxes.last().click(); await page.keyboard.type(code);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}guest-after.png` });
      console.log('after code', page.url());
    }
    await page.context().close();
  }
}, 60_000);

it('worker: slow, errors, new version, session ended, other person, quota', async () => {
  const orderNo = await buy(test, agent, { quantity: 2 });
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/');
  // from the payment page
  await visit(page, `${base}/booking/complete?order=${orderNo}&l=en`);
  await page.screenshot({ path: `${out}complete.png`, fullPage: true });
  for (let i = 0; i < 40 && !(await isHere(page, orderNo)); i++) await page.waitForTimeout(100);
  console.log('saved from payment page', await names(page));
  fault.dead = true; proxy.closeAllConnections();
  await page.goto(`${base}/pass/${orderNo}`);
  console.log('offline after payment page:', (await page.getByText('No network').count()) > 0);
  await page.screenshot({ path: `${out}offline.png`, fullPage: true });
  fault.dead = false;
  for (const status of [429, 403, 502]) {
    fault.status = status;
    await page.goto(`${base}/pass/${orderNo}`);
    console.log(status, 'copy shown', (await page.getByText('No network').count()) > 0, 'still here', await isHere(page, orderNo));
  }
  fault.status = 0;
  // new version
  fault.worker = '// A later version\n';
  await visit(page, `${base}/pass/${orderNo}?l=en`);
  await page.waitForTimeout(1500);
  console.log('after new version', await page.evaluate(async () => { const r = await navigator.serviceWorker.getRegistration('/pass/'); return [r?.active?.state, r?.waiting?.state ?? 'none', (await (await fetch('/pass/worker.js')).text()).slice(0, 20)]; }), await isHere(page, orderNo), await page.getByText('It opens without a network').count());
  fault.dead = true; proxy.closeAllConnections();
  await page.goto(`${base}/pass/${orderNo}`);
  console.log('offline with new version:', (await page.getByText('No network').count()) > 0);
  fault.dead = false;
  // slow, session ended
  await sql`DELETE FROM session`.execute(test.database.house).catch((e) => console.log(String(e)));
  fault.delay = 5000;
  await page.goto(`${base}/pass/${orderNo}`);
  console.log('slow: copy', (await page.getByText('No network').count()) > 0, await isHere(page, orderNo));
  await page.waitForTimeout(2500);
  console.log('after the late answer (null = gone):', await names(page));
  fault.delay = 0;
  // session ended while offline, then online
  await enterShop(page, 'agent@one.example', 'agent-2026', '/');
  await visit(page, `${base}/pass/${orderNo}?l=en`);
  await page.getByText('It opens without a network').waitFor();
  fault.dead = true; proxy.closeAllConnections();
  await page.goto(`${base}/pass/${orderNo}`);
  await sql`DELETE FROM session`.execute(test.database.house);
  fault.dead = false;
  await page.goto(`${base}/pass/${orderNo}`);
  console.log('session ended, online:', page.url(), await names(page));
  // other owner's hostname
  await enterShop(page, 'agent@one.example', 'agent-2026', '/');
  await visit(page, `${base}/pass/${orderNo}?l=en`);
  await page.getByText('It opens without a network').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${test.base.replace('127.0.0.1', 'localhost')}/`);
  console.log('other hostname sees', await names(other));
  await other.close();
  // other person signs in by the form, in another tab
  const two = await page.context().newPage();
  await page.context().clearCookies();
  await visit(two, `${base}/login?l=en`);
  await two.getByLabel('E-mail or username').fill('member@one.example');
  await two.getByLabel('Password').fill('member-2026');
  await two.getByRole('button', { name: 'Sign in' }).last().click();
  await two.waitForURL((u: URL) => !u.pathname.startsWith('/login'));
  console.log('other person:', await names(two));
  await two.close();
  // full
  await page.context().clearCookies();
  await enterShop(page, 'agent@one.example', 'agent-2026', '/');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: base, quotaSize: 1000 });
  await visit(page, `${base}/pass/${orderNo}?l=en`);
  await page.waitForTimeout(1500);
  console.log('full:', await names(page), 'claims saved', await page.getByText('It opens without a network').count());
  await page.context().close();
}, 120_000);

it('wallet screens', async () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  for (const width of [390, 1440]) for (const l of ['en', 'zh_CN']) {
    const desk = await browser.open(width);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, `/console/wallets?l=${l}`);
    await desk.screenshot({ path: `${out}wallets-${width}-${l}.png`, fullPage: true });
    await desk.locator('main button').first().click();
    await desk.locator('dialog textarea').nth(0).fill('no certificate');
    await desk.locator('dialog textarea').nth(1).fill(pem);
    await desk.locator('dialog textarea').nth(2).fill(pem.slice(0, 200));
    await desk.locator('dialog button[type=submit]').click();
    await settle(desk);
    await desk.waitForTimeout(300);
    await desk.screenshot({ path: `${out}wallets-wrong-${width}-${l}.png` });
    await desk.context().close();
  }
}, 90_000);
