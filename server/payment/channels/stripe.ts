// Stripe (§3 channel 9) through its own SDK: a hosted Checkout page per attempt, events signed over their raw body, refunds and
// queries by our numbers. Card data is typed at Stripe only.
import { LRUCache } from 'lru-cache';
import type Stripe from 'stripe';
import { isCurrency } from '../../../domain/currencies.ts';
import { type Money, money } from '../../../domain/money.ts';
import { loadLate } from '../../platform/load-late.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type Notice,
  type PaymentRef,
  type RefundAnswer,
  type SettlementRow,
} from './channel.ts';
import { stripeForm } from './forms/stripe-form.ts';
import { limitAnswers } from './limit-stripe.ts';

const stripeSdk = loadLate<typeof Stripe>('stripe');

const timeoutMilliseconds = 8000;
const oldestNoticeSeconds = 300;
/** Stripe keeps a page open for at least half an hour; the portal closes it earlier when the attempt ends. */
const pageSeconds = 30 * 60 + 16 * 60;
/** Until then, an unknown attempt may be a start whose answer is still on its way. */
const startingMilliseconds = 30_000;
const mostListed = 1000;

type Session = Stripe.Checkout.Session;
type CheckoutFields = Stripe.Checkout.SessionCreateParams;

const clients = new LRUCache<string, Stripe>({ max: 100 });

function clientOf({ keys, baseUrl }: ChannelConfig): Stripe {
  const { secretKey = '' } = keys;
  const name = `${baseUrl} ${secretKey}`;
  let client = clients.get(name);
  if (!client) {
    const at = baseUrl ? new URL(baseUrl) : undefined;
    const protocol = at?.protocol === 'http:' ? 'http' : 'https';
    client = new (stripeSdk())(secretKey, {
      ...(at ? { protocol, host: at.hostname, port: Number(at.port) || (protocol === 'http' ? 80 : 443) } : {}),
      timeout: timeoutMilliseconds,
      // A missing answer means unknown and is queried later; the portal decides what is repeated and when.
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: limitAnswers(stripeSdk().createNodeHttpClient()),
    });
    clients.set(name, client);
  }
  return client;
}

/** Smallest units as Stripe counts them: króna in hundredths that are always 00, dinar in steps of ten fils. */
export function toStripe({ amountMinor, currency }: Money): number {
  if (currency === 'ISK') return amountMinor * 100;
  if (currency === 'KWD' && amountMinor % 10 !== 0) throw new ChannelRefused('three-decimal amounts end in 0');
  return amountMinor;
}

export function fromStripe(amount: number | null, code: string | null): Money | undefined {
  const currency = code?.toUpperCase();
  if (amount === null || !isCurrency(currency)) return undefined;
  const whole = currency === 'ISK' ? amount / 100 : amount;
  return Number.isSafeInteger(whole) ? money(whole, currency) : undefined;
}

/** A refusal of our request becomes ChannelRefused. Invalid keys, rate limits and missing answers do not decide about the money. */
function readError(error: unknown): unknown {
  if (error instanceof stripeSdk().errors.StripeInvalidRequestError && error.statusCode === 400)
    return new ChannelRefused(error.code ?? error.message);
  return error;
}

async function asking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw readError(error);
  }
}

const mode = (live: boolean) => (live ? 'live' : 'test');
const idOf = (item: string | { id: string } | null | undefined) =>
  typeof item === 'string' ? item : (item?.id ?? null);

/** Events of connected accounts carry `account`; sessions carry the account they were created for. */
function readSession(session: Session, account?: string): Answer {
  const { id: providerRef, metadata, payment_status: paid, status } = session;
  const paymentNo = session.client_reference_id ?? '';
  const transactionId = idOf(session.payment_intent);
  const amount = fromStripe(session.amount_total, session.currency);
  if (paid === 'paid' && amount && transactionId) {
    // A session whose account fields contradict each other is ignored.
    const whose = metadata?.paymentNo === paymentNo ? (account ?? metadata.merchant ?? '') : '';
    const merchant = `${mode(session.livemode)} ${whose}`;
    return { state: 'paid', merchant, paymentNo, amount, providerRef, transactionId };
  }
  if (status === 'expired') return { state: 'failed', paymentNo, reason: 'expired' };
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent?.status : undefined;
  if (status === 'complete' && (intent === 'canceled' || intent === 'requires_payment_method'))
    return { state: 'failed', paymentNo, reason: 'declined' };
  return { state: 'pending', paymentNo, reason: status ?? 'open' };
}

