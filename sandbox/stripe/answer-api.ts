// The part of Stripe's API that the fake plays: key, account, idempotency, sessions, intents, refunds, balance transactions.
import { createHash } from 'node:crypto';
import { decodeForm, type Fields } from './decode-form.ts';
import { createSession, expireSession, findSession, optionalText, readNumber } from './open-sessions.ts';
import { createRefund, findRefund } from './refund-charges.ts';
import { invalid, missing, StripeRefusal } from './refuse-call.ts';
import type { Fake } from './run-fake.ts';
import type { Refund, Session } from './store-objects.ts';

export type Call = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: string;
};
export type Reply = { status: number; body: string; headers?: Record<string, string> };

export function answerApi(fake: Fake, call: Call): Reply {
  try {
    checkKey(fake, call.headers.authorization);
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
    return key ? answerOnce(fake, call, key) : carryOut(fake, call);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, body: JSON.stringify({ error: error.body }) };
  }
}

function checkKey(fake: Fake, header = ''): void {
  const bearer = /^Bearer (\S+)$/.exec(header)?.[1];
  const basic = /^Basic (\S+)$/.exec(header)?.[1];
  const key = bearer ?? (basic ? Buffer.from(basic, 'base64').toString().replace(/:$/, '') : undefined);
  if (!key)
    throw invalid('You did not provide an API key. You need to provide your API key in the Authorization header.', {
      status: 401,
    });
  if (key !== fake.secretKey) {
    const stars = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
    throw invalid(`Invalid API Key provided: ${stars}`, { status: 401 });
  }
}

/** The first answer under a key is every answer under it; other content under it is refused. */
function answerOnce(fake: Fake, call: Call, key: string): Reply {
  if (key.length > 255) throw invalid('Idempotency keys hold 255 characters.');
  const digest = createHash('sha256').update(`${call.path}\n${call.body}`).digest('hex');
  const stored = fake.objects.keys.get(key);
  if (stored && stored.digest !== digest)
    throw new StripeRefusal(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  if (stored) return { status: stored.status, body: stored.body, headers: { 'idempotent-replayed': 'true' } };
  const answer = repeatStored(fake, call);
  fake.objects.keys.set(key, { digest, ...answer });
  return answer;
}

/** Refusals are stored under a key too, as Stripe does once a request was begun. */
function repeatStored(fake: Fake, call: Call): Reply {
  try {
    return carryOut(fake, call);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, body: JSON.stringify({ error: error.body }) };
  }
}

function carryOut(fake: Fake, { method, path, query, body }: Call): Reply {
  const fields = decodeForm(method === 'POST' ? body : query);
  const [, , room = '', ...rest] = path.split('/');
  const found = pick(fake, method, [room, ...rest].join('/'), fields);
  if (found === undefined) throw invalid(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
  return { status: 200, body: JSON.stringify(found, null, 2) };
}

function pick(fake: Fake, method: string, name: string, fields: Fields): object | undefined {
  const { objects } = fake;
  if (name === 'account' && method === 'GET') return { id: fake.accountId, object: 'account' };
  const match =
    /^(checkout\/sessions|payment_intents|refunds|balance_transactions|charges)(?:\/(\w+))?(?:\/(\w+))?$/.exec(name);
  const [, room, id = '', act = ''] = match ?? [];
  if (room === 'checkout/sessions') {
    if (method === 'POST' && !id) return createSession(fake, fields);
    if (method === 'POST' && act === 'expire') return expireSession(fake, id);
    if (method === 'GET' && id && !act) return expandSession(fake, findSession(fake, id), fields);
    if (method === 'GET' && !id)
      return listPage(fields, [...objects.sessions.values()].reverse(), '/v1/checkout/sessions');
  }
  if (room === 'refunds') {
    if (method === 'POST' && !id) return createRefund(fake, fields);
    if (method === 'GET' && id) return findRefund(fake, id);
    if (method === 'GET') return listRefunds(fake, fields);
  }
  if (room === 'payment_intents' && method === 'GET' && id) {
    const intent = objects.intents.get(id);
    if (!intent) throw missing('payment_intent', id, 'intent');
    return intent;
  }
  if (room === 'charges' && method === 'GET' && id) {
    const charge = objects.charges.get(id);
    if (!charge) throw missing('charge', id, 'id');
    return charge;
  }
  if (room === 'balance_transactions' && method === 'GET' && !id) return listBalance(fake, fields);
  return undefined;
}

const wantsExpanded = (fields: Fields, name: string) => Array.isArray(fields.expand) && fields.expand.includes(name);

function expandSession(fake: Fake, session: Session, fields: Fields): object {
  const intent = session.payment_intent ? fake.objects.intents.get(session.payment_intent) : undefined;
  return wantsExpanded(fields, 'payment_intent') && intent ? { ...session, payment_intent: intent } : session;
}

function listRefunds(fake: Fake, fields: Fields): object {
  const intent = optionalText(fields.payment_intent);
  const charge = optionalText(fields.charge);
  const fits = (refund: Refund) =>
    (!intent || refund.payment_intent === intent) && (!charge || refund.charge === charge);
  return listPage(fields, [...fake.objects.refunds.values()].filter(fits).reverse(), '/v1/refunds');
}

function listBalance(fake: Fake, fields: Fields): object {
  const page = listPage(fields, [...fake.objects.balance].reverse(), '/v1/balance_transactions');
  if (!wantsExpanded(fields, 'data.source')) return page;
  const sourceOf = (id: string) => fake.objects.charges.get(id) ?? fake.objects.refunds.get(id) ?? id;
  return { ...page, data: page.data.map((row) => ({ ...row, source: sourceOf(row.source) })) };
}

/** Newest first, by `created`, `limit` and `starting_after`. */
function listPage<Row extends { id: string; created: number }>(fields: Fields, rows: Row[], url: string) {
  const created = fields.created;
  const bounds = typeof created === 'object' && !Array.isArray(created) ? created : {};
  const bound = (name: string, fits: (limit: number, at: number) => boolean) => (row: Row) =>
    bounds[name] === undefined || fits(readNumber(bounds[name], `created[${name}]`), row.created);
  const within = rows
    .filter(bound('gte', (limit, at) => at >= limit))
    .filter(bound('gt', (limit, at) => at > limit))
    .filter(bound('lte', (limit, at) => at <= limit))
    .filter(bound('lt', (limit, at) => at < limit));
  const limit = fields.limit === undefined ? 10 : readNumber(fields.limit, 'limit');
  if (limit < 1 || limit > 100) throw invalid('Limit must be between 1 and 100.', { param: 'limit' });
  const after = optionalText(fields.starting_after);
  const from = after ? within.findIndex((row) => row.id === after) + 1 : 0;
  if (after && from === 0)
    throw invalid(`No such object: '${after}'`, { code: 'resource_missing', param: 'starting_after' });
  return {
    object: 'list' as const,
    url,
    has_more: within.length > from + limit,
    data: within.slice(from, from + limit),
  };
}
