// Composition root: database, jobs, rooms, screens, one port. The only file that sees server and web.
import type { ViteDevServer } from 'vite';
import { pathWithout } from './domain/safe-path.ts';
import { translate } from './locales/translate.ts';
import { spendHandOver } from './server/account/hand-over.ts';
import { noteKeyCall } from './server/account/keys/note-calls.ts';
import { type ContextParts, contextMaker, isPersonal, sharedContextMaker } from './server/account/make-context.ts';
import { countsOf, noteKeptView } from './server/catalog/count-views.ts';
import { leadToDesk } from './server/house/lead-to-desk.ts';
import { bindCalls, runCall } from './server/platform/bind.ts';
import { bindFiles, bindPublicFiles } from './server/platform/bind-files.ts';
import { type CellDoors, type CellHouse, serveHouses } from './server/platform/cells/serve-cells.ts';
import { makeStopping, type Stopping } from './server/platform/close-gently.ts';
import type { Config } from './server/platform/config.ts';
import type { Clock } from './server/platform/context.ts';
import { setLongestWait } from './server/platform/database/limit-waiting.ts';
import { readStandby } from './server/platform/database/read-standby.ts';
import { watchDatabase } from './server/platform/database/watch-database.ts';
import { openPool } from './server/platform/db.ts';
import { type App, hostOf, makeHttp, registryOf } from './server/platform/http.ts';
import { startJobs } from './server/platform/jobs.ts';
import { type Logger, makeLog } from './server/platform/log.ts';
import { bindScreens } from './server/platform/pages/bind-screens.ts';
import { makePageCache } from './server/platform/pages/page-cache.ts';
import { bindDocs } from './server/platform/pages/show-docs.ts';
import { makeVault, storeHouseKey } from './server/platform/vault.ts';
import { workJobs } from './server/platform/work-jobs.ts';
import { files, handlers, rooms } from './server/rooms.ts';
import { makeFindSite } from './server/site/find-site.ts';
import { makeSecrets } from './server/site/open-secret.ts';
import { answerUnsigned } from './server/wechat/answer-unsigned.ts';

/** `stop` finishes running work. For `drainMilliseconds` before, it still answers, but /ready reports that it is stopping. */
export type House = { app: App; port: number; stop(drainMilliseconds?: number): Promise<void> };
export type Mode = {
  databaseUrl: string;
  vite?: ViteDevServer;
  log?: Logger;
  screens?: boolean;
  /** Without a mail server: shows the demo's codes and links to the person who started it. */
  showMail?: (line: string) => void;
  clock?: Clock;
  /** Of requests to the database, at most. */
  connections?: number;
};

export async function startHouse(config: Config, mode: Mode): Promise<House> {
  const log = mode.log ?? makeLog(config.logLevel);
  const stopping = makeStopping();
  setLongestWait(config.longestWaitSeconds);
  return serveHouses(config, { log, stopping }, (cell, doors) => openHouse(cell, { ...mode, stopping, log, ...doors }));
}

type HouseMode = Mode & CellDoors & { databaseUrl: string; log: Logger; stopping: Stopping };

async function openHouse(config: Config, mode: HouseMode): Promise<CellHouse> {
  const { log, stopping, onRefused, databaseOf, judgeState = (state) => state } = mode;
  const database = openPool(mode.databaseUrl, mode.connections, { hurried: true, pooler: config.pooler, onRefused });
  const standby = readStandby(config.standbyUrl, log);
  const jobs = await startJobs(mode.databaseUrl, log, config.jobs);
  const guards = [database.guard, database.testGuard, jobs.guard];
  const watch = watchDatabase({ address: database.address, guards, log, now: () => Date.now() });
  const vault = makeVault(storeHouseKey(config.houseKey, config.dataFolder));
  const secrets = makeSecrets(vault);
  const clock = mode.clock ?? (() => new Date());
  const findSite = makeFindSite({ database, publicKeyOf: secrets.publicKeyOf, clock });
  const state = () => judgeState(watch.state());
  const app = await makeHttp(config, log, { database: state, guard: database.guard, stopping }, translate);
  mode.passOn?.(app);
  const shared = { findSite, database, jobs, log, vault, config, clock };
  const ofAll = (id: number) => (databaseOf?.(id) ?? database).forOwner(id);
  const parts: ContextParts = { ...shared, standbyOf: standby.forOwner, countsOf, ofAll, cells: mode.cells };
  const makeContext = contextMaker(parts);
  const roomParts = { ...shared, registry: registryOf(app), makeContext, showMail: mode.showMail };
  if (config.role !== 'worker') {
    bindCalls(app, handlers, { makeContext, translate, openSecret: secrets.open, answerUnsigned, noteKeyCall });
    bindFiles(app, files, { makeContext, translate, noteKeyCall });
    for (const { publicFiles, bind } of rooms) {
      bindPublicFiles(app, publicFiles?.(roomParts) ?? {});
      bind?.(app, roomParts);
    }
    bindDocs(app);
    if (mode.screens !== false) await showScreens(app, parts, mode.vite);
  }
  const stopWork = await workJobs(roomParts, rooms, watch.isClockWrong);
  const end = async () => {
    await app.close();
    await stopWork();
    await jobs.stop();
    await watch.stop();
    await standby.close();
    await database.close();
  };
  return { app, database, state: watch.state, end };
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
    onCached: (view, site) => noteKeptView(database.forOwner(site.ownerId), site, view, clock()),
    tilesOrigin: config.places.tilesUrl && new URL(config.places.tilesUrl.replace(/[{}]/g, '')).origin,
  });
}
