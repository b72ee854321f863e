// PgBouncer in transaction mode before the tests' PostgreSQL: ten connections to each database, however many ask.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = '/usr/sbin/pgbouncer';

/** Whether there is one; Debian's is installed where we are root. */
export function hasPooler(): boolean {
  if (existsSync(binary)) return true;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  const install = ['-o', 'DPkg::Lock::Timeout=180', 'install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'];
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  spawnSync('apt-get', install, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return existsSync(binary);
}

export type Pooler = { url: string; stop(): Promise<void> };

/** `url` is that of a role; `size` connections to each database are shared by all who ask. */
export async function startPooler(url: string, size = 10): Promise<Pooler> {
  if (!hasPooler()) throw new Error('PgBouncer is missing: install the package pgbouncer');
  const { user, password, socket } = readUrl(url);
  const folder = mkdtempSync(join(tmpdir(), 'kembara-pooler-'));
  // It refuses to be root; the user that PostgreSQL runs as may enter the folder of its socket.
  const { uid, gid } = statSync(socket);
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = host=${socket} port=5432`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction',
    `default_pool_size = ${size}`,
    'max_client_conn = 1000',
    // For the test that shows what happens to those who take it for a database.
    'ignore_startup_parameters = options,extra_float_digits',
    'log_connections = 0',
    'log_disconnections = 0',
  ];
  writeFileSync(join(folder, 'settings'), settings.join('\n'));
  writeFileSync(join(folder, 'users'), `"${user}" "${password}"\n`, { mode: 0o600 });
  for (const path of [folder, join(folder, 'settings'), join(folder, 'users')]) chownSync(path, uid, gid);
  const child = spawn(binary, ['-q', join(folder, 'settings')], { uid, gid, stdio: 'ignore' });
  await untilOpen(port, child);
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/kembara`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      if (child.exitCode === null) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readUrl(url: string) {
  const [, user = '', password = ''] = /\/\/([^:]+):([^@]+)@/.exec(url) ?? [];
  const socket = decodeURIComponent(/[?&]host=([^&]+)/.exec(url)?.[1] ?? '');
  if (!socket) throw new Error('the pooler of the tests stands before the PostgreSQL in .data/tests');
  return { user, password, socket };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = openSocket(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PgBouncer did not start');
}