/** Found by Stripe's id, or among the sessions of that time when the answer to the start was lost. */
async function findSession(client: Stripe, payment: PaymentRef): Promise<Session | undefined> {
  const expand = ['payment_intent'];
  if (payment.providerRef) return client.checkout.sessions.retrieve(payment.providerRef, { expand });
  const from = Math.floor(payment.startedAt.getTime() / 1000);
  const list = client.checkout.sessions.list({ created: { gte: from - 60, lte: from + pageSeconds }, limit: 100 });
  let seen = 0;
  for await (const session of list) {
    if (session.client_reference_id === payment.paymentNo) return session;
    seen += 1;
    if (seen >= mostListed) throw new Error('too many sessions to find one among');
  }
  return undefined;
}

const neverStarted = ({ paymentNo }: PaymentRef): Answer => ({ state: 'failed', paymentNo, reason: 'never started' });

function readRefund({ id, status }: Stripe.Refund): RefundAnswer {
  const failed = status === 'failed' || status === 'canceled';
  return { state: status === 'succeeded' ? 'successful' : failed ? 'failed' : 'processing', refundRef: id };
}

async function findIntent(client: Stripe, payment: PaymentRef): Promise<string> {
  const intent = payment.transactionId ?? idOf((await findSession(client, payment))?.payment_intent);
  if (!intent) throw new Error(`no money is known at Stripe for ${payment.paymentNo}`);
  return intent;
}

export const stripe: Channel = {
  form: stripeForm,
  tryKeys,
  merchant: ({ keys }) => `${mode(/^[sr]k_live_/.test(keys.secretKey ?? ''))} ${keys.accountId ?? ''}`,
  received: { type: 'text/plain', body: 'received' },
  async start(config, input) {
    const { paymentNo, amount, startedAt, buyer } = input;
    const metadata = { paymentNo, merchant: config.keys.accountId ?? '' };
    const methods = (config.options.methods ?? ['card']) as CheckoutFields['allowed_payment_method_types'];
    const name = input.description.slice(0, 250);
    const price = { currency: amount.currency.toLowerCase(), unit_amount: toStripe(amount), product_data: { name } };
    // The same content at every repetition: Stripe refuses a known key with other content.
    const session = await startSession(() =>
      clientOf(config).checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [{ quantity: 1, price_data: price }],
          allowed_payment_method_types: methods,
          success_url: input.returnUrl,
          cancel_url: input.cancelUrl,
          client_reference_id: paymentNo,
          customer_email: buyer.email,
          expires_at: Math.floor(startedAt.getTime() / 1000) + pageSeconds,
          // The buyer is charged the requested currency, not one that Stripe converts to.
          adaptive_pricing: { enabled: false },
          metadata,
          payment_intent_data: { metadata, description: name },
        },
        { idempotencyKey: paymentNo },
      ),
    );
    if (!session.url) throw new Error(`Stripe gave no page for ${paymentNo}`);
    return { providerRef: session.id, payUrl: session.url, data: {} };
  },
  query: (config, payment, now) =>
    asking(async () => {
      const session = await findSession(clientOf(config), payment);
      if (session) return readSession(session);
      const starting = now.getTime() - payment.startedAt.getTime() < startingMilliseconds;
      return starting ? { state: 'pending', paymentNo: payment.paymentNo, reason: 'starting' } : neverStarted(payment);
    }),
  close: (config, payment) =>
    asking(async () => {
      const client = clientOf(config);
      const session = await findSession(client, payment);
      if (!session) return neverStarted(payment);
      if (session.status !== 'open') return readSession(session);
      try {
        return readSession(await client.checkout.sessions.expire(session.id));
      } catch (error) {
        // Paid or expired meanwhile: the current state is the answer.
        if (!(readError(error) instanceof ChannelRefused)) throw error;
        return readSession(await client.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }));
      }
    }),
  refund: (config, { payment, refundNo, amount }) =>
    asking(async () => {
      const client = clientOf(config);
      const metadata = { refundNo, paymentNo: payment.paymentNo, merchant: config.keys.accountId ?? '' };
      const made = await client.refunds.create(
        { payment_intent: await findIntent(client, payment), amount: toStripe(amount), metadata },
        { idempotencyKey: refundNo },
      );
      return readRefund(made);
    }),
  queryRefund: (config, { payment, refundNo, refundRef }) =>
    asking(async () => {
      const client = clientOf(config);
      if (refundRef) return readRefund(await client.refunds.retrieve(refundRef));
      // Stripe forgets idempotency keys after a day; the payment's refunds carry our number for ever.
      for await (const refund of client.refunds.list({ payment_intent: await findIntent(client, payment), limit: 100 }))
        if (refund.metadata?.refundNo === refundNo) return readRefund(refund);
      return undefined;
    }),
  readNotice({ keys }, raw, headers, now) {
    for (const secret of (keys.webhookSecret ?? '').split(' ')) {
      const event = openEvent(raw, headers['stripe-signature'] ?? '', secret, now);
      if (event) return readEvent(event);
    }
    return undefined;
  },
  settlementList: (config, day) => asking(() => listMoney(clientOf(config), day)),
};

