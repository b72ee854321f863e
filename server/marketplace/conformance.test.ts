// What every marketplace's adapter must keep (decision 0431, §3 order source): one suite for all of them, asked by HTTP as each of them
// asks. An adapter that accepts everything and does nothing fails each case.
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf, writeLocal } from '../../domain/dates.ts';
import { OrderSource } from '../../domain/order-sources.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { atOneMoment } from '../../tests/build/at-one-moment.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import {
  fliggyKeys,
  mafengwoKeys,
  type PulledPlatforms,
  playPulledPlatforms,
} from '../../tests/build/play-pulled-platforms.ts';
import {
  ctripKeys,
  gygAccount,
  meituanKeys,
  playReportedPlatforms,
  qunarKey,
  type ReportedPlatforms,
} from '../../tests/build/play-reported-platforms.ts';
import { adjust, findAgency, passDay, readFigures } from '../../tests/build/set-balances.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { signFliggy } from './pull/fliggy.ts';
import { decryptCtrip, encryptCtrip, signCtrip } from './signed/ctrip-crypto.ts';
import { signMeituan } from './signed/meituan-message.ts';
import { signQunar } from './signed/qunar-message.ts';
import { claimPartRefund } from './signed/refunds.sql.ts';

type Refused = { refused: 'full' | 'product' | 'key' | 'hold' | 'ended' | 'other' };
type Made = { orderNo: string };
type Wish = { option: string; adults: number; reference: string; hold: string };

/** A marketplace's messages, read into one form. */
type Player = {
  source: number;
  scope: 'getYourGuide' | 'viator' | 'ctrip' | 'qunar' | 'meituan' | 'fliggy' | 'mafengwo';
  /** It is asked for orders that are paid there: nothing is held before. */
  isPulled?: true;
  /** It is told which vouchers were used. */
  isReported?: true;
  /** It asks for a product; afterwards it is told when its places change (decision 0595). */
  askPlaces?(option: string): Promise<void>;
  reserve(wish: Omit<Wish, 'hold'>, key?: string): Promise<Made | Refused>;
  book(wish: Wish, key?: string): Promise<Made | Refused>;
  cancel(made: { reference: string; option: string } & Made): Promise<'done' | Refused>;
};

let test: TestHouse;
let pulled: PulledPlatforms;
let reported: ReportedPlatforms;
let agent: string;
let operations: string;
let admin: string;
let partnerId: string;
let tower: string;
let scarce: string;
let towerSku: string;
let scarceSku: string;
const keys: Partial<Record<Player['scope'], string>> = {};

async function post(path: string, body: object, headers: Record<string, string>) {
  const answer = await test.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
}

