// Billion Connect over HTTP (§3 channel 6; decision 0375): its signature, who may spend the owner's balance on what, how eSIMs and parcels
// arrive, and what is left to a person.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileAddress } from '../../../../contract/file-address.ts';
import { refusals } from '../../../../domain/errors.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import {
  describeDelivery,
  type SupplierOrder,
  signTrade,
} from '../../../../sandbox/billion-connect/serve-billion-connect.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../../../tests/build/edit-products.ts';
import { controlFake, controlToken } from '../../../../tests/build/gateways/control-fake.ts';
import { billionKeys, openBillion, planOfTests } from '../../../../tests/build/gateways/set-up-billion-connect.ts';
import { until } from '../../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../../tests/build/open-house.ts';
import { fillFields, newKey, placeOrder } from '../../../../tests/build/place-orders.ts';
import { readPdf } from '../../../../tests/build/read-pdf.ts';
import { openRelay, type Relay } from '../../../../tests/build/relay-gateway.ts';
import { setUp } from '../../../../tests/build/set-up-channels.ts';
import { playOn } from '../../../../tests/build/small-seed.ts';
import { sql } from '../../../platform/db.ts';
import { auditHouse } from '../../../upkeep/audit-house.ts';
import { beijingTime, isSignedByBillion, signBillion } from './billion-connect-calls.ts';

const channel = 'billionConnect';
let test: TestHouse;
let relay: Relay;
let fake: Awaited<ReturnType<typeof openBillion>>;
let agent: string;
let member: string;
let operations: string;
let finance: string;
let partnerId: string;
let editor: Editor;
let skus: string[];

const control = <Answer = unknown>(path: string, body?: object) => controlFake<Answer>(fake.url, path, body);
const plan = (name: string, more: object) =>
  newSku({ ticketType: null, minAge: 0, names: { en: name }, priceMinor: 2000, ...more });
const eSimPlan = { planKind: 'eSim' as const, planSku: planOfTests, planCopies: 2 };

beforeAll(async () => {
  relay = await openRelay();
  test = await openTestHouse({ env: { GATEWAY_BILLION_CONNECT_URL: relay.url } });
  await sql`INSERT INTO hostname (host, owner_id, customer_service) VALUES ('127.0.0.1', 1, false), ('desk.one.test', 1, true)`.execute(
    test.database.house,
  );
  fake = await openBillion(`${test.base}/api/pay/notify/${channel}`, { balance: 100 });
  relay.to(fake.url);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  const content = await test.signIn('content@one.example', 'content-2026');
  editor = makeEditor(test, { token: content });
  const lines = [
    plan('Seven days', eSimPlan),
    plan('One day', { ...eSimPlan, planCopies: 1 }),
    plan('Card', { planKind: 'card', planSku: planOfTests }),
    plan('Own stock', {}),
  ];
  const productId = await editor.create(
    newDocument({
      ...{ key: 'roam', type: 10, subtype: 1002, names: { en: 'Roam Free', zh_CN: '畅游卡' }, instant: true },
      collectPoints: [{ en: 'Counter' }],
      packages: [newPackage({ key: 'sim', names: { en: 'SIM' }, skus: lines })],
    }),
  );
  const pack = (await editor.open(productId)).document.packages[0];
  skus = (pack?.skus ?? []).map((item) => item.id ?? '');
  await editor.calendar(pack?.id ?? '', [
    { on: playOn, session: '', capacity: 90, wasCapacity: null, prices: [], limits: [] },
  ]);
  expect((await editor.state(productId, 'published')).code).toBe(200);
  const partners = await test.call('consolePartners', { query: 'Agency' }, { token: operations });
  partnerId = partners.data.list[0]?.id ?? '';
  await setUp(test, channel, 'one', billionKeys.one, {
    only: { partnerIds: [partnerId] },
    options: { lowBalance: '50' },
  });
});
afterAll(async () => {
  await test.close();
  await fake.close();
  await relay.close();
});