/** The account says whose key it is. A restricted key may not be allowed to ask, which proves the key and not the account. */
async function tryKeys(config: ChannelConfig): Promise<string[]> {
  const { StripeAuthenticationError, StripePermissionError } = stripeSdk().errors;
  try {
    const { id } = await clientOf(config).accounts.retrieveCurrent();
    if (id !== config.keys.accountId) throw new KeyRefused('accountId', `the secret key belongs to ${id}`);
    return ['webhookSecret'];
  } catch (error) {
    if (error instanceof StripeAuthenticationError) throw new KeyRefused('secretKey', error.message);
    if (error instanceof StripePermissionError) return ['accountId', 'webhookSecret'];
    throw error;
  }
}

/** A start is also refused when Stripe does not accept the account: then no payment was started. */
async function startSession(work: () => Promise<Session>): Promise<Session> {
  const { StripeAuthenticationError, StripeIdempotencyError, StripePermissionError } = stripeSdk().errors;
  const clear = [StripeAuthenticationError, StripeIdempotencyError, StripePermissionError];
  try {
    return await work();
  } catch (error) {
    if (clear.some((item) => error instanceof item)) throw new ChannelRefused((error as Error).message);
    throw readError(error);
  }
}

function openEvent(raw: Buffer, signature: string, secret: string, now: Date): Stripe.Event | undefined {
  try {
    return stripeSdk().webhooks.constructEvent(raw, signature, secret, oldestNoticeSeconds, undefined, now.getTime());
  } catch {
    return undefined;
  }
}

/** An account may also report sales of other systems: those are recorded and ignored. */
function readEvent(event: Stripe.Event): Notice {
  const { id: eventId, account } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object;
      if (!session.metadata?.paymentNo) break;
      return { eventId, paymentNo: session.client_reference_id ?? '', answer: readSession(session, account) };
    }
    case 'checkout.session.async_payment_failed': {
      const { metadata, client_reference_id: paymentNo } = event.data.object;
      if (!metadata?.paymentNo || !paymentNo) break;
      return { eventId, paymentNo, answer: { state: 'failed', paymentNo, reason: 'declined' } };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { refundNo, paymentNo } = event.data.object.metadata ?? {};
      if (!refundNo || !paymentNo) break;
      return { eventId, paymentNo, refund: { refundNo, ...readRefund(event.data.object) } };
    }
    default:
  }
  return { eventId, paymentNo: '' };
}

/** Amounts as the buyer was charged; the balance itself is in the account's own currency. */
async function listMoney(client: Stripe, day: string): Promise<SettlementRow[]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  const found: SettlementRow[] = [];
  const created = { gte: from, lt: from + 86_400 };
  for await (const { source } of client.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
    if (!source || typeof source === 'string') continue;
    if (source.object !== 'charge' && source.object !== 'refund') continue;
    const amount = fromStripe(source.amount, source.currency);
    const kind = source.object === 'charge' ? 'payment' : 'refund';
    const ourRef = (kind === 'payment' ? source.metadata?.paymentNo : source.metadata?.refundNo) ?? '';
    const providerRef = kind === 'payment' ? (idOf(source.payment_intent) ?? source.id) : source.id;
    if (amount) found.push({ kind, providerRef, ourRef, amount });
  }
  return found;
}
