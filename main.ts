// Composition root: database, jobs, rooms, screens, one port. The only file that sees server and web.
import type { ViteDevServer } from 'vite';
import { pathWithout } from './domain/safe-path.ts';
import { translate } from './locales/translate.ts';
import { spendHandOver } from './server/account/hand-over.ts';
import { noteKeyCall } from './server/account/keys/note-calls.ts';
import {
  type ContextParts,
  contextMaker,
  cookieName,
  isPersonal,
  sharedContextMaker,
} from './server/account/make-context.ts';
import { isCounted, noteKeptView } from './server/catalog/count-views.ts';
import { leadToDesk } from './server/house/lead-to-desk.ts';
import { bindCalls, runCall } from './server/platform/bind.ts';
import { bindFiles, bindPublicFiles } from './server/platform/bind-files.ts';
import { type Directory, openDirectory } from './server/platform/cells/directory.ts';
import { passOn } from './server/platform/cells/pass-on.ts';
import { closeGently, makeStopping, type Stopping } from './server/platform/close-gently.ts';
import type { Config } from './server/platform/config.ts';
import type { Clock } from './server/platform/context.ts';
import { setLongestWait } from './server/platform/database/limit-waiting.ts';
import { readStandby } from './server/platform/database/read-standby.ts';
import { watchDatabase } from './server/platform/database/watch-database.ts';
import { type Database, openPool } from './server/platform/db.ts';
import { bindDocs } from './server/platform/describe-calls.ts';
import { type App, type FastifyRequest, hostOf, makeHttp } from './server/platform/http.ts';
import { startJobs } from './server/platform/jobs.ts';
import { type Logger, makeLog } from './server/platform/log.ts';
import { bindScreens } from './server/platform/pages/bind-screens.ts';
import { makePageCache } from './server/platform/pages/page-cache.ts';
import { makeVault, storeHouseKey } from './server/platform/vault.ts';
import { workJobs } from './server/platform/work-jobs.ts';
import { files, handlers, rooms } from './server/rooms.ts';
import { makeFindSite } from './server/site/find-site.ts';
import { makeSecrets } from './server/site/open-secret.ts';
import { tellUnsigned } from './server/wechat/tell-unsigned.ts';

/** `stop` finishes what is under way. For `drainMilliseconds` before, it still answers, but tells /ready that it is going. */
export type House = { app: App; port: number; stop(drainMilliseconds?: number): Promise<void> };
export type Mode = {
  databaseUrl: string;
  vite?: ViteDevServer;
  log?: Logger;
  screens?: boolean;
  /** Without a mail server: shows the demo's codes and links to whoever started it. */
  showMail?: (line: string) => void;
  clock?: Clock;
};

export async function startHouse(config: Config, mode: Mode): Promise<House> {
  setLongestWait(config.longestWaitSeconds);
  const log = mode.log ?? makeLog(config.logLevel);
  const stopping = makeStopping();
  const cells = config.cells.length > 1 ? await openCells(config, { ...mode, log }, stopping) : undefined;
  const home = cells?.home ?? (await openHouse(config, { ...mode, log, stopping }));
  await home.app.listen({ port: config.port, host: config.host });
  const address = home.app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const stop = async (drainMilliseconds = 0) => {
    await closeGently(home.app, stopping, drainMilliseconds);
    await cells?.end();
    await home.end();
  };
  return { app: home.app, port, stop };
}

/** `onRefused` and `passOn` belong to several cells: the directory hears of a refusal, and requests of other cells go on to theirs. */
type HouseMode = Mode & {
  log: Logger;
  stopping: Stopping;
  onRefused?: (ownerId: number) => void;
  passOn?(app: App): void;
};
/** A house over one database that does not listen yet; `end` is for after its last answer. */
type OpenHouse = { app: App; database: Database; end(): Promise<void> };

