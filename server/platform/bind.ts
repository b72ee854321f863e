// Binds the contract to the server: parse, permission, handler, envelope (§8, rules §2). The same path serves HTTP and
// pages rendered on the server.
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { type OutputOf, type ParsedInputOf, schemas } from '../../contract/index.ts';
import { type DeskRole, houseRole } from '../../domain/account-status.ts';

import { NotHere, NotSignedIn, Refusal, ShopBusy, TooFrequent } from '../../domain/errors.ts';
import { type Language, languageOf } from '../../domain/languages.ts';
import { dropTurns } from '../../domain/phones/plain-width.ts';
import { isKey } from './answer-once.ts';
import type { Context, KeyCaller } from './context.ts';
import { inLane } from './db.ts';
import type { App, FastifyReply, FastifyRequest } from './edge/fastify-types.ts';
import { hasCardNumber } from './edge/find-card-numbers.ts';
import { fieldPath, parseAddress, parseInput } from './edge/name-problems.ts';
import { isValueTooDeep } from './edge/parse-json.ts';
import { envelopeOf, sendEnvelope, type Translate } from './edge/write-envelope.ts';
import { logAction } from './log-actions.sql.ts';
import { noteOrder, noteWork } from './observe/know-work.ts';

export type Handlers = {
  [Name in CallName]: (context: Context, input: ParsedInputOf<Name>) => Promise<OutputOf<Name>>;
};

/** Runs one call for a context: permission, strict parsing, use case. The caller turns what it throws into its answer. */
export async function runCall<Name extends CallName>(
  handlers: Handlers,
  name: Name,
  context: Context,
  input: unknown,
): Promise<OutputOf<Name>> {
  admit(calls[name], context);
  const row: CallRow = calls[name];
  if (row.idempotent && !isKey(context.idempotencyKey)) {
    const problem = context.idempotencyKey ? 'keyForm' : 'required';
    throw new Refusal('invalidInput', { fields: { 'Idempotency-Key': { problem } } });
  }
  checkTexts(input, typedByBuyers.has(row.who));
  const parse = row.method === 'GET' ? parseAddress : parseInput;
  const parsed = parse<unknown>(schemas[name].input, input) as ParsedInputOf<Name>;
  noteOrder(parsed);
  const answer = await inLane(name, row.method !== 'GET' && !row.looks, () => handlers[name](context, parsed));
  noteOrder(answer);
  await noteActing(context, row, name, parsed as Record<string, unknown>);
  return answer;
}

/** What staff did as a partner is in the log. The subject, not the input: travellers' documents do not belong there. */
export async function noteActing(
  context: Context,
  { method, looks }: Omit<CallRow, 'path'>,
  subject: string,
  input: Record<string, unknown>,
): Promise<void> {
  if (!context.visitor?.actingStaff || method === 'GET' || looks) return;
  const after = pick(input, ['id', 'orderNo', 'subOrderNo', 'channel', 'refundNum']);
  await logAction(context.owner, context, { act: 'acted', subject, after });
}

/**
 * Refuses invalidInput for what no call takes: deep values, a NUL in a text, and a card's number where `byBuyers` is set. Halves of
 * characters go: an app that cuts a text within an emoji leaves them, and the database's JSON has no room for them. Marks that turn a
 * text round go, too (decision 0797).
 */
export function checkTexts(input: unknown, byBuyers: boolean): void {
  if (isValueTooDeep(input)) throw new Refusal('invalidInput');
  tidyTexts(input);
  const nul = findText(input, (text) => text.includes('\u0000'));
  if (nul) {
    // These fields have one message for every problem.
    const problem = /email$/i.test(nul) ? 'emailFormat' : 'format';
    throw new Refusal('invalidInput', { fields: { [fieldPath(nul)]: { problem } } });
  }
  const card = byBuyers && findText(input, hasCardNumber, mayLookLikeCard);
  if (card) throw new Refusal('invalidInput', { fields: { [fieldPath(card)]: { problem: 'cardNumber' } } });
}

