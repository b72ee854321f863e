// Composition root: database, jobs, calls, files, screens, one port. The only file that sees server and web.
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { ViteDevServer } from 'vite';
import { NotHere } from './domain/errors.ts';
import { offeredCurrency } from './domain/exchange-rate.ts';
import { languageOf } from './domain/languages.ts';
import { limits } from './domain/limits.ts';
import { translate } from './locales/translate.ts';
import { accountHandlers } from './server/account/account.routes.ts';
import { findSession } from './server/account/find-session.ts';
import { spendHandOver } from './server/account/hand-over.ts';
import { catalogHandlers } from './server/catalog/catalog.routes.ts';
import { isCounted, noteView, productOfPage } from './server/catalog/count-views.ts';
import { bindPictures } from './server/catalog/serve-picture.ts';
import { completionHandlers } from './server/completion/completion.routes.ts';
import { deskHandlers } from './server/desk/desk.routes.ts';
import { editingHandlers } from './server/editing/editing.routes.ts';
import { exportHandlers } from './server/export/export.routes.ts';
import { financeHandlers } from './server/finance/finance.routes.ts';
import { inventoryHandlers } from './server/inventory/inventory.routes.ts';
import { couponHandlers } from './server/marketing/keep-coupons.ts';
import { marketingHandlers } from './server/marketing/marketing.routes.ts';
import { memberHandlers } from './server/member/member.routes.ts';
import { notificationHandlers } from './server/notification/notification.routes.ts';
import { operatorHandlers } from './server/operator/operator.routes.ts';
import { bindFiles } from './server/operator/serve-files.ts';
import { workJobs } from './server/operator/work-jobs.ts';
import { orderHandlers } from './server/order/order.routes.ts';
import { balanceHandlers } from './server/payment/balance/balance.routes.ts';
import { paymentHandlers } from './server/payment/payment.routes.ts';
import { transferHandlers } from './server/payment/transfer/transfer.routes.ts';
import { placesHandlers } from './server/places/places.routes.ts';
import { bindCalls, type Handlers, runCall } from './server/platform/bind.ts';
import type { Config } from './server/platform/config.ts';
import type { Context } from './server/platform/context.ts';
import { openPool } from './server/platform/db.ts';
import { bindDocs } from './server/platform/describe-calls.ts';
import {
  type App,
  type FastifyReply,
  type FastifyRequest,
  hostOf,
  makeHttp,
  originOf,
  sourceOf,
} from './server/platform/http.ts';
import { startJobs } from './server/platform/jobs.ts';
import { type Logger, makeLog } from './server/platform/log.ts';
import { makePageCache } from './server/platform/page-cache.ts';
import { renderPages, type ServerBuild } from './server/platform/render-pages.ts';
import { servePages } from './server/platform/serve-pages.ts';
import { keepHouseKey, makeVault, type Vault } from './server/platform/vault.ts';
import { bindPorting } from './server/porting/bind-porting.ts';
import { portingHandlers } from './server/porting/porting.routes.ts';
import { type FindSite, makeFindSite } from './server/site/find-site.ts';
import { makeSecrets } from './server/site/open-secret.ts';
import { siteHandlers } from './server/site/site.routes.ts';
import { tellUnsigned } from './server/wechat/tell-unsigned.ts';
import { wechatHandlers } from './server/wechat/wechat.routes.ts';

const handlers: Handlers = {
  ...siteHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...placesHandlers,
  ...catalogHandlers,
  ...inventoryHandlers,
  ...marketingHandlers,
  ...orderHandlers,
  ...paymentHandlers,
  ...balanceHandlers,
  ...transferHandlers,
  ...operatorHandlers,
  ...notificationHandlers,
  ...editingHandlers,
  ...portingHandlers,
  ...deskHandlers,
  ...completionHandlers,
  ...financeHandlers,
  ...couponHandlers,
  ...exportHandlers,
  ...wechatHandlers,
};

export type House = { app: App; port: number; stop(): Promise<void> };
export type Mode = { databaseUrl: string; vite?: ViteDevServer; log?: Logger; screens?: boolean };

export async function startHouse(config: Config, mode: Mode): Promise<House> {
  const log = mode.log ?? makeLog(config.logLevel);
  const database = openPool(mode.databaseUrl);
  const jobs = await startJobs(mode.databaseUrl, log);
  const vault = makeVault(keepHouseKey(config.houseKey, config.dataFolder));
  const secrets = makeSecrets(vault);
  const findSite = makeFindSite(database.house, (ownerId) => secrets.publicKeyOf(database.forOwner(ownerId), ownerId));
  const app = await makeHttp(config, log, async () => (await database.pool.query('SELECT 1')).rowCount === 1);
  const makeContext = contextMaker({ findSite, database, jobs, log, vault, config });
  bindCalls(app, handlers, { makeContext, translate, openSecret: secrets.open, tellUnsigned });
  bindFiles(app, makeContext, translate);
  bindPictures(app, config.dataFolder);
  bindPorting(app, makeContext, { database, log });
  await bindDocs(app);
  if (mode.screens !== false) await bindScreens(app, mode, findSite, makeContext, config, database);
  const stopWork = await workJobs({ database, jobs, log, vault, config });
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const stop = async () => {
    await app.close();
    await stopWork();
    await jobs.stop();
    await database.close();
  };
  return { app, port, stop };
}

