// A separate instance for a test file: a clone of the template database, a server on a free port, calls over HTTP, and the
// audit at the end.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import { type House, startHouse } from '../../main.ts';
import { root } from '../../scripts/open-database.ts';
import type { DatabaseCell } from '../../server/platform/cells/cells.ts';
import { readConfig } from '../../server/platform/config.ts';
import { type Database, openPool } from '../../server/platform/db.ts';
import { makeLog } from '../../server/platform/log.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import { awaitScreens } from './await-screens.ts';
import { type ReadMail, readMails } from './read-mails.ts';
import { copyTemplate, dropDatabase, urlFor } from './set-up-database.ts';

export type { AnswerOf as Answer, As } from '../../demo/call-house.ts';

export type TestHouse = {
  house: House;
  /** As the role that owns the tables, so that tests may also break what the installation itself cannot. */
  database: Database;
  /** How the installation under test connects. */
  databaseUrl: string;
  base: string;
  log: string[];
  call: HouseCaller;
  fetch(path: string, init?: RequestInit & { host?: string }): Promise<Response>;
  /** Mails to an address, newest first, as its reader gets them. */
  mails(recipient: string): Promise<ReadMail[]>;
  signIn(email: string, password: string, host?: string): Promise<string>;
  close(): Promise<void>;
};

/** Races test exactness: on a busy machine no request is refused for waiting. Tests of that refusal set it back to 2. */
const patience = { LONGEST_WAIT_SECONDS: '20' };

let count = 0;
let signIns = 0;
/** Where the worker's houses with screens are, one after another: a browser need not compile the same scripts for each. */
let usualPort = 0;
let isUsualTaken = false;

export type HouseOptions = {
  screens?: boolean;
  env?: Record<string, string>;
  clock?: () => Date;
  /** The way from the installation to its database; the test itself goes straight. */
  wire?(url: string): Promise<string>;
  /** The installation's clusters, of which its own database is the first. */
  cells?(url: string): DatabaseCell[];
};

/** `screens` serves the built pages too; the build must exist (npm test makes it). */
export async function openTestHouse(options: HouseOptions = {}): Promise<TestHouse> {
  if (options.screens) await awaitScreens();
  const serverUrl = inject('serverUrl');
  const poolerUrl = inject('poolerUrl');
  const name = `${inject('template')}_${process.pid}_${count++}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await copyTemplate(admin, inject('template'), name);
  const databaseUrl = urlFor(inject('runtimeUrl'), name);
  const database = openPool(urlFor(serverUrl, name), 6);
  const log: string[] = [];
  const config = {
    ...readConfig(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        TRUSTED_PROXIES: '127.0.0.1',
        JOB_YIELD_SECONDS: '0',
        ...patience,
        ...options.env,
      },
      root,
    ),
    port: options.screens ? await takeUsualPort() : 0,
    ...(options.cells && { cells: options.cells(databaseUrl) }),
    ...(poolerUrl && !options.wire && { pooler: { url: urlFor(poolerUrl, name), prepares: false } }),
  };
  const house = await startHouse(config, {
    databaseUrl: (await options.wire?.(databaseUrl)) ?? databaseUrl,
    screens: options.screens ?? false,
    ...(options.clock && { clock: options.clock }),
    log: makeLog('info', { write: (line) => log.push(line) }),
  });
  const base = `http://127.0.0.1:${house.port}`;
  const doFetch: TestHouse['fetch'] = (path, { host = 'one.test', ...init } = {}) =>
    fetch(base + path, { ...init, headers: { 'x-forwarded-host': host, ...(init.headers as Record<string, string>) } });
  const call = makeCaller(doFetch);
  return {
    house,
    database,
    databaseUrl,
    base,
    log,
    call,
    fetch: doFetch,
    mails: (recipient) => readMails(database, config, recipient),
    async signIn(account, password, host) {
      const staff = /^(admin|operations|content|finance|supplier)@/.test(account);
      // Each from an address of its own, so that one test's failures do not ask the next for a picture.
      const headers = { 'x-forwarded-for': `10.9.${count % 250}.${(signIns++ % 250) + 1}` };
      const answer = await call(staff ? 'consoleLogin' : 'login', { account, password }, { host, headers });
      if (answer.code !== 200) throw new Error(`no sign-in for ${account}: ${answer.msg}`);
      return answer.data.token;
    },
    async close() {
      const findings = await auditHouse(database);
      await house.stop();
      if (house.port === usualPort) isUsualTaken = false;
      await database.close();
      // The next file need not wait for the disk; what is left at the end of the run goes then (set-up-database.ts).
      dropDatabase(admin, name).then(
        () => admin.end(),
        () => admin.end(),
      );
      const broken = findings.filter((finding) => finding.violations.length);
      if (broken.length) throw new Error(`the audit found: ${JSON.stringify(broken)}`);
    },
  };
}

/** The usual port, or any when another house is there. Below those that the system gives to connections. */
async function takeUsualPort(): Promise<number> {
  if (isUsualTaken) return 0;
  while (!(usualPort && (await isFree(usualPort)))) usualPort = randomInt(20_000, 32_000);
  isUsualTaken = true;
  return usualPort;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