function tidyTexts(value: unknown): void {
  if (!value || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') tidyTexts(inner);
    else {
      const whole = inner.isWellFormed() ? inner : inner.replace(/\p{Cs}/gu, '');
      const tidied = isSecret.test(key) ? whole : dropTurns(whole);
      if (tidied !== inner) (value as Record<string, unknown>)[key] = tidied;
    }
  }
}

/** A password that was chosen before has any character; the present one is `current` in forms that change it. */
const isSecret = /password|confirmation|^current$/i;

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

/** Cards are typed at the gateway: no text of a buyer may hold one (security rule 26). Staff write accounts and references of banks. */
const typedByBuyers: ReadonlySet<CallRow['who']> = new Set(['any', 'buyer', 'password', 'main']);
/** Numbers of passports and identity cards may look like a card's, and so may random names that a program made. */
const mayLookLikeCard = /^20[1-4]$|idcard|passport|^flow$/i;

/** Path of the first text that is so: one with a NUL, which the database refuses, or with a card. Fields named `except` are left out. */
function findText(value: unknown, isSo: (text: string) => boolean, except?: RegExp, path = ''): string | undefined {
  if (typeof value === 'string') return isSo(value) ? path || 'body' : undefined;
  if (!value || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = except?.test(key) ? undefined : findText(inner, isSo, except, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}

/** Checks the permission table (contract/calls.ts) for one caller. Missing and forbidden look the same (rules §2). */
export function admit(row: Omit<CallRow, 'path'>, context: Context): void {
  if (context.key) admitKey(row, context.key);
  if (row.who === 'any') return;
  if (row.who === 'buyer' || row.who === 'password' || row.who === 'main') {
    const { visitor } = context;
    if (!visitor) throw new NotSignedIn();
    if (row.who === 'main' && visitor.kind !== 'main') throw new NotHere();
    if (row.who !== 'buyer' && !visitor.verAuthFlag) throw new Refusal('passwordNeeded');
    if (visitor.actingStaff) admitActing(row, context, visitor.actingStaff.finance);
    return;
  }
  if (!context.staff) throw new NotSignedIn();
  const { roles, duty } = context.staff;
  if (!mayAtDesk(row.who, roles)) throw new NotHere();
  if (duty && !row.whileDue?.includes(duty))
    throw new Refusal(duty === 'newPassword' ? 'newPasswordNeeded' : 'factorMissing');
}

/** A key does what its scopes say, in calls that keys may use; the account behind it needs the right to them, too. */
function admitKey({ keyed }: Pick<CallRow, 'keyed'>, { problem, scopes, limit }: KeyCaller): void {
  if (problem === 'tooFrequent') throw new TooFrequent(limit.seconds);
  if (problem) throw new Refusal(problem);
  if (!keyed) throw new NotHere();
  if (!scopes.includes(keyed)) throw new Refusal('keyScope', { data: { scope: keyed } });
}

/** Admins of the installation have no rights in an owner's back office, and an owner's admins have none in the installation. */
function mayAtDesk(who: CallRow['who'], roles: readonly DeskRole[]): boolean {
  if (who === 'console') return true;
  if (roles.includes(houseRole)) return who === houseRole;
  return who === 'staff' || (who !== houseRole && (roles.includes('admin') || roles.some((role) => role === who)));
}

/** Staff signed in as a partner may read; on customer-service hostnames they also place and manage orders, never secrets. */
function admitActing(row: Omit<CallRow, 'path'>, { site }: Context, isFinance: boolean): void {
  if (row.finance && !isFinance) throw new NotHere();
  if (row.method === 'GET' || row.looks) return;
  if (!site.customerService || row.secret || row.who !== 'buyer') throw new Refusal('actingOnlyLooks');
}

export type MakeContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

export type CallDoors = {
  makeContext: MakeContext;
  translate: Translate;
  /** Opens the body of a secret call. */
  openSecret(context: Context, sealed: unknown): Promise<Record<string, unknown>>;
  /** What the page's body holds, under 200, instead of HTTP 401; undefined for pages that read the status (§4 session). */
  answerUnsigned(context: Context, currentUrl: string): Promise<{ redirectUrl?: string } | undefined>;
  noteKeyCall: NoteKeyCall;
};

/** Notes how a call with a key ended; nothing for other callers. */
export type NoteKeyCall = (context: Context, call: string, code: number) => void;

const opensSession = new Set<CallName>([
  'login',
  'consoleLogin',
  'verCodeRegionAndLogin',
  'enableEmail',
  'enableEmailByPassword',
  'resetPasswordByToken',
]);

/** Logs sign-ins and refused access: by numbers and addresses, never by the input. */
function logOutcome({ log, owner, source, visitor, staff }: Context, call: CallName, outcome: string): void {
  const account = (staff ?? visitor)?.accountId;
  log.info({ call, owner: owner.id, source, account }, outcome);
}

/** Gives every call of the contract its address. */
export function bindCalls(app: App, handlers: Handlers, doors: CallDoors): void {
  const { makeContext, translate, openSecret } = doors;
  const answerFailure = async (
    error: unknown,
    spoken: Language,
    request: FastifyRequest,
    name: CallName,
    context?: Context,
  ) => {
    const result = envelopeOf(error, context?.language ?? spoken, translate, context);
    if (context && result.status < 500) logOutcome(context, name, `refused with ${result.body.code}`);
    else if (context && error instanceof TooFrequent)
      logOutcome(context, name, error instanceof ShopBusy ? 'refused, the shop is busy' : 'refused as too frequent');
    const currentUrl = request.headers['x-current-url'];
    if (result.status !== 401 || !context || typeof currentUrl !== 'string') return result;
    const data = await doors.answerUnsigned(context, currentUrl);
    return data ? { status: 200, body: { ...result.body, data } } : result;
  };
  for (const name of Object.keys(calls) as CallName[]) {
    const row: CallRow = calls[name];
    app.route({
      method: row.method,
      url: row.path,
      ...(row.mostBytes ? { bodyLimit: row.mostBytes } : {}),
      config: { isRead: row.method === 'GET' || Boolean(row.looks) },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const spoken = languageOf(request.headers.l);
        let context: Context | undefined;
        try {
          noteWork({ call: name });
          context = await makeContext(request, reply);
          noteWork({ owner: context.owner.id });
          checkOrigin(row, request, context);
          admit(row, context);
          const body = isSealed(row, request.body) ? await openSecret(context, request.body) : request.body;
          const input = gatherInput(row, request, body);
          const data = await runCall(handlers, name, context, input);
          if (opensSession.has(name)) logOutcome(context, name, 'signed in');
          doors.noteKeyCall(context, name, 200);
          return reply.send({ code: 200, msg: '', data });
        } catch (error) {
          const failure = await answerFailure(error, spoken, request, name, context);
          if (context) doors.noteKeyCall(context, name, failure.body.code);
          return sendEnvelope(reply, failure);
        }
      },
    });
  }
}

const isSealed = ({ secret }: CallRow, body: unknown): boolean =>
  secret === 'optional' ? typeof body === 'object' && body !== null && 'iv' in body : secret === true;

function gatherInput(row: CallRow, request: FastifyRequest, body: unknown): Record<string, unknown> {
  const input = (row.method === 'GET' ? request.query : body) ?? {};
  if (typeof input !== 'object' || Array.isArray(input))
    throw new Refusal('invalidInput', { fields: { body: { problem: 'keyForm' } } });
  const address = request.query as Record<string, unknown>;
  const named = (row.inAddress ?? []).filter((name) => address[name] !== undefined);
  const inAddress = Object.fromEntries(named.map((name) => [name, address[name]]));
  return { ...inAddress, ...input, ...(request.params as Record<string, unknown>) };
}

/** Changing calls with a cookie must come from this site's pages (security rule 54). */
export function checkOrigin(row: CallRow, request: FastifyRequest, context: Context): void {
  if (row.method === 'GET' || request.headers.token || context.key) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin === undefined && site === undefined && !context.visitor && !context.staff) return;
  if (origin === context.origin || site === 'same-origin') return;
  throw new Refusal('forbiddenOrigin');
}
