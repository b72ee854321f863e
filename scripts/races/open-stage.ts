// Where pairs of acts meet: two processes of the portal over a database of their own, copied from one that was filled once. A control
// stage runs without the guards of its pair, in the source of its processes and in its tables.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type HouseCaller, makeCaller } from '../../demo/call-house.ts';
import { openPool } from '../../server/platform/db.ts';
import { startPostgres } from '../../server/platform/own-database/start-postgres.ts';
import { prepareDatabase, type Urls } from '../../server/platform/schema/prepare-database.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import { dropDatabase } from '../../tests/build/set-up-database.ts';
import { fillForBuyers } from '../soak/fill-for-buyers.ts';
import { launchMember, type Member, untilReady } from '../soak/start-member.ts';
import { type Person, people, type Stage, type Without } from './pair.ts';

export type Stages = { open(without?: Without): Promise<Stage> };

/** Processes of the portal that run; none starts while they are ended. */
type Launching = { root: string; living: Set<Member>; isClosing: boolean };

/** On a busy machine no request is refused. */
const patience = { LONGEST_WAIT_SECONDS: '20' };
/** Nothing here outlives the run, so that nothing need wait for the disk. */
const careless = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * `of` names the server's folder and its databases: commands with different names run side by side. Before anything starts, `closings`
 * know how it ends, so that a signal at any time leaves nothing.
 */
export async function openStages(root: string, closings: (() => unknown)[], of = 'races'): Promise<Stages> {
  const base = `kembara_${of}`;
  const made: string[] = [];
  const launching: Launching = { root, living: new Set(), isClosing: false };
  const open = new Set<{ close(): Promise<void> }>();
  const starting = startPostgres(join(root, '.data', of), () => undefined, careless);
  closings.push(async () => {
    launching.isClosing = true;
    await end([...launching.living]);
    // What still reads them would keep the server running.
    await Promise.all([...open].map((stage) => stage.close()));
    const server = await starting;
    await during(server.ownerUrl, async (admin) => {
      for (const name of made) await leaveAlone(admin, name);
    });
    await server.stop();
  });
  const server = await starting;
  const named = (name: string): Urls => ({ url: urlFor(server.url, name), ownerUrl: urlFor(server.ownerUrl, name) });
  const make = (name: string, from = '') =>
    during(server.ownerUrl, async (admin) => {
      made.push(name);
      await dropDatabase(admin, name);
      if (from) await leaveAlone(admin, from);
      await admin.query(`CREATE DATABASE ${name} ${from && `TEMPLATE ${from}`}`);
      if (from) await admin.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
    });
  await make(base);
  await prepareDatabase(named(base), () => undefined);
  const owner = openPool(named(base).ownerUrl, 2);
  await fillForBuyers(owner);
  await owner.close();
  const tokens = await signInAll(launching, named(base).url);
  let count = 0;
  return {
    async open(without) {
      const name = `${base}_${count++}`;
      await make(name, base);
      const stage = await openStage(launching, named(name), tokens, without);
      open.add(stage);
      return {
        ...stage,
        async close() {
          if (!open.delete(stage)) return;
          await stage.close();
          await during(server.ownerUrl, (admin) => dropDatabase(admin, name));
        },
      };
    },
  };
}

async function during(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** The server may still be at work for a process that was killed. */
async function leaveAlone(admin: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rowCount } = await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [database],
    );
    if (!rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const urlFor = (url: string, database: string) => url.replace(/(@[^/?]*\/)[^?]*/, `$1${database}`);

/** The database stores sessions, so each copy knows them. */
async function signInAll(launching: Launching, url: string): Promise<Record<Person, string>> {
  const member = await startMember(launching, { DATABASE_URL: url, ...patience });
  try {
    return await signInEach(callerFor(member.port));
  } finally {
    await end([member]);
  }
}

async function signInEach(call: HouseCaller): Promise<Record<Person, string>> {
  const tokens = {} as Record<Person, string>;
  for (const person of [...people, 'agent2', 'finance2'] as const) {
    const name = person.replace('2', '');
    const owner = name === person ? 'one' : 'two';
    const isStaff = !['member', 'agent', 'sub', 'open'].includes(name);
    const input = { account: `${name}@${owner}.example`, password: `${name}-2026` };
    const answer = await call(isStaff ? 'consoleLogin' : 'login', input, { host: `${owner}.test` });
    if (answer.code !== 200) throw new Error(`no sign-in for ${person}: ${answer.msg}`);
    tokens[person] = answer.data.token;
  }
  return tokens;
}

async function openStage(launching: Launching, { url, ownerUrl }: Urls, tokens: Stage['tokens'], without?: Without) {
  const books = openPool(ownerUrl, 3);
  const read = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = await books.pool.connect();
    try {
      await client.query(`SET app.owner_id = '0'`);
      // Those with values come again after each operation: planned once for a connection.
      const name = values.length ? createHash('sha256').update(text).digest('base64url') : undefined;
      return (await client.query({ text, values, ...(name && { name }) })).rows as Row[];
    } finally {
      client.release();
    }
  };
  for (const text of without?.tables ?? []) await read(text);
  const hooks = pathToFileURL(join(launching.root, 'scripts', 'races', 'drop-guards.ts')).href;
  const dropped = without && {
    GUARDS_DROPPED: JSON.stringify(without.guards),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hooks}`.trim(),
    NODE_COMPILE_CACHE: '',
  };
  const env = { DATABASE_URL: url, ...patience, ...dropped };
  const members = await Promise.all([startMember(launching, env), startMember(launching, env)]);
  const [one, other] = members.map(({ port }) => callerFor(port)) as [HouseCaller, HouseCaller];
  const doors: Stage['doors'] = [one, other];
  const ports = members.map(({ port }) => port) as Stage['ports'];
  return {
    ...{ doors, ports, tokens, books, read },
    async audit() {
      const broken = (await auditHouse(books)).filter(({ violations }) => violations.length);
      return broken.map(({ invariant, violations }) => `${invariant} (${violations.length})`);
    },
    async close() {
      await end(members);
      await books.close();
    },
  };
}

async function startMember(launching: Launching, env: Record<string, string>): Promise<Member> {
  const port = await freePort();
  if (launching.isClosing) throw new Error('this command ends');
  const member = { port, child: launchMember(launching.root, port, env), starts: 1 };
  launching.living.add(member);
  member.child.once('exit', () => launching.living.delete(member));
  const ended = new Promise<never>((_, reject) =>
    member.child.once('exit', (code) => reject(new Error(`a process ended with ${code}: see .data/soak-${port}.log`))),
  );
  ended.catch(() => undefined);
  await Promise.race([untilReady(port), ended]).catch((error: unknown) => {
    member.child.kill('SIGKILL');
    throw error;
  });
  return member;
}

async function end(members: Member[]): Promise<void> {
  await Promise.all(
    members.map(({ child }) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return child.exitCode === null && child.signalCode === null ? ended : undefined;
    }),
  );
}

function callerFor(port: number): HouseCaller {
  return makeCaller((path, { host = 'one.test', ...init } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { 'x-forwarded-host': host, ...(init.headers as Record<string, string>) },
    }),
  );
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
