// Two ways for one order and gift cards (§3 payment, decisions 0408 and 0409): issued with codes shown once; a card or a balance pays a part,
// another way the rest; back to both when the order ends; limits, refusals, and races with proof of their guards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import { atOneMoment } from '../../../tests/build/at-one-moment.ts';
import { openGateway, signNotice, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { readPdfText } from '../../../tests/build/read-pdf.ts';
import { adjust, findAgency, readFigures } from '../../../tests/build/set-balances.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { closeOverdue } from '../../order/close-order.ts';
import { holdShare } from '../../order/part/shares.sql.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { giveToCard, takeFromCard } from './gift-card.sql.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let member: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  await sql`UPDATE departure SET capacity = 500 WHERE owner_id = 1`.execute(test.database.house);
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

type Issue = { valueMinor?: number; count?: number; currency?: 'MYR' | 'USD'; endsOn?: string | null; note?: string };
const issue = (
  { valueMinor = 4000, count = 1, currency = 'MYR', endsOn = null, note = '' }: Issue = {},
  token = finance,
) => test.call('consoleGiftCardIssue', { valueMinor, count, currency, endsOn, note }, { token });
async function newCard(wanted: Issue = {}): Promise<string> {
  const made = await issue(wanted);
  if (made.code !== 200) throw new Error(made.msg);
  return made.data.codes[0] ?? '';
}
const list = async (query = '') => (await test.call('consoleGiftCards', { query }, { token: finance })).data;
const cardOf = async (code: string) => {
  const found = (await list(code.slice(-4))).list[0];
  if (!found) throw new Error('no such card');
  return found;
};
const leftOn = async (code: string) => (await cardOf(code)).balance.amountMinor;
const payByCard = (id: string, code: string, token = member, amountMinor?: number, headers?: Record<string, string>) =>
  test.call(
    'paying',
    { id, channel: 'giftCard', code, ...(amountMinor ? { share: { amountMinor } } : {}) },
    { token, key: newKey(), headers },
  );
const pay = (id: string, channel: string, token: string, more: object = {}) =>
  test.call('paying', { id, channel, ...more }, { token, key: newKey() });
const info = async (id: string, token = member) => (await test.call('payInfo', { id }, { token })).data;
const detail = async (id: string, token = member) => (await test.call('orderDetail', { id }, { token })).data;
async function atGateway(id: string, outcome: string, token = member) {
  const started = await pay(id, 'sandbox', token);
  await gateway.act(String(started.data.redirectUrl).split('/').at(-1) ?? '', outcome);
  await until(
    () => test.call('isPaySuccess', { id }, { token }),
    ({ data }) => data.payStatus === (outcome === 'pay' ? 103 : 104),
  );
  return started.data;
}
async function invoiceOf(id: string) {
  const answer = await test.fetch(`/api/order/download/invoice?orderNo=${id}&l=en`, { headers: { token: member } });
  return readPdfText(Buffer.from(await answer.arrayBuffer()));
}
const fieldsOf = (answer: { data: unknown }) => Object.keys((answer.data as { fields?: object }).fields ?? {});
const asked = async (id: string) =>
  (await info(id)).channels.find((channel) => channel.channel === 'sandbox')?.payable.amountMinor;

describe('§3 gift cards are issued', () => {
  it('with codes that are shown once and stored as hashes, and are listed with what is owed', async () => {
    const made = await issue({ count: 3, valueMinor: 5000, note: 'spring', endsOn: '2099-12-31' });
    expect(made.data.codes).toHaveLength(3);
    for (const code of made.data.codes) expect(code).toMatch(/^[0-9A-HJ-NP-Z]{4}(-[0-9A-HJ-NP-Z]{4}){3}$/);
    const { rows } = await sql<{ all: string }>`SELECT string_agg(c::text, ' ') AS all FROM gift_card c`.execute(
      test.database.house,
    );
    expect(rows[0]?.all).not.toContain(made.data.codes[0]?.slice(0, 9));
    expect(rows[0]?.all).not.toContain(made.data.codes[0]?.replaceAll('-', ''));
    const found = await list('spring');
    expect(found).toMatchObject({
      total: 3,
      offered: true,
      owed: [{ amount: { amountMinor: 15_000, currency: 'MYR' }, cards: 3 }],
    });
    expect(found.list[0]).toMatchObject({
      state: 'open',
      balance: { amountMinor: 5000 },
      endsOn: '2099-12-31',
      uses: 0,
    });
  });

  it.each([
    [{ valueMinor: 0 }, 'valueMinor'],
    [{ count: 0 }, 'count'],
    [{ count: 501 }, 'count'],
    [{ endsOn: '2020-01-01' }, 'endsOn'],
  ])('refuses %j and names the field', async (wanted, field) => {
    const refused = await issue(wanted);
    expect([refused.code, fieldsOf(refused)]).toEqual([refusals.invalidInput, [field]]);
  });

  it('above the limit of one person wait until another one releases them', async () => {
    const made = await issue({ valueMinor: 400_000, count: 2 });
    expect(made.data.waits).toBe(true);
    const code = made.data.codes[0] ?? '';
    const { id } = await cardOf(code);
    const order = await placeOrder(test, member);
    expect((await payByCard(order, code)).code).toBe(refusals.giftCardBlocked);
    const move = (token: string) => test.call('consoleGiftCardMove', { id, act: 'release' }, { token });
    expect((await move(finance)).code).toBe(refusals.ownAdjustment);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    expect((await move(admin)).data.state).toBe('open');
    expect((await payByCard(order, code)).data.status).toBe(103);
  });

  it('once for each key, also when the answer was lost or the request is sent several times at one moment', async () => {
    const wish = { valueMinor: 4000, count: 3, currency: 'MYR', endsOn: null, note: 'sent again' } as const;
    const as = { token: finance, key: newKey() };
    const before = (await list()).total;
    const together = await atOneMoment(test, 'gift_card', 3, () => test.call('consoleGiftCardIssue', wish, as));
    const later = await test.call('consoleGiftCardIssue', wish, as);
    expect([...together, later].map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(new Set([...together, later].map(({ data }) => data.codes.join())).size).toBe(1);
    expect((await list()).total).toBe(before + 3);
    expect((await cardOf(later.data.codes[2] ?? '')).note).toBe('sent again');
    const other = await test.call('consoleGiftCardIssue', { ...wish, count: 2 }, as);
    expect([other.http, other.code]).toEqual([200, refusals.idempotencyConflict]);
  });
});

describe('§3 two ways for one order', () => {
  it('a card pays a part, another way the rest, also after it failed once', async () => {
    const code = await newCard();
    const id = await placeOrder(test, member);
    expect((await info(id)).giftCards).toBe(true);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    expect((await payByCard(id, typed)).data).toMatchObject({ status: 101, redirectUrl: null });
    const shown = await info(id);
    expect(shown).toMatchObject({
      due: { amountMinor: 6000 },
      shares: [
        { channel: 'giftCard', amount: { amountMinor: 4000 }, ending: code.slice(-4), left: { amountMinor: 0 } },
      ],
    });
    expect(await asked(id)).toBe(6000);
    // Where the order is shown, what remains is said.
    const remains = { payable: { amountMinor: 10_000 }, stillToPay: { amountMinor: 6000, currency: 'MYR' } };
    expect(await detail(id)).toMatchObject({ ...remains, paidTotal: { amountMinor: 4000 } });
    expect((await test.call('orderList', { query: id }, { token: member })).data.list).toMatchObject([remains]);
    expect((await test.call('consoleOrders', { query: id }, { token: finance })).data.list).toMatchObject([remains]);
    expect(await invoiceOf(id)).toMatch(/Total.*100\.00[\s\S]*Paid.*40\.00[\s\S]*Still to pay.*60\.00/);
    // The second way fails, and another try works.
    await atGateway(id, 'decline');
    expect(await info(id)).toMatchObject({ due: { amountMinor: 6000 }, shares: [{ amount: { amountMinor: 4000 } }] });
    await atGateway(id, 'pay');
    const done = await detail(id);
    expect([done.status, done.payStatus, done.paidTotal.amountMinor]).toEqual([1003, 103, 10_000]);
    expect(done.stillToPay).toBeNull();
    const steps = done.events.map((event) => `${event.action} ${event.actorName}`);
    expect(steps).toEqual(expect.arrayContaining(['payShare giftCard', 'pay sandbox']));
    expect(await leftOn(code)).toBe(0);
    const uses = (await test.call('consoleGiftCard', { id: (await cardOf(code)).id }, { token: finance })).data.uses;
    expect(uses).toMatchObject([
      { orderNo: id, amount: { amountMinor: 4000 }, returned: { amountMinor: 0 }, held: false },
    ]);
  });

  it('money goes back to the card before the gateway, each at most what it paid', async () => {
    const code = await newCard();
    const id = await placeOrder(test, member);
    await payByCard(id, code);
    await atGateway(id, 'pay');
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const goodwill = { id, amountMinor: 5000, reason: 'The bus was late' };
    expect((await test.call('consoleGoodwillGive', goodwill, { token: operations, key: newKey() })).code).toBe(200);
    const { refunds } = await until(
      () => detail(id),
      (order) => order.refunds.filter((refund) => refund.status === 1).length === 2,
    );
    expect(Object.fromEntries(refunds.map((refund) => [refund.channel, refund.amount.amountMinor]))).toEqual({
      giftCard: 4000,
      sandbox: 1000,
    });
    expect(await leftOn(code)).toBe(4000);
  });

  it('a deposit that does not cover the order pays what is there, or what the buyer says; the rest comes otherwise', async () => {
    const agency = await findAgency(test, finance);
    const before = await readFigures(test, agent);
    await adjust(test, finance, { id: agency, dealType: 10, amountMinor: before.deposit - 7000 });
    const id = await placeOrder(test, agent);
    const offer = (await info(id, agent)).channels.find((channel) => channel.channel === 'deposit');
    expect(offer).toMatchObject({ blocked: 'balanceTooLow', share: { amountMinor: 7000 } });
    const tooMuch = await pay(id, 'deposit', agent, { share: { amountMinor: 10_001 } });
    expect([tooMuch.code, fieldsOf(tooMuch)]).toEqual([refusals.invalidInput, ['share.amountMinor']]);
    expect((await pay(id, 'deposit', agent, { share: { amountMinor: 7001 } })).code).toBe(refusals.balanceTooLow);
    expect((await pay(id, 'sandbox', agent, { share: {} })).code).toBe(refusals.channelNotOffered);
    expect((await pay(id, 'deposit', agent, { share: { amountMinor: 2500 } })).data.status).toBe(101);
    expect((await readFigures(test, agent)).deposit).toBe(4500);
    expect((await pay(id, 'deposit', agent, { share: {} })).data.status).toBe(101);
    expect((await info(id, agent)).due.amountMinor).toBe(3000);
    // Taken back, it is there again at once.
    expect((await test.call('shareBack', { id }, { token: agent })).code).toBe(200);
    expect((await readFigures(test, agent)).deposit).toBe(7000);
    expect(await info(id, agent)).toMatchObject({ due: { amountMinor: 10_000 }, shares: [] });
    await pay(id, 'deposit', agent, { share: {} });
    const code = await newCard({ valueMinor: 9000 });
    // The card covers what is left, so the order is paid with it.
    expect((await payByCard(id, code, agent)).data.status).toBe(103);
    expect(await leftOn(code)).toBe(6000);
    expect(await detail(id, agent)).toMatchObject({ status: 1003, payStatus: 103 });
    expect((await test.call('shareBack', { id }, { token: agent })).code).toBe(refusals.actionNotAllowed);
  });

  it('goes back when the order is not paid in time, or withdrawn; a payment that comes late goes back too', async () => {
    const code = await newCard();
    const late = await placeOrder(test, member);
    await payByCard(late, code);
    const started = await pay(late, 'sandbox', member);
    const gone = await placeOrder(test, member);
    const other = await newCard();
    await payByCard(gone, other);
    expect(
      (await test.call('cancelOrder', { orderNo: gone, remark: '' }, { token: member, key: newKey() })).data.status,
    ).toBe(4007);
    await gateway.act(String(started.data.redirectUrl).split('/').at(-1) ?? '', 'decline');
    await until(
      () => test.call('isPaySuccess', { id: late }, { token: member }),
      ({ data }) => data.payStatus === 104,
    );
    await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${late}`.execute(
      test.database.house,
    );
    await closeOverdue(test.database, () => new Date());
    await sql`UPDATE refund SET created_at = now() - interval '1 minute' WHERE status = 0`.execute(test.database.house);
    await until(
      async () => [await leftOn(code), await leftOn(other)],
      (both) => both.every((value) => value === 4000),
    );
    expect((await detail(late)).status).toBe(4006);
  });

  it('an attempt for the whole price that was given up and is paid all the same sends the share back', async () => {
    const code = await newCard();
    const id = await placeOrder(test, member);
    const started = await pay(id, 'sandbox', member);
    await payByCard(id, code);
    expect((await info(id)).due.amountMinor).toBe(6000);
    const { raw, headers } = signNotice({
      ...{ eventId: 'evt-late', type: 'payment.paid', merchant: 'shop-one', transactionId: 'txn-late' },
      ...{ paymentId: String(started.data.redirectUrl).split('/').at(-1), reference: started.data.paymentNo },
      ...{ currency: 'MYR', amountMinor: 10_000, at: new Date().toISOString() },
    });
    expect((await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers })).status).toBe(200);
    const paid = await until(
      () => detail(id),
      (order) => order.payStatus === 103,
    );
    expect(paid.payStatus).toBe(103);
    await sql`UPDATE refund SET created_at = now() - interval '1 minute' WHERE status = 0`.execute(test.database.house);
    await until(
      () => leftOn(code),
      (minor) => minor === 4000,
    );
  });

  it('is converted from the card’s currency, and the order’s share never exceeds the card', async () => {
    const code = await newCard({ valueMinor: 1000, currency: 'USD' });
    const id = await placeOrder(test, member);
    await payByCard(id, code);
    const [share] = (await info(id)).shares;
    expect(share).toMatchObject({ paid: { currency: 'USD' }, amount: { currency: 'MYR' } });
    expect(share?.paid.amountMinor).toBeGreaterThan(990);
    expect(share?.paid.amountMinor).toBeLessThanOrEqual(1000);
    await test.call('shareBack', { id }, { token: member });
    expect(await leftOn(code)).toBe(1000);
  });

  it('in another currency pays at the rate of that moment, and is not called empty where there is none', async () => {
    const house = test.database.house;
    const id = await placeOrder(test, member);
    const code = await newCard({ valueMinor: 1000, currency: 'USD' });
    await info(id);
    await sql`UPDATE exchange_rate SET rate = 4.0 WHERE owner_id = 1 AND currency = 'USD'`.execute(house);
    expect((await payByCard(id, code)).data?.status).toBe(101);
    expect((await info(id)).due.amountMinor).toBe(6000);
    await test.call('shareBack', { id }, { token: member });
    await sql`DELETE FROM exchange_rate WHERE owner_id = 1 AND currency = 'USD'`.execute(house);
    expect((await payByCard(id, code)).code).toBe(refusals.channelNotOffered);
    await sql`INSERT INTO exchange_rate (owner_id, currency, rate) VALUES (1, 'USD', 4.42)`.execute(house);
  });
});

it('§3 refunds: what went back to a card says until when it is good, or that the card is blocked', async () => {
  const alone = await test.signIn('admin@one.example', 'admin-2026');
  const made = await Promise.all([issue({ endsOn: '2099-01-01' }, alone), issue({}, alone)]);
  const [dated = '', blocked = ''] = made.flatMap(({ data }) => data.codes);
  const id = await placeOrder(test, member);
  for (const code of [dated, blocked]) expect((await payByCard(id, code)).code).toBe(200);
  const { id: cardId } = await cardOf(blocked);
  await test.call('consoleGiftCardMove', { id: cardId, act: 'block', reason: 'lost' }, { token: finance });
  expect((await test.call('cancelOrder', { orderNo: id }, { token: member, key: newKey() })).code).toBe(200);
  const cards = (await detail(id)).refunds.map(({ card }) => card);
  expect(cards).toHaveLength(2);
  expect(cards).toContainEqual({ blocked: false, endsOn: '2099-01-01' });
  expect(cards).toContainEqual({ blocked: true, endsOn: null });
});

it('§3 refunds: before anything goes back, too, a card says until when it will be good; one that is over is good again then', async () => {
  const code = await newCard({ endsOn: '2099-01-01' });
  const id = await placeOrder(test, member);
  expect((await payByCard(id, code)).code).toBe(200);
  await sql`UPDATE gift_card SET ends_on = '2020-01-01' WHERE ending = ${code.slice(-4)}`.execute(test.database.house);
  const [before] = (await detail(id)).paidBy;
  await test.call('shareBack', { id }, { token: member });
  const back = (await cardOf(code)).endsOn;
  expect(before?.card).toEqual({ blocked: false, endsOn: back });
  expect(back && back > '2020-01-01').toBe(true);
});

describe('security rule 47: codes', () => {
  it('are refused when unknown, empty, over or blocked', async () => {
    const id = await placeOrder(test, member);
    expect((await payByCard(id, 'ABCD-EFGH-JKLM-NPQR')).code).toBe(refusals.giftCardUnknown);
    const missing = await payByCard(id, ' - ');
    expect([missing.code, fieldsOf(missing)]).toEqual([refusals.invalidInput, ['code']]);
    const over = await newCard({ endsOn: '2099-01-01' });
    await sql`UPDATE gift_card SET ends_on = '2020-01-01' WHERE ending = ${over.slice(-4)}`.execute(
      test.database.house,
    );
    expect(await payByCard(id, over)).toMatchObject({
      code: refusals.giftCardOver,
      msg: 'This gift card was valid until Wed, Jan 1, 2020.',
    });
    const code = await newCard({ valueMinor: 10_000 });
    const { id: cardId } = await cardOf(code);
    const move = (act: 'block' | 'unblock', reason = '') =>
      test.call('consoleGiftCardMove', { id: cardId, act, reason }, { token: finance });
    expect(fieldsOf(await move('block'))).toEqual(['reason']);
    expect((await move('block', 'lost')).data.state).toBe('blocked');
    expect((await move('block', 'lost')).code).toBe(refusals.changedMeanwhile);
    // Whoever is asked about it reads why and by whom, as long as it is blocked.
    expect((await cardOf(code)).block).toMatchObject({ why: 'lost', by: expect.stringMatching(/./) });
    expect((await payByCard(id, code)).code).toBe(refusals.giftCardBlocked);
    expect((await move('unblock')).data.state).toBe('open');
    expect((await cardOf(code)).block).toBeNull();
    expect((await payByCard(id, code)).data.status).toBe(103);
    expect((await payByCard(await placeOrder(test, member), code)).code).toBe(refusals.giftCardEmpty);
  });

  it('cannot be guessed: an account has twenty tries in an hour', async () => {
    const id = await placeOrder(test, agent);
    const answers: number[] = [];
    for (let at = 0; at < 22; at += 1) answers.push((await payByCard(id, `GUESS${at}`, agent)).code);
    expect(answers.slice(0, 10).every((code) => code === refusals.giftCardUnknown)).toBe(true);
    expect(answers.at(-1)).toBe(503);
  });
});

describe('races', () => {
  const cardNo = async (code: string) => Number((await cardOf(code)).id);
  const takes = (take: typeof takeFromCard, cardId: number, name: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        inTransaction(test.database.forOwner(1), (owner) =>
          take(owner, { cardId, amountMinor: 1000, cause: `${name}-${at}` }, '2026-01-01'),
        ),
      ),
    );
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);

  it('twenty payments by one card at once take what is on it, and no more', async () => {
    await sql`DELETE FROM attempt`.execute(test.database.house);
    const code = await newCard({ valueMinor: 5000 });
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await placeOrder(test, member));
    const answers = await Promise.all(ids.map((id) => payByCard(id, code, member, 1000)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(5);
    expect(new Set(answers.filter((answer) => answer.code !== 200).map((answer) => answer.code))).toEqual(
      new Set([refusals.giftCardEmpty]),
    );
    expect(await leftOn(code)).toBe(0);
  });

  it('without its guard a card would be overdrawn', async () => {
    const books = test.database.house;
    const cardId = await cardNo(await newCard({ valueMinor: 5000 }));
    expect(sum(await takes(takeFromCard, cardId, 'guarded'))).toBe(5);
    await sql`ALTER TABLE gift_card DROP CONSTRAINT gift_card_balance_minor_check`.execute(books);
    await withoutGuard<{ takeFromCard: typeof takeFromCard }>(
      'payment/gift-card/gift-card.sql.ts',
      [['AND balance_minor >= ', 'AND 0 <= ']],
      async (module) => expect(sum(await takes(module.takeFromCard, cardId, 'unguarded'))).toBe(20),
    );
    // Nothing was paid with it: all goes back, as the audit at the end asks.
    const back = { cardId, amountMinor: 25_000, cause: 'all of it' };
    await inTransaction(test.database.forOwner(1), (owner) => giveToCard(owner, back, new Date()));
    await sql`ALTER TABLE gift_card ADD CONSTRAINT gift_card_balance_minor_check CHECK (balance_minor >= 0)`.execute(
      books,
    );
  });

  it('shares of one order never pass its price: of twenty at once as many are held as fit', async () => {
    await sql`DELETE FROM attempt`.execute(test.database.house);
    const codes = (await issue({ count: 20, valueMinor: 3000 })).data.codes;
    const id = await placeOrder(test, member);
    const answers = await Promise.all(codes.map((code) => payByCard(id, code)));
    const fine = answers.filter((answer) => answer.code === 200).length;
    expect(fine).toBeGreaterThan(0);
    expect(fine).toBeLessThanOrEqual(4);
    const { data } = await test.call('payInfo', { id }, { token: member });
    const heldMinor = data.shares.reduce((total, share) => total + share.amount.amountMinor, 0);
    expect(heldMinor).toBeLessThanOrEqual(10_000);
    await test.call('shareBack', { id }, { token: member });
    const { owed } = await list();
    expect(owed[0]?.amount.amountMinor).toBeGreaterThanOrEqual(60_000);
  });

  it('a share beyond the price is not held, for any caller; without the guard it would be', async () => {
    const id = await placeOrder(test, member);
    const hold = (work: typeof holdShare) =>
      inTransaction(test.database.forOwner(1), async (owner) => {
        await sql`INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, order_minor, rate)
          VALUES (1, ${`${id}PTEST`}, ${id}, 'deposit', 103, false, 'MYR', 10000, 10000, 1)`.execute(owner);
        const held = await work(owner, { order_no: id, payment_no: `${id}PTEST`, channel: 'deposit' });
        await sql`ROLLBACK; BEGIN`.execute(owner);
        return held;
      });
    expect(await hold(holdShare)).toBe(0);
    await withoutGuard<{ holdShare: typeof holdShare }>(
      'order/part/shares.sql.ts',
      [[' AND p.shared_minor + s.order_minor < p.payable_minor', '']],
      async (module) => expect(await hold(module.holdShare)).toBe(1),
    );
  });
});
