// Secret calls (§7, rules §2): only what is sealed for this site is read, once; anything else is refused without telling why, and
// no password reaches the log.
import { createCipheriv, createPublicKey, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { type SealedCall, sealCall } from '../../contract/seal-call.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { rows, sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { makeSecrets } from './open-secret.ts';

let test: TestHouse;
let key: string;
let otherKey: string;
let main: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  const keyOf = async (host: string) => (await test.call('webSettings', {}, { host })).data.publicKey;
  [key, otherKey] = [await keyOf('one.test'), await keyOf('two.test')];
  main = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

const secretCalls = (Object.keys(calls) as CallName[]).filter((name) => (calls[name] as CallRow).secret);
const member = { account: 'member@one.example', password: 'member-2026' };

/** Sends a body as it is and returns what a caller sees of the answer. */
async function send(name: CallName, body: unknown, { host = 'one.test', token = '' } = {}) {
  const idempotencyKey = `secret-${randomBytes(8).toString('hex')}`;
  const plain = { 'content-type': 'application/json', l: 'en', 'idempotency-key': idempotencyKey };
  const headers = { ...plain, ...(token ? { token } : {}) };
  const answer = await test.fetch(calls[name].path, { method: 'POST', headers, body: JSON.stringify(body), host });
  return { http: answer.status, ...((await answer.json()) as { code: number; msg: string; data: unknown }) };
}

/** Seals any text, as a caller would who knows how but not what. */
function sealText(text: string, aes = randomBytes(32), iv = randomBytes(12)): SealedCall {
  const cipher = createCipheriv('aes-256-gcm', aes, iv);
  const body = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
  const publicKey = { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki', oaepHash: 'sha256' } as const;
  return { key: publicEncrypt(publicKey as never, aes).toString('base64'), iv: iv.toString('base64'), body };
}

/** Turns one bit of a base64 text; a negative place counts from the end. */
function bend(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64');
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const refused = {
  http: 200,
  code: 200007,
  msg: 'This page is out of date. Please reload it and try again.',
  data: {},
};

describe('a secret call', () => {
  it('is every call that carries a password, a code, keys or a payment in (§7 secret calls)', () => {
    expect(secretCalls.sort()).toEqual([
      'cashierInfo',
      'changePassword',
      'consoleChannelSave',
      'consoleChannelTry',
      'consoleFactorStop',
      'consoleLogin',
      'consolePassword',
      'consoleTranslatorSave',
      'consoleWalletSave',
      'createChildAccount',
      'enableEmailByPassword',
      'login',
      'personalDataErase',
      'register',
      'resetPasswordByToken',
      'setPassword',
      'verCodeRegionAndLogin',
    ]);
  });

  /** Callers who may do a call: an anonymous visitor, a main account, staff. */
  const tokenFor = (name: CallName) =>
    ({ any: '', staff, console: staff, finance: staff, admin: staff })[calls[name].who as string] ?? main;

  it.each(secretCalls.filter((name) => (calls[name] as CallRow).secret === true))(
    '%s is refused in plain',
    async (name) => {
      const plain = { ...member, confirmation: member.password, current: member.password, _token_: 'AAAAAAAAAAAAAAAA' };
      expect(await send(name, plain, { token: tokenFor(name) })).toEqual(refused);
      expect((await send(name, plain)).code).toBe(calls[name].who === 'any' ? 200007 : 401);
    },
  );

  it.each(secretCalls)('%s is read when it is sealed: an unknown field is named', async (name) => {
    const result = await send(name, await sealCall({ nonsense: true }, key), { token: tokenFor(name) });
    expect(result).toMatchObject({ http: 200, code: 200001 });
    expect(result.data).toHaveProperty('fields.nonsense');
  });

  it('does its work: sign-in, sign-up, a sub-account, a new password, for buyers and staff', async () => {
    const signedIn = await send('login', await sealCall(member, key));
    expect(signedIn).toMatchObject({ code: 200, data: { name: 'Mei Tan' } });
    const typed = { password: 'harbour-2026', confirmation: 'harbour-2026' };
    const person = { registrant: 'individual', email: 'new@example.com', name: 'New', agreed: true };
    const signUp = await sealCall({ ...person, ...typed, ...(await solveImage(test)) }, key);
    expect(await send('register', signUp)).toMatchObject({ code: 200 });
    const sub = await sealCall({ username: 'sealed1', email: 'sealed@one.example', name: 'Sealed', ...typed }, key);
    expect(await send('createChildAccount', sub, { token: main })).toMatchObject({ code: 200 });
    const token = await test.signIn('open@one.example', 'open-2026');
    const change = await sealCall({ current: 'open-2026', ...typed }, key);
    expect(await send('changePassword', change, { token })).toMatchObject({ code: 200 });
    const author = await test.signIn('content@one.example', 'content-2026');
    const own = await sealCall({ current: 'content-2026', ...typed }, key);
    expect(await send('consolePassword', own, { token: author })).toMatchObject({ code: 200 });
  });
});

describe('a sealed body', () => {
  it('works once, also when it is sent twenty times at once', async () => {
    const body = await sealCall(member, key);
    expect((await send('login', body)).code).toBe(200);
    expect(await send('login', body)).toMatchObject({ http: 200, code: 200008, data: {} });
    const crowd = await sealCall(member, key);
    const codes = (await Promise.all(Array.from({ length: 20 }, () => send('login', crowd)))).map((item) => item.code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(200008)]);
  });

  it('is not worth more at another call, nor when sealed again around the same nonce', async () => {
    const text = JSON.stringify({ ...member, _token_: 'abcdefghijklmno1' });
    expect((await send('login', sealText(text))).code).toBe(200);
    expect((await send('login', sealText(text))).code).toBe(200008);
    expect((await send('consoleLogin', sealText(text))).code).toBe(200008);
  });

  it('for another owner is refused, and its nonce is not spent', async () => {
    const foreign = await sealCall(member, otherKey);
    expect(otherKey).not.toBe(key);
    expect(await send('login', foreign)).toEqual(refused);
    expect((await send('login', foreign, { host: 'two.test' })).code).toBe(200101);
    expect(await send('login', await sealCall(member, key), { host: 'two.test' })).toEqual(refused);
  });

  it('that is cut, bent or built of rubbish is refused, never an error', async () => {
    const good = await sealCall(member, key);
    const noise = (bytes: number) => randomBytes(bytes).toString('base64');
    const long = 'A'.repeat(100_000);
    const bad: unknown[] = [
      { ...good, body: bend(good.body, -1) },
      { ...good, body: bend(good.body, 0) },
      { ...good, key: bend(good.key, 0) },
      { ...good, iv: bend(good.iv, 0) },
      ...[0, 4, 16, 20, good.body.length - 4].map((length) => ({ ...good, body: good.body.slice(0, length) })),
      ...[0, 4, 340].map((length) => ({ ...good, key: good.key.slice(0, length) })),
      ...[0, 4, 12].map((length) => ({ ...good, iv: good.iv.slice(0, length) })),
      { ...good, key: noise(256) },
      { ...good, key: noise(255), iv: noise(1000) },
      { key: noise(256), iv: noise(12), body: noise(64) },
      { key: long, iv: long, body: long.slice(0, 50_000) },
      { key: '%%%', iv: '\u0000', body: '界' },
      { key: 1, iv: null, body: [] },
      { key: good.key, iv: good.iv },
      { ...good, body: good },
      {},
      [],
      [good],
      null,
      'login',
      7,
      true,
    ];
    for (const body of bad) expect(await send('login', body)).toEqual(refused);
    expect((await send('login', good)).code).toBe(200);
  });

  it('whose inside is not an object with a nonce is refused', async () => {
    const nonces = [
      '',
      'short',
      'x'.repeat(17),
      'abcdefgh ijklmno',
      'abcdefghijklmno\n',
      7,
      null,
      ['abcdefghijklmnop'],
    ];
    const inside = [
      '',
      'null',
      '[]',
      '"login"',
      '{',
      '\u0000',
      JSON.stringify(member),
      ...nonces.map((nonce) => JSON.stringify({ ...member, _token_: nonce })),
    ];
    for (const text of inside) expect(await send('login', sealText(text))).toEqual(refused);
    const fine = JSON.stringify({ ...member, _token_: 'abcdefghijklmno2' });
    expect(await send('login', { ...sealText(fine), key: sealText(fine).key })).toEqual(refused);
    expect((await send('login', sealText(fine))).code).toBe(200);
  });

  it('that is not even JSON is refused without an error of ours', async () => {
    const sent = [
      ['application/json', '{"key":'],
      ['application/json', ''],
      ['text/html', '<p>'],
      ['application/x-www-form-urlencoded', 'account=member'],
    ];
    for (const [type, body] of sent) {
      const headers = { 'content-type': type ?? '' };
      const answer = await test.fetch(calls.login.path, { method: 'POST', headers, body });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toContain('"code":200,');
    }
  });
});

describe('what is left behind', () => {
  it('is no password in the log, however the call ended, and none in the mails or the log of actions', async () => {
    const secret = 'Zanzibar-4711';
    const typed = { password: secret, confirmation: secret };
    await test.call('login', { account: member.account, password: secret });
    await test.call('login', { account: `${secret}\u0000`, password: secret });
    await test.call('login', { account: member.account, password: secret }, { plain: true });
    await test.call('consoleLogin', { account: 'admin@one.example', password: secret });
    await test.call('resetPasswordByToken', { token: 'unknown', ...typed });
    await test.call('consolePassword', { current: 'operations-2026', ...typed }, { token: staff });
    await send('login', sealText(`{"password":"${secret}"`));
    await test.fetch(calls.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"password":"${secret}"`,
    });
    const image = await solveImage(test);
    const person = { registrant: 'individual', email: 'log@example.com', name: 'Log', agreed: true } as const;
    expect((await test.call('register', { ...person, ...typed, ...image })).code).toBe(200);
    // A house out of order writes its errors down: they hold no password either.
    const rename = (from: string, to: string) =>
      sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(test.database.house);
    await rename('attempt', 'attempt_away');
    expect((await test.call('login', { account: member.account, password: secret })).http).toBe(500);
    expect((await test.call('resetPasswordByToken', { token: 'unknown', ...typed })).http).toBe(500);
    await rename('attempt_away', 'attempt');
    const stored = await rows(
      test.database.house,
      sql<{ text: string }>`SELECT to_jsonb(mail)::text AS text FROM mail
        UNION ALL SELECT to_jsonb(audit_log)::text FROM audit_log UNION ALL SELECT to_jsonb(sign_up)::text FROM sign_up
        UNION ALL SELECT to_jsonb(account)::text FROM account`,
    );
    expect(stored.length).toBeGreaterThan(10);
    expect(test.log.filter((line) => line.includes('a call failed'))).toHaveLength(2);
    for (const text of [...test.log, ...stored.map((row) => row.text)])
      expect(text).not.toMatch(/Zanzibar|member-2026|harbour-2026|agent-2026|open-2026|content-2026|operations-2026/);
  });
});

it('a pair of fewer bits is replaced when a process next needs it', async () => {
  const vault = makeVault('another secret key');
  const owner = test.database.forOwner(2);
  const old = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = old.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const publicKey = old.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  await sql`UPDATE owner_key SET public_key = ${publicKey}, sealed = ${vault.seal(pem, 'secret-calls 2')}
    WHERE owner_id = 2 AND purpose = 'secret-calls'`.execute(test.database.house);
  const made = await makeSecrets(vault).publicKeyOf(owner);
  expect(
    createPublicKey({ key: Buffer.from(made, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails,
  ).toMatchObject({
    modulusLength: 3072,
  });
  expect(await makeSecrets(vault).publicKeyOf(owner)).toBe(made);
});
