// A house of its own for a test file: a clone of the template database, a server on a free port, calls over HTTP, and the
// audit at the end.
import pg from 'pg';
import { inject } from 'vitest';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { sealCall } from '../../contract/seal-call.ts';
import { type House, startHouse } from '../../main.ts';
import { root } from '../../scripts/open-database.ts';
import { auditHouse } from '../../server/operator/audit-house.ts';
import { readConfig } from '../../server/platform/config.ts';
import { type Database, openPool } from '../../server/platform/db.ts';
import { makeLog } from '../../server/platform/log.ts';
import { dropDatabase, urlFor } from './set-up-database.ts';

export type Told<Name extends CallName> = {
  http: number;
  code: number;
  msg: string;
  data: OutputOf<Name>;
  headers: Headers;
};
export type As = {
  token?: string;
  key?: string;
  host?: string;
  language?: string;
  currency?: string;
  headers?: Record<string, string>;
  /** Sends a secret call's body as it is. */
  plain?: boolean;
};

export type TestHouse = {
  house: House;
  database: Database;
  base: string;
  log: string[];
  call<Name extends CallName>(name: Name, input: InputOf<Name>, as?: As): Promise<Told<Name>>;
  fetch(path: string, init?: RequestInit & { host?: string }): Promise<Response>;
  signIn(email: string, password: string, host?: string): Promise<string>;
  close(): Promise<void>;
};

let count = 0;
let signIns = 0;

export type HouseOptions = { screens?: boolean; env?: Record<string, string> };

/** `screens` serves the built pages too; the build must exist (npm test makes it). */
export async function openTestHouse(options: HouseOptions = {}): Promise<TestHouse> {
  const serverUrl = inject('serverUrl');
  const name = `${inject('template')}_${process.pid}_${count++}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`);
  const url = urlFor(serverUrl, name);
  const database = openPool(url, 6);
  const log: string[] = [];
  const config = {
    ...readConfig({ PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', ...options.env }, root),
    port: 0,
  };
  const house = await startHouse(config, {
    databaseUrl: url,
    screens: options.screens ?? false,
    log: makeLog('info', { write: (line) => log.push(line) }),
  });
  const base = `http://127.0.0.1:${house.port}`;
  const doFetch: TestHouse['fetch'] = (path, { host = 'one.test', ...init } = {}) =>
    fetch(base + path, { ...init, headers: { 'x-forwarded-host': host, ...(init.headers as Record<string, string>) } });
  const keys = new Map<string, string>();
  const keyOf = async (host: string) => {
    const known = keys.get(host);
    if (known) return known;
    const { data } = await call('webSettings', {}, { host });
    keys.set(host, data.publicKey);
    return data.publicKey;
  };
  const call: TestHouse['call'] = async (callName, input, as = {}) => {
    const [path, init] = requestOf(callName, input as Record<string, unknown>, as);
    const row: CallRow = calls[callName];
    if (row.secret && !as.plain) {
      const sealed = await sealCall(JSON.parse(String(init.body)), await keyOf(as.host ?? 'one.test'));
      init.body = JSON.stringify(sealed);
    }
    return told(await doFetch(path, init));
  };
  return {
    house,
    database,
    base,
    log,
    call,
    fetch: doFetch,
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
      await database.close();
      await dropDatabase(admin, name);
      await admin.end();
      const broken = findings.filter((finding) => finding.violations.length);
      if (broken.length) throw new Error(`the audit found: ${JSON.stringify(broken)}`);
    },
  };
}

function requestOf(name: CallName, input: Record<string, unknown>, as: As): [string, RequestInit & { host?: string }] {
  const row = calls[name];
  const rest = { ...input };
  let path: string = row.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { l: as.language ?? 'en', c: as.currency ?? 'MYR', ...as.headers };
  if (as.token) headers.token = as.token;
  if (as.key) headers['idempotency-key'] = as.key;
  if (row.method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
    if (query.size) path += `?${query}`;
    return [path, { method: 'GET', headers, host: as.host }];
  }
  return [
    path,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(rest),
      host: as.host,
    },
  ];
}

async function told<Name extends CallName>(answer: Response): Promise<Told<Name>> {
  const body = (await answer.json()) as { code: number; msg: string; data: OutputOf<Name> };
  return { http: answer.status, headers: answer.headers, ...body };
}