/** Of the SKUs by their place, as a buyer places it. */
async function order(
  quantities: Record<number, number>,
  token = agent,
  fields: Record<string, string> = {},
): Promise<string> {
  const lines = Object.entries(quantities).map(([at, quantity]) => ({
    skuId: skus[Number(at)] ?? '',
    playOn,
    session: '',
    quantity,
  }));
  const asked = lines.map((line) => `${line.skuId}:${playOn}::${line.quantity}`).join(',');
  const { data: form } = await test.call('bookProducts', { lines: asked }, { token });
  const filled = fillFields(form);
  const answer = await test.call(
    'createOrder',
    {
      ...{ id: form.productId, lines, addOns: [], agreed: true, seenTotal: form.total, promoCode: '' },
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
      ...{ ...filled, orderFields: { ...filled.orderFields, ...fields } },
    },
    { token, key: newKey() },
  );
  if (answer.code !== 200) throw new Error(`${answer.code} ${JSON.stringify(answer.data)}`);
  return answer.data.orderNo;
}
const pay = (id: string, token = agent) => test.call('paying', { id, channel }, { token, key: newKey() });
const detail = async (id: string, token = agent) => (await test.call('orderDetail', { id }, { token })).data;
const isOffered = async (id: string, token: string) =>
  (await test.call('payInfo', { id }, { token })).data.channels.some((item) => item.channel === channel);
const mails = async (id: string) =>
  (
    await sql<{ occasion: string; attachments: { name: string }[] }>`SELECT occasion, attachments FROM mail
      WHERE occasion LIKE ${`order ${id} eSim:%`}`.execute(test.database.house)
  ).rows;
const queue = async (key: string, token = operations) =>
  (await test.call('consoleQueues', {}, { token })).data.list.find((item) => item.key === key)?.count;

describe('§3 Billion Connect: what its documents publish', () => {
  it('signs by MD5 over the secret and the exact body', () => {
    const secret = '65f4ee66c5a019b9d0f5545b575c33c6';
    const body = '{"params1":"value1","params2":"value2"}';
    expect(signBillion(secret, body)).toBe('7e0646f96e324595b135b7d4c0abfcb6');
    expect(signTrade(secret, body)).toBe('7e0646f96e324595b135b7d4c0abfcb6');
    expect(isSignedByBillion(secret, Buffer.from(body), '7E0646F96E324595B135B7D4C0ABFCB6')).toBe(true);
    expect(isSignedByBillion(secret, Buffer.from(`${body} `), '7e0646f96e324595b135b7d4c0abfcb6')).toBe(false);
    expect(beijingTime(new Date('2026-11-22T18:30:05Z'))).toBe('2026-11-23 02:30:05');
  });
});

describe('§3 Billion Connect: who may spend the balance, and on what', () => {
  it('is offered to named partners and to staff who act for one, for plans of one kind alone', async () => {
    const [own, mixed, plain] = [await order({ 0: 1 }), await order({ 0: 1, 3: 1 }), await placeOrder(test, agent)];
    expect([await isOffered(own, agent), await isOffered(mixed, agent), await isOffered(plain, agent)]).toEqual([
      true,
      false,
      false,
    ]);
    const ofMember = await order({ 0: 1 }, member);
    expect(await isOffered(ofMember, member)).toBe(false);
    expect((await pay(ofMember, member)).code).toBe(refusals.channelNotOffered);
    expect((await pay(mixed)).code).toBe(refusals.channelNotOffered);
    await setUp(test, channel, 'one', {}, { options: { lowBalance: '50' } }, finance);
    expect([await isOffered(own, agent), (await pay(own)).code]).toEqual([false, refusals.channelNotOffered]);
    // As a hand-over to the customer-service hostname leaves it.
    const acting = await test.signIn('agent@one.example', 'agent-2026');
    const hash = createHash('sha256').update(acting).digest();
    const marked = await sql`UPDATE login_session SET acting_staff_id =
        (SELECT account_id FROM account WHERE owner_id = 1 AND email = 'operations@one.example')
      WHERE token_hash = ${hash}`.execute(test.database.house);
    expect(Number(marked.numAffectedRows)).toBe(1);
    const answer = await test.call('payInfo', { id: own }, { token: acting, host: 'desk.one.test' });
    expect([answer.code, answer.data?.channels.map((channel) => channel.channel)]).toEqual([
      200,
      expect.arrayContaining([channel]),
    ]);
    await setUp(
      test,
      channel,
      'one',
      {},
      { only: { partnerIds: [partnerId] }, options: { lowBalance: '50' } },
      finance,
    );
    const { channels: toTopUp } = (await test.call('cashier', { amount: 5000 }, { token: agent })).data;
    expect(toTopUp.map((item) => item.channel)).not.toContain(channel);
  });

  it('refuses a mapping that is not whole, by field', async () => {
    const pack = (change: object) => ({ packages: [newPackage({ skus: [plan('Half', change)] })] });
    const create = async (change: object, type = 10) =>
      (
        await editor.save({
          document: newDocument({ key: 'half', type, subtype: type === 10 ? 1002 : 301, ...pack(change) }),
        })
      ).data;
    const path = 'packages.0.skus.0';
    expect(await create({ planKind: 'eSim' })).toMatchObject({ fields: { [`${path}.planSku`]: expect.anything() } });
    expect(await create({ planSku: '12' })).toMatchObject({ fields: { [`${path}.planKind`]: expect.anything() } });
    expect(await create(eSimPlan, 3)).toMatchObject({ fields: { [`${path}.planKind`]: expect.anything() } });
  });
});

