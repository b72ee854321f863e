// The OpenAPI document as a stranger reads it: whoever follows it word by word gets the answers that it names.
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls } from '../contract/calls.ts';
import { describeCalls } from '../server/platform/describe-calls.ts';
import { openTestHouse, type TestHouse } from './build/open-house.ts';

type Schema = {
  oneOf?: Schema[];
  $ref?: string;
  const?: unknown;
  not?: Schema;
  type?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  contentSchema?: Schema;
};
type Media = { content: { 'application/json': { schema: Schema } } };
type Operation = {
  operationId: CallName;
  description: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};
type Document = {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const { info, paths, components } = describeCalls() as unknown as Document;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const schemaOf = (media?: Media) => media?.content['application/json'].schema;
const rowOf = (name: CallName): CallRow => calls[name];

async function send(path: string, body: string, type = 'application/json') {
  const answer = await test.fetch(path, { method: 'POST', headers: { 'content-type': type, l: 'en' }, body });
  return { http: answer.status, ...((await answer.json()) as { code: number; msg: string; data: unknown }) };
}

describe('a sealed call', () => {
  it('is described as it travels, with what is inside', () => {
    const sealed = operations.filter(({ operationId }) => rowOf(operationId).secret === true);
    expect(sealed.length).toBeGreaterThan(7);
    for (const { operationId, description, requestBody } of sealed) {
      expect(description, operationId).toContain('sealed');
      const { required, properties } = schemaOf(requestBody) ?? {};
      expect(required, operationId).toEqual(['key', 'iv', 'body']);
      expect(properties?.body?.contentSchema?.required, operationId).toContain('_token_');
    }
    const plain = operations.filter(({ operationId }) => rowOf(operationId).secret !== true);
    for (const { requestBody } of plain) expect(schemaOf(requestBody)?.properties ?? {}).not.toHaveProperty('iv');
  });

  it('is answered when sealed by nothing but the words of the document', async () => {
    for (const word of ['publicKey', '`iv` of 12', 'AES-256-GCM', 'RSA-OAEP with SHA-256', 'base64', '`_token_`'])
      expect(info.description).toContain(word);
    const { data } = await send('/api/ucenter/websetting', '{}');
    const { publicKey } = data as { publicKey: string };
    const [raw, iv] = [randomBytes(32), randomBytes(12)];
    const inside = {
      account: 'member@one.example',
      password: 'member-2026',
      _token_: randomBytes(12).toString('base64url'),
    };
    const cipher = createCipheriv('aes-256-gcm', raw, iv);
    const body = Buffer.concat([cipher.update(JSON.stringify(inside)), cipher.final(), cipher.getAuthTag()]);
    const house = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const key = publicEncrypt({ key: house, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, raw);
    const texts = [key, iv, body].map((bytes) => bytes.toString('base64'));
    const login = JSON.stringify({ key: texts[0], iv: texts[1], body: texts[2] });
    expect(await send('/api/ucenter/sso/login', login)).toMatchObject({ http: 200, code: 200 });
    expect((await send('/api/ucenter/sso/login', login)).code).not.toBe(200);
  });
});

describe('a filter', () => {
  it('of the statement names the deal types that it takes (§3 deal type)', () => {
    const { parameters = [] } = paths['/api/pay/bill']?.get ?? {};
    expect(parameters.find(({ name }) => name === 'dealType')?.schema).toMatchObject({
      enum: [1, 2, 3, 5, 6, 7, 8, 9, 10],
    });
  });
});

describe('an answer', () => {
  it('of 200 is a success with its data, or a refusal', async () => {
    for (const { operationId, responses } of operations) {
      const [success, refusal] = schemaOf(responses[200])?.oneOf ?? [];
      expect(success?.properties?.code?.const, operationId).toBe(200);
      expect(refusal, operationId).toEqual({ $ref: '#/components/schemas/Refusal' });
    }
    const { Refusal } = components.schemas;
    expect(Refusal?.properties).toMatchObject({ code: { not: { const: 200 } }, data: { type: 'object' } });
    const refused = await send('/api/product', '{"nowhere":1}');
    expect(refused).toEqual({ http: 200, code: 200001, msg: expect.any(String), data: { fields: expect.any(Object) } });
  });

  it('to what cannot be read has a status of the document', async () => {
    const unread: [string, string, number][] = [
      ['{nothing', 'application/json', 400],
      [JSON.stringify({ query: 'x'.repeat(3_000_000) }), 'application/json', 413],
      ['query=x', 'application/x-www-form-urlencoded', 415],
    ];
    for (const [body, type, http] of unread) {
      expect((await send('/api/product', body, type)).http).toBe(http);
      expect(paths['/api/product']?.post?.responses).toHaveProperty(String(http));
    }
  });
});
