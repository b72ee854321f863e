// The scene of npm run try-alerts: a shop of its own over a wire that can be cut, a mail server, a gateway and a receiver of web hooks that
// can fail, and Prometheus, which looks every second.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { type Database, openPool } from '../../server/platform/db.ts';
import { type RunningPostgres, startPostgres } from '../../server/platform/own-database/start-postgres.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { type DatabaseRelay, relayDatabase } from '../../tests/build/relay-database.ts';
import { openRelay, type Relay } from '../../tests/build/relay-gateway.ts';
import { root } from '../open-database.ts';
import { fillForBuyers } from '../soak/fill-for-buyers.ts';
import { launchMember, untilReady } from '../soak/start-member.ts';
import { rulesFile } from './read-rules.ts';

const port = Number(process.env.ALERTS_PORT ?? 4370);
const prometheusPort = port + 9;
const host = 'one.test';

export type Scene = {
  call: HouseCaller;
  owner: Database;
  server: RunningPostgres;
  wire: DatabaseRelay;
  gateway: Relay & { mend(): void };
  /** What fails at present. */
  fails: { mail: boolean; receiver: boolean };
  receiverUrl: string;
  /** Processes of the shop by their place; the first one answers. */
  members: Map<number, ChildProcess>;
  startMember(at: number, env?: Record<string, string>): Promise<void>;
  endMember(at: number, signal?: NodeJS.Signals): Promise<void>;
  /** Names of the alerts that Prometheus shows. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
};

export async function openScene(report: (line: string) => void): Promise<Scene> {
  needPrograms();
  const folder = join(root, '.data', 'alerts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startPostgres(folder, report, {
    archive_mode: 'on',
    max_wal_senders: '4',
  });
  await prepareDatabase(server, report);
  const owner = openPool(server.ownerUrl, 4);
  await fillForBuyers(owner);
  const wire = await relayDatabase(server.url);
  const fails = { mail: false, receiver: false };
  const mail = await openMail(fails);
  const receiver = await openReceiver(fails);
  const gateway = await openFailingGateway(owner);
  const members = new Map<number, ChildProcess>();
  const base = {
    DATABASE_URL: wire.url,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    HOOKS_PRIVATELY: '1',
    HOOKS_RETRY_SECONDS: '2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2',
    JOB_YIELD_SECONDS: '0',
  };
  const scene: Omit<Scene, 'firing' | 'close'> = {
    call: makeCaller((path, { host: otherHost = host, ...init } = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { 'x-forwarded-host': otherHost, ...(init.headers as Record<string, string>) },
      }),
    ),
    ...{ owner, server, wire, gateway, fails, receiverUrl: receiver.url, members },
    async startMember(at, env = {}) {
      members.set(at, launchMember(root, port + at, { ...base, ...env }));
      await untilReady(port + at);
    },
    async endMember(at, signal = 'SIGKILL') {
      const child = members.get(at);
      members.delete(at);
      if (child) await endChild(child, signal);
    },
  };
  await scene.startMember(0);
  const prometheus = startPrometheus(folder);
  const end = async () => {
    prometheus.kill('SIGTERM');
    for (const at of [...members.keys()]) await scene.endMember(at);
    await Promise.all([mail.close(), receiver.close(), gateway.close(), wire.close()]);
    await owner.close();
    await server.stop();
  };
  let ended: Promise<void> | undefined;
  // A signal closes it, and what that breaks closes it once more.
  const close = () => {
    ended ??= end();
    return ended;
  };
  return { ...scene, firing: readFiring, close };
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

function needPrograms(): void {
  const missing = ['prometheus', 'psql'].filter((name) => spawnSync(name, ['--version']).error);
  if (missing.length)
    throw new Error(`Missing: ${missing.join(', ')}. On Debian: apt-get install prometheus postgresql-client`);
}

async function openMail(fails: Scene['fails']) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => done(fails.mail ? new Error('not today') : null),
    onData: (stream, _, done) => stream.on('end', () => done()).resume(),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: mailPort } = server.server.address() as { port: number };
  return { port: mailPort, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

async function openReceiver(fails: Scene['fails']) {
  const server = createServer((_, response) => response.writeHead(fails.receiver ? 500 : 200).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: receiverPort } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${receiverPort}/`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The test gateway behind a proxy; pointed at an unused address, it is silent. */
async function openFailingGateway(owner: Database): Promise<Scene['gateway']> {
  const real = await serveGateway({
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:0',
    secretOf: (name) => (name === 'shop-one' ? 'secret-of-one-0001' : undefined),
  });
  const relay = await openRelay();
  const mend = () => relay.to(`http://127.0.0.1:${real.port}`);
  mend();
  const set = `UPDATE channel_setting SET base_url = '${relay.url}' WHERE channel = 'sandbox'`;
  await owner.pool.query(`SET app.owner_id = '0'; ${set}`);
  const close = async () => {
    await relay.close();
    await real.close();
  };
  return { ...relay, mend, close };
}

/** The rules as they are but for their times: what they wait for comes in seconds here. */
function startPrometheus(folder: string): ChildProcess {
  const rules = readFileSync(rulesFile, 'utf8')
    .replace(/^( +for: ).*$/gm, '$12s')
    .replace(/\[(5m|10m)\]/g, '[10s]')
    .replace(/\[1h\]/g, '[60s]');
  writeFileSync(join(folder, 'rules.yml'), rules);
  writeFileSync(
    join(folder, 'prometheus.yml'),
    [
      'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }',
      'rule_files: [rules.yml]',
      'scrape_configs:',
      `  - { job_name: kembara, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }`,
    ].join('\n'),
  );
  const words = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`];
  return spawn('prometheus', [...words, `--web.listen-address=127.0.0.1:${prometheusPort}`], { stdio: 'ignore' });
}

type Alerts = { data: { alerts: { state: string; labels: { alertname: string } }[] } };

async function readFiring(): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/alerts`).catch(() => undefined);
  if (!answer?.ok) return [];
  const { data } = (await answer.json()) as Alerts;
  return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
}
