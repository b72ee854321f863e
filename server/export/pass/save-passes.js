// The worker that looks after vouchers (decision 0441): it runs in the browser, for addresses under /pass/ alone. Each voucher that was
// opened is saved as a page without scripts, so that it can be shown without a network; signing out deletes them all.
const store = 'passes';
const waitMilliseconds = 4000;
/** A page that was saved so recently, as a rule by its own opening, is not requested again. */
const freshMilliseconds = 60_000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (isStart(request.url)) event.respondWith(start(request));
  else if (request.mode === 'navigate') event.respondWith(open(event));
  // The name of a piece changes with its content: the saved one is right, and the page need not wait for a slow network.
  else if (isPiece(request.url)) event.respondWith(find(request.url).then((piece) => piece ?? fetch(request)));
});

// A page asks to be saved, or the page after a payment asks for the voucher of its order.
self.addEventListener('message', (event) => {
  const answer = (isSaved) => event.ports[0]?.postMessage(isSaved);
  event.waitUntil(
    saveFrom(event.data.save).then(
      (isSaved) => answer(isSaved),
      () => answer(false),
    ),
  );
});

/**
 * The network first: its answer is newer. Where it is silent, slow or broken, the saved page. An answer that comes too late to be shown
 * still renews or deletes the copy.
 */
async function open(event) {
  const { request } = event;
  const saved = caches.open(store);
  const asked = fetch(request);
  event.waitUntil(asked.then((answer) => learn(answer, request.url, saved)).catch(() => undefined));
  const late = new Promise((done) => setTimeout(done, waitMilliseconds));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer && (isPage(answer) || endsSession(answer) || answer.status === 404)) return answer;
  return (await find(nameOf(request.url))) ?? answer ?? asked;
}

/** Where an installed shop begins: the server leads on to the shop; without a network it lists what is saved. */
const isStart = (address) => new URL(address).pathname === '/pass/';

async function start(request) {
  const asked = fetch(request);
  const late = new Promise((done) => setTimeout(done, waitMilliseconds));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer ?? (await list()) ?? asked;
}

/** The saved vouchers by their days, each by what its page says of itself; undefined where there are none. */
async function list() {
  const saved = await caches.open(store);
  const addresses = (await saved.keys()).map(({ url }) => url).filter((url) => !isPiece(url));
  const pages = await Promise.all(
    addresses.map(async (address) => {
      const page = await saved.match(address);
      const text = await page.text();
      // Escaped as it stands in the page.
      const said = (name) => new RegExp(`<meta name="voucher-${name}" content="([^"]*)"`).exec(text)?.[1] ?? '';
      return { address, text, headers: page.headers, day: said('day'), label: said('label'), title: said('list') };
    }),
  );
  const known = pages.filter(({ label }) => label).sort((one, other) => (one.day < other.day ? -1 : 1));
  if (!known.length) return undefined;
  const newest = known.reduce((one, other) => (savedAt(one) > savedAt(other) ? one : other));
  return new Response(drawList(known, newest), { headers: newest.headers });
}

const savedAt = ({ headers }) => Number(headers.get('x-saved-at'));

/** In the language and with the styles of the page that was saved last. */
function drawList(known, { text, title }) {
  const [html] = /<html[^>]*>/.exec(text);
  const styles = text.match(/<link\b[^>]*rel="stylesheet"[^>]*>/g) ?? [];
  const items = known.map(
    ({ address, label }) =>
      `<li><a class="block rounded-lg border border-line bg-surface p-4 font-semibold break-words" href="${address}">${label}</a></li>`,
  );
  return `<!doctype html>${html}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${styles.join('')}</head><body><main class="mx-auto grid max-w-xl gap-4 p-4">
<h1 class="text-2xl font-bold">${title}</h1><ul class="grid gap-3">${items.join('')}</ul></main></body></html>`;
}

/** Any other answer is an error of the shop, or of something on the way to it: the copy stays. */
async function learn(answer, address, saved) {
  if (isPage(answer)) await save(answer.clone(), await saved);
  else if (endsSession(answer)) await caches.delete(store);
  else if (answer.status === 404) await (await saved).delete(nameOf(address));
}

async function saveFrom(address) {
  const found = await find(nameOf(new URL(address, self.location.origin)));
  if (found && Date.now() - Number(found.headers.get('x-saved-at')) < freshMilliseconds) return true;
  const saved = await caches.open(store);
  const page = await fetch(address, { credentials: 'same-origin', headers: { accept: 'text/html' } });
  if (!isPage(page)) return false;
  await save(page, saved);
  return true;
}

const isPage = (answer) =>
  answer.ok && !answer.redirected && (answer.headers.get('content-type') ?? '').startsWith('text/html');

/** A visitor who is sent to sign in is not the person whose vouchers these are. */
const endsSession = (answer) => answer.type === 'opaqueredirect';

/** Pictures are named by their content, too: those that the shop draws, and those that its owner uploaded. */
const isPiece = (address) => /\/assets\/[^?]+\.(css|woff2)$|\/(pictures|api\/ucenter\/picture)\//.test(address);

/** The language of the address does not matter, the key of a link does. */
function nameOf(address) {
  const { origin, pathname, searchParams } = new URL(address);
  const key = searchParams.get('key');
  return origin + pathname + (key ? `?key=${encodeURIComponent(key)}` : '');
}

async function find(name) {
  return (await caches.open(store)).match(name);
}

/**
 * Without its scripts a page does not depend on later versions of the shop. `saved` was opened before the page was requested: a store
 * that was deleted meanwhile, because somebody signed out, does not come back with it.
 */
async function save(page, saved) {
  const text = await page.text();
  // Of a picture, such as the plan of the seats, the size that its address names.
  const pieces = new Set(
    text.match(
      /\/assets\/[\w./-]+\.(?:css|woff2)|(?<=<img [^>]*src=")\/(?:pictures|api\/ucenter\/picture)\/[\w./?=-]+(?=")/g,
    ),
  );
  const still = text
    .replace(/ srcset="[^"]*"/gi, '')
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace('<html', '<html data-offline data-hydrated');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-saved-at': String(Date.now()),
  };
  const policy = page.headers.get('content-security-policy');
  if (policy) headers['content-security-policy'] = policy;
  await Promise.all(
    [...pieces].map(async (address) => (await saved.match(address)) ?? saved.add(address).catch(() => undefined)),
  );
  await saved.put(nameOf(page.url), new Response(still, { headers }));
}
