// The HTTP server: headers, health, metrics, documents. The only file that knows the server framework's set-up.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

export type App = FastifyInstance;
export type { FastifyReply, FastifyRequest };

export type Metrics = { registry: Registry; seconds: Histogram<'route' | 'status'> };

/** Makes the server with what every answer has. Routes are added by main.ts. */
export async function makeHttp(config: Config, log: Logger, ready: () => Promise<boolean>): Promise<App> {
  const app = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request costs more than most requests; lines name the request instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: 262_144,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    return503OnClosing: false,
  }) as unknown as App;
  await app.register(cookie);
  const metrics = makeMetrics();
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500)
      request.log.warn({ request: request.id, route, status: reply.statusCode }, 'answered with an error');
  });
  app.get('/health', async () => ({ status: 'up' }));
  app.get('/ready', async (_, reply) => {
    const fine = await ready();
    return reply.code(fine ? 200 : 503).send({ status: fine ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  return app;
}

function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer by route and status',
    labelNames: ['route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  });
  return { registry, seconds };
}

/** Network address for limits: IPv6 callers count by their /64 (security rule 47). */
export function sourceOf(request: FastifyRequest): string {
  const { ip } = request;
  return ip.includes(':') && !ip.includes('.') ? ip.split(':').slice(0, 4).join(':') : ip.replace(/^::ffff:/, '');
}

/** Host name without port, in lower case. */
export function hostOf(request: FastifyRequest): string {
  return request.hostname.toLowerCase().replace(/:\d+$/, '');
}

/** Address of this site as the caller reached it. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
