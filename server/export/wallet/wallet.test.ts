// Passes for wallets on telephones (§3 vouchers, decision 0442): signed by the owner's certificate and key, which are judged when they are
// saved. Apple's form is checked as its wallet checks it: the sums of all files, the signature of the sums, the chain to the issuer.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../locales/translate.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { buy } from '../../../tests/build/set-up-desk.ts';
import { sql } from '../../platform/db.ts';
import { derTag, splitDer, writeDer, writeOid } from './write-der.ts';

const { sequence, set, integer, octets, utcTime, nothing, first } = derTag;
const yes = writeDer(0x01, Buffer.from([255]));
const utf8 = 0x0c;
const bits = 0x03;

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
const makePair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 });
const nameOf = (parts: [oid: string, value: string][]) =>
  writeDer(
    sequence,
    ...parts.map(([oid, value]) =>
      writeDer(set, writeDer(sequence, writeOid(oid), writeDer(utf8, Buffer.from(value)))),
    ),
  );

/** A certificate of one year around a day. */
function certify(subject: Buffer, issuer: Buffer, { publicKey }: Pair, by: Pair, until = '301231000000Z'): string {
  const algorithm = writeDer(sequence, writeOid('1.2.840.113549.1.1.11'), writeDer(nothing));
  const body = writeDer(
    sequence,
    writeDer(first, writeDer(integer, Buffer.from([2]))),
    writeDer(integer, Buffer.from([7, 1])),
    algorithm,
    issuer,
    writeDer(sequence, writeDer(utcTime, Buffer.from('200101000000Z')), writeDer(utcTime, Buffer.from(until))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    // Its subject may sign others.
    ...(subject.equals(issuer)
      ? [
          writeDer(
            0xa3,
            writeDer(
              sequence,
              writeDer(sequence, writeOid('2.5.29.19'), yes, writeDer(octets, writeDer(sequence, yes))),
            ),
          ),
        ]
      : []),
  );
  const signature = sign('sha256', body, by.privateKey);
  const whole = writeDer(sequence, body, algorithm, writeDer(bits, Buffer.from([0]), signature));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}
const pemOf = ({ privateKey }: Pair) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const [above, own, other] = [makePair(), makePair(), makePair()];
const issuer = nameOf([['2.5.4.3', 'Issuer of passes']]);
const subject = nameOf([
  ['0.9.2342.19200300.100.1.1', 'pass.one.example'],
  ['2.5.4.11', 'TEAM123456'],
  ['2.5.4.3', 'Pass Type ID: pass.one.example'],
]);
const apple = {
  kind: 'apple' as const,
  certificate: certify(subject, issuer, own, above),
  intermediate: certify(issuer, issuer, above, above),
  key: pemOf(own),
};
const google = {
  kind: 'google' as const,
  issuerId: '3388000000012345678',
  account: JSON.stringify({ client_email: 'passes@one.iam.example', private_key: pemOf(other) }),
};

let test: TestHouse;
let agent: string;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(test.database.house);
}, 60_000);
afterAll(() => test?.close());

const save = (input: object) => test.call('consoleWalletSave', input as never, { token: admin });
const fetchPass = (kind: 'apple' | 'google', orderNo: string, more = '', token = agent) =>
  test.fetch(`/api/order/pass/${kind}?orderNo=${orderNo}&line=${orderNo}-1${more}`, {
    headers: { token, l: 'en' },
    redirect: 'manual',
  });

/** The files of an archive, by its directory; each sum is checked. */
function unpack(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06');
  const files: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const [size, length, place] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    const start = place + 30 + zip.readUInt16LE(place + 26);
    const bytes = zip.subarray(start, start + size);
    expect(crc32(bytes)).toBe(zip.readUInt32LE(at + 16));
    files[name] = bytes;
    at += 46 + length;
  }
  return files;
}

