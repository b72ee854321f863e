// The page at /docs lists the calls and lets a developer try them. Its packages and the document are loaded with the first request: few
// processes get one, and the others start faster and use less memory.
import Fastify, { type FastifyInstance } from 'fastify';
import { describeCalls } from '../describe-calls.ts';
import type { App } from '../http.ts';

const root = '/docs';

/** As of all pages (security rule 53), without a nonce: its scripts are files. It styles elements one by one and draws icons as data. */
const policy = [
  ...["default-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "object-src 'none'"],
  ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
].join('; ');

export function bindDocs(app: App): void {
  let docs: Promise<FastifyInstance> | undefined;
  for (const url of [root, `${root}/*`])
    app.get(url, async ({ method, url, headers }, reply) => {
      // The page finds its document beside its own address, in which it takes a query for a part of the path.
      if (url.startsWith(`${root}?`)) return reply.redirect(root);
      // The next request tries again where it could not be made.
      docs ??= openDocs().catch((error: unknown) => {
        docs = undefined;
        throw error;
      });
      const answer = await (await docs).inject({
        method: method as 'GET',
        url,
        headers: headers as Record<string, string>,
      });
      return reply
        .code(answer.statusCode)
        .headers({ ...answer.headers, 'content-security-policy': policy })
        .send(answer.rawPayload);
    });
}

/** A server without a port: its answers are passed on. */
async function openDocs(): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await docs.register(swagger, { mode: 'static', specification: { document: describeCalls() as never } });
  await docs.register(swaggerUi, { routePrefix: root });
  await docs.ready();
  return docs;
}
