// Checkout Sessions: made, shown, listed, expired by the merchant or by time, and paid or declined by the customer.
import type { Field, Fields } from './decode-form.ts';
import { invalid, missing } from './refuse-call.ts';
import type { Fake } from './run-fake.ts';
import { type Charge, newId, nowSeconds, type Session } from './store-objects.ts';

const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));
const threeDecimal = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const known = new Set(
  `mode line_items allowed_payment_method_types excluded_payment_method_types success_url cancel_url client_reference_id
  customer_email expires_at adaptive_pricing metadata payment_intent_data locale currency expand phone_number_collection`.split(
    /\s+/,
  ),
);

export function createSession(fake: Fake, fields: Fields): Session {
  for (const name of Object.keys(fields))
    if (!known.has(name))
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  if (fields.mode !== 'payment')
    throw invalid('Invalid mode: must be one of payment, setup, or subscription', { param: 'mode' });
  const { amount, currency } = readItems(fields.line_items);
  const created = nowSeconds();
  const expiresAt = fields.expires_at === undefined ? created + 86_400 : readNumber(fields.expires_at, 'expires_at');
  if (expiresAt < created + 1800 || expiresAt > created + 86_400)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  const email = optionalText(fields.customer_email);
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  const methods = fields.allowed_payment_method_types;
  const id = `cs_${fake.live ? 'live' : 'test'}_${newId('a1').slice(3)}`;
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: fields.cancel_url === undefined ? null : readAddress(fields.cancel_url, 'cancel_url'),
    client_reference_id: optionalText(fields.client_reference_id),
    created,
    currency,
    customer_details: email === null ? null : { email },
    customer_email: email,
    expires_at: expiresAt,
    livemode: fake.live,
    metadata: readMetadata(fields.metadata),
    mode: 'payment',
    payment_intent: null,
    allowed_payment_method_types: Array.isArray(methods) ? methods.map(String) : null,
    payment_method_types: Array.isArray(methods) ? methods.map(String) : ['card'],
    payment_status: 'unpaid',
    status: 'open',
    success_url: readAddress(fields.success_url, 'success_url'),
    url: `${fake.publicUrl}/c/pay/${id}`,
  };
  const data =
    typeof fields.payment_intent_data === 'object' && !Array.isArray(fields.payment_intent_data)
      ? fields.payment_intent_data
      : {};
  fake.objects.sessions.set(id, session);
  fake.objects.intentFields.set(id, {
    metadata: readMetadata(data.metadata),
    description: optionalText(data.description),
  });
  return session;
}

function readItems(items: Field | undefined): { amount: number; currency: string } {
  if (!Array.isArray(items) || items.length === 0)
    throw invalid('You must specify `line_items`.', { param: 'line_items' });
  let amount = 0;
  let currency = '';
  items.forEach((item, at) => {
    const { price_data: price, quantity } = item as { price_data?: Fields; quantity?: string };
    const param = `line_items[${at}][price_data]`;
    const product = price?.product_data as Fields | undefined;
    if (!price || typeof product?.name !== 'string' || !product.name)
      throw invalid(`Missing required param: ${param}[product_data][name].`, { param });
    const unit = readNumber(price.unit_amount, `${param}[unit_amount]`);
    const code = String(price.currency);
    if (!/^[a-z]{3}$/.test(code)) throw invalid(`Invalid currency: ${code}.`, { param: `${param}[currency]` });
    if (currency && code !== currency) throw invalid('All line items must have the same currency.', { param });
    currency = code;
    amount += unit * readNumber(quantity, `line_items[${at}][quantity]`);
  });
  checkAmount(amount, currency);
  return { amount, currency };
}

