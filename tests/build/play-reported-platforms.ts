// Stand-ins of the platforms that are notified of used vouchers (decisions 0540 and 0611): Ctrip, Meituan, Qunar and GetYourGuide. All but
// Qunar are notified of availability, too (decisions 0595, 0690, 0691), and GetYourGuide has deals (decision 0692). They check signatures and decrypt with separate code, so that a mistake of the messages
// shows. Notices are listed by our number of the order.
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerDeals, type PlayedDeals } from './play-deals.ts';

export const ctripKeys = { aesKey: '0123456789abcdef', aesIv: 'fedcba9876543210', signKey: 'signkey' };
export const meituanKeys = { appKey: 'app', signKey: 'meituan-key', aesKey: '00112233445566778899aabbccddeeff' };
export const qunarKey = 'qunar-key';
export const gygAccount = { account: 'kembara-one', signKey: 'gyg-password' };

/** Every message that was accepted or refused, as it was understood. */
type ReportedUse = { reference: string; item: string; units: number; used: number };

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const letters = 'abcdefghijklmnop';

type ReportedPlace = {
  productId: string;
  dateTime: string;
  vacancies: number;
  pricesByCategory: { retailPrices: { category: string; price: number }[] };
};
/** A message of days that Ctrip or Meituan took, as it was understood. */
type ReportedDays = {
  kind: string;
  at: number;
  rows: { date: string; left?: number; price?: number; cost?: number }[];
};

/** Of places: each message by its product; `silent` is how many are answered by nothing. */
type Play = {
  /** By the code of a SKU. */
  days: Map<string, ReportedDays[]>;
  deals: PlayedDeals;
  uses: Map<string, ReportedUse[]>;
  refusing: Set<string>;
  places: Map<string, ReportedPlace[][]>;
  silent: { left: number };
  /** GetYourGuide's bookings: our number of each, as its tickets say it, and which of them were used. */
  tickets: Map<string, { orderNo: string; used: Set<string> }>;
};

/** Whether it is taken. */
function hear({ uses, refusing }: Play, orderNo: string, use: ReportedUse): boolean {
  if (refusing.has(orderNo)) return false;
  uses.set(orderNo, [...(uses.get(orderNo) ?? []), use]);
  return true;
}

const sayCtrip = (resultCode: string) => ({ header: { resultCode, resultMessage: 'x' } });

/** Refused with a code where it is not signed or not of this service. */
function openCtrip(text: string, wanted: string) {
  const { header, body } = JSON.parse(text);
  const { accountId, serviceName, requestTime, version, sign } = header;
  if (sign !== md5(accountId + serviceName + requestTime + body + version + ctripKeys.signKey)) return '0002';
  if (serviceName !== wanted) return '0004';
  const hex = String(body).replace(/./g, (letter) => letters.indexOf(letter).toString(16));
  const decipher = createDecipheriv('aes-128-cbc', ctripKeys.aesKey, ctripKeys.aesIv);
  const said = JSON.parse(decipher.update(hex, 'hex', 'utf8') + decipher.final('utf8'));
  return /^\d{4}-\d\d-\d\d[0-9a-f]{32}$/.test(said.sequenceId) ? said : '0001';
}

/** At most 90 rows and 210 days ahead. */
function answerCtripDays({ days, refusing }: Play, path: string, text: string): object {
  const isStock = path.endsWith('/stock.do');
  const said = openCtrip(text, isStock ? 'DateInventoryModify' : 'DatePriceModify');
  if (typeof said === 'string') return sayCtrip(said);
  const { supplierOptionId: ref, dateType, inventorys, prices } = said;
  const list: { date: string; quantity?: number; salePrice?: number; costPrice?: number }[] = isStock
    ? inventorys
    : prices;
  const last = new Date(Date.now() + 210 * 86_400_000).toISOString().slice(0, 10);
  const isWrong = list.some(({ date }) => !/^\d{4}-\d\d-\d\d$/.test(date) || date > last);
  if (dateType !== 'DATE_REQUIRED' || !list.length || list.length > 90 || isWrong) return sayCtrip('1100');
  if (refusing.has(ref)) return sayCtrip('1001');
  const rows = list.map(({ date, quantity, salePrice, costPrice }) => ({
    ...{
      date,
      ...(isStock ? { left: quantity as number } : { price: salePrice as number, cost: costPrice as number }),
    },
  }));
  days.set(ref, [...(days.get(ref) ?? []), { kind: isStock ? 'stock' : 'price', at: Date.now(), rows }]);
  return sayCtrip('0000');
}

