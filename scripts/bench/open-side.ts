// One side of a comparison: a commit's files, its copy of the catalogue, and a house that runs on both.
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { sealCall } from '../../contract/seal-call.ts';
import { type Database, openPool } from '../../server/platform/db.ts';
import type { Urls } from '../../server/platform/schema/prepare-database.ts';
import serving from '../server-process.json' with { type: 'json' };
import { openConnection } from './ask-house.ts';
import { findPostmaster } from './read-processor.ts';

export type Side = {
  /** '' where there is only one. */
  name: string;
  root: string;
  port: number;
  ownerUrl: string;
  /** As the role that owns the tables. */
  database: Database;
  postmaster: number | undefined;
  /** Milliseconds until /ready said so. */
  start(): Promise<number>;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  close(): Promise<void>;
};

export type SideOptions = Urls & { name: string; root: string; dataFolder: string };

export async function openSide({ url, ownerUrl, name, root, dataFolder }: SideOptions): Promise<Side> {
  const database = openPool(ownerUrl, 6);
  const port = await findPort();
  let child: ChildProcess | undefined;
  const side: Side = {
    name,
    root,
    port,
    ownerUrl,
    database,
    postmaster: await readPostmaster(ownerUrl),
    async start() {
      const began = performance.now();
      child = launch(root, { url, ownerUrl, port, dataFolder });
      await untilReady(port, child);
      return performance.now() - began;
    },
    async end(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
    async close() {
      await side.end();
      await database.close();
    },
  };
  return side;
}

/** Ends when this process is gone: the channel between them closes. */
function launch(root: string, { url, ownerUrl, port, dataFolder }: Urls & { port: number; dataFolder: string }) {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...serving.arguments, join(root, 'scripts', 'start.ts')],
    {
      cwd: root,
      env: {
        ...serving.environment,
        ...process.env,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(root, '.data', 'compile-cache'),
        PORT: String(port),
        HOST: '127.0.0.1',
        SANDBOX_PORT: '0',
        // Else the demo would bring the days of all products up to date at the first start of a day.
        DEMO: '0',
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        DATA_FOLDER: dataFolder,
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'warn',
      },
      // What failed can be looked up there.
      stdio: ['ignore', openSync(join(dataFolder, 'house.log'), 'a'), 'inherit', 'ipc'],
    },
  );
}

/** A first start may build the screens. */
async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const until = performance.now() + 300_000;
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the house ended before it was ready');
    const connection = openConnection(port);
    const ready = await connection.ask({ path: '/ready' }).then(
      ({ status }) => status === 200,
      () => false,
    );
    connection.close();
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the house was not ready within five minutes');
}

async function readPostmaster(ownerUrl: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const postmaster = await findPostmaster(client);
  await client.end();
  return postmaster;
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The token of a buyer who signed in by password. */
export async function signIn(side: Side, account: string, password: string): Promise<string> {
  const { publicKey } = await callHouse<{ publicKey: string }>(side, '/api/ucenter/websetting', {});
  const sealed = await sealCall({ account, password }, publicKey);
  return (await callHouse<{ token: string }>(side, '/api/ucenter/sso/login', sealed)).token;
}

/** A call outside of what is measured. */
export async function callHouse<Data>({ port }: Side, path: string, body: object): Promise<Data> {
  const connection = openConnection(port);
  const answer = await connection.ask({
    method: 'POST',
    path,
    headers: { l: 'en', c: 'MYR' },
    body: JSON.stringify(body),
  });
  connection.close();
  const { code, msg, data } = JSON.parse(answer.body.toString()) as { code: number; msg: string; data: Data };
  if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`);
  return data;
}
