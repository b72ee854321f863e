// An instance as a separate process, as `npm start` runs it: only this shows the effect of signals and kills.
import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { root } from '../../scripts/open-database.ts';
import { awaitScreens } from './await-screens.ts';

export type HouseProcess = {
  port: number;
  base: string;
  child: ChildProcess;
  /** What it printed so far. */
  lines: string[];
  /** Milliseconds from the signal to the end, and how it ended. */
  end(signal?: NodeJS.Signals): Promise<{ took: number; code: number | null }>;
};

export type ProcessOptions = {
  url: string;
  ownerUrl: string;
  dataFolder: string;
  port?: number;
  env?: Record<string, string>;
  /** Another version of the installation, with its screens built. */
  folder?: string;
  /** How many files and connections it may hold open. */
  mostOpen?: number;
  /** Where it prints instead of into a socket of this process, and how that is read. */
  output?: { fd: number; lines: Readable };
};

/** Resolves when it prints its address; throws with its words when it ends before. */
export async function startProcess(options: ProcessOptions): Promise<HouseProcess> {
  const house = await launchProcess(options);
  await house.opened;
  return house;
}

/** The same without waiting. */
async function launchProcess(options: ProcessOptions): Promise<HouseProcess & { opened: Promise<void> }> {
  const { url, ownerUrl, dataFolder, env, folder, mostOpen, output } = options;
  if (!folder) await awaitScreens();
  const port = options.port ?? (await freePort());
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'scripts/start.ts'];
  // Node raises its limit to the most that is allowed.
  const limit = mostOpen === undefined ? '' : `ulimit -n ${mostOpen} && `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
    cwd: folder ?? root,
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      SANDBOX_PORT: '0',
      DATA_FOLDER: dataFolder,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', output?.fd ?? 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const opened = new Promise<void>((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      lines.push(...bytes.toString().split('\n').filter(Boolean));
      if (lines.some((line) => line.includes('is open at'))) resolve();
    };
    (output?.lines ?? child.stdout)?.on('data', hear);
    child.stderr?.on('data', hear);
    ended.then((code) => reject(new Error(`the process ended with ${code}: ${lines.slice(-20).join('\n')}`)));
  });
  opened.catch(() => undefined);
  return {
    port,
    base: `http://127.0.0.1:${port}`,
    child,
    lines,
    opened,
    async end(signal = 'SIGTERM') {
      const began = performance.now();
      child.kill(signal);
      return { code: await ended, took: performance.now() - began };
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