function answerCtrip(play: Play, text: string): object {
  const said = openCtrip(text, 'OrderConsumedNotice');
  const say = sayCtrip;
  if (typeof said === 'string') return say(said);
  const [item] = said.items;
  const use = { reference: said.otaOrderId, item: item.itemId, units: item.quantity, used: item.useQuantity };
  return say(hear(play, said.supplierOrderId, use) ? '0000' : '2001');
}

const meituanKey = Buffer.from(meituanKeys.aesKey, 'hex');
const meituanVector = Buffer.concat([meituanKey.subarray(8), meituanKey.subarray(0, 8)]);

/** With all of it encrypted, as Meituan answers other messages. */
function sayMeituan(code: number): string {
  const cipher = createCipheriv('aes-128-cbc', meituanKey, meituanVector);
  const text = JSON.stringify({ code, describe: 'x', partnerId: 4711 });
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}

function isMeituan({ url, headers: { date, authorization, partnerid } }: IncomingMessage): boolean {
  const sign = createHmac('sha1', meituanKeys.signKey).update(`POST ${url}\n${date}`).digest('base64');
  return authorization === `MWS app:${sign}` && partnerid === '4711';
}

/** At most 40 rows, of which one has places. */
function answerMeituanDays({ days, refusing }: Play, request: IncomingMessage, text: string): string {
  if (!isMeituan(request)) return sayMeituan(401);
  const decipher = createDecipheriv('aes-128-cbc', meituanKey, meituanVector);
  const said = JSON.parse(decipher.update(text, 'base64', 'utf8') + decipher.final('utf8'));
  const { partnerId, partnerDealId: ref, startTime, endTime, body } = said;
  type Row = { priceDate: string; mtPrice: number; settlementPrice: number; stock: number; partnerPrimaryKey: string };
  const list = body as Row[];
  const isWrong = list.some(({ priceDate }) => priceDate < startTime || priceDate > endTime);
  const keys = new Set(list.map(({ partnerPrimaryKey }) => partnerPrimaryKey));
  const isFull = list.length > 40 || list.every(({ stock }) => stock === 0);
  if (partnerId !== 4711 || isWrong || isFull || keys.size !== list.length) return sayMeituan(400);
  if (refusing.has(ref)) return sayMeituan(505);
  const rows = list.map((row) => ({
    date: row.priceDate,
    left: row.stock,
    price: row.mtPrice,
    cost: row.settlementPrice,
  }));
  days.set(ref, [...(days.get(ref) ?? []), { kind: 'level', at: Date.now(), rows }]);
  return sayMeituan(200);
}

function answerMeituan(play: Play, request: IncomingMessage, text: string): string {
  const say = sayMeituan;
  if (!isMeituan(request)) return say(401);
  const reference = /"orderId":"?(\w+)/.exec(text)?.[1] ?? '';
  const { partnerOrderId, quantity, usedQuantity } = JSON.parse(text).body;
  return say(hear(play, partnerOrderId, { reference, item: '', units: quantity, used: usedQuantity }) ? 200 : 506);
}

function answerQunar(play: Play, form: URLSearchParams): string {
  const { data, signed } = JSON.parse(form.get('requestParam') ?? '{}');
  const say = (code: string) => {
    const xml = `<?xml version="1.0"?><response><header><code>${code}</code></header><body/></response>`;
    const back = Buffer.from(xml).toString('base64');
    return JSON.stringify({ data: back, signed: md5(qunarKey + back).toUpperCase(), securityType: 'MD5' });
  };
  if (signed !== md5(qunarKey + data).toUpperCase() || form.get('method') !== 'noticeOrderConsumed') return say('1');
  const xml = Buffer.from(data, 'base64').toString('utf8');
  const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  if (read('supplierIdentity') !== 'HOUSE' || read('bodyType') !== 'NoticeOrderConsumedRequestBody') return say('1');
  const use = { reference: '', item: '', units: Number(read('orderQuantity')), used: Number(read('useQuantity')) };
  return say(hear(play, read('partnerorderId'), use) ? '1000' : '13001');
}

