// The page at /docs on which the calls are read and tried. Few processes are ever asked for it, so that its packages and the document are
// read when somebody opens it: a start does not wait for them, and a process that nobody asks does not hold them in memory.
import Fastify, { type FastifyInstance } from 'fastify';
import { describeCalls } from '../describe-calls.ts';
import type { App } from '../http.ts';

const root = '/docs';

export function bindDocs(app: App): void {
  let docs: Promise<FastifyInstance> | undefined;
  for (const url of [root, `${root}/*`])
    app.get(url, async ({ method, url, headers }, reply) => {
      docs ??= openDocs();
      const answer = await (await docs).inject({
        method: method as 'GET',
        url,
        headers: headers as Record<string, string>,
      });
      return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload);
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
