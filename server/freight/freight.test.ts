// Delivery (§3 additional freight, §5 delivery needs a place; decisions 0305 and 0306) over HTTP, from an owner's table to the buyer's
// mail: the order costs what the form shows, an address outside the tables is refused, and freight is refunded only before sending.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { placeOfDelivery } from '../../domain/asked-fields.ts';
import { addDays } from '../../domain/dates.ts';
import { priceFreight } from '../../domain/freight/freight.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { markLineSent } from '../order/delivery/esim.sql.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let content: string;
let editor: Editor;
let tableId: string;
let productId: string;
let skus: string[];

const zone = {
  ...{
    countries: [] as string[],
    postcodes: [] as string[],
    by: 'weight' as 'weight' | 'piece',
    freeFromMinor: null as number | null,
  },
  ...{ firstUnits: 500, firstMinor: 800, stepUnits: 500, stepMinor: 300, daysFrom: 2, daysUntil: 4 },
};
const zones = [
  { ...zone, countries: ['MY'], freeFromMinor: 20_000 },
  { ...zone, countries: ['MY'], postcodes: ['87', '88 0'], firstMinor: 1500 },
  {
    ...zone,
    countries: ['SG', 'BN'],
    by: 'piece' as const,
    firstUnits: 1,
    firstMinor: 1200,
    stepUnits: 1,
    stepMinor: 400,
  },
];
const table = { name: 'By post', currency: 'MYR' as const, zones };

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  editor = makeEditor(test, { token: content });
  const saved = await test.call('consoleFreightSave', table, { token: content });
  expect(saved.code).toBe(200);
  tableId = saved.data.id;
  const sku = (name: string, weightGrams: number, priceMinor: number) =>
    newSku({ ticketType: null, minAge: 0, names: { en: name }, weightGrams, priceMinor });
  productId = await editor.create(
    newDocument({
      ...{
        key: 'talk-sim',
        type: 10,
        redemption: 'collect',
        subtype: 1002,
        names: { en: 'Talk SIM', zh_CN: '畅聊卡' },
        freightId: tableId,
        freeCancelDays: 3,
      },
      packages: [
        newPackage({ key: 'sim', names: { en: 'SIM' }, skus: [sku('Small', 300, 2000), sku('Large', 400, 5000)] }),
      ],
    }),
  );
  const pack = (await editor.open(productId)).document.packages[0];
  skus = (pack?.skus ?? []).map((item) => item.id ?? '');
  await editor.calendar(pack?.id ?? '', [
    { on: playOn, session: '', capacity: 50, wasCapacity: null, prices: [], limits: [] },
  ]);
  expect((await editor.state(productId, 'published')).code).toBe(200);
});
afterAll(() => test.close());

const linesOf = (quantities: number[]) =>
  quantities.flatMap((quantity, at) => (quantity ? [{ skuId: skus[at] ?? '', playOn, session: '', quantity }] : []));
const formOf = async (quantities: number[]) => {
  const lines = linesOf(quantities).map((line) => `${line.skuId}:${playOn}::${line.quantity}`);
  return (await test.call('bookProducts', { lines: lines.join(',') }, { token: agent })).data;
};
const to = (country: string, postcode = '') => ({
  ...{ handOver: 'delivery', deliveryCountry: country, deliveryPostcode: postcode, '401': '1 Beach Road' },
});

