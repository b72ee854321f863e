// The OpenAPI 3.1 document of every call, made from the contract itself.
import { z } from '../../contract/call.ts';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { schemas } from '../../contract/index.ts';

const envelope = (code: object, data: unknown) => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', ...code },
    msg: { type: 'string', description: "in the caller's language" },
    data,
  },
});

const intro = `Every call answers { code, msg, data }. HTTP 200 with another code than 200 is a refusal: \`msg\` says why in the language
of the header \`l\`, \`data.fields\` names wrong fields. Amounts are whole minor units with their currency. The rows
of a page are \`size\` or \`limit\` at every list. A system sends its key as
\`Authorization: Bearer kb_live_…\`.`;

/** Said where the document has such a call. */
const sealing = `Bodies of sealed calls travel encrypted, in addition to TLS. Make a random AES key of 32 bytes and an \`iv\` of 12.
\`body\` is the input as JSON, with 16 random characters as \`_token_\`, under AES-256-GCM, its tag of 16 bytes at the end. \`key\`
is the AES key under RSA-OAEP with SHA-256 and the site's \`publicKey\` (SPKI), which \`POST /api/ucenter/websetting\` answers.
All three, and \`publicKey\`, are base64. A \`_token_\` works once.`;

const unread = {
  400: 'the body is not JSON',
  413: 'the body is too large',
  415: 'the body is not sent as application/json',
} as const;

const problems = {
  401: 'no valid session or key',
  421: 'not here for this caller: missing and forbidden look the same',
  503: 'too frequent, or the database is away for a moment; come again after the seconds of Retry-After',
} as const;

/** The calls by the first word of their path. */
const tags: Record<string, string> = {
  ucenter: 'Account, partner and site',
  basic: 'Cities, places and maps',
  product: 'Catalogue, prices and availability',
  marketing: 'Promo codes',
  order: 'Orders, vouchers and payment',
  pay: 'Deposit and credit line',
  quotation: 'Saved quotations',
  review: 'Reviews',
  console: 'Back office',
};

const tagOf = ({ path }: CallRow): string => path.split('/')[2] ?? '';

type Chosen = {
  /** The calls that the document has; left out: all. */
  has?(row: CallRow): boolean;
};

/** The OpenAPI 3.1 document of the calls, as a plain object. */
export function describeCalls({ has = () => true }: Chosen = {}): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const used = new Set<string>();
  let hasSealed = false;
  for (const name of Object.keys(calls) as CallName[]) {
    const row: CallRow = calls[name];
    if (!has(row)) continue;
    used.add(tagOf(row));
    hasSealed ||= row.secret === true;
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeCall(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kembara',
      version: '1',
      description: hasSealed ? `${intro}\n\n${sealing}` : intro,
      license: { name: 'For partners of the portal', identifier: 'LicenseRef-partners' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'a key of a system, made on screen' },
        session: { type: 'apiKey', in: 'header', name: 'token', description: 'the token that a sign-in answered' },
      },
      schemas: {
        Problem: envelope({}, { type: ['object', 'null'] }),
        Refusal: envelope({ not: { const: 200 }, description: 'of the catalogue' }, { type: 'object' }),
      },
    },
  };
}

type InputSchema = { properties?: Record<string, unknown>; required?: string[] };

type ListSchema = { prefixItems?: unknown[]; items?: unknown; minItems?: number; maxItems?: number };

/** A pair is a list of two: linters and makers of clients know that, and seldom a list item by item. */
function override({ jsonSchema }: { jsonSchema: ListSchema }): void {
  const { prefixItems: each } = jsonSchema;
  if (!each) return;
  delete jsonSchema.prefixItems;
  Object.assign(jsonSchema, { items: { anyOf: each }, minItems: each.length, maxItems: each.length });
}

function describeCall(name: CallName, row: CallRow) {
  const input = z.toJSONSchema(schemas[name].input, { unrepresentable: 'any', io: 'input', override }) as InputSchema;
  const output = z.toJSONSchema(schemas[name].output, { unrepresentable: 'any', io: 'output', override });
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key));
  const required = input.required?.filter((key) => !inPath.includes(key));
  const body = { ...input, properties: Object.fromEntries(rest), required };
  return {
    operationId: name,
    summary: nameCall(name),
    description: [
      `Who may: ${row.who}.`,
      row.keyed ? `A key needs the right \`${row.keyed}\`.` : 'Not for keys.',
      ...(row.secret === true ? ['Its body is sealed.'] : []),
    ].join(' '),
    tags: [tagOf(row)],
    security: [...(row.who === 'any' ? [{}] : []), { session: [] }, ...(row.keyed ? [{ key: [] }] : [])],
    parameters: describeParameters(row, input, inPath),
    ...(row.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: row.secret === true ? seal(body) : body } },
          },
        }
      : {}),
    responses: { 200: describeAnswer(output), ...describeProblems(row) },
  };
}

function describeAnswer(output: unknown) {
  const schema = { oneOf: [envelope({ const: 200 }, output), { $ref: '#/components/schemas/Refusal' }] };
  return { description: 'success, or a refusal', content: { 'application/json': { schema } } };
}

/** How a sealed body looks outside, and what is inside (contract/seal-call.ts). */
function seal({ properties, required = [], ...input }: InputSchema) {
  const base64 = { type: 'string', contentEncoding: 'base64' };
  const inside = {
    ...input,
    properties: { ...properties, _token_: { type: 'string', pattern: '^[\\w-]{16}$' } },
    required: [...required, '_token_'],
  };
  return {
    type: 'object',
    properties: {
      key: base64,
      iv: base64,
      body: { ...base64, contentMediaType: 'application/json', contentSchema: inside },
    },
    required: ['key', 'iv', 'body'],
    additionalProperties: false,
  };
}

/** "createOrder" is "Create order". */
function nameCall(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeProblems({ method }: CallRow) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const rows = Object.entries({ ...(method === 'POST' ? unread : {}), ...problems });
  return Object.fromEntries(rows.map(([code, description]) => [code, { description, content }]));
}

function describeParameters(row: CallRow, input: InputSchema, inPath: string[]) {
  const text = { type: 'string' };
  const query = row.method === 'GET' ? Object.keys(input.properties ?? {}) : (row.inAddress ?? []);
  const key = { name: 'Idempotency-Key', in: 'header', schema: { ...text, pattern: '^[\\w-]{8,80}$' } };
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: input.properties?.[name] ?? text })),
    ...query
      .filter((name) => !inPath.includes(name))
      .map((name) => ({
        ...{ name, in: 'query', schema: input.properties?.[name] ?? text },
        required: row.method === 'GET' && (input.required?.includes(name) ?? false),
      })),
    { name: 'l', in: 'header', schema: text, description: 'language of texts and messages' },
    { name: 'c', in: 'header', schema: text, description: 'currency that prices are shown in' },
    ...(row.idempotent ? [{ ...key, required: true, description: 'the same key gets the first answer again' }] : []),
    ...(row.takesKey ? [{ ...key, description: 'a repeat under the same key changes nothing' }] : []),
  ];
}