type Parts = {
  findSite: FindSite;
  database: ReturnType<typeof openPool>;
  jobs: Awaited<ReturnType<typeof startJobs>>;
  log: Logger;
  vault: Vault;
  config: Config;
};

const cookieNames = { shop: 'kb', staff: 'kbs', mark: 'kbw' } as const;

/** __Host- cookies wherever the connection is https (security rule 40). */
function cookieName(request: FastifyRequest, of: keyof typeof cookieNames): string {
  const name = cookieNames[of];
  return request.protocol === 'https' ? `__Host-${name}` : name;
}

function countsOf(request: FastifyRequest): boolean {
  const { 'user-agent': agent, 'sec-purpose': purpose = request.headers.purpose } = request.headers;
  return isCounted({ agent, purpose, staff: cookieName(request, 'staff') in request.cookies });
}

function contextMaker({ findSite, database, jobs, log, vault, config }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
    const site = await findSite(hostOf(request));
    if (!site) throw new NotHere();
    const db = database.forOwner(site.ownerId);
    const now = new Date();
    const header = request.headers.token;
    const token = typeof header === 'string' ? header : undefined;
    const cookies = request.cookies;
    // The back office and the shop have sessions of their own; only the one that the address belongs to is looked up.
    const console = /^\/(api\/)?console(\/|$|\?|\.)/.test(request.url);
    const cookie = cookies[cookieName(request, console ? 'staff' : 'shop')];
    const session = await findSession(db, site.ownerId, token ?? cookie, console, now);
    const [visitor, staff] = console ? [undefined, session] : [session, undefined];
    const wanted = request.headers.c ?? cookies.c;
    const key = request.headers['idempotency-key'];
    const hidden = { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const;
    return {
      site,
      db,
      jobs,
      get log() {
        return log.child({ request: request.id });
      },
      vault,
      places: config.places,
      now,
      language: languageOf(request.headers.l || cookies.lang),
      currency: offeredCurrency(wanted, site.currencies, site.currency),
      visitor: visitor ?? null,
      staff: staff ?? null,
      counted: countsOf(request),
      source: sourceOf(request),
      agent: request.headers['user-agent'] ?? '',
      country: countryOf(request, config),
      ecbUrl: config.ecbUrl,
      gateways: config.gateways,
      origin: originOf(request),
      byApp: Boolean(token),
      idempotencyKey: typeof key === 'string' ? key : undefined,
      browserMark: cookies[cookieName(request, 'mark')] ?? '',
      markBrowser(mark) {
        reply.setCookie(cookieName(request, 'mark'), mark, { ...hidden, maxAge: limits.nonceLifeSeconds });
      },
      setSession(value, { staff: forStaff, maxAgeSeconds }) {
        const name = cookieName(request, forStaff ? 'staff' : 'shop');
        if (value === null) reply.clearCookie(name, hidden);
        else reply.setCookie(name, value, { ...hidden, maxAge: maxAgeSeconds });
      },
    };
  };
}

/** Two letters as a trusted proxy tells them; '' when nobody does. */
function countryOf(request: FastifyRequest, { countryHeader, trustedProxies }: Config): string {
  const told = countryHeader && trustedProxies.length ? request.headers[countryHeader] : undefined;
  return typeof told === 'string' && /^[A-Z]{2}$/i.test(told) ? told.toUpperCase() : '';
}

async function bindScreens(
  app: App,
  mode: Mode,
  findSite: FindSite,
  makeContext: ReturnType<typeof contextMaker>,
  { places }: Config,
  database: Parts['database'],
) {
  const { vite } = mode;
  const folder = new URL('./build/', import.meta.url);
  if (vite) {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/api/') || request.url.startsWith('/docs') || request.url.startsWith('/pictures/'))
        return done();
      vite.middlewares(request.raw, reply.raw, done);
    });
  } else {
    if (!existsSync(new URL('server/index.js', folder)))
      throw new Error('the screens are not built; npm start builds them');
    const root = new URL('client/', folder).pathname;
    await app.register(fastifyStatic, {
      root: `${root}assets`,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    });
  }
  const loadBuild = vite
    ? async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    : (
        (build: Promise<ServerBuild>) => () =>
          build
      )(import(new URL('server/index.js', folder).href) as Promise<ServerBuild>);
  const render = renderPages({
    loadBuild,
    mode: vite ? 'development' : 'production',
    makeContext,
    call: (name, context, input) => runCall(handlers, name, context, input),
    translate,
    preserveError: vite ? (error) => vite.ssrFixStacktrace(error) : undefined,
  });
  servePages(app, {
    findSite,
    hasSession: (request) =>
      cookieName(request, 'shop') in request.cookies || cookieName(request, 'staff') in request.cookies,
    async beforePage(request, reply) {
      const target = new URL(request.url, 'http://own.invalid');
      const token = target.searchParams.get('ref_token');
      if (token === null) return undefined;
      await spendHandOver(await makeContext(request, reply), token);
      target.searchParams.delete('ref_token');
      return target.pathname + target.search;
    },
    render,
    cache: makePageCache(5),
    onKept(request, site) {
      const product = productOfPage(request.url);
      if (product !== undefined && countsOf(request))
        noteView(database.forOwner(site.ownerId), site, product, new Date());
    },
    relaxed: vite !== undefined,
    tilesOrigin: places.tilesUrl && new URL(places.tilesUrl.replace(/[{}]/g, '')).origin,
  });
}