describe('the settings', () => {
  it('name what does not fit, and save nothing of it', async () => {
    const late = certify(subject, issuer, own, above, '210101000000Z');
    const cases: [object, Record<string, string>][] = [
      [{ ...apple, certificate: 'no certificate' }, { certificate: 'keyForm' }],
      [{ ...apple, certificate: late }, { certificate: 'certificateOver' }],
      [{ ...apple, certificate: certify(issuer, issuer, own, above) }, { certificate: 'keyForm' }],
      [{ ...apple, intermediate: certify(issuer, issuer, other, other) }, { intermediate: 'otherCertificate' }],
      [{ ...apple, intermediate: apple.key }, { intermediate: 'keyForm' }],
      [{ ...apple, key: pemOf(other) }, { key: 'otherCertificate' }],
      [{ ...apple, key: apple.certificate }, { key: 'wholeKey' }],
      [{ kind: 'apple' }, { certificate: 'required', intermediate: 'required', key: 'required' }],
      [{ ...google, issuerId: 'x' }, { issuerId: 'keyForm' }],
      [{ ...google, account: '{}' }, { account: 'keyForm' }],
      [{ kind: 'google' }, { account: 'required', issuerId: 'required' }],
    ];
    for (const [input, expected] of cases) {
      const answer = await save(input);
      expect(answer.code).toBe(200001);
      const words = Object.entries(expected).map(([name, problem]) => [name, translate('en', `ui.field.${problem}`)]);
      expect((answer.data as unknown as { fields: object }).fields).toEqual(Object.fromEntries(words));
    }
    expect((await test.call('consoleWallets', {}, { token: admin })).data).toEqual({ apple: null, google: null });
    const orderNo = await buy(test, agent);
    expect((await test.call('pass', { orderNo }, { token: agent })).data.wallets).toEqual([]);
    expect((await fetchPass('apple', orderNo)).status).toBe(421);
  });

  it('show what they are and never the keys, which are sealed', async () => {
    expect((await save(apple)).code).toBe(200);
    expect((await save(google)).code).toBe(200);
    const { data } = await test.call('consoleWallets', {}, { token: admin });
    expect(data).toEqual({
      apple: { passType: 'pass.one.example', team: 'TEAM123456', endsOn: '2030-12-31' },
      google: { issuerId: google.issuerId, account: 'passes@one.iam.example' },
    });
    const { rows } = await sql<{ all: string }>`SELECT to_jsonb(w)::text AS all FROM wallet_setting w
      UNION ALL SELECT to_jsonb(l)::text FROM audit_log l WHERE subject LIKE 'wallet%'`.execute(test.database.house);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.all).not.toMatch(/PRIVATE|BEGIN/);
  });
});

