// The OpenAPI 3.1 document of every call, made from the contract itself, and a page to read it at /docs.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { z } from '../../contract/call.ts';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { schemas } from '../../contract/index.ts';
import type { App } from './http.ts';

const envelope = (data: unknown) => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', description: '200 is success; any other code is a refusal of the catalogue' },
    msg: { type: 'string', description: "in the caller's language" },
    data,
  },
});

/** Plain OpenAPI object; also what `npm run gen` compares. */
export function describeCalls(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const row: CallRow = calls[name];
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeCall(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kembara',
      version: '1',
      description: 'Every call answers { code, msg, data } (HTTP 200), or 401, 421, 503.',
    },
    paths,
  };
}

function describeCall(name: CallName, row: CallRow) {
  const input = z.toJSONSchema(schemas[name].input, { unrepresentable: 'any', io: 'input' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const output = z.toJSONSchema(schemas[name].output, { unrepresentable: 'any', io: 'output' });
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const headers = [
    { name: 'l', in: 'header', schema: { type: 'string' }, description: 'language' },
    { name: 'c', in: 'header', schema: { type: 'string' }, description: 'currency' },
    ...(row.idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }] : []),
  ];
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key));
  const parameters = [
    ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: input.properties?.[key] ?? {} })),
    ...(row.method === 'GET'
      ? rest.map(([key, schema]) => ({
          name: key,
          in: 'query',
          required: input.required?.includes(key) ?? false,
          schema,
        }))
      : []),
    ...headers,
  ];
  const body = {
    ...input,
    properties: Object.fromEntries(rest),
    required: input.required?.filter((key) => !inPath.includes(key)),
  };
  return {
    operationId: name,
    description: `Who may: ${row.who}`,
    parameters,
    ...(row.method === 'POST' ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
    responses: { 200: { description: 'answer', content: { 'application/json': { schema: envelope(output) } } } },
  };
}

/** The document is made when somebody reads it first, so that a start does not wait for it. */
export async function bindDocs(app: App): Promise<void> {
  let document: Record<string, unknown> | undefined;
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    transformSpecificationClone: false,
    transformSpecification() {
      document ??= describeCalls();
      return document;
    },
  });
}
