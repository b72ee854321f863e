// The page for developers (decision 0387): its examples run as they are shown, its client is packed and books, and the document that all is
// drawn from follows what linters ask for.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallRow, calls } from '../../../contract/calls.ts';
import { refusals } from '../../../domain/errors.ts';
import { hookTypes, partnerScopes } from '../../../domain/systems.ts';
import { isUnder } from '../../../domain/write-address.ts';
import { openKeys } from '../../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { sql } from '../../platform/db.ts';
import { signHook } from '../hooks/post-hook.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const consoleCalls = '/api/console';

let test: TestHouse;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  test = await openTestHouse();
  // The examples name no other host than the shop's.
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('127.0.0.1', 1)`.execute(test.database.house);
  const main = await test.signIn('agent@one.example', 'agent-2026');
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  await openKeys(test, admin);
  const wish = { name: 'Tests', scopes: [...partnerScopes], test: true };
  const { key } = (await test.call('apiKeyCreate', wish, { token: main })).data;
  env = { PATH: process.env.PATH, KEMBARA_URL: test.base, KEMBARA_KEY: key, KEMBARA_QUERY: 'Silver Tower' };
  folder = mkdtempSync(join(tmpdir(), 'kembara-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

const guide = async (language: string) => (await test.call('developerGuide', {}, { headers: { l: language } })).data;

describe('the guide', () => {
  it('shows every call that keys of partners may use, every refusal and every message, in the words of the reader (§7)', async () => {
    const [english, chinese] = [await guide('en'), await guide('zh_CN')];
    const rows = Object.entries(calls) as [string, CallRow][];
    const keyed = rows.filter(([, row]) => partnerScopes.some((scope) => scope === row.keyed));
    expect(english.calls.map(({ name }) => name).sort()).toEqual(keyed.map(([name]) => name).sort());
    expect(english.calls.every(({ scope, group }) => scope && group)).toBe(true);
    expect(english.refusals).toHaveLength(Object.keys(refusals).length);
    expect(chinese.refusals[0]?.text).not.toBe(english.refusals[0]?.text);
    expect(chinese.words.title).toBe('开发者文档');
    const hooks = english.sections.find(({ id }) => id === 'hooks')?.text.join(' ') ?? '';
    for (const type of hookTypes) expect(hooks).toContain(type);
    expect(english.sections.flatMap(({ example }) => example?.name ?? [])).toEqual(['book.ts', 'book.sh', 'hook.ts']);
  });
});

it('docs/developers.md names each call of partners that takes no key, with the reason (§7)', () => {
  const people = ['any', 'buyer', 'password', 'main'];
  const rows = Object.entries(calls) as [string, CallRow][];
  const closed = rows.filter(
    ([, { keyed, path, who }]) => !keyed && people.includes(who) && !isUnder(path, consoleCalls),
  );
  const text = readFileSync(join(root, 'docs/developers.md'), 'utf8');
  const table = text.split('## What keys may not do')[1]?.split('\n## ')[0] ?? '';
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Why'))
    .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(closed.map(([name]) => name).sort());
});

describe('examples', () => {
  it('in TypeScript: the client of this shop is installed, fits its types, books and pays', async () => {
    const packed = await test.fetch('/developers/kembara-client.tgz');
    expect(packed.status).toBe(200);
    writeFileSync(join(folder, 'client.tgz'), Buffer.from(await packed.arrayBuffer()));
    const home = join(folder, 'node_modules/kembara-client');
    mkdirSync(home, { recursive: true });
    await run('tar', ['xzf', 'client.tgz', '--strip-components=1', '-C', home], { cwd: folder });
    // npm takes the same files, and no others.
    const npm = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: home,
      env: { ...process.env },
    });
    const [pack] = JSON.parse(npm.stdout) as [{ files: { path: string }[] }];
    expect(pack.files.map(({ path }) => path).sort()).toEqual(['README.md', 'index.d.ts', 'index.js', 'package.json']);
    copyFileSync(join(root, 'docs/examples/book.ts'), join(folder, 'book.ts'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const options = ['--noEmit', '--strict', '--target', 'ES2024', '--module', 'NodeNext', '--types', 'node'];
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, ...options, ...types, 'book.ts'], { cwd: folder }).catch(({ stdout }) => {
      throw new Error(stdout);
    });
    const { stdout } = await run(process.execPath, ['book.ts'], { cwd: folder, env });
    expect(stdout.trim()).toMatch(/^T\d{6}/);
  }, 120_000);

  it('with curl: the script books, pays and loads the voucher', async () => {
    const { stdout, stderr } = await run('sh', [join(root, 'docs/examples/book.sh')], { cwd: folder, env });
    expect(stdout.trim(), stderr).toMatch(/^T\d{6}/);
    const { stdout: head } = await run('head', ['-c', '5', 'voucher.pdf'], { cwd: folder });
    expect(head).toBe('%PDF-');
  });

  it('of a receiver of web hooks: it knows our signature, and no other, no changed body and no old message', async () => {
    const { isGenuine } = (await import(
      join(root, 'docs/examples/hook.ts')
    )) as typeof import('../../../docs/examples/hook.ts');
    const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
    const [now, body] = [Date.now(), '{"type":"order.placed"}'];
    const at = Math.floor(now / 1000);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': signHook(secret, 'msg_1', at, body),
    };
    expect(isGenuine(secret, headers, body, now)).toBe(true);
    expect(isGenuine(secret, headers, `${body} `, now)).toBe(false);
    expect(isGenuine(`whsec_${Buffer.from('another one').toString('base64')}`, headers, body, now)).toBe(false);
    expect(isGenuine(secret, headers, body, now + 400_000)).toBe(false);
  });
});

type Node = { [key: string]: unknown };

/** Every object of the document, with where it is. */
function* walk(node: unknown, at = ''): Generator<[string, Node]> {
  if (!node || typeof node !== 'object') return;
  if (!Array.isArray(node)) yield [at, node as Node];
  for (const [key, inner] of Object.entries(node)) yield* walk(inner, `${at}/${key}`);
}

describe('the OpenAPI document', () => {
  it('has what linters ask for: a contact, a server, items for every list, a parameter for every blank (docs/developers.md)', async () => {
    const document = (await (await test.fetch('/developers/openapi.json')).json()) as Node & {
      paths: Record<string, Node>;
    };
    expect(document.info).toMatchObject({ contact: { url: expect.stringContaining('/developers') } });
    expect(document.servers).toMatchObject([{ url: expect.stringMatching(/^http/) }]);
    const lists = [...walk(document)].filter(([, node]) => node.type === 'array' && !('items' in node));
    expect(lists.map(([at]) => at)).toEqual([]);
    const ids = new Set<unknown>();
    for (const [path, methods] of Object.entries(document.paths))
      for (const call of Object.values(methods) as (Node & { parameters: { name: string; in: string }[] })[]) {
        const blanks = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(
          call.parameters
            .filter((one) => one.in === 'path')
            .map(({ name }) => name)
            .sort(),
        ).toEqual(blanks.sort());
        expect([call.summary, call.description, call.tags, call.security].every(Boolean)).toBe(true);
        expect(ids.has(call.operationId)).toBe(false);
        ids.add(call.operationId);
      }
  });
});
