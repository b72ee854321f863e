// Binds the contract to the server: parse, permission, handler, envelope (§8, decisions §2). The same path serves HTTP and
// pages rendered on the server.
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { type OutputOf, type ParsedInputOf, schemas } from '../../contract/index.ts';
import { type FieldProblems, NotHere, NotSignedIn, Refusal, refusals, TooFrequent } from '../../domain/errors.ts';
import { type Language, languageOf } from '../../domain/languages.ts';
import type { Context } from './context.ts';
import { refusalOf } from './db.ts';
import type { App, FastifyReply, FastifyRequest } from './http.ts';
import { logAct } from './log-acts.sql.ts';

export type Handlers = {
  [Name in CallName]: (context: Context, input: ParsedInputOf<Name>) => Promise<OutputOf<Name>>;
};

export type Translate = (language: Language, key: string, values?: Record<string, string | number>) => string;

/** Runs one call for a context: permission, strict parsing, handler. Throws what the caller turns into its own answer. */
export async function runCall<Name extends CallName>(
  handlers: Handlers,
  name: Name,
  context: Context,
  input: unknown,
): Promise<OutputOf<Name>> {
  admit(calls[name], context);
  const row: CallRow = calls[name];
  if (row.idempotent && !/^[\w-]{8,80}$/.test(context.idempotencyKey ?? '')) {
    throw new Refusal('invalidInput', { fields: { 'Idempotency-Key': { problem: 'required' } } });
  }
  const nul = findNul(input);
  if (nul) {
    // The words that these fields have for whatever is wrong with them.
    const problem = /email$/i.test(nul) ? 'emailFormat' : 'format';
    throw new Refusal('invalidInput', { fields: { [fieldPath(nul)]: { problem } } });
  }
  const parsed = schemas[name].input.safeParse(input);
  if (!parsed.success) throw new Refusal('invalidInput', { fields: problemsOf(parsed.error.issues) });
  const answer = await handlers[name](context, parsed.data as ParsedInputOf<Name>);
  if (context.visitor?.actingStaff && row.method === 'POST' && !row.looks)
    await logAct(context.db, context, {
      act: 'acted',
      subject: name,
      // Which thing, not what was typed: travellers' documents do not belong in a log.
      after: pick(parsed.data as Record<string, unknown>, ['id', 'orderNo', 'subOrderNo', 'channel', 'refundNum']),
    });
  return answer;
}

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