describe('§3 Billion Connect: an order and its eSIMs', () => {
  it('is ordered and paid at once; its eSIMs are on the order, the voucher and in the mail, each with its line', async () => {
    const id = await order({ 0: 2, 1: 1 });
    const started = await pay(id);
    expect(started).toMatchObject({ code: 200, data: { status: PaymentStatus.paid, redirectUrl: null, qr: null } });
    const seen = await until(
      () => detail(id),
      (item) => item.eSims.length === 3 && item.eSims.every((eSim) => eSim.subOrderNo),
    );
    expect(seen).toMatchObject({ status: OrderStatus.confirmed, eSimsAwaited: [] });
    const [first, second] = seen.lines.map((line) => line.subOrderNo);
    expect(seen.eSims.map((sim) => sim.subOrderNo).sort()).toEqual([first, first, second]);
    expect(seen.eSims[0]).toMatchObject({ apn: 'emov', pin: '1234', activation: expect.stringMatching(/^LPA:1\$/) });
    expect((await detail(id)).events.map((event) => event.action)).toContain('eSim');
    const [mail] = await until(
      () => mails(id),
      (list) => list.length > 0,
    );
    expect(mail?.attachments).toHaveLength(1);
    const pdf = await test.fetch(fileAddress('voucherFile', { subOrderNo: first ?? '' }), {
      headers: { token: agent },
    });
    const pages = readPdf(Buffer.from(await pdf.arrayBuffer()));
    expect(pages).toHaveLength(3);
    expect(
      pages.slice(1).every((page) => page.squares.length > 20 && page.text.includes('SMDP.STAND-IN.EXAMPLE')),
    ).toBe(true);
    const { list } = (await test.call('vouchers', { a: id, b: seen.lines[0]?.productId ?? '' }, { token: agent })).data;
    const address = new URL(list[1]?.address ?? '');
    const asked = { code: list[1]?.code ?? '', s: address.searchParams.get('s') ?? '' };
    // What installs them is on the voucher itself, and not behind its code, which every fellow traveller's pass shows.
    const { data: link } = await test.call('passShare', { orderNo: id }, { token: agent });
    const key = new URL(link.address).searchParams.get('key') ?? '';
    const pass = await test.call('pass', { orderNo: id, key });
    const { code = '', s = '' } = pass.data.stops[0]?.shown ?? {};
    const answers = [await test.call('voucherCheck', { code, s }), await test.call('voucherCheck', asked), pass];
    for (const answer of answers) {
      expect(answer.http).toBe(200);
      expect(JSON.stringify(answer.data)).not.toMatch(/LPA|SMDP|"activation"/);
    }
    expect(answers[0]?.data).toMatchObject({ state: 'valid', signed: true });
    const { order: there } = await control<{ order: SupplierOrder }>(`orders/${started.data.paymentNo}`);
    expect([there.cost, there.totalAmount]).toEqual([20, '60.00']);
  });

  it('shows staff why the supplier refused, and notifies finance of a low balance', async () => {
    await control('settings', { balance: 3 });
    const id = await order({ 1: 1 });
    expect((await pay(id)).code).toBe(refusals.providerRefused);
    expect((await test.call('isPaySuccess', { id }, { token: agent })).data).toMatchObject({ paid: false, reason: '' });
    const { payments } = (await test.call('consoleOrder', { id }, { token: operations })).data;
    const seen = await test.call('consolePayment', { id: payments[0]?.paymentNo ?? '' }, { token: finance });
    expect(JSON.stringify(seen.data)).toContain('余额不足');
    const { data } = await test.call('consoleChannelBalance', { channel }, { token: finance });
    expect(data).toMatchObject({ available: { amountMinor: 300, currency: 'USD' }, low: true, fresh: true });
    expect(await queue('lowBalance', finance)).toBe(1);
    const mend = relay.lose(() => true);
    const silent = await test.call('consoleChannelBalance', { channel }, { token: finance });
    mend();
    expect(silent.data).toMatchObject({ available: { amountMinor: 300 }, fresh: false });
    await control('settings', { balance: 1000 });
    expect((await pay(id)).data).toMatchObject({ status: PaymentStatus.paid });
    expect((await test.call('consoleChannelBalance', { channel }, { token: finance })).data.low).toBe(false);
    expect(await queue('lowBalance', finance)).toBe(0);
  });

  it('shows its catalogue to those who write products, without top-ups; silence is said', async () => {
    const content = await test.signIn('content@one.example', 'content-2026');
    const plans = () => test.call('consoleSupplyPlans', {}, { token: content });
    const { data } = await plans();
    expect(data.ready).toBe(true);
    expect(data.list.map((item) => item.sku)).toContain(planOfTests);
    expect(data.list.find((item) => item.sku === planOfTests)).toMatchObject({
      kind: 'eSim',
      name: `Japan ${planOfTests}`,
    });
    expect(data.list.some((item) => item.sku === 'top-up-1')).toBe(false);
    const mend = relay.lose(() => true);
    const silent = await plans();
    mend();
    expect(silent.code).toBe(refusals.gatewaySilent);
    expect((await test.call('consoleSupplyPlans', {}, { token: agent })).http).not.toBe(200);
    const two = await test.signIn('content@two.example', 'content-2026', 'two.test');
    expect((await test.call('consoleSupplyPlans', {}, { token: two, host: 'two.test' })).data).toEqual({
      ready: false,
      list: [],
    });
  });

  it('asks again after silence, and orders once', async () => {
    const id = await order({ 1: 1 });
    // A notice of the eSIM would have the portal ask by itself: on a slow machine before the buyer does, who then reads that it is paid.
    await control('settings', { delivers: false });
    const mend = relay.lose(() => true);
    expect((await pay(id)).code).toBe(refusals.gatewaySilent);
    mend();
    const again = await pay(id);
    await control('settings', { delivers: true });
    expect(again).toMatchObject({ code: 200, data: { status: PaymentStatus.paid } });
    const orders = relay.passed.filter(
      (item) => item.body.includes('"F040"') && item.body.includes(again.data.paymentNo),
    );
    expect(orders).toHaveLength(2);
    await control(`orders/${again.data.paymentNo}`, { outcome: 'deliver' });
    await until(
      () => detail(id),
      (item) => item.eSims.length === 1,
    );
  });

  it('has operations type in an eSIM whose notice never came, no more than were bought', async () => {
    await control('settings', { muted: true });
    const id = await order({ 1: 1 });
    const { paymentNo } = (await pay(id)).data;
    await control('settings', { muted: false });
    const [line] = (await detail(id)).lines;
    const subOrderNo = line?.subOrderNo ?? '';
    expect((await detail(id)).eSimsAwaited).toEqual([{ subOrderNo, count: 1 }]);
    expect(await queue('eSims')).toBe(0);
    await sql`UPDATE payment SET settled_at = now() - interval '11 minutes' WHERE payment_no = ${paymentNo}`.execute(
      test.database.house,
    );
    expect(await queue('eSims')).toBe(1);
    const typed = { id, subOrderNo, iccid: '8986 0012 0100 0000 0099', activation: 'LPA:1$SMDP.EXAMPLE$ABC' };
    const enter = (change: object = {}) => test.call('consoleESimSave', { ...typed, ...change }, { token: operations });
    expect((await enter({ iccid: '12', activation: 'ABC' })).data).toMatchObject({
      fields: { iccid: {}, activation: {} },
    });
    const both = await Promise.all([enter(), enter({ iccid: '89860012010000000098' })]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, refusals.actionNotAllowed].sort());
    expect((await detail(id)).eSims).toMatchObject([{ subOrderNo }]);
    expect(await queue('eSims')).toBe(0);
    await until(
      () => mails(id),
      (list) => list.length > 0,
    );
  });

  it('sends cards to the given address, and reports the parcel’s number', async () => {
    // Cards of the product are collected or sent; its eSIMs are neither.
    const asked = async (sku: number) =>
      (await test.call('bookProducts', { lines: `${skus[sku]}:${playOn}::1` }, { token: agent })).data.orderFields;
    expect([await asked(2), await asked(0)]).toEqual([
      ['handOver', 'deliveryCountry', 'deliveryPostcode', '401', 'collectPoint'],
      [],
    ]);
    const collected = await order({ 2: 1 }, agent, { handOver: 'collect', '401': '', collectPoint: 'Counter' });
    expect(await isOffered(collected, agent)).toBe(false);
    const id = await order({ 2: 1 }, agent, { handOver: 'delivery', '401': '1 Beach Road', deliveryCountry: 'MY' });
    expect((await pay(id)).code).toBe(200);
    const [line] = (
      await until(
        () => detail(id),
        (item) => Boolean(item.lines[0]?.sent),
      )
    ).lines;
    expect(line?.sent).toMatchObject({ carrier: 'SF', trackingNumber: expect.stringMatching(/^SF/) });
    const placed = relay.passed.find((item) => item.body.includes('"F006"'));
    expect(JSON.parse(placed?.body ?? '{}')).toMatchObject({
      tradeData: { express: { userName: 'Mei Tan', feeMethod: '2' } },
    });
  });

  it('cancels at the supplier what is not installed; what is, and parts, wait for a person', async () => {
    const refunds: { status: number; manual: boolean }[] = [];
    for (const installed of [false, true]) {
      const id = await order({ 1: 1 });
      await pay(id);
      await until(
        () => detail(id),
        (item) => item.eSims.length === 1,
      );
      await control('settings', { installed });
      const wish = { id, amountMinor: 2000, reason: 'Sold out' };
      await test.call('consoleGoodwillGive', wish, { token: operations, key: newKey() });
      // Its job asks the supplier later: what is set must not change before.
      const [refund] = await until(
        async () =>
          (
            await sql<{
              status: number;
              manual: boolean;
            }>`SELECT status, manual FROM refund WHERE order_no = ${id}`.execute(test.database.house)
          ).rows,
        (rows) => rows.some((row) => row.manual || row.status === 1),
      );
      if (refund) refunds.push(refund);
    }
    expect(refunds).toEqual([
      { status: 1, manual: false },
      { status: 0, manual: true },
    ]);
    await control('settings', { installed: false });
  });

  it('takes a notice once, none that is forged, and none of an order that is not here', async () => {
    const id = await order({ 1: 1 });
    const { paymentNo } = (await pay(id)).data;
    await until(
      () => detail(id),
      (item) => item.eSims.length === 1,
    );
    const { order: there } = await control<{ order: SupplierOrder }>(`orders/${paymentNo}`);
    const options = { ...billionKeys.one, port: 0, notifyUrl: '', controlToken };
    const report = async (change: Partial<SupplierOrder>, secret = billionKeys.one.appSecret) => {
      const { raw, headers } = describeDelivery(
        { options: { ...options, appSecret: secret } },
        { ...there, ...change },
      );
      return (await test.fetch(`/api/pay/notify/${channel}`, { method: 'POST', body: raw, headers, host: 'one.test' }))
        .status;
    };
    expect(await report({})).toBe(200);
    expect(await report({}, 'a-secret-of-somebody')).toBe(400);
    expect(await report({ channelOrderId: '26112399ZZZZP1234' })).toBe(400);
    expect((await detail(id)).eSims).toHaveLength(1);
    await until(
      () => mails(id),
      (list) => list.length === 1,
    );
    const findings = await auditHouse(test.database);
    expect(findings.filter((finding) => finding.violations.length)).toEqual([]);
  });
});