/** As the booking form does it: the total with the freight that its own rules give. */
async function fill(quantities: number[], orderFields: Record<string, string>) {
  const form = await formOf(quantities);
  const place = placeOfDelivery(form.orderFields, orderFields);
  const parts = form.lines.map((line) => ({ quantity: line.quantity, amount: line.amount, grams: line.weightGrams }));
  const freight = place && form.freight ? (priceFreight(form.freight, place, parts)?.total.amountMinor ?? 0) : 0;
  const input: InputOf<'createOrder'> = {
    ...{ id: productId, lines: linesOf(quantities), orderFields, agreed: true },
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    seenTotal: { ...form.total, amountMinor: form.total.amountMinor + freight },
  };
  return { input, freight };
}
async function place(quantities: number[], orderFields: Record<string, string>) {
  const { input, freight } = await fill(quantities, orderFields);
  const answer = await test.call('createOrder', input, { token: agent, key: newKey() });
  return { ...answer, freight, fields: (answer.data as { fields?: Record<string, string> }).fields };
}
async function buy(quantities: number[], orderFields: Record<string, string>): Promise<string> {
  const { data } = await place(quantities, orderFields);
  const paid = await test.call('paying', { id: data.orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return data.orderNo;
}
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const send = (id: string, at: number, trackingNumber: string, token = staff) =>
  test.call('consoleLineSend', { id, subOrderNo: `${id}-${at}`, carrier: 'Pos Laju', trackingNumber }, { token });
const quote = async (id: string, at: number, refundNum: number) => {
  const { data } = await test.call('calculateRefund', { subOrderNo: `${id}-${at}`, refundNum }, { token: agent });
  return [data.share.amountMinor, data.fee.amountMinor, data.refund.amountMinor];
};

describe('what delivery costs (§3 additional freight)', () => {
  it.each([
    ['300 g in the first 500', [1, 0], to('MY', '50450'), 800],
    ['1,000 g: one step more', [2, 1], to('MY', '50450'), 1100],
    ['to the postcode that is named', [1, 0], to('MY', '87000'), 1500],
    ['with a space in the postcode or not', [1, 0], to('MY', '880-01'), 1500],
    ['by pieces', [1, 2], to('SG', '018956'), 2000],
    ['free from the amount', [0, 4], to('MY', '50450'), 0],
    ['nothing where it is collected', [1, 0], { handOver: 'collect' }, 0],
  ])('%s', async (_, quantities, orderFields, minor) => {
    const answer = await place(quantities, orderFields);
    expect([answer.code, answer.fields, answer.freight]).toEqual([200, undefined, minor]);
    const order = await detail(answer.data.orderNo);
    const steps = order.lines.flatMap((line) => line.ladder.filter((step) => step.step === 'freight'));
    expect(steps.reduce((sum, step) => sum + step.amount.amountMinor, 0)).toBe(minor);
    expect(order.lines.every((line) => line.delivered === (orderFields.handOver === 'delivery'))).toBe(true);
  });

  it('is refused by the field for a place without delivery, in the words of the reader', async () => {
    const { input } = await fill([1, 0], to('JP', '100-0001'));
    const words = async (fields: Record<string, string>, language = 'en') =>
      (
        (await test.call('createOrder', { ...input, orderFields: fields }, { token: agent, key: newKey(), language }))
          .data as unknown as { fields: Record<string, string> }
      ).fields;
    const none = 'We do not deliver there. Please choose another place or collect it.';
    expect(await words(to('JP', '100-0001'))).toEqual({ 'orderFields.deliveryCountry': none });
    expect(await words(to('JP'), 'zh_CN')).toEqual({
      'orderFields.deliveryCountry': '暂不配送到该地区，请更换地址或选择自取',
    });
    expect(await words({ ...to(''), '401': '' })).toEqual({
      'orderFields.deliveryCountry': 'This field is required',
      'orderFields.401': 'This field is required',
    });
  });

  it('that the buyer did not see is refused with the new figures (200203)', async () => {
    const { input } = await fill([1, 0], to('MY', '50450'));
    const seenTotal = { ...input.seenTotal, amountMinor: input.seenTotal.amountMinor - 800 };
    const answer = await test.call('createOrder', { ...input, seenTotal }, { token: agent, key: newKey() });
    expect([answer.code, (answer.data as unknown as { total: object }).total]).toEqual([200203, input.seenTotal]);
  });

  it('is converted once from the table’s currency, and refused without a rate', async () => {
    const usd = { name: 'Abroad', currency: 'USD' as const, zones: [{ ...zone, firstMinor: 333 }] };
    const made = (await test.call('consoleFreightSave', usd, { token: content })).data.id;
    expect((await editor.change(productId, { freightId: made })).code).toBe(200);
    const rateOf = (rate: string | null) =>
      rate
        ? sql`INSERT INTO exchange_rate (owner_id, currency, rate, source) VALUES (1, 'USD', ${rate}, 'hand')
            ON CONFLICT (owner_id, currency) DO UPDATE SET rate = excluded.rate`.execute(test.database.house)
        : sql`DELETE FROM exchange_rate WHERE owner_id = 1 AND currency = 'USD'`.execute(test.database.house);
    await rateOf('4.415');
    const answer = await place([1, 0], to('CA', 'K1A'));
    expect([answer.code, answer.freight]).toEqual([200, 1470]);
    await rateOf(null);
    const lines = `${skus[0]}:${playOn}::1`;
    expect((await test.call('bookProducts', { lines }, { token: agent })).code).toBe(200802);
    expect((await editor.change(productId, { freightId: tableId })).code).toBe(200);
  });
});

describe('cancelling what is delivered (decision 0306)', () => {
  it('gives freight back with the whole line only, and never once it was sent', async () => {
    const id = await buy([2, 1], to('MY', '50450'));
    // 11.00 by weight: 600 g and 400 g.
    expect(await quote(id, 1, 1)).toEqual([2000, 0, 2000]);
    expect(await quote(id, 1, 2)).toEqual([4660, 0, 4660]);
    expect((await send(id, 1, 'PL-1')).code).toBe(200);
    expect(await quote(id, 1, 2)).toEqual([4660, 660, 4000]);
    expect(await quote(id, 2, 1)).toEqual([5440, 0, 5440]);
  });

  it('and sending exclude each other: what is asked for first decides, and without the guard both happen', async () => {
    const id = await buy([1, 0], to('MY', '50450'));
    const [asked, sent] = await Promise.all([
      test.call('cancelOrder', { orderNo: id, remark: 'no' }, { token: agent, key: newKey() }),
      send(id, 1, 'PL-2'),
    ]);
    expect([asked.code, asked.data.requests[0]?.fee.amountMinor]).toEqual([200, sent.code === 200 ? 800 : 0]);
    expect((await detail(id)).lines[0]?.sent === null).toBe(sent.code === 200302);
    expect((await send(id, 1, 'PL-4')).code).toBe(200302);
    const unguarded = await inTransaction(test.database.forOwner(1), (owner) =>
      sql`UPDATE sub_order SET carrier = 'any' WHERE owner_id = 1 AND sub_order_no = ${`${id}-1`} RETURNING 1`
        .execute(owner)
        .then(({ rows }) => rows.length),
    );
    const guarded = await inTransaction(test.database.forOwner(1), (owner) =>
      markLineSent(owner, `${id}-1`, { carrier: '', trackingNumber: 'x', at: new Date() }),
    );
    expect([unguarded, guarded]).toEqual([1, 0]);
  });
});

describe('a quotation of what is delivered (§2 onlinequotation)', () => {
  it('says beside its total that delivery is added by the address, on the page and in each file', async () => {
    const sku = { productId, skuId: skus[0] ?? '', playOn };
    const draft = {
      language: 'fr_FR' as const,
      currency: 'MYR' as const,
      validUntil: addDays(playOn, -1),
      title: 'SIM',
    };
    const made = (await test.call('quotationSave', { ...draft, lines: [sku] }, { token: agent })).data;
    const note = 'La livraison s’ajoute à la réservation, selon l’adresse.';
    expect(made.message.split('\n')).toContain(note);
    const sent = await test.call('quotationSend', { id: made.id, revision: made.revision }, { token: agent });
    const quotetoken = new URL(sent.data.address).searchParams.get('quotetoken') ?? '';
    expect((await test.call('dtaQuoteList', { quotetoken })).data.quotation?.freightLater).toBe(true);
  });
});

describe('sending (§3 delivery)', () => {
  it('is shown and mailed to the buyer with the number, and may be corrected', async () => {
    const id = await buy([1, 0], to('MY', '50450'));
    // The buyer reads where it goes while that can be mended.
    const [confirmed] = await until(
      async () => (await test.mails('mei@example.com')).filter((mail) => mail.occasion === `order ${id} confirmed`),
      (list) => list.length === 1,
    );
    expect(confirmed?.body).toContain('1 Beach Road, 50450, Malaysia');
    expect((await send(id, 1, ' ')).code).toBe(200001);
    expect((await send(id, 1, 'PL-9', content)).code).toBe(421);
    for (const number of ['PL-9', 'PL-10']) expect((await send(id, 1, number)).code).toBe(200);
    const line = (await detail(id)).lines[0];
    expect(line?.sent).toMatchObject({ carrier: 'Pos Laju', trackingNumber: 'PL-10' });
    const mails = await until(
      async () => (await test.mails('mei@example.com')).filter((mail) => mail.occasion.startsWith(`order ${id} sent:`)),
      (list) => list.length === 2,
    );
    expect(mails.map((mail) => mail.subject)).toEqual(Array(2).fill(`Order ${id}: Talk SIM was sent`));
    expect(mails.some((mail) => mail.body.includes('PL-10') && mail.body.includes('1 Beach Road'))).toBe(true);
  });

  it('goes to an address that staff changed only where it is delivered, and the mail has all of it', async () => {
    const id = await buy([1, 0], to('MY', '50450'));
    const shown = (await test.call('consoleOrder', { id }, { token: staff })).data.change;
    if (!shown) throw new Error('nothing to change');
    const { seen, values, travellers } = shown;
    const change = (next: Record<string, string>) =>
      test.call('consoleTravellers', { id, seen, travellers, values: { ...values, ...next } }, { token: staff });
    const refused = await change({ deliveryCountry: 'JP', deliveryPostcode: '100-0001' });
    expect([refused.code, (refused.data as { fields?: object }).fields]).toEqual([
      200001,
      { 'values.deliveryCountry': 'We do not deliver there. Please choose another place or collect it.' },
    ]);
    expect((await change({ deliveryCountry: 'SG', deliveryPostcode: '018956' })).code).toBe(200);
    expect((await send(id, 1, 'PL-11')).code).toBe(200);
    const [mail] = await until(
      async () => (await test.mails('mei@example.com')).filter((mail) => mail.occasion.startsWith(`order ${id} sent:`)),
      (list) => list.length === 1,
    );
    expect(mail?.body).toContain('1 Beach Road, 018956, Singapore');
  });

  it('is not possible for what is collected', async () => {
    const id = await buy([1, 0], { handOver: 'collect' });
    expect((await send(id, 1, 'PL-3')).code).toBe(200302);
  });
});

describe('tables of freight', () => {
  it('are refused by field, saved under a revision, and not deleted while a product uses them', async () => {
    const save = (change: object) =>
      test.call('consoleFreightSave', { ...table, ...change }, { token: content }) as Promise<{
        code: number;
        data: object;
      }>;
    const wrong = await save({
      name: ' ',
      zones: [{ ...zone, countries: ['MY', 'SG'], postcodes: ['1'] }, zone, { ...zone, daysUntil: 0 }],
    });
    expect((wrong.data as { fields: object }).fields).toEqual({
      name: 'This field is required',
      'zones.0.countries': 'Please choose one',
      'zones.2.countries': 'This is here twice',
      'zones.2.daysUntil': 'The last day cannot be before the first',
    });
    expect((await save({ id: tableId, revision: 7 })).code).toBe(200009);
    const { list } = (await test.call('consoleFreight', {}, { token: content })).data;
    const { revision = 0 } = list.find((item) => item.id === tableId) ?? {};
    const remove = () => test.call('consoleFreightDelete', { id: tableId, revision }, { token: content });
    expect((await remove()).code).toBe(200703);
    expect((await editor.change(productId, { freightId: '999999' })).data).toMatchObject({
      fields: { freightId: 'Please choose one' },
    });
  });
});
