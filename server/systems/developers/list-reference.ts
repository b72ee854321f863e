// The calls of the OpenAPI document in the form that the page's reference and the client are made from (decision 0387).

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
};

type Media = { content: { 'application/json': { schema: Schema } } };
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type DescribedCall = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: Media;
  responses: Record<string, Media>;
};
export type Described = {
  paths: Record<string, Record<string, DescribedCall>>;
  tags: { name: string; description: string }[];
};

export type Operation = {
  name: string;
  summary: string;
  group: string;
  method: string;
  path: string;
  scope: string;
  idempotent: boolean;
  input: Schema;
  output: Schema;
};

export function listDescribed({ paths, tags }: Described): Operation[] {
  const groups = new Map(tags.map(({ name, description }) => [name, description]));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      name: call.operationId,
      summary: call.summary,
      group: groups.get(call.tags[0] ?? '') ?? '',
      method: method.toUpperCase(),
      path,
      scope: /right `(\w+)`/.exec(call.description)?.[1] ?? '',
      idempotent: call.parameters.some(({ name }) => name === 'Idempotency-Key'),
      input: inputOf(call),
      // An answer is a success, or a refusal, which is the same for all.
      output: call.responses[200]?.content['application/json'].schema.oneOf?.[0]?.properties?.data ?? {},
    })),
  );
}

/** The parameters of the address and the body as one object. */
function inputOf({ parameters, requestBody }: DescribedCall): Schema {
  const body = requestBody?.content['application/json'].schema ?? {};
  const named = parameters.filter((parameter) => parameter.in === 'path' || (parameter.in === 'query' && !requestBody));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(named.map(({ name, schema }) => [name, schema])), ...body.properties },
    required: [...named.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
  };
}