/** Path of a text with a NUL in it, which no name or remark has and the database refuses; undefined when there is none. */
function findNul(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? path || 'body' : undefined;
  if (!value || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findNul(inner, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}

/** The permission table (contract/calls.ts) read for one caller. Missing and forbidden look the same (decisions §2). */
export function admit(row: CallRow, context: Context): void {
  if (row.who === 'any') return;
  if (row.who === 'buyer' || row.who === 'password' || row.who === 'main') {
    const { visitor } = context;
    if (!visitor) throw new NotSignedIn();
    if (row.who === 'main' && visitor.kind !== 'main') throw new NotHere();
    if (row.who !== 'buyer' && !visitor.verAuthFlag) throw new Refusal('passwordNeeded');
    if (visitor.actingStaff) admitActing(row, context);
    return;
  }
  if (!context.staff) throw new NotSignedIn();
  const { roles } = context.staff;
  if (row.who !== 'staff' && !roles.includes('admin') && !roles.includes(row.who)) throw new NotHere();
}

/** Staff signed in as a partner look; on customer-service hostnames they also place and manage orders, never secrets. */
function admitActing(row: CallRow, { site }: Context): void {
  if (row.method === 'GET' || row.looks) return;
  if (!site.customerService || row.secret || row.who !== 'buyer') throw new Refusal('actingOnlyLooks');
}

type Issue = {
  code?: string;
  path: PropertyKey[];
  input?: unknown;
  maximum?: unknown;
  minimum?: unknown;
  keys?: string[];
};

/** A product's document is the form itself: its fields are named without it (contract/editing.ts). */
function fieldPath(path: string): string {
  return path.replace(/^document\./, '');
}

/** Reasons in the house's own words instead of the schema library's. */
function problemsOf(issues: readonly Issue[]): FieldProblems {
  const problems: FieldProblems = {};
  for (const issue of issues) {
    const path = fieldPath(issue.path.map(String).join('.')) || (issue.keys?.[0] ?? 'body');
    const max = Number(issue.maximum);
    const min = Number(issue.minimum);
    if (/quantity$/.test(path)) problems[path] = { problem: 'quantity', max: 999 };
    else if (issue.code === 'too_big' && Number.isFinite(max)) problems[path] = { problem: 'tooLong', max };
    else if (issue.code === 'too_small' && Number.isFinite(min)) problems[path] = { problem: 'required', min };
    else if (issue.code === 'invalid_type') problems[path] = { problem: 'required' };
    else problems[path] = { problem: 'format' };
  }
  return problems;
}

/** SQLSTATE of numbers out of range and of texts that no database text may hold. */
const callersFault = new Set(['22003', '22021', '22P05']);

export type Envelope = {
  status: number;
  body: { code: number; msg: string; data: unknown };
  retryAfterSeconds?: number;
};

/** The envelope of a failure: expected "no"s have a code and words; anything else is a bug, logged and told as such. */
export function envelopeOf(error: unknown, language: Language, translate: Translate, context?: Context): Envelope {
  if (error instanceof NotSignedIn)
    return { status: 401, body: { code: 401, msg: translate(language, 'problem.signIn'), data: null } };
  if (error instanceof NotHere)
    return { status: 421, body: { code: 421, msg: translate(language, 'problem.missing'), data: null } };
  if (error instanceof TooFrequent) {
    const body = { code: 503, msg: translate(language, 'problem.tooFrequent'), data: null };
    return { status: 503, body, retryAfterSeconds: error.retryAfterSeconds };
  }
  // A row that many want at once was not free within three seconds: nothing happened, and asking again is right.
  if ((error as { code?: string }).code === '55P03') return envelopeOf(new TooFrequent(2), language, translate);
  const raised = refusalOf(error);
  const refusal =
    error instanceof Refusal
      ? error
      : raised && raised in refusals
        ? new Refusal(raised as keyof typeof refusals)
        : undefined;
  if (refusal) {
    const fields = Object.fromEntries(
      Object.entries(refusal.fields ?? {}).map(([name, { problem, max = 0, min = 0 }]) => [
        name,
        translate(language, `field.${problem}`, { max, min }),
      ]),
    );
    const blanks = Object.fromEntries(
      Object.entries(refusal.data ?? {}).filter(
        (pair): pair is [string, number | string] => typeof pair[1] === 'number' || typeof pair[1] === 'string',
      ),
    );
    const msg = translate(language, `refusal.${refusal.refusal}`, { min: 0, max: 0, left: 0, ...blanks });
    const data = { ...refusal.data, ...(refusal.fields ? { fields } : {}) };
    return { status: 200, body: { code: refusals[refusal.refusal], msg, data } };
  }
  // A figure too large for its column and a NUL in a text are the caller's, not the house's.
  if (callersFault.has((error as { code?: string }).code ?? ''))
    return envelopeOf(new Refusal('invalidInput'), language, translate);
  context?.log.error({ err: error }, 'a call failed');
  return { status: 500, body: { code: 500, msg: translate(language, 'problem.server'), data: null } };
}

export type MakeContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

export type CallDoors = {
  makeContext: MakeContext;
  translate: Translate;
  /** Opens the body of a secret call. */
  openSecret(context: Context, sealed: unknown): Promise<Record<string, unknown>>;
  /** What a page reads in the body, under 200, in place of HTTP 401; undefined for pages that read the status (§4 session). */
  tellUnsigned(context: Context, currentUrl: string): Promise<{ redirectUrl?: string } | undefined>;
};

/** What the framework itself refuses (broken or oversized bodies) is told in the envelope too. */
function envelopeFrameworkErrors(app: App, translate: Translate): void {
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    const language = languageOf(request.headers.l);
    if (status >= 500) {
      request.log.error({ request: request.id, err: error }, 'a request failed');
      return reply.code(500).send({ code: 500, msg: translate(language, 'problem.server'), data: null });
    }
    const { body } = envelopeOf(new Refusal('invalidInput'), language, translate);
    return reply.code(status).send(body);
  });
}

/** Gives every call of the contract its address. */
export function bindCalls(app: App, handlers: Handlers, doors: CallDoors): void {
  const { makeContext, translate, openSecret } = doors;
  const tellFailure = async (error: unknown, spoken: Language, request: FastifyRequest, context?: Context) => {
    const told = envelopeOf(error, context?.language ?? spoken, translate, context);
    const currentUrl = request.headers['x-current-url'];
    if (told.status !== 401 || !context || typeof currentUrl !== 'string') return told;
    const data = await doors.tellUnsigned(context, currentUrl);
    return data ? { status: 200, body: { ...told.body, data } } : told;
  };
  envelopeFrameworkErrors(app, translate);
  for (const name of Object.keys(calls) as CallName[]) {
    const row: CallRow = calls[name];
    app.route({
      method: row.method,
      url: row.path,
      ...(row.mostBytes ? { bodyLimit: row.mostBytes } : {}),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const spoken = languageOf(request.headers.l);
        let context: Context | undefined;
        try {
          context = await makeContext(request, reply);
          checkOrigin(row, request, context);
          admit(row, context);
          const body = row.secret ? await openSecret(context, request.body) : request.body;
          const input = gatherInput(row, request, body);
          const data = await runCall(handlers, name, context, input);
          return reply.send({ code: 200, msg: '', data });
        } catch (error) {
          const envelope: Envelope = await tellFailure(error, spoken, request, context);
          if (envelope.retryAfterSeconds) reply.header('retry-after', envelope.retryAfterSeconds);
          return reply.code(envelope.status).send(envelope.body);
        }
      },
    });
  }
}

function gatherInput(row: CallRow, request: FastifyRequest, body: unknown): Record<string, unknown> {
  const given = row.method === 'GET' ? request.query : body;
  const plain = given && typeof given === 'object' && !Array.isArray(given) ? given : {};
  return { ...plain, ...(request.params as Record<string, unknown>) };
}

/** Changes asked for with a cookie come from our own pages only (security rule 54). */
export function checkOrigin(row: CallRow, request: FastifyRequest, context: Context): void {
  if (row.method === 'GET' || request.headers.token) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin === undefined && site === undefined && !context.visitor && !context.staff) return;
  if (origin === context.origin || site === 'same-origin') return;
  throw new Refusal('forbiddenOrigin');
}