function checkAmount(amount: number, currency: string): void {
  if (amount > 99_999_999) throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large' });
  const least = zeroDecimal.has(currency) ? 50 : threeDecimal.has(currency) ? 150 : 50;
  if (amount < least)
    throw invalid('The Checkout Session total amount due must add up to at least 50 cents.', {
      code: 'amount_too_small',
    });
  if (currency === 'isk' && amount % 100 !== 0)
    throw invalid(
      'Invalid amount. Currency ISK has become effectively zero-decimal and charged amounts must be evenly divisible by 100.',
      {
        code: 'invalid_charge_amount_no_decimal_compatible',
      },
    );
  if (threeDecimal.has(currency) && amount % 10 !== 0)
    throw invalid(`Invalid amount. The ${currency} amount must be rounded to the nearest ten.`, {
      code: 'invalid_charge_amount',
    });
}

export function findSession(fake: Fake, id: string): Session {
  const session = fake.objects.sessions.get(id);
  if (!session) throw missing('checkout.session', id, 'session');
  if (session.status === 'open' && session.expires_at <= nowSeconds()) return endSession(fake, session);
  return session;
}

export function expireSession(fake: Fake, id: string): Session {
  const session = findSession(fake, id);
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      {
        param: 'session',
      },
    );
  return endSession(fake, session);
}

function endSession(fake: Fake, session: Session): Session {
  session.status = 'expired';
  session.url = null;
  fake.notify('checkout.session.expired', session);
  return session;
}

/** Money came: the intent succeeds, a charge and its balance row are written, the session is complete. */
export function paySession(fake: Fake, id: string, { silent }: { silent: boolean }): Session {
  const session = findSession(fake, id);
  if (session.status !== 'open') return session;
  const { metadata, description } = fake.objects.intentFields.get(id) ?? { metadata: {}, description: null };
  const { amount_total: amount, currency, livemode } = session;
  const created = nowSeconds();
  const intent = newId('pi');
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_refunded: 0,
    captured: true,
    created,
    currency,
    livemode,
    // Stripe copies the intent's metadata to its charge.
    metadata: { ...metadata },
    paid: true,
    payment_intent: intent,
    refunded: false,
    status: 'succeeded',
  };
  fake.objects.charges.set(charge.id, charge);
  fake.objects.intents.set(intent, {
    id: intent,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    created,
    currency,
    description,
    last_payment_error: null,
    latest_charge: charge.id,
    livemode,
    metadata,
    status: 'succeeded',
  });
  fake.noteBalance('charge', charge.id, amount, currency);
  Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent, url: null });
  if (!silent) {
    fake.notify('payment_intent.succeeded', fake.objects.intents.get(intent) as object);
    fake.notify('checkout.session.completed', session);
  }
  return session;
}

/** A declined card: the page stays open for another. */
export function declineCard(fake: Fake, id: string): Session {
  const session = findSession(fake, id);
  if (session.status !== 'open') return session;
  fake.notify('payment_intent.payment_failed', {
    id: newId('pi'),
    object: 'payment_intent',
    amount: session.amount_total,
    currency: session.currency,
    last_payment_error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    },
    metadata: fake.objects.intentFields.get(id)?.metadata ?? {},
    status: 'requires_payment_method',
  });
  return session;
}

export function readMetadata(field: Field | undefined): Record<string, string> {
  if (field === undefined || typeof field === 'string' || Array.isArray(field)) return {};
  const pairs = Object.entries(field).map(([name, value]): [string, string] => [name, String(value)]);
  for (const [name, value] of pairs)
    if (name.length > 40 || value.length > 500)
      throw invalid('Metadata keys hold 40 and values 500 characters.', { param: 'metadata' });
  return Object.fromEntries(pairs);
}

export function readNumber(field: Field | undefined, param: string): number {
  if (typeof field !== 'string' || !/^\d{1,15}$/.test(field))
    throw invalid(`Invalid integer: ${String(field)}`, { code: 'parameter_invalid_integer', param });
  return Number(field);
}

export function optionalText(field: Field | undefined): string | null {
  return typeof field === 'string' && field ? field : null;
}

function readAddress(field: Field | undefined, param: string): string {
  if (typeof field !== 'string' || !/^https?:\/\/\S+$/.test(field) || !URL.canParse(field))
    throw invalid('Not a valid URL', { code: 'url_invalid', param });
  return field;
}