describe('a pass', () => {
  it('of Apple holds the voucher, the sums of its files and a signature of these', async () => {
    await save(apple);
    const orderNo = await buy(test, agent, { quantity: 2 });
    const answer = await fetchPass('apple', orderNo);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
    const files = unpack(Buffer.from(await answer.arrayBuffer()));
    const { 'manifest.json': manifest = Buffer.alloc(0), signature = Buffer.alloc(0), ...others } = files;
    expect(Object.keys(others).sort()).toEqual(['icon.png', 'icon@2x.png', 'icon@3x.png', 'pass.json']);
    const sums = Object.entries(others).map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]);
    expect(JSON.parse(manifest.toString())).toEqual(Object.fromEntries(sums));
    const pass = JSON.parse(String(others['pass.json']));
    expect(pass).toMatchObject({
      passTypeIdentifier: 'pass.one.example',
      teamIdentifier: 'TEAM123456',
      formatVersion: 1,
    });
    expect(pass.barcodes[0].message).toContain(`/voucher/${pass.serialNumber}?s=`);
    expect(JSON.stringify(pass)).not.toContain('MYR');
    // RFC 5652: the signature is over the attributes as a set, and one of them is the sum of what was signed.
    const [, held = Buffer.alloc(0)] = splitDer(signature);
    const signed = splitDer(splitDer(held)[0] ?? Buffer.alloc(0));
    const signer = splitDer(splitDer(signed.at(-1) ?? Buffer.alloc(0))[0] ?? Buffer.alloc(0));
    const attributes = Buffer.from(signer[3] ?? Buffer.alloc(0));
    attributes[0] = set;
    const sum = createHash('sha256').update(manifest).digest();
    expect(attributes.includes(sum)).toBe(true);
    const value = (signer[5] ?? Buffer.alloc(0)).subarray(-256);
    expect(verify('sha256', attributes, new X509Certificate(apple.certificate).publicKey, value)).toBe(true);
  });

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  it.skipIf(!hasOpenssl)('of Apple is one that OpenSSL verifies, and not once it was changed', async () => {
    await save(apple);
    const orderNo = await buy(test, agent);
    const files = unpack(Buffer.from(await (await fetchPass('apple', orderNo)).arrayBuffer()));
    const folder = mkdtempSync(join(tmpdir(), 'pass-'));
    const put = (name: string, bytes: Buffer | string) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const [signature, above] = [put('signature', files.signature ?? ''), put('above.pem', apple.intermediate)];
    const check = (content: string) => {
      const given = ['-in', signature, '-inform', 'DER', '-content', content, '-CAfile', above];
      return execFileSync('openssl', ['cms', '-verify', '-binary', '-purpose', 'any', ...given], { stdio: 'pipe' });
    };
    expect(check(put('manifest', files['manifest.json'] ?? '')).equals(files['manifest.json'] ?? Buffer.alloc(0))).toBe(
      true,
    );
    expect(() => check(put('changed', '{}'))).toThrow();
    rmSync(folder, { recursive: true });
  });

  it('of Google is an address with the pass, signed by the service account; also for fellow travellers', async () => {
    await save(google);
    const orderNo = await buy(test, agent);
    const { data } = await test.call('passShare', { orderNo }, { token: agent });
    const key = new URL(data.address).searchParams.get('key') ?? '';
    const answer = await fetchPass('google', orderNo, `&key=${key}`, '');
    expect(answer.status).toBe(302);
    const jwt = (answer.headers.get('location') ?? '').replace('https://pay.google.com/gp/v/save/', '');
    const [head = '', body = '', signature = ''] = jwt.split('.');
    const isGood = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      createPublicKey(other.publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(signature, 'base64url'),
    );
    expect(isGood).toBe(true);
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
    expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const claims = read(body);
    expect(claims).toMatchObject({ iss: 'passes@one.iam.example', aud: 'google', typ: 'savetowallet' });
    const [pass] = claims.payload.genericObjects;
    expect(pass).toMatchObject({ state: 'ACTIVE', classId: `${google.issuerId}.kembara-voucher` });
    expect(pass.barcode.value).toContain('/voucher/');
  });

  it('is of valid lines alone, for readers of the booking, and for no one once it is removed', async () => {
    await save(apple);
    const orderNo = await buy(test, agent);
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await fetchPass('apple', orderNo, '', member)).status).toBe(421);
    expect((await fetchPass('apple', orderNo, '', '')).status).toBe(401);
    const { data } = await test.call('orderDetail', { id: orderNo }, { token: agent });
    expect(data.lines).toHaveLength(1);
    const other = await test.fetch(`/api/order/pass/apple?orderNo=${orderNo}&line=${orderNo}-9`, {
      headers: { token: agent },
    });
    expect(other.status).toBe(421);
    expect((await test.call('consoleWalletRemove', { kind: 'apple' }, { token: admin })).code).toBe(200);
    expect((await fetchPass('apple', orderNo)).status).toBe(421);
  });

  it('is not offered after the last day of the certificate', async () => {
    await save(apple);
    const orderNo = await buy(test, agent);
    const offered = async () => (await test.call('pass', { orderNo }, { token: agent })).data.wallets;
    expect(await offered()).toContain('apple');
    await sql`UPDATE wallet_setting SET facts = facts || '{"endsOn": "2020-01-01"}' WHERE kind = 'apple'`.execute(
      test.database.house,
    );
    expect(await offered()).not.toContain('apple');
    expect((await fetchPass('apple', orderNo)).status).toBe(421);
  });
});
