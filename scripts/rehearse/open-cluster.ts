// The set-up of deploy/ha on one machine, from the same files: three PostgreSQL servers under Patroni, etcd, HAProxy, PgBouncer. Every
// way that would be a network between machines is a wire that can fall silent.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { systemUser } from '../../server/platform/own-database/place-postgres.ts';
import { listServer, signalAll } from '../soak/list-processes.ts';
import { local, until } from './ask-cluster.ts';
import { fillIn } from './fill-in.ts';
import { findingEnv, findPrograms } from './find-programs.ts';
import { openWires, type Wire, type Wires } from './open-wires.ts';

export type Server = {
  name: string;
  /** Past all wires. */
  port: number;
  restPort: number;
  /** The folder of its database. */
  data: string;
  /** From and to the other servers and etcd. */
  peerWires: Wire[];
  /** From HAProxy. */
  clientWires: Wire[];
  /** Patroni and PostgreSQL with all its processes. */
  pids(): number[];
  postgresPids(): number[];
  start(): void;
};

export type Cluster = {
  servers: Server[];
  /** The superuser's password. */
  password: string;
  /** For the roles of docs/operations.md: through HAProxy to whichever is the primary, and through PgBouncer before it. */
  urlFor(user: string, password: string, pooled?: boolean): string;
  portalPort: number;
  memberPorts: number[];
  /** Where etcd says who has the lease. */
  leaderUrl: string;
  /** Adds a role to PgBouncer's list, with what the database keeps of its password. */
  admit(user: string): Promise<void>;
  close(): Promise<void>;
};

const firstPort = Number(process.env.HA_PORT ?? 45_400);
const names = ['one', 'two', 'three'];

type Setting = {
  root: string;
  folder: string;
  bin: string;
  user: { uid: number; gid: number } | undefined;
  wires: Wires;
};

/** `synchronous: false` shows what the strict setting of deploy/ha/patroni.yml is for. */
export async function openCluster(root: string, { synchronous }: { synchronous: boolean }): Promise<Cluster> {
  const bin = findPrograms(['patroni', 'etcd', 'haproxy', 'pgbouncer']);
  const folder = join(root, '.data', 'ha');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const user = process.getuid?.() === 0 ? systemUser() : undefined;
  const setting: Setting = { root, folder, bin, user, wires: openWires() };
  giveToUser(setting, folder);
  const password = randomBytes(12).toString('hex');
  const running: ChildProcess[] = [];
  const etcd = firstPort + 40;
  running.push(startEtcd(setting, etcd));
  await until(async () => (await fetch(`http://${local(etcd)}/health`)).ok, 'etcd');
  const servers: Server[] = [];
  for (const at of names.keys()) servers.push(await makeServer(setting, { at, password, etcd, synchronous }));
  for (const server of servers) server.start();
  const ports = { primary: firstPort + 50, standbys: firstPort + 51, portal: firstPort + 52, pooler: firstPort + 53 };
  const memberPorts = [60, 61, 62].map((more) => firstPort + more);
  running.push(startBalancer(setting, servers, { ...ports, members: memberPorts }));
  const pooler = startPooler(setting, ports);
  running.push(pooler.child);
  const urlFor = (name: string, secret: string, pooled = false) =>
    `postgres://${name}:${secret}@${local(pooled ? ports.pooler : ports.primary)}/kembara`;
  return {
    servers,
    password,
    urlFor,
    portalPort: ports.portal,
    memberPorts,
    leaderUrl: `http://${local(etcd)}/v2/keys/service/kembara/leader`,
    admit: async (user) => pooler.admit(user, await readVerifier(urlFor('postgres', password), user)),
    async close() {
      const pids = servers.flatMap((server) => server.pids());
      signalAll(pids, 'SIGCONT');
      signalAll(pids, 'SIGKILL');
      for (const child of running) child.kill('SIGKILL');
      setting.wires.close();
    },
  };
}

type Wanted = { at: number; password: string; etcd: number; synchronous: boolean };

