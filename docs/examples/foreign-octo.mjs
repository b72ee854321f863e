// A foreign client of OCTO: it asks a house for all that it sells, books some of it and gives it back. Requests are judged by the schemas of
// @octocloud/types 1.5, answers by those of 2.0, which are made from the standard's OpenAPI document; a field that they do not know is a
// failure, too. docs/octo.md says how it is started.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/`);
require('reflect-metadata');
const answers = require('@octocloud/types');
const requests = require('types-1.5');
const { OptionHelper, PriceHelper, ProductHelper, UnitItemsHelper } = require('@octocloud/core');

const [root, key, spelled = 'octo/pricing, octo/content, octo/pickups, octo/questions, octo/cart'] =
  process.argv.slice(2);
const mostFlows = 40;
const tally = { products: 0, startTimes: 0, openingHours: 0, booked: 0, confirmed: 0, inOneOrder: 0 };
const counts = { calls: 0, requests: 0, objects: 0, contradicted: 0 };
const failures = [];

/** Of the older dialect: 2.0 does not know what today's systems send under pickups, questions and cart. */
const dialect = /^(question|pickup|dropoff|order|primary)/i;

function fail(what, why) {
  // The document wants a start time of every option, the public validator none where a product has opening hours.
  if (/availabilityLocalStartTimes.*at least/.test(why)) counts.contradicted += 1;
  else failures.push(`${what}: ${why}`);
}

function listUnknown(value, schema, path) {
  const def = schema?._zod?.def ?? schema?.def;
  if (!def || value === null || value === undefined) return [];
  if (def.type === 'array') return value.flatMap((one, at) => listUnknown(one, def.element, `${path}.${at}`));
  if (def.innerType) return listUnknown(value, def.innerType, path);
  if (def.type !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name in def.shape) return listUnknown(inner, def.shape[name], `${path}.${name}`);
    return dialect.test(name) ? [] : [`${path}.${name} is unknown`];
  });
}

function judge(what, schema, value) {
  counts.objects += 1;
  const read = schema.safeParse(value);
  for (const issue of read.success ? [] : read.error.issues) fail(what, `${issue.path.join('.')} ${issue.message}`);
  for (const one of listUnknown(value, schema, what)) fail(what, one);
  return value;
}

/** A body that the schema of the call takes as it is, without turning text into numbers. */
async function body(schema, value) {
  counts.requests += 1;
  await requests[schema].validate(value, { strict: true }).catch((error) => fail(schema, error.message));
  return value;
}

async function ask(path, { method, given, status = 200 } = {}) {
  counts.calls += 1;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'octo-capabilities': spelled };
  const init = { method: method ?? (given ? 'POST' : 'GET'), headers };
  const answer = await fetch(root + path, given ? { ...init, body: JSON.stringify(given) } : init);
  const read = await answer.json();
  if (answer.status !== 429) {
    if (answer.status !== status) fail(path, `${answer.status} ${JSON.stringify(read)}`);
    return answer.status === status ? read : undefined;
  }
  await new Promise((resume) => setTimeout(resume, 1000 * Number(answer.headers.get('retry-after') ?? 5)));
  return ask(path, { method, given, status });
}

const dayAfter = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const contact = {
  ...{ fullName: 'Mei Tan', firstName: 'Mei', lastName: 'Tan', emailAddress: 'mei@example.com' },
  ...{ phoneNumber: '+60123456789', locales: ['en'], country: 'MY' },
};

/** A departure with room; undefined where there is none in the next 30 days. */
async function readDays(product, option) {
  const wish = { productId: product.id, optionId: option.id, localDateStart: dayAfter(1), localDateEnd: dayAfter(30) };
  const calendar = await ask('/availability/calendar', { given: await body('availabilityCalendarBodySchema', wish) });
  for (const one of calendar ?? []) judge('calendar', answers.zAvailabilityCalendar, one);
  if (calendar?.length !== 30) fail('calendar', `${calendar?.length} of 30 days`);
  const list = await ask('/availability', { given: await body('availabilityBodySchema', wish) });
  for (const one of list ?? []) judge('availability', answers.zAvailability, one);
  return list?.find((one) => one.available && (one.vacancies ?? 99) > 12);
}

const partyOf = ({ restrictions, units }) => {
  const unit = units.find(({ type }) => type === 'ADULT') ?? units[0];
  return [{ id: unit.id, quantity: Math.max(restrictions.minUnits, 1) }];
};
const wishFor = ({ product, option, free }) => ({
  ...{ productId: product.id, optionId: option.id, availabilityId: free.id },
  unitItems: UnitItemsHelper.mapFromAvailabilityUnits(partyOf(option)),
});
const asksMore = ({ option }) =>
  option.pickupRequired || [option, ...option.units].some(({ questions }) => questions?.length);

