// Lists the scripts that the links of a page need; the router requests it once for each page, before a link is pressed. The list depends on
// the linked addresses and the release alone. The request's address names both, so this process, browsers and proxies may cache it.
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { defaultCurrency } from '../../../domain/currencies.ts';
import type { App } from '../http.ts';
import type { PageToRender } from './render-pages.ts';
import { acceptsGzip } from './serve-pages.ts';
import type { Rendered } from './share-page.ts';

/** Bytes of the cache, compressed and plain together. */
const mostBytes = 8 * 1024 * 1024;

export function serveManifest(app: App, render: (page: PageToRender) => Promise<Rendered>): void {
  const cache = new LRUCache<string, { plain: Buffer; packed: Buffer }>({
    maxSize: mostBytes,
    sizeCalculation: ({ plain, packed }, address) => plain.length + packed.length + address.length,
  });
  app.get('/__manifest', async (request, reply) => {
    const address = request.url;
    let answer = cache.get(address);
    if (!answer) {
      const { status, headers, bytes } = await render(asNobody(address));
      if (status !== 200 || !bytes) {
        // Another release: the browser reloads the page.
        for (const [name, value] of headers) reply.header(name, value);
        return reply.code(status).header('cache-control', 'no-store').send(bytes);
      }
      answer = { plain: bytes, packed: gzipSync(bytes) };
      cache.set(address, answer);
    }
    reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    if (!acceptsGzip(request)) return reply.send(answer.plain);
    return reply.header('content-encoding', 'gzip').send(answer.packed);
  });
}

/** The answer contains nothing about the caller or the owner. */
function asNobody(address: string): PageToRender {
  return {
    address,
    site: undefined,
    context: undefined,
    origin: 'http://localhost',
    language: 'en',
    currency: defaultCurrency,
    proposed: null,
    nonce: '',
    method: 'GET',
    headers: {},
  };
}
