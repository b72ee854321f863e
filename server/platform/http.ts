// The HTTP server: headers, health, metrics, documents. The only file that sets up the server framework.
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { closeAfterAnswers, type Stopping } from './close-gently.ts';
import type { Config } from './config.ts';
import type { DatabaseState } from './database/detect-outage.ts';
import type { GuardedPool } from './database/guard-pool.ts';
import { admitWatchers } from './edge/admit-watchers.ts';
import { answerBrokenRequest, answerError, answerUnknown } from './edge/answer-errors.ts';
import { checkedHost, checkHosts, rewriteAddress } from './edge/check-host.ts';
import { closeSlowBodies, closeStalledAnswers, timeLimits } from './edge/close-slow.ts';
import type { App, FastifyReply, FastifyRequest } from './edge/fastify-types.ts';
import { metricsType, readMetrics } from './edge/gather-metrics.ts';
import { limitConnections } from './edge/limit-connections.ts';
import { limitLoad } from './edge/limit-load.ts';
import { parseJson } from './edge/parse-json.ts';
import { addressOf, networkOf } from './edge/read-address.ts';
import type { Translate } from './edge/write-envelope.ts';
import type { Logger } from './log.ts';
import { makeLetters } from './make-ids.ts';
import { type Measures, makeMeasures, measureDatabase, measureDisk } from './observe/measure.ts';
import { startTelemetry } from './observe/start-telemetry.ts';
import { openSpan } from './observe/trace-work.ts';
import { watchRequests } from './observe/watch-requests.ts';

export type { App, FastifyReply, FastifyRequest };

/** The checks of /ready. */
export type Condition = { database: () => DatabaseState; guard: GuardedPool; stopping: Stopping };

const reasons: Record<DatabaseState, string> = {
  up: '',
  away: 'the database does not answer',
  'read-only': 'the database takes no writes',
  full: 'the disk of the database is full',
  crowded: 'the database has no connection left for this process',
};

/** Creates the server with what every answer needs. main.ts adds the routes. */
export async function makeHttp(
  config: Config,
  log: Logger,
  { database, guard, stopping }: Condition,
  translate: Translate,
): Promise<App> {
  const app = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than most requests; lines name the request instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: 262_144,
    genReqId: makeRequestIds(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    requestTimeout: timeLimits.requestMilliseconds,
    connectionTimeout: timeLimits.stalledMilliseconds,
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
  closeStalledAnswers(app);
  parseJson(app);
  await app.register(cookie);
  closeAfterAnswers(app, stopping);
  admitWatchers(app, config);
  const measures = makeMeasures();
  measureDatabase(measures.registry, database, guard);
  measureDisk(measures.registry, config.dataFolder);
  app.addHook('onClose', startTelemetry(config.telemetry, measures.registries, log));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
  watchRequests(app, measures);
  limitConnections(app, log);
  limitLoad(app, { translate, log, measures });
  answerProbes(app, measures, { database, stopping });
  parts.set(app, { measures, stopping });
  return app;
}

const parts = new WeakMap<App, { measures: Measures; stopping: Stopping }>();

/** What /metrics shows of this house; rooms add theirs. */
export function registryOf(app: App): Registry {
  const known = parts.get(app);
  if (!known) throw new Error('not a server of ours');
  return known.measures.registry;
}

/** Counts an answer that was given before the framework saw its request (pages/answer-early.ts). */
export function noteEarlyAnswer(app: App, milliseconds: number): void {
  parts.get(app)?.measures.seconds.observe({ route: '/*', status: '200' }, milliseconds / 1000);
  const facts = { 'http.request.method': 'GET', 'http.route': '/*', 'http.response.status_code': 200 };
  openSpan(() => ({ name: 'GET /*', kind: 'server', facts, beganAgo: milliseconds }))?.end();
}

/** Whether such answers are given: while the process stops, each answer ends its connection. */
export function answersEarly(app: App): boolean {
  return parts.get(app)?.stopping.begun === false;
}

/** For those who watch over the process. */
function answerProbes(app: App, { registries }: Measures, { database, stopping }: Omit<Condition, 'guard'>): void {
  app.get('/health', async () => ({ status: 'up' }));
  app.get('/ready', async (_, reply) => {
    const reason = stopping.begun ? 'this process is stopping' : reasons[database()];
    if (!reason) return { status: 'ready' };
    return reply.code(503).header('retry-after', 2).send({ status: 'not ready', reason });
  });
  const readAll = readMetrics(registries);
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', metricsType);
    return readAll();
  });
}

/** A request's number in the log: no other process uses it, and no other start. */
function makeRequestIds(): () => string {
  const ofProcess = makeLetters(6);
  let count = 0;
  return () => {
    count += 1;
    return `${ofProcess}-${count}`;
  };
}

/** Network address for limits: IPv6 callers count by their /64 (security rule 47). */
export function sourceOf(request: FastifyRequest): string {
  return networkOf(addressOf(request));
}

/** Host name without port, in lower case, after the check. */
export function hostOf(request: FastifyRequest): string {
  return checkedHost(request).name;
}

/** Address of this site as the caller reached it. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${checkedHost(request).host}`;
}
