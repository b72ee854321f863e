// Stand-ins of the platforms that the portal polls for orders (decision 0502): Taobao's gateway for Fliggy, and Mafengwo's open platform.
// They check signatures and decrypt with separate code, so that a mistake of the adapters shows.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const fliggyKeys = { account: '123', signKey: 'fliggy-key', session: 'fliggy-session' };
export const mafengwoKeys = {
  account: '10245',
  signKey: 'mafengwo-client',
  aesKey: '0123456789ABCDEFfedcba9876543210',
};

type PlayedOrder = {
  code: string;
  on: string;
  quantity: number;
  /** In yuan. */
  total: number;
  state: 'unpaid' | 'waiting' | 'confirmed' | 'closed';
  /** What it says to this question about the order is not what it should be. */
  oddly?: 'read' | 'confirm';
};

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function answerFliggy(orders: Map<string, PlayedOrder>, form: URLSearchParams): object {
  const { sign, ...params } = Object.fromEntries(form);
  const line = Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');
  const { signKey, session, account } = fliggyKeys;
  if (sign !== md5(signKey + line + signKey).toUpperCase() || params.app_key !== account || params.session !== session)
    return { error_response: { code: 25, msg: 'Invalid signature' } };
  const { method = '', order_id: id = '', tid = '' } = params;
  const wrap = (data: object) => ({ [`${method.replaceAll('.', '_')}_response`]: { ...data, request_id: 'x' } });
  if (method === 'alitrip.travel.trades.search') {
    const wanted = params.order_status === '2' ? 'waiting' : 'closed';
    const found = [...orders].filter(([, { state }]) => state === wanted).map(([number]) => number);
    return wrap({ total_orders: found.length, ...(found.length ? { order_string_list: { string: found } } : {}) });
  }
  const order = orders.get(method === 'alitrip.travel.trade.query' ? id : tid);
  if (!order) return { error_response: { code: 15, sub_code: 'isv.trade-not-exist' } };
  if (order.oddly === (method === 'taobao.logistics.dummy.send' ? 'confirm' : 'read'))
    return { error_response: { code: 15, sub_code: 'isp.unknown-error' } };
  if (method === 'taobao.logistics.dummy.send') {
    order.state = 'confirmed';
    return wrap({ shipping: { is_success: true } });
  }
  const item = { num: order.quantity, out_sku_id: order.code, trip_start_date: `${order.on} 00:00:00`, price: 1 };
  const contactor = { name: '王芳', phone: '13800138000', email: 'fang@buyer.example' };
  const sub = { buy_item_info: item, contactor, total_fee: order.total * 100 };
  return wrap({ first_result: { order_id_string: id, status: 'x', sub_orders: { sub_order_info: [sub] } } });
}

const vector = mafengwoKeys.aesKey.slice(0, 16);

function closeMafengwo(data: object): string {
  const text = Buffer.from(JSON.stringify(data));
  const pad = 32 - (text.length % 32);
  const cipher = createCipheriv('aes-256-cbc', mafengwoKeys.aesKey, vector).setAutoPadding(false);
  return cipher.update(Buffer.concat([text, Buffer.alloc(pad, pad)]), undefined, 'base64') + cipher.final('base64');
}

function answerMafengwo(orders: Map<string, PlayedOrder>, form: FormData): string {
  const field = (name: string) => String(form.get(name) ?? '');
  const { aesKey, account } = mafengwoKeys;
  const data = field('data');
  const text = field('partnerId') + field('action') + field('timestamp') + aesKey + field('nonce') + data;
  if (field('sign') !== md5(text) || field('partnerId') !== account || field('access_token') !== 'token')
    return JSON.stringify({ error: 'invalid_client' });
  const decipher = createDecipheriv('aes-256-cbc', aesKey, vector).setAutoPadding(false);
  const plain = decipher.update(data, 'base64', 'utf8') + decipher.final('utf8');
  const input = JSON.parse(plain.slice(0, -plain.charCodeAt(plain.length - 1)));
  const say = (answer: object) => closeMafengwo({ errno: 1000, message: '', data: answer });
  if (field('action') === 'sales.order.list.get') {
    const wanted = input.params.order_status === 2 ? 'waiting' : 'closed';
    const found = [...orders].filter(([, { state }]) => state === wanted);
    const page = found.slice((input.page_no - 1) * input.page_size, input.page_no * input.page_size);
    return say({ total: found.length, list: page.map(([orderId]) => ({ orderId })) });
  }
  const order = orders.get(input.order_id);
  if (!order) return closeMafengwo({ errno: 2001, message: 'no order' });
  if (order.oddly === (field('action') === 'sales.order.status.update' ? 'confirm' : 'read'))
    return closeMafengwo({ errno: 9999, message: 'unknown' });
  if (field('action') === 'sales.order.status.update') {
    if (input.status === 13) order.state = 'confirmed';
    return say({ order_id: input.order_id });
  }
  return say({
    ...{ orderId: input.order_id, goDate: order.on, totalPrice: order.total.toFixed(2), skuId: 7 },
    bookingPeople: { name: '王芳', email: 'fang@buyer.example', phone: '13800138000', phone_area: '+86' },
    skus: [{ skuId: 7, otaSkuId: order.code }],
    items: [{ skuId: 7, num: order.quantity }],
  });
}

export type PulledPlatforms = Awaited<ReturnType<typeof playPulledPlatforms>>;

export async function playPulledPlatforms() {
  const fliggy = new Map<string, PlayedOrder>();
  const mafengwo = new Map<string, PlayedOrder>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const body = await readBody(request);
    if (url.pathname === '/fliggy')
      return response.end(JSON.stringify(answerFliggy(fliggy, new URLSearchParams(body.toString()))));
    if (url.pathname === '/mafengwo/oauth2/token') {
      const isKnown = url.searchParams.get('client_secret') === mafengwoKeys.signKey;
      return response.end(JSON.stringify(isKnown ? { access_token: 'token', expires_in: 7200 } : { error: 'client' }));
    }
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return response.end(answerMafengwo(mafengwo, form));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ fliggy, mafengwo },
    env: { GATEWAY_FLIGGY_URL: `${base}/fliggy`, GATEWAY_MAFENGWO_URL: `${base}/mafengwo` },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