async function makeServer(setting: Setting, { at, password, etcd, synchronous }: Wanted): Promise<Server> {
  const name = names[at] ?? '';
  const [port, restPort] = [firstPort + 10 * at, firstPort + 10 * at + 1];
  const home = join(setting.folder, name);
  mkdirSync(home, { mode: 0o700 });
  giveToUser(setting, home);
  const data = join(home, 'data');
  const { to } = setting.wires;
  const peerWires = [await to(port), await to(restPort), await to(etcd)];
  const clientWires = [await to(port), await to(restPort)];
  const [peerPort, peerRest, toEtcd] = peerWires.map((wire) => wire.port);
  const file = join(home, 'patroni.yml');
  const text = fillIn(join(setting.root, 'deploy', 'ha', 'patroni.yml'), {
    NAME: name,
    REST_LISTEN: local(restPort),
    REST_ADDRESS: local(peerRest ?? 0),
    ETCD_HOSTS: local(toEtcd ?? 0),
    POSTGRES_LISTEN: local(port),
    POSTGRES_ADDRESS: local(peerPort ?? 0),
    DATA: data,
    PROGRAMS: setting.bin,
    PASSWORD_FILE: join(home, 'pgpass'),
    ADMIN_PASSWORD: password,
    REPLICATION_PASSWORD: password,
    MEMORY: '64MB',
    SOCKETS: home,
    ARCHIVE: '',
    NETWORK: '127.0.0.1/32',
    WATCHDOG: 'off',
  });
  const config = synchronous ? text : text.replace(/(synchronous_mode(?:_strict)?): true/g, '$1: false');
  writeFileSync(file, config, { mode: 0o600 });
  giveToUser(setting, file);
  let patroni: ChildProcess | undefined;
  const postgresPids = () => listServer(data);
  const start = () => {
    const started = run(setting, `patroni-${name}`, 'patroni', [file]);
    // A process that ended is started again, as systemd does.
    started.once('exit', (code) => code !== null && setTimeout(start, 1000));
    patroni = started;
  };
  return {
    name,
    port,
    restPort,
    data,
    peerWires,
    clientWires,
    postgresPids,
    pids: () => [...(patroni?.pid && patroni.exitCode === null ? [patroni.pid] : []), ...postgresPids()],
    start,
  };
}

function giveToUser({ user }: Setting, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}

function run(setting: Setting, name: string, program: string, args: string[]): ChildProcess {
  const log = openSync(join(setting.root, '.data', `ha-${name}.log`), 'a');
  return spawn(program, args, {
    cwd: setting.folder,
    stdio: ['ignore', log, log],
    env: findingEnv,
    ...(setting.user ?? {}),
  });
}

function place(setting: Setting, name: string, values: Record<string, string>): string {
  const file = join(setting.folder, name);
  writeFileSync(file, fillIn(join(setting.root, 'deploy', 'ha', name), values));
  chmodSync(file, 0o600);
  giveToUser(setting, file);
  return file;
}

function startEtcd(setting: Setting, port: number): ChildProcess {
  const peers = `http://${local(port + 1)}`;
  const clients = `http://${local(port)}`;
  const file = place(setting, 'etcd.yml', {
    NAME: 'only',
    DATA: join(setting.folder, 'etcd'),
    CLIENT_LISTEN: clients,
    CLIENT_ADDRESS: clients,
    PEER_LISTEN: peers,
    PEER_ADDRESS: peers,
    MEMBERS: `only=${peers}`,
  });
  return run(setting, 'etcd', 'etcd', ['--config-file', file]);
}

type Ports = { primary: number; standbys: number; portal: number; members: number[] };

function startBalancer(setting: Setting, servers: Server[], { primary, standbys, portal, members }: Ports) {
  const values: Record<string, string> = {
    PRIMARY_LISTEN: local(primary),
    STANDBY_LISTEN: local(standbys),
    PORTAL_LISTEN: local(portal),
  };
  for (const [at, { clientWires }] of servers.entries()) {
    const [postgres, rest] = clientWires.map((wire) => wire.port);
    const place = ['FIRST', 'SECOND', 'THIRD'][at];
    values[`${place}`] = local(postgres ?? 0);
    values[`${place}_REST`] = String(rest);
  }
  for (const [at, which] of ['ONE', 'TWO', 'THREE'].entries()) values[`PROCESS_${which}`] = local(members[at] ?? 0);
  const file = place(setting, 'haproxy.cfg', values);
  return run(setting, 'haproxy', 'haproxy', ['-db', '-f', file]);
}

function startPooler(setting: Setting, { primary, pooler }: { primary: number; pooler: number }) {
  const users = join(setting.folder, 'users');
  writeFileSync(users, '', { mode: 0o600 });
  giveToUser(setting, users);
  const file = place(setting, 'pgbouncer.ini', {
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: String(primary),
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: String(pooler),
    USERS: users,
  });
  const child = run(setting, 'pgbouncer', 'pgbouncer', ['-q', file]);
  const admit = (name: string, verifier: string) => {
    writeFileSync(users, `"${name}" "${verifier}"\n`, { flag: 'a' });
    child.kill('SIGHUP');
  };
  return { child, admit };
}

async function readVerifier(url: string, role: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ verifier: string }>(
    'SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = $1',
    [role],
  );
  await client.end();
  return rows[0]?.verifier ?? '';
}

/** The two roles and the database, as deploy/make-roles.sh makes them anywhere. */
export async function makeRoles(root: string, cluster: Cluster, primary: Server, secrets: Secrets): Promise<void> {
  const child = spawn('sh', [join(root, 'deploy', 'make-roles.sh')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...findingEnv,
      PGHOST: '127.0.0.1',
      PGPORT: String(primary.port),
      PGPASSWORD: cluster.password,
      OWNER_PASSWORD: secrets.owner,
      RUNTIME_PASSWORD: secrets.runtime,
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the roles were not made');
}

type Secrets = { owner: string; runtime: string };
