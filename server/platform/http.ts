// The HTTP server: headers, health, metrics, documents. The only file that sets up the server framework.
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { closeAfterAnswers, type Stopping } from './close-gently.ts';
import type { Config } from './config.ts';
import { limitWaiting } from './database/limit-waiting.ts';
import type { DatabaseState } from './database/watch-database.ts';
import { admitWatchers } from './edge/admit-watchers.ts';
import { answerBrokenRequest, answerError, answerUnknown } from './edge/answer-errors.ts';
import { checkedHost, checkHosts, rewriteAddress } from './edge/check-host.ts';
import { closeSlowBodies, timeLimits } from './edge/close-slow.ts';
import type { App, FastifyReply, FastifyRequest } from './edge/fastify-types.ts';
import { readMetrics } from './edge/gather-metrics.ts';
import { parseJson } from './edge/parse-json.ts';
import type { Translate } from './edge/write-envelope.ts';
import type { Logger } from './log.ts';

export type { App, FastifyReply, FastifyRequest };

type Metrics = { registry: Registry; seconds: Histogram<'route' | 'status'> };

/** The checks of /ready. */
export type Condition = { database: () => DatabaseState; stopping: Stopping };

const reasons: Record<DatabaseState, string> = {
  up: '',
  away: 'the database does not answer',
  'read-only': 'the database takes no writes',
  full: 'the disk of the database is full',
};

/** Creates the server with what every answer needs. main.ts adds the routes. */
export async function makeHttp(
  config: Config,
  log: Logger,
  { database, stopping }: Condition,
  translate: Translate,
): Promise<App> {
  const app = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than most requests; lines name the request instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: 262_144,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    requestTimeout: timeLimits.requestMilliseconds,
    http: {
      headersTimeout: timeLimits.headersMilliseconds,
      connectionsCheckingInterval: timeLimits.lookMilliseconds,
      // Missing ones are refused in the envelope (edge/check-host.ts).
      requireHostHeader: false,
    },
    rewriteUrl: rewriteAddress,
    frameworkErrors: (error, request, reply) => answerError(error, request as never, reply as never, translate),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket as Socket, translate),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }) as unknown as App;
  app.setErrorHandler((error: object, request, reply) => answerError(error, request, reply, translate));
  answerUnknown(app, translate);
  checkHosts(app);
  closeSlowBodies(app);
  parseJson(app);
  await app.register(cookie);
  closeAfterAnswers(app, stopping);
  admitWatchers(app, config);
  const metrics = makeMetrics();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
  // Measured once the body is there: the caller's upload time is not the server's.
  app.addHook('preHandler', (_request, _reply, done) => limitWaiting(done));
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500)
      request.log.warn({ request: request.id, route, status: reply.statusCode }, 'answered with an error');
    done();
  });
  answerProbes(app, metrics, { database, stopping });
  parts.set(app, { metrics, stopping });
  return app;
}

const parts = new WeakMap<App, { metrics: Metrics; stopping: Stopping }>();

/** Counts an answer that was given before the framework saw its request (pages/answer-early.ts). */
export function noteEarlyAnswer(app: App, milliseconds: number): void {
  parts.get(app)?.metrics.seconds.observe({ route: '/*', status: '200' }, milliseconds / 1000);
}

/** Whether such answers are given: while the process stops, each answer ends its connection. */
export function answersEarly(app: App): boolean {
  return parts.get(app)?.stopping.begun === false;
}

/** For those who watch over the process. */
function answerProbes(app: App, metrics: Metrics, { database, stopping }: Condition): void {
  app.get('/health', async () => ({ status: 'up' }));
  app.get('/ready', async (_, reply) => {
    const reason = stopping.begun ? 'this process is stopping' : reasons[database()];
    if (!reason) return { status: 'ready' };
    return reply.code(503).header('retry-after', 2).send({ status: 'not ready', reason });
  });
  const readAll = readMetrics(metrics.registry);
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return readAll();
  });
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

/** Host name without port, in lower case, after the check. */
export function hostOf(request: FastifyRequest): string {
  return checkedHost(request).name;
}

/** Address of this site as the caller reached it. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${checkedHost(request).host}`;
}
