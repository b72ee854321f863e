// Programs of Debian that rehearsals with several database servers need. The product's own PostgreSQL has neither pg_rewind nor
// pg_basebackup.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const packages: Record<string, string> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
};

/** The folder of PostgreSQL's programs, the newest there is. Throws with what is missing and how it is installed. */
export function findPrograms(names: string[]): string {
  const folders = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const bin = folders
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_rewind')));
  const paths = findingEnv.PATH.split(':');
  const missing = names.filter((name) => !paths.some((path) => existsSync(join(path, name))));
  if (!bin) missing.push('postgresql');
  if (missing.length) {
    const wanted = missing.map((name) => packages[name] ?? name).join(' ');
    throw new Error(`Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${wanted}`);
  }
  return bin as string;
}

/** Where Debian keeps what is for administrators. */
export const findingEnv = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
