// The TypeScript client: a package of four files, made from the OpenAPI document of the partners' calls (decision 0387).
import type { Described, Operation, Schema } from './list-reference.ts';
import { listDescribed } from './list-reference.ts';

const clientName = 'kembara-client';

/** The package's files by their names. */
export function writeClient(document: Described): Record<string, string> {
  const operations = listDescribed(document);
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': readme,
    'index.js': writeCode(operations),
    'index.d.ts': writeTypes(operations),
  };
}

const manifest = {
  name: clientName,
  version: '1.0.0',
  description: 'Client of a Kembara shop, made from its contract',
  type: 'module',
  main: 'index.js',
  types: 'index.d.ts',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['index.js', 'index.d.ts'],
  engines: { node: '>=18' },
  license: 'UNLICENSED',
};

const readme = `# ${clientName}

\`\`\`ts
import { makeClient } from '${clientName}';
const shop = makeClient({ origin: 'https://shop.example.com', key: process.env.KEMBARA_KEY });
const { list } = await shop.searchProducts({ query: 'tower' });
\`\`\`

A refusal is thrown as a KembaraError with \`code\`, \`data\` and \`http\`; \`retryAfter\` has the seconds of a 503.
`;

function writeCode(operations: Operation[]): string {
  const rows = operations.map(
    ({ name, method, path, idempotent }) => `  ${name}: ['${method}', '${path}', ${idempotent}],`,
  );
  return `// Made from the shop's contract; not written by hand.
const calls = {
${rows.join('\n')}
};

export class KembaraError extends Error {
  constructor(http, { code, msg, data }, retryAfter) {
    super(msg || \`HTTP \${http}\`);
    Object.assign(this, { name: 'KembaraError', http, code: code ?? http, data: data ?? null, retryAfter });
  }
}

export function makeClient({ origin, key, language = 'en', currency, fetch = globalThis.fetch }) {
  async function call(name, input = {}, { idempotencyKey, signal } = {}) {
    const [method, path, idempotent] = calls[name];
    const rest = { ...input };
    const filled = path.replace(/\\{(\\w+)\\}/g, (_, part) => {
      const value = rest[part];
      delete rest[part];
      return encodeURIComponent(String(value));
    });
    const url = new URL(filled, origin);
    const headers = { authorization: \`Bearer \${key}\`, l: language };
    if (currency) headers.c = currency;
    if (idempotent) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
    const init = { method, headers, signal };
    if (method === 'GET')
      for (const [field, value] of Object.entries(rest)) value !== undefined && url.searchParams.set(field, String(value));
    else {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(rest);
    }
    const answer = await fetch(url, init);
    const body = await answer.json().catch(() => ({}));
    if (answer.status === 200 && body.code === 200) return body.data;
    throw new KembaraError(answer.status, body, Number(answer.headers.get('retry-after')) || null);
  }
  return Object.fromEntries(Object.keys(calls).map((name) => [name, (input, options) => call(name, input, options)]));
}
`;
}

function writeTypes(operations: Operation[]): string {
  const rows = operations.map(
    ({ name, summary, input, output }) =>
      `  /** ${summary} */\n  ${name}: { input: ${typeOf(input)}; output: ${typeOf(output)} };`,
  );
  return `// Made from the shop's contract; not written by hand.
export interface Calls {
${rows.join('\n')}
}

export type CallOptions = {
  /** Calls that book or pay: the same key gets the first answer again. A random one is used where it is left out. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

type Ask<Name extends keyof Calls> = Record<string, never> extends Calls[Name]['input']
  ? (input?: Calls[Name]['input'], options?: CallOptions) => Promise<Calls[Name]['output']>
  : (input: Calls[Name]['input'], options?: CallOptions) => Promise<Calls[Name]['output']>;

export type Client = { [Name in keyof Calls]: Ask<Name> };

export declare class KembaraError extends Error {
  http: number;
  code: number;
  data: unknown;
  retryAfter: number | null;
}

export declare function makeClient(settings: {
  origin: string;
  key: string;
  language?: string;
  currency?: string;
  fetch?: typeof fetch;
}): Client;
`;
}

/** TypeScript of a JSON schema, as far as the contract uses it. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return `(${[...new Set(several.map(typeOf))].join(' | ')})`;
  if (Array.isArray(schema.type)) return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')})`;
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`;
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type;
  return 'unknown';
}

function objectOf({ properties = {}, required = [], additionalProperties: more }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, one]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one)}`,
  );
  if (!fields.length && more && typeof more === 'object') return `Record<string, ${typeOf(more)}>`;
  return fields.length ? `{ ${fields.join('; ')} }` : 'Record<string, never>';
}