function playGyg(): Player {
  const codes: Record<string, Refused['refused']> = {
    ...{
      NO_AVAILABILITY: 'full',
      INVALID_PRODUCT: 'product',
      AUTHORIZATION_FAILURE: 'key',
      INVALID_RESERVATION: 'hold',
    },
    BOOKING_ALREADY_CANCELED: 'ended',
  };
  const ask = async (path: string, data: object, key = keys.getYourGuide ?? '') => {
    const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`;
    return (await post(`/gyg/1${path}`, { data }, { authorization })).body;
  };
  const refusedBy = ({ errorCode }: { errorCode: string }): Refused => ({ refused: codes[errorCode] ?? 'other' });
  const dateTime = writeLocal(instantOf(playOn, '', 'Asia/Kuala_Lumpur'), 'Asia/Kuala_Lumpur');
  const wanted = ({ option, adults, reference }: Omit<Wish, 'hold'>) => ({
    ...{ productId: option, dateTime, gygBookingReference: reference },
    bookingItems: [{ category: 'ADULT', count: adults, retailPrice: 11_000 }],
  });
  return {
    ...{ source: OrderSource.getYourGuide, scope: 'getYourGuide', isReported: true },
    async reserve(wish, key) {
      const answer = await ask('/reserve', wanted(wish), key);
      return answer.data ? { orderNo: answer.data.reservationReference } : refusedBy(answer);
    },
    async book({ hold, ...wish }, key) {
      const travelers = [
        { firstName: 'Ann', lastName: 'Lee', email: 'ann@buyer.example', phoneNumber: '+60 12 345 6789' },
      ];
      const answer = await ask(
        '/book',
        { ...wanted(wish), reservationReference: hold, currency: 'MYR', travelers },
        key,
      );
      return answer.data ? { orderNo: answer.data.bookingReference } : refusedBy(answer);
    },
    async askPlaces(option) {
      const range = new URLSearchParams({ productId: option, fromDateTime: dateTime, toDateTime: dateTime });
      const authorization = `Basic ${Buffer.from(`x:${keys.getYourGuide}`).toString('base64')}`;
      const answer = await test.fetch(`/gyg/1/get-availabilities/?${range}`, { headers: { authorization } });
      expect(((await answer.json()) as { data: object }).data).toMatchObject({ availabilities: [{ dateTime }] });
    },
    async cancel({ orderNo, reference, option }) {
      const answer = await ask('/cancel-booking', {
        ...{ bookingReference: orderNo, gygBookingReference: reference, productId: option },
      });
      return answer.data ? 'done' : refusedBy(answer);
    },
  };
}

function playViator(): Player {
  const head = (key = keys.viator ?? '') => ({ 'x-api-key': key });
  const one = (kind: string, data: object) => ({
    requestType: `${kind}Request`,
    data: {
      ...{ ResellerId: '1000', SupplierId: 1004, ExternalReference: '1', Timestamp: '2026-01-01T00:00:00.000Z' },
      ...data,
    },
  });
  const codes: Record<string, Refused['refused']> = { UNAUTHORIZED: 'key', API_DISABLED: 'key', TGDS0013: 'product' };
  const reasons: Record<string, Refused['refused']> = {
    ...{ BOOKED_OUT_ALT_DATES: 'full', SOLD_OUT: 'full', LIMITED_AVAILABILITY: 'full' },
  };
  return {
    ...{ source: OrderSource.viator, scope: 'viator' },
    async reserve({ option, adults }, key) {
      const { status, body } = await post(
        '/viator/v2/reserve',
        {
          ...{ supplierId: 1004, productOptionId: option, travelDate: playOn, totalTravelers: adults },
          tickets: [{ type: 'ADULT', quantity: adults }],
        },
        head(key),
      );
      if (status !== 200)
        return { refused: body.error === 'INVALID_PRODUCT_OPTION' ? 'product' : (codes[body.error] ?? 'other') };
      return body.status === 'RESERVED' ? { orderNo: body.reference } : { refused: reasons[body.reason] ?? 'other' };
    },
    async book({ option, adults, reference, hold }, key) {
      const Traveller = Array.from({ length: adults }, (_, at) => ({
        ...{
          TravellerIdentifier: String(at + 1),
          GivenName: 'Ann',
          Surname: 'Lee',
          AgeBand: 'Adult',
          LeadTraveller: at === 0,
        },
      }));
      const sent = one('Booking', {
        ...{
          BookingReference: reference,
          TravelDate: playOn,
          SupplierProductCode: option,
          Traveller,
          CurrencyCode: 'MYR',
        },
        ...{ Amount: adults * 110, AvailabilityHoldReference: hold, ContactEmail: 'ann@buyer.example' },
      });
      const { data } = (await post('/viator/booking', sent, head(key))).body;
      if (data.RequestStatus.Status === 'ERROR')
        return { refused: codes[data.RequestStatus.Error.ErrorCode] ?? 'other' };
      const { Status, RejectionReason } = data.TransactionStatus;
      return Status === 'CONFIRMED'
        ? { orderNo: data.SupplierConfirmationNumber }
        : { refused: reasons[RejectionReason] ?? 'other' };
    },
    async cancel({ orderNo, reference }) {
      const sent = one('BookingCancellation', {
        ...{
          BookingReference: reference,
          SupplierConfirmationNumber: orderNo,
          CancelDate: playOn,
          Author: 'x',
          Reason: 'x',
        },
      });
      const { data } = (await post('/viator/booking-cancellation', sent, head())).body;
      return data.TransactionStatus?.Status === 'CONFIRMED' ? 'done' : { refused: 'other' };
    },
  };
}

/** Encrypts and signs by code of its own: a mistake of the adapter's code shows. */
async function sendCtrip(serviceName: string, data: object, signKey = ctripKeys.signKey, accountId = 'acc') {
  const cipher = createCipheriv('aes-128-cbc', ctripKeys.aesKey, ctripKeys.aesIv);
  const hex = cipher.update(JSON.stringify(data), 'utf8', 'hex') + cipher.final('hex');
  const letters = 'abcdefghijklmnop';
  const body = hex.replace(/./g, (digit) => letters[Number.parseInt(digit, 16)] ?? '');
  const requestTime = '2026-01-02 03:04:05';
  const sign = createHash('md5').update(`${accountId}${serviceName}${requestTime}${body}1.0${signKey}`).digest('hex');
  const { body: answer } = await post(
    '/ctrip',
    { header: { accountId, serviceName, requestTime, version: '1.0', sign }, body },
    {},
  );
  if (!answer.body) return { code: answer.header.resultCode as string, data: {} as ReturnType<typeof JSON.parse> };
  const back = String(answer.body).replace(/./g, (letter) => letters.indexOf(letter).toString(16));
  const decipher = createDecipheriv('aes-128-cbc', ctripKeys.aesKey, ctripKeys.aesIv);
  return {
    code: answer.header.resultCode as string,
    data: JSON.parse(decipher.update(back, 'hex', 'utf8') + decipher.final('utf8')),
  };
}

function playCtrip(): Player {
  const codes: Record<string, Refused['refused']> = {
    '0002': 'key',
    '0003': 'key',
    1001: 'product',
    1003: 'full',
    1100: 'hold',
  };
  const refusedBy = (code: string): Refused => ({ refused: codes[code] ?? 'other' });
  const plus: Record<string, string> = { [tower]: towerSku, [scarce]: scarceSku };
  return {
    ...{ source: OrderSource.ctrip, scope: 'ctrip', isReported: true },
    async reserve({ option, adults, reference }, key) {
      const items = [
        {
          PLU: plus[option] ?? option,
          useStartDate: playOn,
          useEndDate: playOn,
          quantity: adults,
          price: 110,
          priceCurrency: 'MYR',
        },
      ];
      const contacts = [{ name: 'Ann Lee', mobile: '13800138000', intlCode: '86', email: 'ann@buyer.example' }];
      const { code, data } = await sendCtrip(
        'CreatePreOrder',
        { sequenceId: '1', otaOrderId: reference, contacts, items },
        key,
      );
      return code === '0000' ? { orderNo: data.supplierOrderId } : refusedBy(code);
    },
    async book({ reference, hold, option }, key) {
      const wanted = {
        otaOrderId: reference,
        supplierOrderId: hold,
        confirmType: 1,
        items: [{ itemId: 1, PLU: plus[option] }],
      };
      const { code, data } = await sendCtrip('PayPreOrder', wanted, key);
      return code === '0000' && data.supplierConfirmType === 1 ? { orderNo: data.supplierOrderId } : refusedBy(code);
    },
    async cancel({ orderNo, reference, option }) {
      const items = [{ itemId: 1, PLU: plus[option], quantity: 1, amount: 110 }];
      const { code } = await sendCtrip('CancelOrder', {
        otaOrderId: reference,
        supplierOrderId: orderNo,
        confirmType: 1,
        items,
      });
      return code === '0000' ? 'done' : refusedBy(code);
    },
  };
}

/** Writes, signs and reads by code of its own. */
async function sendQunar(method: string, body: string, key = qunarKey, identity = 'HOUSE') {
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?><request xmlns="http://piao.qunar.com/2013/QMenpiaoRequestSchema">' +
    `<header><application>Qunar.Menpiao.Agent</application><supplierIdentity>${identity}</supplierIdentity></header>` +
    `<body>${body}</body></request>`;
  const data = Buffer.from(xml).toString('base64');
  const sign = (text: string, by: string) =>
    createHash('md5')
      .update(by + text)
      .digest('hex')
      .toUpperCase();
  const requestParam = JSON.stringify({ data, signed: sign(data, key), securityType: 'MD5' });
  const answer = await test.fetch('/qunar', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method, requestParam }).toString(),
  });
  if (answer.status !== 200) return { code: String(answer.status), order: '', status: '', text: '' };
  const said = (await answer.json()) as { data: string; signed: string };
  expect(said.signed.toUpperCase()).toBe(sign(said.data, qunarKey));
  const text = Buffer.from(said.data, 'base64').toString('utf8');
  const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return { code: read('code'), order: read('partnerorderId'), status: read('orderStatus'), text };
}

function playQunar(): Player {
  const refusedBy = ({ code, text }: { code: string; text: string }): Refused => {
    const codes: Record<string, Refused['refused']> = { 401: 'key', 12001: 'product' };
    const known = /not held/.test(text) ? 'hold' : /places are left/.test(text) ? 'full' : 'other';
    return { refused: codes[code] ?? known };
  };
  const skus: Record<string, string> = { [tower]: towerSku, [scarce]: scarceSku };
  return {
    ...{ source: OrderSource.qunar, scope: 'qunar', isReported: true },
    async reserve({ option, adults, reference }, key) {
      const product = `<product><resourceId>${skus[option] ?? option}</resourceId><visitDate>${playOn}</visitDate></product>`;
      const contact =
        '<contactPerson><name>王芳</name><mobile>13800138000</mobile><email>fang@buyer.example</email></contactPerson>';
      const more = `<orderQuantity>${adults}</orderQuantity><orderPrice>${adults * 11_000}</orderPrice>`;
      const body = `<orderInfo><orderId>${reference}</orderId>${product}${contact}${more}</orderInfo>`;
      const said = await sendQunar('createOrderForBeforePaySync', body, key);
      return said.code === '1000' ? { orderNo: said.order } : refusedBy(said);
    },
    async book({ hold }, key) {
      const body = `<orderInfo><partnerOrderId>${hold}</partnerOrderId><orderStatus>PREPAY_ORDER_PRINTING</orderStatus></orderInfo>`;
      const said = await sendQunar('payOrderForBeforePaySync', body, key);
      const isDone = said.code === '1000' && said.status === 'PREPAY_ORDER_PRINT_SUCCESS';
      return isDone ? { orderNo: said.order } : refusedBy(said);
    },
    async cancel({ orderNo }) {
      const body = `<orderInfo><partnerorderId>${orderNo}</partnerorderId><refundQuantity>1</refundQuantity></orderInfo>`;
      const said = await sendQunar('noticeOrderRefundedByQunar', body);
      return said.code === '1000' ? 'done' : refusedBy(said);
    },
  };
}

type Sending = { key?: string; partner?: string; date?: string; form?: 'whole' | 'field' | 'plain'; aesKey?: Buffer };

/** Signs, encrypts and decrypts by code of its own. */
async function sendMeituan(path: string, body: object, sending: Sending = {}) {
  const { key = meituanKeys.signKey, partner = '4711', form = 'whole' } = sending;
  const { date = new Date().toUTCString(), aesKey = Buffer.from(meituanKeys.aesKey, 'hex') } = sending;
  const vector = Buffer.concat([aesKey.subarray(8), aesKey.subarray(0, 8)]);
  const close = (text: string) => {
    const cipher = createCipheriv('aes-128-cbc', aesKey, vector);
    return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
  };
  const open = (text: string) => {
    const decipher = createDecipheriv('aes-128-cbc', aesKey, vector);
    return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8');
  };
  // Numbers of orders are longer than those of JavaScript.
  const write = (value: object) => JSON.stringify(value).replace(/"orderId":"(\d+)"/, '"orderId":$1');
  const whole = { partnerId: 4711, body };
  const field = { partnerId: 4711, body: close(write(body)) };
  const sent = form === 'whole' ? close(write(whole)) : form === 'field' ? JSON.stringify(field) : write(whole);
  const sign = createHmac('sha1', key).update(`POST /meituan${path}\n${date}`).digest('base64');
  const head = { PartnerId: partner, AppKey: 'app', Date: date, Authorization: `MWS app:${sign}` };
  const answer = await test.fetch(`/meituan${path}`, {
    method: 'POST',
    headers: { ...head, 'X-Encryption-Status': 'encrypted', 'content-type': 'application/json; charset=utf-8' },
    body: sent,
  });
  const text = await answer.text();
  const said = JSON.parse(text.startsWith('{') ? text : open(text));
  const inside = typeof said.body === 'string' ? JSON.parse(open(said.body)) : (said.body ?? {});
  return { http: answer.status, text, code: said.code as number, describe: said.describe as string, body: inside };
}

function playMeituan(): Player {
  const refusedBy = ({ code, describe }: { code: number; describe: string }): Refused => {
    const codes: Record<number, Refused['refused']> = { 401: 'key', 503: 'full', 505: 'product' };
    return { refused: codes[code] ?? (/not held/.test(describe) ? 'hold' : 'other') };
  };
  const skus: Record<string, string> = { [tower]: towerSku, [scarce]: scarceSku };
  return {
    ...{ source: OrderSource.meituan, scope: 'meituan', isReported: true },
    async reserve({ option, adults, reference }, key) {
      const visitors = [{ name: '王芳', mobile: '13800138000', email: 'fang@buyer.example' }];
      const wanted = { orderId: reference, partnerDealId: skus[option] ?? option, quantity: adults, visitors };
      const more = { unitPrice: 110, totalPrice: adults * 110, travelDate: playOn };
      const said = await sendMeituan('/order/create/v2', { ...wanted, ...more }, key === undefined ? {} : { key });
      return said.code === 200 ? { orderNo: said.body.partnerOrderId } : refusedBy(said);
    },
    async book({ reference, hold }) {
      const said = await sendMeituan('/order/pay', { orderId: reference, partnerOrderId: hold }, { form: 'field' });
      return said.code === 200 ? { orderNo: said.body.partnerOrderId } : refusedBy(said);
    },
    async cancel({ reference, orderNo }) {
      const wanted = { orderId: reference, partnerOrderId: orderNo, refundQuantity: 1, refundId: `${reference}-1` };
      const said = await sendMeituan('/order/refund', wanted);
      return said.code === 200 ? 'done' : refusedBy(said);
    },
  };
}

const pulledKeys = { fliggy: { source: 1, ...fliggyKeys }, mafengwo: { source: 4, ...mafengwoKeys } } as const;

async function connectPulled(scope: keyof typeof pulledKeys, more: object = {}) {
  const account = { ...pulledKeys[scope], partnerId, ...more } as const;
  expect((await test.call('consoleChannelAccountSave', account, { token: admin })).code).toBe(200);
}
const pull = async (source: 1 | 4) => (await test.call('consoleChannelPull', { source }, { token: operations })).data;

async function readPulled(source: number, reference: string) {
  const { rows } = await sql<{
    state: string;
    word: string | null;
    told: boolean;
    orderNo: string | null;
  }>`SELECT u.state,
      u.problem ->> 'word' AS word, u.told_at IS NOT NULL AS told, c.order_no AS "orderNo" FROM pulled_order u
    LEFT JOIN channel_order c USING (owner_id, source, reference)
    WHERE u.owner_id = 1 AND u.source = ${source} AND u.reference = ${reference}`.execute(test.database.house);
  return rows[0];
}

/** Orders are paid there, and the platform is asked; what is booked is what it got. */
function playPulled(scope: keyof typeof pulledKeys): Player {
  const { source } = pulledKeys[scope];
  const skus: Record<string, string> = { [tower]: towerSku, [scarce]: scarceSku };
  const look = async (reference: string): Promise<Made | Refused> => {
    const { problem } = await pull(source);
    if (problem) return { refused: problem === 'key' ? 'key' : 'other' };
    const found = await readPulled(source, reference);
    const words: Record<string, Refused['refused']> = {
      ...{ 'marketplace.pull.why.full': 'full', 'refusal.noStock': 'full', 'marketplace.pull.why.missing': 'product' },
    };
    if (found?.state === 'refused') return { refused: words[found.word ?? ''] ?? 'other' };
    return found?.orderNo ? { orderNo: found.orderNo } : { refused: 'other' };
  };
  return {
    ...{ source, scope, isPulled: true },
    async reserve({ option, adults, reference }, key) {
      if (key !== undefined) await connectPulled(scope, { signKey: key });
      const order = { code: skus[option] ?? option, on: playOn, quantity: adults, total: adults * 110 };
      pulled[scope].set(reference, { ...order, state: 'waiting' });
      const answer = await look(reference);
      if (key !== undefined) await connectPulled(scope);
      if ('refused' in answer) pulled[scope].delete(reference);
      return answer;
    },
    book: ({ reference }) => look(reference),
    async cancel({ reference, orderNo }) {
      const order = pulled[scope].get(reference);
      if (order) order.state = 'closed';
      await pull(source);
      return (await readOrder(orderNo))?.status === OrderStatus.cancelledAfterApproval ? 'done' : { refused: 'other' };
    },
  };
}

/** Says yes to everything and does nothing. */
const yesSayer: Player = {
  ...{ source: OrderSource.viator, scope: 'viator', isReported: true },
  reserve: async ({ reference }) => ({ orderNo: reference }),
  book: async ({ hold }) => ({ orderNo: hold || 'MADEUP01' }),
  cancel: async () => 'done',
  askPlaces: async () => undefined,
};

let references = 0;
const newReference = () => {
  references += 1;
  return `CONF${references}`;
};

beforeAll(async () => {
  pulled = await playPulledPlatforms();
  reported = await playReportedPlatforms();
  test = await openTestHouse({ env: { ...pulled.env, ...reported.env } });
  operations = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  partnerId = await findAgency(test, finance);
  // More within a day needs a second person.
  for (let times = 0; times < 3; times += 1) {
    await adjust(test, finance, { id: partnerId, dealType: 9, amountMinor: 400_000 });
    await passDay(test);
  }
  await test.call('consolePartnerKeysOpen', { id: partnerId, open: true }, { token: operations });
  for (const scope of ['getYourGuide', 'viator'] as const)
    keys[scope] = (await test.call('apiKeyCreate', { name: scope, scopes: [scope] }, { token: agent })).data.key;
  await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);
  await sql`UPDATE product SET free_cancel_days = 1`.execute(test.database.house);
  const optionOf = async (key: string) => {
    const { rows } = await sql<{ option: string }>`SELECT product_id || '-' || package_id AS option FROM package k
      JOIN product p USING (owner_id, product_id) WHERE p.owner_id = 1 AND p.key = ${key} LIMIT 1`.execute(
      test.database.house,
    );
    return rows[0]?.option ?? '';
  };
  [tower, scarce] = [await optionOf('tower'), await optionOf('few-seats')];
  const skuOf = async (option: string) => {
    const { rows } = await sql<{
      id: string;
    }>`SELECT sku_id::text AS id FROM sku WHERE owner_id = 1 AND ticket_type = 10001
      AND package_id = ${option.split('-')[1]}::bigint`.execute(test.database.house);
    return rows[0]?.id ?? '';
  };
  await sql`UPDATE departure SET capacity = 90 WHERE owner_id = 1 AND package_id = ${tower.split('-')[1]}::bigint`.execute(
    test.database.house,
  );
  [towerSku, scarceSku] = [await skuOf(tower), await skuOf(scarce)];
  admin = await test.signIn('admin@one.example', 'admin-2026');
  const account = { source: 2, partnerId, account: 'acc', ...ctripKeys } as const;
  expect((await test.call('consoleChannelAccountSave', account, { token: admin })).code).toBe(200);
  const meituan = { source: 3, partnerId, account: '4711', ...meituanKeys } as const;
  expect((await test.call('consoleChannelAccountSave', meituan, { token: admin })).code).toBe(200);
  for (const scope of ['fliggy', 'mafengwo'] as const) await connectPulled(scope);
  const gyg = { source: 14, partnerId, ...gygAccount } as const;
  expect((await test.call('consoleChannelAccountSave', gyg, { token: admin })).code).toBe(200);
  const qunar = { source: 8, partnerId, account: 'HOUSE', signKey: qunarKey } as const;
  expect((await test.call('consoleChannelAccountSave', qunar, { token: admin })).code).toBe(200);
});
afterAll(async () => {
  await test.close();
  await pulled.close();
  await reported.close();
});

/** Places that are taken of the scarce day. */
async function countTaken(option: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT held + sold AS n FROM departure WHERE owner_id = 1
    AND package_id = ${option.split('-')[1]}::bigint AND play_on = ${playOn}::date`.execute(test.database.house);
  return rows[0]?.n ?? 0;
}
async function readOrder(orderNo: string) {
  const { rows } = await sql<{
    source: number;
    status: number;
    reference: string;
    paid: number;
    platformPrice: number | null;
  }>`SELECT p.source, p.status,
      p.agent_reference AS reference, c.told_minor AS "platformPrice", (SELECT count(*)::int FROM payment y
        WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no AND y.outcome = 'applied') AS paid
    FROM purchase p LEFT JOIN channel_order c USING (owner_id, order_no) WHERE p.order_no = ${orderNo}`.execute(
    test.database.house,
  );
  return rows[0];
}
async function setRate(rate: string | null) {
  const { house } = test.database;
  await sql`DELETE FROM exchange_rate WHERE owner_id = 1 AND currency = 'CNY'`.execute(house);
  if (rate)
    await sql`INSERT INTO exchange_rate (owner_id, currency, rate) VALUES (1, 'CNY', ${rate}::numeric)`.execute(house);
}
const made = (answer: Made | Refused): string => {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`);
  return answer.orderNo;
};

/** The same platform's order by a list (decision 0430). */
async function bookByList(source: number, reference: string) {
  const lines = [{ skuId: towerSku, playOn, quantity: 1 }];
  const order = { partnerId, source, reference, lines, contact: { name: 'Ann Lee', email: 'ann@buyer.example' } };
  return (await test.call('consolePlatformOrder', order as never, { token: operations })).data;
}

/** What staff read at the order of its vouchers. */
const showUse = async (orderNo: string) =>
  (await test.call('consoleOrder', { id: orderNo }, { token: operations })).data.platformUse;

/** What staff read under Marketplaces. */
async function showAccount(source: number) {
  const { accounts } = (await test.call('consoleMarketplaces', {}, { token: operations })).data;
  return accounts.find((one) => one.source === source);
}

const cases: Record<string, (player: Player) => Promise<void>> = {
  async 'holds places and books them, paid, with source, number and price'(player) {
    const [reference, before] = [newReference(), await countTaken(tower)];
    const hold = made(await player.reserve({ option: tower, adults: 2, reference }));
    expect(await countTaken(tower)).toBe(before + 2);
    const orderNo = made(await player.book({ option: tower, adults: 2, reference, hold }));
    expect(await countTaken(tower)).toBe(before + 2);
    expect(await readOrder(orderNo)).toEqual({
      source: player.source,
      status: 1003,
      reference,
      paid: 1,
      platformPrice: 22_000,
    });
  },
  async 'books once what is sent again, at the same time too'(player) {
    const reference = newReference();
    const [before, taken] = [(await readFigures(test, agent)).deposit, await countTaken(tower)];
    const hold = made(await player.reserve({ option: tower, adults: 1, reference }));
    const answers = await atOneMoment(test, 'channel_order', 4, () =>
      player.book({ option: tower, adults: 1, reference, hold }),
    );
    expect(new Set([...answers, await player.book({ option: tower, adults: 1, reference, hold })].map(made)).size).toBe(
      1,
    );
    expect(before - (await readFigures(test, agent)).deposit).toBe(10_000);
    expect(await countTaken(tower)).toBe(taken + 1);
  },
  async 'books nothing with a number that was booked by a list, and the other way round'(player) {
    const [reference, second] = [newReference(), newReference()];
    const listed = await bookByList(player.source, reference);
    expect(listed).toMatchObject({ repeated: false });
    const before = (await readFigures(test, agent)).deposit;
    const held = await player.reserve({ option: tower, adults: 1, reference });
    const answer =
      'refused' in held ? held : await player.book({ option: tower, adults: 1, reference, hold: held.orderNo });
    // A platform that is asked for orders is told that it has this one.
    if (player.isPulled) expect(answer).toEqual({ orderNo: listed.orderNo });
    else expect(answer).toHaveProperty('refused');
    expect((await readFigures(test, agent)).deposit).toBe(before);
    const hold = made(await player.reserve({ option: tower, adults: 1, reference: second }));
    const orderNo = made(await player.book({ option: tower, adults: 1, reference: second, hold }));
    expect(await bookByList(player.source, second)).toMatchObject({ repeated: true, orderNo });
  },
  async 'never books on a hold that has expired'(player) {
    if (player.isPulled) return;
    const reference = newReference();
    const hold = made(await player.reserve({ option: tower, adults: 1, reference }));
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = ${hold}`.execute(
      test.database.house,
    );
    const answer = await player.book({ option: tower, adults: 1, reference, hold });
    // Refused, or other places were taken for it.
    if ('refused' in answer) expect(answer.refused).toBe('hold');
    else expect(await readOrder(answer.orderNo)).toMatchObject({ status: 1003, reference });
    expect(await readOrder(hold)).toMatchObject({ paid: 0 });
    // So that no round gives its place back while the next case counts.
    await sql`UPDATE purchase SET pay_by = now() + interval '1 hour' WHERE order_no = ${hold} AND status = 1001`.execute(
      test.database.house,
    );
  },
  async 'gives back what is cancelled, once'(player) {
    const [reference, before] = [newReference(), await countTaken(tower)];
    const deposit = (await readFigures(test, agent)).deposit;
    const hold = made(await player.reserve({ option: tower, adults: 1, reference }));
    const orderNo = made(await player.book({ option: tower, adults: 1, reference, hold }));
    expect(await countTaken(tower)).toBe(before + 1);
    expect(await player.cancel({ orderNo, reference, option: tower })).toBe('done');
    expect(await countTaken(tower)).toBe(before);
    const again = await player.cancel({ orderNo, reference, option: tower });
    expect(['done', { refused: 'ended' }]).toContainEqual(again);
    expect((await readOrder(orderNo))?.status).toBe(OrderStatus.cancelledAfterApproval);
    // The money goes back by a job.
    await expect.poll(async () => (await readFigures(test, agent)).deposit, { timeout: 15_000 }).toBe(deposit);
  },
  async 'sells the last places once in a crowd'(player) {
    const left = 3;
    await sql`UPDATE departure SET capacity = held + sold + ${left}::int WHERE owner_id = 1
      AND package_id = ${scarce.split('-')[1]}::bigint AND play_on = ${playOn}::date`.execute(test.database.house);
    const crowd = await Promise.all(
      Array.from({ length: left + 6 }, () => player.reserve({ option: scarce, adults: 1, reference: newReference() })),
    );
    const refused = crowd.filter((one) => 'refused' in one);
    expect([crowd.length - refused.length, refused]).toEqual([left, Array(6).fill({ refused: 'full' })]);
  },
  async 'is told what was redeemed; what it refuses stands there until it is told again (§3 vouchers)'(player) {
    if (!player.isReported) return;
    const reference = newReference();
    const hold = made(await player.reserve({ option: tower, adults: 3, reference }));
    const orderNo = made(await player.book({ option: tower, adults: 3, reference, hold }));
    const { rows } = await sql<{
      code: string;
    }>`SELECT voucher_code AS code FROM sub_order WHERE order_no = ${orderNo}`.execute(test.database.house);
    const [first, ...others] = rows.map(
      ({ code: text }) =>
        () =>
          test.call('consoleVoucherRedeem', { text }, { token: operations }),
    );
    expect(await showUse(orderNo)).toBeNull();
    const poll = { timeout: 20_000 };
    // One after the other: what was reported is not reported again with the next, which GetYourGuide refuses.
    for (const [at, redeem] of others.entries()) {
      expect((await redeem()).code).toBe(200);
      await expect
        .poll(() => showUse(orderNo), poll)
        .toMatchObject({ used: at + 1, reported: at + 1, state: 'reported', problem: '' });
    }
    expect(reported.uses.get(orderNo)?.at(-1)?.used).toBe(2);
    reported.refusing.add(orderNo);
    await first?.();
    await expect.poll(() => showUse(orderNo), poll).toMatchObject({ used: 3, reported: 2, problem: 'refused' });
    const unreported = (await showAccount(player.source))?.unreported.find((one) => one.orderNo === orderNo);
    expect(unreported).toMatchObject({
      used: 3,
      reported: 2,
      state: 'waiting',
      code: expect.stringMatching(/^\d{3,5}$/),
    });
    reported.refusing.delete(orderNo);
    expect((await test.call('consoleChannelUseAgain', { orderNo }, { token: operations })).code).toBe(200);
    await expect.poll(() => showUse(orderNo), poll).toMatchObject({ reported: 3, state: 'reported', problem: '' });
    const heard = reported.uses.get(orderNo) ?? [];
    expect(heard.map(({ used }) => used)).toEqual(heard.map(({ used }) => used).sort());
    // GetYourGuide is told of tickets, and of the whole booking at last.
    if (player.scope === 'getYourGuide') expect(heard.map(({ item }) => item)).toEqual(['ticket', 'ticket', 'booking']);
    else expect(heard.at(-1)).toMatchObject({ units: 3, used: 3 });
    if (player.scope !== 'qunar') expect(heard.at(-1)?.reference).toBe(reference);
    if (player.scope === 'ctrip') expect(heard.at(-1)?.item).toBe('1');
    expect((await test.call('consoleChannelUseAgain', { orderNo }, { token: operations })).http).toBe(421);
    expect((await showAccount(player.source))?.unreported).toEqual([]);
  },
  async 'is told what is left after an order; what it refuses stands there until it is told again (§4 stock)'(player) {
    if (!player.askPlaces) return;
    await player.askPlaces(tower);
    const start = writeLocal(instantOf(playOn, '', 'Asia/Kuala_Lumpur'), 'Asia/Kuala_Lumpur');
    const known = () =>
      (reported.places.get(tower) ?? []).flat().findLast(({ dateTime }) => dateTime === start)?.vacancies;
    const left = async () => 90 - (await countTaken(tower));
    const poll = { timeout: 20_000 };
    await expect.poll(known, poll).toBe(await left());
    const [before, reference] = [await left(), newReference()];
    const hold = made(await player.reserve({ option: tower, adults: 2, reference }));
    await expect.poll(known, poll).toBe(before - 2);
    reported.refusing.add(tower);
    const orderNo = made(await player.book({ option: tower, adults: 2, reference, hold }));
    expect(await player.cancel({ orderNo, reference, option: tower })).toBe('done');
    const unreported = async () => (await showAccount(player.source))?.places?.unreported;
    await expect.poll(unreported, poll).toEqual([{ ref: tower, problem: 'refused', code: 'INVALID_PRODUCT' }]);
    expect(known()).toBe(before - 2);
    reported.refusing.delete(tower);
    const again = () => test.call('consoleChannelPlacesAgain', { source: 14, ref: tower }, { token: operations });
    expect((await again()).code).toBe(200);
    await expect.poll(known, poll).toBe(before);
    await expect.poll(unreported, poll).toEqual([]);
    expect((await again()).http).toBe(421);
  },
  async 'refuses a wrong key and one without the right'(player) {
    const other = Object.entries(keys).find(([scope]) => scope !== player.scope)?.[1] ?? '';
    for (const key of ['kb_live_made-up', 'x', other])
      expect(await player.reserve({ option: tower, adults: 1, reference: newReference() }, key)).toEqual({
        refused: 'key',
      });
  },
  async 'refuses a product that is not there'(player) {
    for (const option of ['0-0', '999999-999999', 'BLUE'])
      expect(await player.reserve({ option, adults: 1, reference: newReference() })).toEqual({ refused: 'product' });
  },
};

