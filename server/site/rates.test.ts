// Exchange rates over HTTP (§9, rules §5 and §10): staff edit them, no price uses a rate that was not entered,
// and orders keep theirs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, placeOrder } from '../../tests/build/place-orders.ts';
import { hand, type KeptRates, setRates } from '../../tests/build/set-rates.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let rates: KeptRates;
let finance: string;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  finance = await test.signIn('finance@one.example', 'finance-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  rates = setRates(test, finance);
});
afterAll(() => test.close());

const house = () => test.database.house;
const show = () => rates.show();
const rowOf = (currency: string) => rates.rowOf(currency);
const save = (...given: Parameters<KeptRates['save']>) => rates.save(...given);
const shown = (...given: Parameters<KeptRates['shown']>) => rates.shown(...given);

describe('the table', () => {
  it('has a row for a currency from the moment that the settings offer it', async () => {
    const settings = async (change: (offered: string[]) => string[]) => {
      const { data } = await test.call('consoleSettings', {}, { token: admin });
      const { name, currency, limitDefaults, ...row } = data;
      const currencies = change(row.currencies) as typeof row.currencies;
      expect((await test.call('consoleSettingsSave', { ...row, currencies }, { token: admin })).code).toBe(200);
    };
    await settings((offered) => offered.filter((currency) => currency !== 'KWD'));
    expect((await show()).list.map((item) => item.currency)).not.toContain('KWD');
    await settings((offered) => [...offered, 'KWD']);
    expect((await show()).list.map((item) => item.currency)).toContain('KWD');
  });

  it('lists what is offered beside its rate, where it is from, and whether products are sold in it', async () => {
    const answer = await show();
    expect(answer).toMatchObject({ currency: 'MYR', feed: false, margin: 0, feedDay: null, feedAge: null });
    expect(answer.list.map((item) => item.currency)).not.toContain('MYR');
    expect(answer.list.map((item) => item.currency)).not.toContain('BGN');
    expect(answer.list.find((item) => item.currency === 'JPY')).toEqual({
      currency: 'JPY',
      rate: '0.0292',
      source: 'hand',
      on: null,
      age: 'ok',
      reference: null,
      offered: true,
      selling: true,
    });
    expect(answer.list.find((item) => item.currency === 'EUR')).toMatchObject({ rate: null, selling: false });
    expect((await setRates(test, admin).show()).revision).toBe(answer.revision);
  });

  it('saved by hand is what visitors see at once, is dated and logged, and no other owner sees any of it', async () => {
    expect(await shown('USD')).toEqual({ currency: 'USD', rate: '0.226244343891' });
    expect(await shown('EUR')).toEqual({ currency: 'MYR', rate: '1' });
    const { revision } = await show();
    const answer = await save([hand('USD', '4,2500'), hand('EUR', ' 4.79 '), hand('CNY', '0.62')]);
    expect(answer.data).toEqual({ revision: revision + 1 });
    expect(await shown('USD')).toEqual({ currency: 'USD', rate: '0.235294117647' });
    expect(await shown('EUR')).toEqual({ currency: 'EUR', rate: '0.208768267223' });
    expect(await rowOf('USD')).toMatchObject({ rate: '4.25', source: 'hand', on: expect.stringMatching(/^20/) });
    expect(await rowOf('CNY')).toMatchObject({ rate: '0.62', on: null });
    const other = await findProduct(test, 'Silver Tower', { currency: 'USD', host: 'two.test' });
    expect(other.shown.rate).toBe('0.226244343891');
    const [logged] = (await test.call('consoleLog', { act: 'rates-saved' }, { token: admin })).data.list;
    expect(logged).toMatchObject({
      staffName: 'Farah',
      before: { rates: { USD: '4.42 hand', EUR: null } },
      after: { feed: '', margin: 0, rates: { USD: '4.25 hand', EUR: '4.79 hand' } },
    });
    expect(logged?.after?.rates).not.toHaveProperty('CNY');
  });

  it('without a rate shows the price as it is sold, never at 0 or 1', async () => {
    expect((await save([hand('EUR', '')])).code).toBe(200);
    expect((await rowOf('EUR'))?.rate).toBeNull();
    expect(await shown('EUR')).toEqual({ currency: 'MYR', rate: '1' });
    expect(await shown('EUR', 'Evening Show')).toEqual({ currency: 'MYR', rate: '0.0292' });
    expect(await shown('USD', 'Evening Show')).toEqual({ currency: 'USD', rate: '0.006870588235' });
  });

  it('offers visitors what has a rate, and staff every currency of the settings', async () => {
    const offered = async (host?: string) => (await test.call('webSettings', {}, { host })).data.currencies;
    const kept = async () => (await test.call('consoleSettings', {}, { token: admin })).data.currencies;
    const all = await kept();
    await save([hand('EUR', '4.8')]);
    expect(await offered()).toEqual(expect.arrayContaining(['MYR', 'USD', 'EUR']));
    await save([hand('EUR', '')]);
    expect(await offered()).toEqual(expect.arrayContaining(['MYR', 'USD']));
    expect(await offered()).not.toContain('EUR');
    expect(await rowOf('EUR')).toMatchObject({ rate: null, offered: true });
    expect(await kept()).toEqual(all);
    expect((await test.call('consoleChannels', {}, { token: finance })).data.currencies).toContain('EUR');
    await save([hand('EUR', '4.8')]);
    expect(await offered()).toContain('EUR');
    expect(await offered('two.test')).not.toContain('EUR');
  });

  it('reads a code that was replaced as what replaced it', async () => {
    await save([hand('EUR', '4.8')]);
    for (const code of ['BGN', 'HRK', 'FIM', 'EUR']) expect((await shown(code)).currency, code).toBe('EUR');
    await save([hand('CRC', '0.009')]);
    expect((await shown('CRD')).currency).toBe('CRC');
    expect((await shown('XXX')).currency).toBe('MYR');
  });

  it('refuses by field what can be no rate, and saves none of it', async () => {
    const answer = await save([
      hand('USD', '0'),
      hand('EUR', '1,234.5'),
      hand('JPY', ''),
      hand('MYR', '1'),
      hand('GBP', '5.6'),
    ]);
    expect(answer.code).toBe(200001);
    expect(answer.data).toEqual({
      fields: {
        'rates.USD': 'Please enter a rate above zero, such as 4.42',
        'rates.EUR': 'Please enter a rate above zero, such as 4.42',
        'rates.JPY': 'This field is required',
        'rates.MYR': expect.any(String),
      },
    });
    expect((await rowOf('GBP'))?.rate).toBeNull();
    expect((await save([], { margin: 2001 })).data).toEqual({
      fields: { margin: 'Please enter a number from 0 to 20' },
    });
    expect((await save([], { margin: -1 })).code).toBe(200001);
    expect((await save([{ currency: 'BGN' as never, source: 'hand', rate: '2' }])).code).toBe(200001);
    expect((await save([], { feed: true })).data).toEqual({
      fields: { feed: 'The daily rates do not have this currency; please enter a rate by hand' },
    });
  });

  it('is saved by one of twenty who looked at the same one', async () => {
    const { revision } = await show();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => save([hand('GBP', `5.${at + 10}`)], { revision })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    expect((await show()).revision).toBe(revision + 1);
  });
});

