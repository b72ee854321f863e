// /gateway/order.json (create, check) and /gateway/remote.xml (refund). Errors are inside HTTP 200, and JSON is called HTML.
import { randomBytes } from 'node:crypto';
import type { Call, Reply } from '../kit/serve-fake.ts';
import { advise, describeRefund, type Fake, findOrder, makeRef, type Order, texts } from './run-fake.ts';

const pageMs = 30 * 60_000;
type Fields = Record<string, unknown>;
const asHtml = (body: object): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: JSON.stringify(body),
});
const no = (method: unknown, message: string, note: string): Reply => asHtml({ method, error: { message, note } });

export function answerGateway(fake: Fake, { method, path, body }: Call): Reply {
  if (method !== 'POST') return { status: 405, body: '' };
  if (path === '/gateway/remote.xml') return answerRemote(fake, body);
  if (path !== '/gateway/order.json') return { status: 404, body: '' };
  let fields: Fields;
  try {
    fields = JSON.parse(body) as Fields;
  } catch {
    return no('', 'E01:Invalid request', 'Malformed body');
  }
  if (String(fields.store) !== fake.storeId || fields.authkey !== fake.authKey)
    return no(fields.method, 'E04:Invalid store ID', 'Store or authentication key');
  if (fields.method === 'create') return createOrder(fake, fields);
  const found = findOrder(fake, String((fields.order as Fields | undefined)?.ref));
  if (fields.method !== 'check' || !found) return no(fields.method, 'E20:Invalid order', 'Order not found');
  return asHtml({ method: 'check', order: showOrder(found) });
}

function showOrder(order: Order): object {
  const { ref, cartid, test, amount, currency, description, code, sale } = order;
  const transaction = sale && {
    ref: sale.ref,
    date: new Date().toISOString(),
    type: 'sale',
    status: sale.status,
    code: '012345',
  };
  const shown = { ref, cartid, test: Number(test), amount, currency, description, status: { code, text: texts[code] } };
  return { ...shown, ...(transaction ? { transaction } : {}) };
}

function createOrder(fake: Fake, { order, return: back }: Fields): Reply {
  const { cartid, test, amount, currency, description, trantype } = (order ?? {}) as Fields;
  const wrong = (note: string) => no('create', 'E01:Invalid request', note);
  if (typeof cartid !== 'string' || !cartid || cartid.length > 63) return wrong('cartid');
  if (typeof description !== 'string' || !description || description.length > 63) return wrong('description');
  if (typeof amount !== 'string' || !/^\d+(\.\d{1,3})?$/.test(amount) || Number(amount) <= 0)
    return no('create', 'E05:Transaction cost or currency not valid', 'amount');
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    return no('create', 'E05:Transaction cost or currency not valid', 'currency');
  if (![0, 1].includes(test as number) || !['sale', 'auth'].includes(String(trantype)))
    return no('create', 'E06:Invalid transaction mode', 'test or trantype');
  const ways = (back ?? {}) as Order['back'];
  if (![ways.authorised, ways.declined, ways.cancelled].every((value) => URL.canParse(value ?? '')))
    return wrong('return');
  if (findOrder(fake, cartid)) return no('create', 'E56:Duplicate transaction', 'Cart ID must be unique');
  const ref = randomBytes(32).toString('hex').toUpperCase();
  const made = { ref, cartid, test: String(test), amount, currency, description, back: ways };
  fake.orders.set(ref, { ...made, code: 1, sale: null, refunds: [], endsAt: Date.now() + pageMs });
  return asHtml({ method: 'create', order: { ref, url: `${fake.publicUrl}/gateway/process.html?o=${ref}` } });
}

const plainText = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

function answerRemote(fake: Fake, body: string): Reply {
  const read = (name: string) => plainText(new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? '');
  const answer = (status: string, code: string, message: string, tranref = ''): Reply => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body:
      `<?xml version="1.0"?><remote><auth><status>${status}</status><code>${code}</code>` +
      `<message>${message}</message><tranref>${tranref}</tranref></auth></remote>`,
  });
  if (read('store') !== fake.storeId || read('key') !== fake.remoteKey) return answer('E', '04', 'Invalid store ID');
  const sold = [...fake.orders.values()].find(({ sale }) => sale?.ref === read('ref'));
  if (read('type') !== 'refund' || read('class') !== 'ecom' || !sold?.sale)
    return answer('E', '22', 'Invalid reference');
  if (sold.code !== 3 || sold.currency !== read('currency') || sold.test !== read('test'))
    return answer('D', '32', 'Not possible');
  const refunded = sold.refunds
    .filter(({ status }) => status === 'A')
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  // A thousandth below, because sums of decimals are not exact.
  if (refunded + Number(read('amount')) > Number(sold.amount) + 0.0001)
    return answer('D', '33', 'Amount is more than the rest');
  const plan = fake.refundPlans.shift() ?? 'done';
  if (plan === 'unclear') return answer('D', '34', 'No response');
  const refund = {
    ref: makeRef(),
    amount: read('amount'),
    description: read('description'),
    status: plan === 'done' ? 'A' : 'D',
  };
  sold.refunds.push(refund);
  advise(fake, describeRefund(fake, sold, refund));
  return plan === 'done' ? answer('A', '012346', 'Accepted', refund.ref) : answer('D', '31', 'Declined', refund.ref);
}