async function openHouse(config: Config, mode: HouseMode): Promise<OpenHouse> {
  const { log, stopping, onRefused } = mode;
  const database = openPool(mode.databaseUrl, 20, { hurried: true, pooler: config.pooler, onRefused });
  const standby = readStandby(config.standbyUrl, log);
  const jobs = await startJobs(mode.databaseUrl, log, config.jobs);
  const guards = [database.guard, database.testGuard, jobs.guard];
  const watch = watchDatabase({ address: database.address, guards, log });
  const vault = makeVault(storeHouseKey(config.houseKey, config.dataFolder));
  const secrets = makeSecrets(vault);
  const findSite = makeFindSite(database.house, (ownerId) => secrets.publicKeyOf(database.forOwner(ownerId)));
  const app = await makeHttp(config, log, { database: watch.state, stopping }, translate);
  mode.passOn?.(app);
  const shared = { findSite, database, jobs, log, vault, config, clock: mode.clock ?? (() => new Date()) };
  const parts: ContextParts = { ...shared, standbyOf: standby.forOwner, countsOf };
  const makeContext = contextMaker(parts);
  const roomParts = { ...shared, makeContext, showMail: mode.showMail };
  if (config.role !== 'worker') {
    bindCalls(app, handlers, { makeContext, translate, openSecret: secrets.open, tellUnsigned, noteKeyCall });
    bindFiles(app, files, { makeContext, translate, noteKeyCall });
    for (const { publicFiles, bind } of rooms) {
      bindPublicFiles(app, publicFiles?.(roomParts) ?? {});
      bind?.(app, roomParts);
    }
    await bindDocs(app);
    if (mode.screens !== false) await showScreens(app, parts, mode.vite);
  }
  const stopWork = await workJobs(roomParts, rooms);
  const end = async () => {
    await app.close();
    await stopWork();
    await jobs.stop();
    await watch.stop();
    await standby.close();
    await database.close();
  };
  return { app, database, end };
}

/** A house for each cell (decision 0490): that of the first one, which listens for all. */
async function openCells(config: Config, mode: Mode & { log: Logger }, stopping: Stopping) {
  const houses = new Map<string, OpenHouse>();
  let directory: Directory | undefined;
  const others = new Map<string, App>();
  for (const [at, { name, url }] of config.cells.entries()) {
    const { pooler, standbyUrl, ...rest } = config;
    // The pooler and the standby are of the first cell's database.
    const own = at ? { ...rest, pooler: undefined, standbyUrl: undefined } : config;
    const house = await openHouse(own, {
      ...{ ...mode, stopping, databaseUrl: url, log: mode.log.child({ cell: name }) },
      onRefused: (ownerId) => directory?.noteRefusal(name, ownerId),
      ...(at === 0 && { passOn: (app: App) => passOn(app, others, (host) => directory?.cellOf(host) ?? name) }),
    });
    houses.set(name, house);
    if (!at) continue;
    await house.app.ready();
    others.set(name, house.app);
  }
  const [home, ...more] = houses.values();
  if (!home) throw new Error('no cells');
  directory = await openDirectory(config.cells, home.database, mode.log);
  const end = async () => {
    await directory?.stop();
    for (const house of more) await house.end();
  };
  return { home, end };
}

function countsOf(request: FastifyRequest): boolean {
  const { 'user-agent': agent, 'sec-purpose': purpose = request.headers.purpose } = request.headers;
  return isCounted({ agent, purpose, staff: cookieName(request, 'staff') in request.cookies });
}

function showScreens(app: App, parts: ContextParts, vite: ViteDevServer | undefined): Promise<void> {
  const { findSite, database, config, clock } = parts;
  const makeContext = contextMaker(parts);
  return bindScreens(app, {
    ...(vite ? { vite } : {}),
    findSite,
    isPersonal,
    makeContext,
    makeSharedContext: sharedContextMaker(parts),
    call: (name, context, input) => runCall(handlers, name, context, input),
    translate,
    cache: makePageCache(5),
    async beforePage(request, reply) {
      const token = (request.query as Record<string, unknown>).ref_token;
      if (token === undefined) return leadToDesk(await findSite(hostOf(request)), request.url);
      await spendHandOver(await makeContext(request, reply), String(token));
      return pathWithout(request.url, ['ref_token']);
    },
    knownSite: findSite.known,
    onKept: (view, site) => noteKeptView(database.forOwner(site.ownerId), site, view, clock()),
    tilesOrigin: config.places.tilesUrl && new URL(config.places.tilesUrl.replace(/[{}]/g, '')).origin,
  });
}