describe.each([
  ['GetYourGuide', playGyg],
  ['Viator', playViator],
  ['Ctrip', playCtrip],
  ['Qunar', playQunar],
  ['Meituan', playMeituan],
  ['Fliggy', () => playPulled('fliggy')],
  ['Mafengwo', () => playPulled('mafengwo')],
])('the adapter of %s (§3 order source)', (_name, play) => {
  it.each(Object.keys(cases))('%s', (name) => cases[name]?.(play()) ?? Promise.reject(new Error(name)));
});

it.each(Object.keys(cases))('a marketplace that says yes to everything fails: %s', async (name) => {
  await expect(cases[name]?.(yesSayer)).rejects.toThrow();
});

describe.each(['fliggy', 'mafengwo'] as const)('%s, which is asked for orders (§3 order sources 1 and 4)', (scope) => {
  const { source } = pulledKeys[scope];

  it('is told once that an order is booked; a refused one is shown with its reason and tried again', async () => {
    const [reference, second] = [newReference(), newReference()];
    const order = { code: towerSku, on: playOn, quantity: 1, total: 110, state: 'waiting' } as const;
    pulled[scope].set(reference, { ...order });
    pulled[scope].set(second, { ...order, on: '2040-01-01' });
    expect(await pull(source)).toEqual({ booked: 1, problem: '' });
    expect(pulled[scope].get(reference)?.state).toBe('confirmed');
    expect(await readPulled(source, reference)).toMatchObject({ state: 'booked', told: true });
    const shown = (await test.call('consoleMarketplaces', {}, { token: operations })).data.accounts;
    const account = shown.find((one) => one.source === source);
    expect(account).toMatchObject({ problem: '', usedAt: expect.stringMatching(/^20/) });
    const trouble = account?.troubles.find((one) => one.reference === second);
    expect(trouble?.text).toContain('not sold on this day');
    pulled[scope].set(second, { ...order });
    expect(await pull(source)).toEqual({ booked: 1, problem: '' });
    expect(await readPulled(source, second)).toMatchObject({ state: 'booked', told: true });
    expect(await pull(source)).toEqual({ booked: 0, problem: '' });
  });

  it('is asked by a round too, and refuses wrong keys in plain sight', async () => {
    const reference = newReference();
    pulled[scope].set(reference, { code: towerSku, on: playOn, quantity: 1, total: 110, state: 'waiting' });
    await sql`UPDATE channel_account SET due_at = now() WHERE source = ${source}`.execute(test.database.house);
    await expect.poll(async () => (await readPulled(source, reference))?.told, { timeout: 20_000 }).toBe(true);
    await connectPulled(scope, { account: 'nobody' });
    expect(await pull(source)).toEqual({ booked: 0, problem: 'key' });
    const shown = (await test.call('consoleMarketplaces', {}, { token: operations })).data.accounts;
    expect(shown.find((one) => one.source === source)?.problem).toBe('key');
    await connectPulled(scope);
  });

  it('books the others where it says nothing that can be read of one order, or does not take its confirmation', async () => {
    const order = { code: towerSku, on: playOn, quantity: 1, total: 110, state: 'waiting' } as const;
    const [unread, unconfirmed, last] = [newReference(), newReference(), newReference()];
    pulled[scope].set(unread, { ...order, oddly: 'read' });
    pulled[scope].set(unconfirmed, { ...order, oddly: 'confirm' });
    pulled[scope].set(last, { ...order });
    expect(await pull(source)).toEqual({ booked: 1, problem: 'odd' });
    expect(await readPulled(source, last)).toMatchObject({ state: 'booked', told: true });
    expect(await readPulled(source, unconfirmed)).toMatchObject({ state: 'booked', told: false });
    // Staff see which order it is.
    const shown = (await test.call('consoleMarketplaces', {}, { token: operations })).data.accounts;
    const trouble = shown.find((one) => one.source === source)?.troubles.find((one) => one.reference === unread);
    expect(trouble?.text).toContain('tried again');
    pulled[scope].set(unread, { ...order });
    pulled[scope].set(unconfirmed, { ...order });
    expect(await pull(source)).toEqual({ booked: 1, problem: '' });
    expect(await readPulled(source, unread)).toMatchObject({ state: 'booked', told: true });
    expect(await readPulled(source, unconfirmed)).toMatchObject({ state: 'booked', told: true });
  });

  it('keeps an order that was closed there when our policy does not cancel it', async () => {
    const reference = newReference();
    pulled[scope].set(reference, { code: towerSku, on: playOn, quantity: 1, total: 110, state: 'waiting' });
    await pull(source);
    const { orderNo } = (await readPulled(source, reference)) ?? {};
    await sql`UPDATE sub_order SET terms = jsonb_set(terms, '{freeCancelDays}', 'null') || '{"refundRules": null}' WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const order = pulled[scope].get(reference);
    if (order) order.state = 'closed';
    await pull(source);
    expect(await readPulled(source, reference)).toMatchObject({ state: 'booked', word: 'marketplace.pull.why.closed' });
    expect((await readOrder(orderNo ?? ''))?.status).toBe(OrderStatus.confirmed);
    pulled[scope].delete(reference);
  });
});

it('signs for Fliggy as its public implementations do (§3 order source 1)', () => {
  const params = {
    ...{ app_key: '123', format: 'json', method: 'alitrip.travel.trade.query', order_id: '1', session: 'sess' },
    ...{ sign_method: 'md5', timestamp: '2026-01-02 03:04:05', v: '2.0' },
  };
  expect(signFliggy(params, 'secret')).toBe('2BC41276B2B1FC22AD2C1D4E438CE2B7');
});

describe('Meituan (§3 order source 3)', () => {
  it('signs as its public implementations do', () => {
    const sign = signMeituan('POST', '/rhone/mtp/api/order/pay/notice', 'Fri, 02 Jan 2026 03:04:05 GMT', 'appsecret');
    expect(sign).toBe('A0w2AjxuCRMBePq8klVxvt6xRkM=');
  });

  it('keeps numbers that are longer than a number holds, and is told how an order stands', async () => {
    const order = { orderId: '8985652356562370001' };
    const wanted = { ...order, partnerDealId: towerSku, quantity: 2, useDate: playOn };
    const created = await sendMeituan('/order/create', wanted);
    const orderNo = created.body.partnerOrderId;
    expect(await readOrder(orderNo)).toMatchObject({ reference: order.orderId });
    const ask = async () => (await sendMeituan('/order/query', order)).body;
    expect(await ask()).toMatchObject({ orderStatus: 2, orderQuantity: 2, usedQuantity: 0, refundedQuantity: 0 });
    expect((await sendMeituan('/order/pay', order)).body).toMatchObject({ partnerOrderId: orderNo, voucherType: 0 });
    expect(await ask()).toMatchObject({ orderStatus: 4 });
    const part = await sendMeituan('/order/refund', { ...order, refundQuantity: 1 });
    expect(part).toMatchObject({ code: 506, describe: expect.stringContaining('without a refundId') });
    expect(await sendMeituan('/order/refunded', { ...order, count: 2 })).toMatchObject({ code: 200, body: {} });
    expect(await ask()).toMatchObject({ refundedQuantity: 2 });
    expect((await sendMeituan('/order/query', { orderId: 'nobody' })).code).toBe(400);
    const given = { orderId: newReference(), partnerDealId: towerSku, quantity: 1, travelDate: playOn };
    const { body } = await sendMeituan('/order/create/v2', given);
    for (const other of [{ quantity: 2 }, { travelDate: addDays(playOn, 1) }, { partnerDealId: scarceSku }])
      expect((await sendMeituan('/order/create/v2', { ...given, ...other })).code).toBe(506);
    expect((await sendMeituan('/order/create/v2', given)).body).toMatchObject(body);
    expect((await sendMeituan('/order/close', { orderId: given.orderId, closeType: 1 })).code).toBe(200);
    expect(await readOrder(body.partnerOrderId)).toMatchObject({ paid: 0, status: 4007 });
  });

  it('cancels a part of an order once for each refundId, at the same time too, and no more than there is (§4 partial)', async () => {
    const [before, deposit] = [await countTaken(tower), (await readFigures(test, agent)).deposit];
    const order = { orderId: newReference() };
    const { body } = await sendMeituan('/order/create', {
      ...order,
      partnerDealId: towerSku,
      quantity: 4,
      useDate: playOn,
    });
    await sendMeituan('/order/pay', order);
    const refund = async (refundId: string, refundQuantity = 1) =>
      (await sendMeituan('/order/refund', { ...order, refundId, refundQuantity })).code;
    expect(await Promise.all(Array.from({ length: 6 }, () => refund('R-1')))).toEqual(Array(6).fill(200));
    expect(await countTaken(tower)).toBe(before + 3);
    expect(await refund('R-1', 2)).toBe(506);
    expect(await refund('R-2', 4)).toBe(506);
    expect((await sendMeituan('/order/query', order)).body).toMatchObject({ orderStatus: 4, refundedQuantity: 1 });
    const crowd = await Promise.all(['R-3', 'R-4', 'R-5', 'R-6', 'R-7', 'R-8'].map((ref) => refund(ref)));
    // Three are left; once the order has ended, further numbers change nothing.
    expect(crowd.filter((code) => code === 200).length).toBeGreaterThanOrEqual(3);
    expect(crowd.every((code) => code === 200 || code === 506)).toBe(true);
    expect(await countTaken(tower)).toBe(before);
    expect(await readOrder(body.partnerOrderId)).toMatchObject({ status: OrderStatus.cancelledAfterApproval });
    await expect.poll(async () => (await readFigures(test, agent)).deposit, { timeout: 15_000 }).toBe(deposit);
  });

  it('answers a repeated refund as the first one after the other units were used (§4 partial)', async () => {
    const order = { orderId: newReference() };
    const wanted = { ...order, partnerDealId: towerSku, quantity: 2, useDate: playOn };
    const { body } = await sendMeituan('/order/create', wanted);
    await sendMeituan('/order/pay', order);
    const refund = async (refundId: string) =>
      (await sendMeituan('/order/refund', { ...order, refundId, refundQuantity: 1 })).code;
    expect(await refund('R-1')).toBe(200);
    const { rows } = await sql<{ text: string }>`SELECT voucher_code AS text FROM sub_order
      WHERE order_no = ${body.partnerOrderId} AND cancelled_quantity = 0`.execute(test.database.house);
    const used = await test.call('consoleVoucherRedeem', { text: rows[0]?.text ?? '' }, { token: operations });
    expect(used.code).toBe(200);
    expect([await refund('R-1'), await refund('R-2')]).toEqual([200, 506]);
    expect((await sendMeituan('/order/query', order)).body).toMatchObject({ usedQuantity: 1, refundedQuantity: 1 });
  });

  it('a number of a refund is taken once, and would be taken again without the guard', async () => {
    const { body } = await sendMeituan('/order/create', {
      ...{ orderId: newReference(), partnerDealId: towerSku, quantity: 1, useDate: playOn },
    });
    const owner = test.database.forOwner(1);
    const claim = { orderNo: body.partnerOrderId, refundRef: 'R-1', units: [{ skuId: null, quantity: 1 }] };
    const take = (claimOnce: typeof claimPartRefund) => inTransaction(owner, (owner) => claimOnce(owner, claim));
    expect([await take(claimPartRefund), await take(claimPartRefund)]).toEqual(['new', 'same']);
    await withoutGuard<{ claimPartRefund: typeof claimPartRefund }>(
      'marketplace/signed/refunds.sql.ts',
      [["if (made === 1) return 'new';", "return 'new';"]],
      async (broken) => expect(await take(broken.claimPartRefund)).toBe('new'),
    );
  });

  it('shows its price in yuan in the order’s currency at the owner’s rates, or that there is none', async () => {
    const book = async (totalPrice: string | number = '200.00') => {
      const { body } = await sendMeituan('/order/create/v2', {
        ...{ orderId: newReference(), partnerDealId: towerSku, quantity: 1, travelDate: playOn, totalPrice },
      });
      return (await test.call('consoleOrder', { id: body.partnerOrderId }, { token: operations })).data.platform;
    };
    await setRate('0.65');
    expect(await book()).toEqual({
      ...{ price: { amountMinor: 20_000, currency: 'CNY' }, converted: { amountMinor: 13_000, currency: 'MYR' } },
      ...{ listed: { amountMinor: 10_000, currency: 'MYR' }, difference: { amountMinor: 3_000, currency: 'MYR' } },
    });
    await setRate(null);
    expect(await book()).toMatchObject({ price: { currency: 'CNY' }, converted: null, difference: null });
    // A system's point is never one of thousands.
    expect(await book(33.333)).toBeNull();
  });

  it('refuses what was not encrypted, another account, and a header of yesterday', async () => {
    const order = { orderId: newReference(), partnerDealId: towerSku, quantity: 1, travelDate: playOn };
    expect((await sendMeituan('/order/create/v2', order, { form: 'plain' })).code).toBe(400);
    expect((await sendMeituan('/order/create/v2', order, { aesKey: Buffer.from('another-key-here') })).code).toBe(400);
    expect(await sendMeituan('/order/create/v2', order, { partner: '12' })).toMatchObject({ http: 401, code: 401 });
    const date = new Date(Date.now() - 86_400_000).toUTCString();
    expect((await sendMeituan('/order/create/v2', order, { date })).code).toBe(401);
    expect((await sendMeituan('/order/create/v2', { ...order, travelDate: 'soon' })).code).toBe(400);
  });
});

describe('Qunar (§3 order source 8)', () => {
  it('signs as its public implementations do', () => {
    const data = Buffer.from('<a/>').toString('base64');
    expect([data, signQunar(data, 'key')]).toEqual(['PGEvPg==', '13013812731e1cd392621ff3a7ed8c05']);
  });

  it('is told how an order stands, and refused what is not there, a part, a method, another identity', async () => {
    const order = { option: tower, adults: 2, reference: newReference() };
    const orderNo = made(await playQunar().reserve(order));
    const ask = (no: string) => sendQunar('getOrderByQunar', `<partnerOrderId>${no}</partnerOrderId>`);
    expect(await ask(orderNo)).toMatchObject({ code: '1000', status: 'PREPAY_ORDER_NOT_PAYED' });
    await playQunar().book({ ...order, hold: orderNo });
    expect(await playQunar().reserve(order)).toEqual({ orderNo });
    for (const other of [{ adults: 1 }, { option: scarce }])
      expect(await playQunar().reserve({ ...order, ...other })).toEqual({ refused: 'other' });
    expect((await ask(orderNo)).text).toContain('<orderQuantity>2</orderQuantity><useQuantity>0</useQuantity>');
    expect((await ask('MADEUP01')).code).toBe('13001');
    expect(await playQunar().cancel({ ...order, orderNo })).toEqual({ refused: 'other' });
    expect((await ask(orderNo)).status).toBe('PREPAY_ORDER_PRINT_SUCCESS');
    expect((await sendQunar('createOrder', '')).code).toBe('1');
    expect((await sendQunar('getOrderByQunar', '', qunarKey, 'OTHER')).text).toContain('supplierIdentity');
    expect((await sendQunar('getOrderByQunar', '<!-- x -->')).code).toBe('1');
  });
});

describe('Ctrip (§3 order sources 2 and 10)', () => {
  it('closes and signs as its public implementations do', () => {
    const closed = encryptCtrip('{"otaOrderId":"1"}', ctripKeys);
    expect(closed).toBe('ljfglkdjlhikmkabgmjmgoejmfdjllffjohaflkopkoncmiokklpapljnfgadnkh');
    expect(decryptCtrip(closed, ctripKeys)).toBe('{"otaOrderId":"1"}');
    const header = { accountId: 'acc', serviceName: 'QueryOrder', requestTime: '2026-01-02 03:04:05', version: '1.0' };
    expect(signCtrip(header, closed, 'signkey')).toBe('1c1d35b176279ad17e027cbd21bf0378');
  });

  it('is answered by its codes: sign, account, service, message, day, order, quantity', async () => {
    const code = async (...asked: Parameters<typeof sendCtrip>) => (await sendCtrip(...asked)).code;
    const items = (more: object = {}) => ({ items: [{ PLU: towerSku, useStartDate: playOn, quantity: 1, ...more }] });
    expect(await code('VerifyOrder', items())).toBe('0000');
    expect(await code('VerifyOrder', items(), 'wrong')).toBe('0002');
    expect(await code('VerifyOrder', items(), ctripKeys.signKey, 'nobody')).toBe('0003');
    expect(await code('EditOrder', items())).toBe('0004');
    expect(await code('constructor', items())).toBe('0004');
    expect(await code('VerifyOrder', { items: 5 })).toBe('0001');
    expect((await post('/ctrip', { header: 1 }, {})).body.header.resultCode).toBe('0001');
    expect(await code('VerifyOrder', items({ useStartDate: '2040-01-01' }))).toBe('1009');
    expect(await code('VerifyOrder', items({ quantity: 91 }))).toBe('1003');
    const wanted = { otaOrderId: 'CT-ALL', ...items({ quantity: 2 }), contacts: [{ name: 'Ann Lee' }] };
    const { data } = await sendCtrip('CreateOrder', wanted);
    const numbers = { otaOrderId: 'CT-ALL', supplierOrderId: data.supplierOrderId };
    expect((await sendCtrip('QueryOrder', numbers)).data.items).toMatchObject([
      { orderStatus: 2, quantity: 2, useQuantity: 0 },
    ]);
    expect(await code('QueryOrder', { ...numbers, otaOrderId: 'other' })).toBe('4001');
    expect(await code('CancelOrder', { ...numbers, items: [{ PLU: towerSku, quantity: 1 }] })).toBe('2004');
    expect(
      await code('CancelOrder', { ...numbers, otaOrderId: 'other', items: [{ PLU: towerSku, quantity: 2 }] }),
    ).toBe('2001');
    expect(await code('CancelPreOrder', numbers)).toBe('1100');
  });

  it('refuses an otaOrderId that is booked with another quantity or day', async () => {
    const wanted = { otaOrderId: newReference(), contacts: [{ name: 'Ann Lee' }] };
    const item = { PLU: towerSku, useStartDate: playOn, quantity: 1 };
    const create = (more: object) => sendCtrip('CreateOrder', { ...wanted, items: [{ ...item, ...more }] });
    const { data } = await create({});
    expect((await create({})).data).toMatchObject({ supplierOrderId: data.supplierOrderId });
    for (const other of [{ quantity: 2 }, { useStartDate: addDays(playOn, 1) }, { PLU: scarceSku }])
      expect((await create(other)).code).toBe('1100');
  });

  it('cancels a part of an order under its sequenceId, and says so when it is asked (§4 partial)', async () => {
    const item = { PLU: towerSku, useStartDate: playOn };
    const wanted = { otaOrderId: newReference(), items: [{ ...item, quantity: 3 }], contacts: [{ name: 'Ann Lee' }] };
    const before = await countTaken(tower);
    const { data } = await sendCtrip('CreateOrder', wanted);
    const numbers = { otaOrderId: wanted.otaOrderId, supplierOrderId: data.supplierOrderId };
    const cancel = async (sequenceId: string, quantity: number, PLU = towerSku) =>
      (await sendCtrip('CancelOrder', { ...numbers, sequenceId, items: [{ PLU, quantity }] })).code;
    expect(await cancel('S-1', 1, scarceSku)).toBe('2004');
    expect([await cancel('S-1', 1), await cancel('S-1', 1)]).toEqual(['0000', '0000']);
    expect(await countTaken(tower)).toBe(before + 2);
    expect((await sendCtrip('QueryOrder', numbers)).data.items).toMatchObject([
      { orderStatus: 4, quantity: 3, cancelQuantity: 1 },
    ]);
    expect(await cancel('S-2', 3)).toBe('2004');
    expect(await cancel('S-3', 2)).toBe('0000');
    expect(await countTaken(tower)).toBe(before);
    expect((await sendCtrip('QueryOrder', numbers)).data.items).toMatchObject([{ orderStatus: 5, cancelQuantity: 3 }]);
  });

  it('cancels all that it knows of, though staff cancelled a unit meanwhile (§4 partial)', async () => {
    const item = { PLU: towerSku, useStartDate: playOn };
    const wanted = { otaOrderId: newReference(), items: [{ ...item, quantity: 4 }], contacts: [{ name: 'Ann Lee' }] };
    const [before, deposit] = [await countTaken(tower), (await readFigures(test, agent)).deposit];
    const { data } = await sendCtrip('CreateOrder', wanted);
    const numbers = { otaOrderId: wanted.otaOrderId, supplierOrderId: data.supplierOrderId };
    const cancel = async (sequenceId: string, quantity: number, PLU = towerSku) =>
      (await sendCtrip('CancelOrder', { ...numbers, sequenceId, items: [{ PLU, quantity }] })).code;
    expect(await cancel('S-1', 1)).toBe('0000');
    const subOrderNo = `${data.supplierOrderId}-1`;
    const wish = { id: data.supplierOrderId, subOrderNo, remark: 'ill' };
    const asked = await test.call('consoleCancelApply', wish as never, { token: operations });
    const id = (asked.data as { requests: { id: string }[] }).requests.at(-1)?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id, approve: true } as never, { token: operations })).code).toBe(
      200,
    );
    expect(await countTaken(tower)).toBe(before + 2);
    // Four were booked and one is cancelled there: three is all, four is more than there was.
    expect([await cancel('S-2', 4), await cancel('S-3', 3, scarceSku)]).toEqual(['2004', '2004']);
    expect([await cancel('S-4', 3), await cancel('S-4', 3)]).toEqual(['0000', '0000']);
    expect(await countTaken(tower)).toBe(before);
    await expect.poll(async () => (await readFigures(test, agent)).deposit, { timeout: 15_000 }).toBe(deposit);
  });

  it('numbers its orders apart from Trip.com, also where one partner stands for both', async () => {
    const second = { source: 10, partnerId, account: 'acc10', ...ctripKeys } as const;
    await test.call('consoleChannelAccountSave', second, { token: admin });
    const wanted = { otaOrderId: 'CT-BOTH', items: [{ PLU: towerSku, useStartDate: playOn, quantity: 1 }] };
    const holds = [];
    for (const account of ['acc', 'acc10'])
      holds.push(await sendCtrip('CreatePreOrder', wanted, ctripKeys.signKey, account));
    expect(holds.map(({ code }) => code)).toEqual(['0000', '0000']);
    expect(new Set(holds.map(({ data }) => data.supplierOrderId)).size).toBe(2);
    await test.call('consoleChannelAccountDelete', { source: 10 }, { token: admin });
  });

  it('keeps its keys to itself, and ends when it is disconnected (§6 roles)', async () => {
    const found = (await test.call('consoleMarketplaces', {}, { token: operations })).data;
    expect(found.accounts.map(({ source }) => source)).toEqual([1, 2, 3, 4, 8, 14]);
    expect(found.accounts[1]).toMatchObject({ account: 'acc', partnerName: 'Agency' });
    expect(JSON.stringify(found)).not.toMatch(/0123456789abcdef|signkey|qunar-key|meituan-key|fliggy-|mafengwo-/);
    const wrong = { source: 10, partnerId, account: 'acc', ...ctripKeys } as const;
    const refused = async (more: object, token = admin) =>
      (await test.call('consoleChannelAccountSave', { ...wrong, ...more }, { token })).data as unknown as {
        fields?: object;
      };
    expect(Object.keys((await refused({})).fields ?? {})).toEqual(['account']);
    expect(Object.keys((await refused({ aesKey: 'short', signKey: ' ' })).fields ?? {})).toEqual(['signKey', 'aesKey']);
    expect((await test.call('consoleChannelAccountSave', wrong, { token: operations })).http).toBe(421);
    expect((await test.call('consoleChannelAccountDelete', { source: 2 }, { token: admin })).code).toBe(200);
    expect((await sendCtrip('VerifyOrder', { items: [] })).code).toBe('0003');
  });
});

describe('single messages with platforms (§3 order source)', () => {
  type Wish = Parameters<typeof test.call<'consoleChannelMessages'>>[1];
  const list = async (wish: Wish = {}, token = operations) =>
    (await test.call('consoleChannelMessages', { size: 50, ...wish }, { token })).data;
  const kinds = async (wish: Wish) => [...new Set((await list(wish)).list.map(({ kind }) => kind))].sort();

  it('are listed both ways with result, order and time, and found by platform, direction, refusal and words', async () => {
    await expect.poll(() => kinds({ source: '3' })).toContain('/order/create/v2');
    expect(await kinds({ source: '8', direction: 'out' })).toEqual(['noticeOrderConsumed']);
    expect(await kinds({ source: '2', direction: 'out' })).toEqual(['OrderConsumedNotice']);
    expect(await kinds({ source: '14' })).toEqual(['notify-availability-update', 'redeem-booking', 'redeem-ticket']);
    expect(await kinds({ source: '1' })).toEqual(expect.arrayContaining(['alitrip.travel.trade.query']));
    expect(await kinds({ source: '4', direction: 'in' })).toEqual([]);
    const [refused] = (await list({ source: '3', direction: 'out', refused: '1' })).list;
    expect(refused).toMatchObject({ kind: 'order/consume/notice', code: '506', good: false });
    const about = (await list({ query: refused?.orderNo ?? '' })).list;
    expect(new Set(about.map(({ kind }) => kind)).size).toBeGreaterThan(2);
    expect(about.every(({ milliseconds, at }) => milliseconds >= 0 && at.startsWith('20'))).toBe(true);
    expect((await list({ query: 'no-such-thing' })).total).toBe(0);
    expect((await test.call('consoleChannelMessages', {}, { token: agent })).http).not.toBe(200);
  });

  it('keep neither keys nor what travellers are called, and of what nobody signed a line a minute', async () => {
    for (let times = 0; times < 5; times += 1) await sendQunar('getOrderByQunar', '', 'wrong');
    await expect.poll(async () => (await list({ source: '8', query: '401' })).total).toBeGreaterThan(0);
    expect((await list({ source: '8', query: '401' })).total).toBeLessThan(5);
    const { rows } = await sql<{ text: string }>`SELECT m::text AS text FROM channel_message m`.execute(
      test.database.house,
    );
    expect(rows.length).toBeGreaterThan(50);
    const all = rows.map(({ text }) => text).join('\n');
    expect(all).not.toMatch(
      /王芳|Ann Lee|buyer\.example|13800138000|signkey|meituan-key|qunar-key|gyg-password|fliggy-|mafengwo-/,
    );
  });

  it('tell of a use again by themselves, and give up after the last try', async () => {
    const order = { option: tower, adults: 1, reference: newReference() };
    const player = playMeituan();
    const orderNo = made(await player.book({ ...order, hold: made(await player.reserve(order)) }));
    const { house } = test.database;
    const wake = (tries: number) =>
      sql`UPDATE channel_use SET due_at = now(), tries = ${tries} WHERE order_no = ${orderNo}`.execute(house);
    reported.refusing.add(orderNo);
    await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: operations });
    const poll = { timeout: 20_000 };
    await expect
      .poll(() => showUse(orderNo), poll)
      .toMatchObject({ state: 'waiting', problem: 'refused', code: '506' });
    await wake(10);
    await expect.poll(() => showUse(orderNo), poll).toMatchObject({ state: 'given up', reported: 0 });
    reported.refusing.delete(orderNo);
    await sql`UPDATE channel_use SET state = 'waiting' WHERE order_no = ${orderNo}`.execute(house);
    await wake(3);
    await expect.poll(() => showUse(orderNo), poll).toMatchObject({ state: 'reported', reported: 1, problem: '' });
  });
});