const isGyg = (authorization: string): boolean =>
  authorization === `Basic ${Buffer.from(`${gygAccount.account}:${gygAccount.signKey}`).toString('base64')}`;

/** A ticket once, a booking whole: its status. It knows the code as a text that a voucher's QR code says. */
function answerRedeem(play: Play, path: string, authorization: string, text: string): number {
  if (!isGyg(authorization)) return 401;
  const { gygBookingReference: reference, ticketCode } = JSON.parse(text).data;
  const orderNo = /~([A-Z0-9]{8,20})-\d+~/.exec(ticketCode ?? '')?.[1] ?? play.tickets.get(reference)?.orderNo ?? '';
  const known = play.tickets.get(reference) ?? { orderNo, used: new Set<string>() };
  const isWhole = path.endsWith('booking');
  if (!orderNo || isWhole === (ticketCode !== undefined) || known.used.has(ticketCode)) return 400;
  const used = isWhole ? Number.POSITIVE_INFINITY : known.used.size + 1;
  if (!hear(play, orderNo, { reference, item: isWhole ? 'booking' : 'ticket', units: 0, used })) return 400;
  play.tickets.set(reference, { orderNo, used: known.used.add(ticketCode ?? '') });
  return 200;
}

/** Its status; none where it stalls. */
function answerGyg({ places, refusing, silent }: Play, authorization = '', text: string): number | undefined {
  if (silent.left > 0) {
    silent.left -= 1;
    return undefined;
  }
  if (!isGyg(authorization)) return 401;
  const { productId, availabilities } = JSON.parse(text).data as { productId: string; availabilities: ReportedPlace[] };
  if (refusing.has(productId) || availabilities.some((one) => one.productId !== productId)) return 400;
  places.set(productId, [...(places.get(productId) ?? []), availabilities]);
  return 202;
}

export type ReportedPlatforms = Awaited<ReturnType<typeof playReportedPlatforms>>;

export async function playReportedPlatforms() {
  const play: Play = {
    ...{
      days: new Map(),
      deals: new Map(),
      uses: new Map(),
      refusing: new Set(),
      places: new Map(),
      silent: { left: 0 },
      tickets: new Map(),
    },
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const path = request.url ?? '/';
    if (path.startsWith('/ctrip-product/')) return response.end(JSON.stringify(answerCtripDays(play, path, text)));
    if (path === '/meituan/rhone/mtp/api/level/price/notice/v2')
      return response.end(answerMeituanDays(play, request, text));
    if (path === '/ctrip') return response.end(JSON.stringify(answerCtrip(play, text)));
    if (path.startsWith('/gyg/1/redeem-')) {
      const status = answerRedeem(play, path, request.headers.authorization ?? '', text);
      return response.writeHead(status).end(JSON.stringify({ success: status === 200 }));
    }
    if (path.startsWith('/gyg/1/deals')) {
      if (play.silent.left > 0) {
        play.silent.left -= 1;
        return request.socket.destroy();
      }
      const { status, body } = isGyg(request.headers.authorization ?? '')
        ? answerDeals(play.deals, play.refusing, request, text)
        : { status: 401, body: { errorCode: 'AUTHORIZATION_FAILURE', errorMessage: 'no' } };
      return response.writeHead(status).end(body && JSON.stringify(body));
    }
    if (path === '/gyg/1/notify-availability-update') {
      const status = answerGyg(play, request.headers.authorization, text);
      if (status === undefined) return request.socket.destroy();
      return response.writeHead(status).end(status === 400 ? '{"errorCode":"INVALID_PRODUCT"}' : '');
    }
    if (path === '/qunar') return response.end(answerQunar(play, new URLSearchParams(text)));
    if (path === '/meituan/rhone/mtp/api/order/consume/notice') return response.end(answerMeituan(play, request, text));
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...play,
    env: {
      GATEWAY_CTRIP_URL: `${base}/ctrip`,
      GATEWAY_CTRIP_PRODUCT_URL: `${base}/ctrip-product`,
      GATEWAY_MEITUAN_URL: `${base}/meituan`,
      GATEWAY_QUNAR_URL: `${base}/qunar`,
      GATEWAY_GET_YOUR_GUIDE_URL: `${base}/gyg/1`,
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