async function book(offer) {
  const uuid = randomUUID();
  const at = `/bookings/${uuid}`;
  const see = async (what, asked) => {
    const booking = await asked;
    return booking && judge(what, answers.zBooking, booking);
  };
  OptionHelper.checkUnits(offer.option, partyOf(offer.option));
  const wish = await body('createBookingBodySchema', { uuid, ...wishFor(offer), resellerReference: 'FC-1' });
  const held = await see('held', ask('/bookings', { given: wish }));
  if (!held) return;
  tally.booked += 1;
  PriceHelper.calculatePrice(held.pricing);
  await see('repeated', ask('/bookings', { given: wish }));
  const longer = await body('extendBookingBodySchema', { expirationMinutes: 31 });
  await see('extended', ask(`${at}/extend`, { given: longer }));
  const change = await body('updateBookingBodySchema', { notes: 'by the door', contact });
  await see('changed', ask(at, { method: 'PATCH', given: change }));
  if (!asksMore(offer)) {
    const confirm = await body('confirmBookingBodySchema', { resellerReference: 'FC-2', contact });
    const done = await see('confirmed', ask(`${at}/confirm`, { given: confirm }));
    if (done?.status === 'CONFIRMED') tally.confirmed += 1;
  }
  for (const one of (await ask('/bookings?resellerReference=FC-2')) ?? []) judge('found', answers.zBooking, one);
  const now = await see('read', ask(at));
  const cancel = await body('cancelBookingBodySchema', { reason: 'rain' });
  if (now?.cancellable) await see('cancelled', ask(`${at}/cancel`, { given: cancel }));
}

/** Three bookings of one currency as an order of the older dialect, and a web hook. */
async function bookOrder(offers) {
  const { id } = await ask('/orders', { given: await body('createOrderBodySchema', { expirationMinutes: 30 }) });
  const byCurrency = Object.values(Object.groupBy(offers, ({ product }) => product.defaultCurrency));
  const [most = []] = byCurrency.sort((a, b) => b.length - a.length);
  for (const offer of most.slice(0, 3)) {
    const given = await body('createBookingBodySchema', { orderId: id, ...wishFor(offer) });
    const booking = await ask('/bookings', { given });
    if (booking?.orderId !== id) fail('booking', 'is not in its order');
  }
  await ask(`/orders/${id}/extend`, { given: await body('extendOrderBodySchema', { expirationMinutes: 40 }) });
  const given = await body('orderConfirmationBodySchema', { contact });
  const order = await ask(`/orders/${id}/confirm`, { given });
  for (const one of order?.bookings ?? []) judge('of an order', answers.zBooking, one);
  if (!Object.values(requests.OrderStatus).includes(order?.status)) fail('order', String(order?.status));
  tally.inOneOrder = order?.bookings.filter(({ status }) => status === 'CONFIRMED').length ?? 0;
  await ask(`/orders/${id}/cancel`, { given: await body('orderCancellationBodySchema', { reason: 'rain' }) });
  const hook = {
    url: 'https://example.com/hook',
    event: 'booking_update',
    headers: {},
    capabilities: ['octo/pricing'],
  };
  const made = await ask('/webhooks', { given: await body('createWebhookBodyParamsSchema', hook) });
  await ask(`/webhooks/${made?.id}`, { method: 'DELETE', given: {} });
}

async function askWrongly({ id: productId, options: [option] }) {
  const days = { localDateStart: dayAfter(1), localDateEnd: dayAfter(2) };
  const wrong = [
    ['/products/nothing', undefined, answers.zErrorInvalidProductId],
    ['/availability', { productId: 'nothing', optionId: 'x', ...days }, answers.zErrorInvalidProductId],
    ['/availability', { productId, optionId: 'nothing', ...days }, answers.zErrorInvalidOptionId],
    ['/availability', { productId, optionId: option.id, availabilityIds: ['x'] }, answers.zErrorInvalidAvailabilityId],
    [`/bookings/${randomUUID()}/confirm`, { contact: {} }, answers.zErrorInvalidBookingUuid],
    ['/bookings', undefined, answers.zErrorBadRequest],
  ];
  for (const [path, given, schema] of wrong) judge(path, schema, await ask(path, { given, status: 400 }));
}

judge('supplier', answers.zSupplier, await ask('/supplier'));
// The list of the standard's own package lacks the id of notifications.
for (const one of await ask('/capabilities'))
  if (one.id !== 'octo/notifications') judge('capability', answers.zCapability, one);
const products = await ask('/products');
const offers = [];
for (const product of products) {
  tally.products += 1;
  tally[product.availabilityType === 'START_TIME' ? 'startTimes' : 'openingHours'] += 1;
  judge('product', answers.zProduct, product);
  judge('one product', answers.zProduct, await ask(`/products/${product.id}`));
  for (const option of product.options) {
    ProductHelper.findOption(option.id, product);
    const free = await readDays(product, option);
    if (free) offers.push({ product, option, free });
  }
}
for (const offer of offers.slice(0, mostFlows)) await book(offer);
await bookOrder(offers.slice(0, mostFlows).filter((offer) => !asksMore(offer)));
await askWrongly(products[0]);
console.log({ ...tally, ...counts, failures: failures.length });
for (const one of failures.slice(0, 20)) console.log(one);
process.exitCode = failures.length ? 1 : 0;
