// The worker that looks after vouchers (decision 0441): it runs in the browser, for addresses under /pass/ alone. Each voucher that was
// opened is saved as a page without scripts, so that it can be shown without a network; signing out deletes them all.
const store = 'passes';
const waitMilliseconds = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(open(event));
  else if (isPiece(request.url)) event.respondWith(fetch(request).catch(() => find(request.url)));
});

// A page asks to be saved, or the page after a payment asks for the voucher of its order.
self.addEventListener('message', (event) => {
  const answer = (kept) => event.ports[0]?.postMessage(kept);
  event.waitUntil(
    fetch(event.data.keep, { credentials: 'same-origin', headers: { accept: 'text/html' } })
      .then((page) => (isPage(page) ? keep(page) : undefined))
      .then(
        (kept) => answer(kept === true),
        () => answer(false),
      ),
  );
});

/** The network first: what it says is newer. Where it is silent, slow or broken, the saved page. */
async function open(event) {
  const { request } = event;
  const asked = fetch(request);
  const late = new Promise((done) => setTimeout(done, waitMilliseconds));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (!answer || answer.status >= 500) {
    const saved = await find(nameOf(request.url));
    return saved ?? answer ?? asked;
  }
  if (isPage(answer)) event.waitUntil(keep(answer.clone()));
  // Somebody who is sent to sign in is not the person whose vouchers these are.
  else if (answer.type === 'opaqueredirect') event.waitUntil(caches.delete(store));
  else event.waitUntil(caches.open(store).then((saved) => saved.delete(nameOf(request.url))));
  return answer;
}

const isPage = (answer) =>
  answer.ok && !answer.redirected && (answer.headers.get('content-type') ?? '').startsWith('text/html');

const isPiece = (address) => /\/assets\/[^?]+\.(css|woff2)$/.test(address);

/** The language of the address does not matter, the key of a link does. */
function nameOf(address) {
  const { origin, pathname, searchParams } = new URL(address);
  const key = searchParams.get('key');
  return origin + pathname + (key ? `?key=${encodeURIComponent(key)}` : '');
}

async function find(name) {
  return (await caches.open(store)).match(name);
}

/** Without its scripts a page is what it was, whatever becomes of the shop; with them it would ask the network. */
async function keep(page) {
  const text = await page.text();
  const pieces = new Set([...text.matchAll(/\/assets\/[\w./-]+\.(?:css|woff2)/g)].map(([address]) => address));
  const still = text
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace('<html', '<html data-offline data-hydrated');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' };
  const policy = page.headers.get('content-security-policy');
  if (policy) headers['content-security-policy'] = policy;
  const saved = await caches.open(store);
  await Promise.all(
    [...pieces].map(async (address) => (await saved.match(address)) ?? saved.add(address).catch(() => undefined)),
  );
  await saved.put(nameOf(page.url), new Response(still, { headers }));
  return true;
}
