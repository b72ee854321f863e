// The envelope of an error (§8): a code, a text in the caller's language, and when to retry.
import { NotHere, NotSignedIn, Refusal, refusals, ShopBusy, TooFrequent } from '../../../domain/errors.ts';
import { formatLocale, type Language } from '../../../domain/languages.ts';
import { formatMoney, type Money } from '../../../domain/money.ts';
import type { Context } from '../context.ts';
import { DatabaseAway, isLocked } from '../database/detect-outage.ts';
import { refusalOf } from '../db.ts';
import type { FastifyReply } from './fastify-types.ts';

export type Translate = (language: Language, key: string, values?: Record<string, string | number>) => string;

/** SQLSTATE of numbers out of range and of invalid texts. */
const callersFault = new Set(['22003', '22021', '22P05']);

/** What was uploaded does not fit on the disk of this process, or no more of it may be used; or it may open no more files. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

export type Envelope = {
  status: number;
  body: { code: number; msg: string; data: unknown };
  retryAfterSeconds?: number;
};

/** The envelope of a failure: refusals have a code and a text; any other error is a bug, logged and reported as such. */
export function envelopeOf(error: unknown, language: Language, translate: Translate, context?: Context): Envelope {
  if (error instanceof NotSignedIn) {
    const word = error.by === 'key' ? 'key' : 'signIn';
    return { status: 401, body: { code: 401, msg: translate(language, `ui.problem.${word}`), data: null } };
  }
  if (error instanceof NotHere)
    return { status: 421, body: { code: 421, msg: translate(language, 'ui.problem.missing'), data: null } };
  if (error instanceof TooFrequent) {
    const word = error instanceof ShopBusy ? 'away' : 'tooFrequent';
    const body = { code: 503, msg: translate(language, `ui.problem.${word}`), data: null };
    return { status: 503, body, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof DatabaseAway) {
    context?.log.warn({ err: error }, 'the database did not answer a call');
    const body = { code: 503, msg: translate(language, 'ui.problem.away'), data: null };
    return { status: 503, body, retryAfterSeconds: 2 };
  }
  if (noRoom.has((error as { code?: string }).code ?? '')) {
    context?.log.error({ err: error }, 'this process may write or open no more files');
    return envelopeOf(new DatabaseAway('no more files'), language, translate);
  }
  // A row or table was not free in time: nothing changed, and repeating the call is right.
  if (isLocked(error)) {
    context?.log.warn({ err: error }, 'a row or table was not free for a call');
    return envelopeOf(new ShopBusy(2), language, translate);
  }
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
        translate(language, `ui.field.${problem}`, { max, min }),
      ]),
    );
    const blanks = fillBlanks(refusal.data ?? {}, language);
    const msg = translate(language, `refusal.${refusal.refusal}`, { min: 0, max: 0, left: 0, ...blanks });
    const data = { ...refusal.data, ...(refusal.fields ? { fields } : {}) };
    return { status: 200, body: { code: refusals[refusal.refusal], msg, data } };
  }
  // A number too large for its column or a NUL in a text is the caller's mistake.
  if (callersFault.has((error as { code?: string }).code ?? ''))
    return envelopeOf(new Refusal('invalidInput'), language, translate);
  context?.log.error({ err: error }, 'a call failed');
  return { status: 500, body: { code: 500, msg: translate(language, 'ui.problem.server'), data: null } };
}

/** What a refusal's text may name: numbers, texts, and amounts as its reader writes them. */
function fillBlanks(data: Record<string, unknown>, language: Language): Record<string, string | number> {
  const filled = Object.entries(data).map(([name, value]) => [
    name,
    isMoney(value) ? formatMoney(value, formatLocale(language)) : value,
  ]);
  return Object.fromEntries(filled.filter(([, value]) => typeof value === 'number' || typeof value === 'string'));
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amountMinor' in value;

/** The answer to a failure, with a Retry-After where that helps. */
export function sendEnvelope(reply: FastifyReply, { status, body, retryAfterSeconds }: Envelope): FastifyReply {
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  return reply.code(status).send(body);
}