describe('an order', () => {
  const stored = (orderNo: string) =>
    sql<{ rate: string }>`SELECT rate FROM purchase WHERE owner_id = 1 AND order_no = ${orderNo}`
      .execute(house())
      .then((found) => found.rows[0]?.rate);
  const wanted = { product: 'Evening Show', session: '18:00', quantity: 2 };

  it('keeps the rate of its day, whatever the table says later', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    await save([hand('JPY', '0.03')]);
    const old = await placeOrder(test, agent, wanted);
    const own = await placeOrder(test, agent);
    expect([await stored(old), await stored(own)]).toEqual(['0.03', '1']);
    const deposit = async (orderNo: string) =>
      (await test.call('payInfo', { id: orderNo }, { token: agent })).data.channels.find(
        (channel) => channel.channel === 'deposit',
      )?.payable;
    expect(await deposit(old)).toEqual({ amountMinor: 21_000, currency: 'MYR' });
    await save([hand('JPY', '0.05')]);
    expect([await stored(old), await stored(own)]).toEqual(['0.03', '1']);
    expect(await deposit(old)).toEqual({ amountMinor: 21_000, currency: 'MYR' });
    expect(await stored(await placeOrder(test, agent, wanted))).toBe('0.05');
  });

  it('in a currency without a rate is refused, never stored at 1', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    await sql`DELETE FROM exchange_rate WHERE owner_id = 1 AND currency = 'JPY'`.execute(house());
    await expect(placeOrder(test, member, wanted)).rejects.toThrow('200802');
    await save([hand('JPY', '0.03')]);
    expect(await placeOrder(test, member, wanted)).toBeTruthy();
  });
});

describe('lists by price', () => {
  it('follow the rates', async () => {
    const cheapest = async () => {
      const found = await test.call('searchProducts', { sort: 'priceLow', query: '', size: 39 }, { token: finance });
      return found.data.list.map((item) => item.name);
    };
    await save([hand('JPY', '90')]);
    expect((await cheapest()).at(-1)).toBe('Evening Show');
    await save([hand('JPY', '0.0001')]);
    await new Promise((done) => setTimeout(done, 3200));
    expect((await cheapest()).indexOf('Evening Show')).toBeLessThan(2);
  });
});
