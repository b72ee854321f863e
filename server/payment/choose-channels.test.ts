// Which ways to pay a buyer sees (§3 pay channels): the owner's limits and order, trouble just now, and one way down never hides the others.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusals } from '../../domain/errors.ts';
import { setUpSandbox } from '../../tests/build/gateways/set-up-sandbox.ts';
import { setUpStripe } from '../../tests/build/gateways/set-up-stripe.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { cardholder, openTheatre, setUp, type Theatre } from '../../tests/build/set-up-channels.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { noteFailedStart } from './channel.sql.ts';

let theatre: Theatre;
let member: string;
let agent: string;
let finance: string;
beforeAll(async () => {
  theatre = await openTheatre([setUpSandbox, setUpStripe], { COUNTRY_HEADER: 'cf-ipcountry' });
  member = await theatre.test.signIn('member@one.example', 'member-2026');
  agent = await theatre.test.signIn('agent@one.example', 'agent-2026');
  finance = await theatre.test.signIn('finance@one.example', 'finance-2026');
});
afterAll(() => theatre.close());

const set = (channel: string, more: object) => setUp(theatre.test, channel, 'one', {}, more);
const house = () => theatre.test.database.house;
const cutSandbox = () => theatre.stageOf('sandbox').lose(() => true);

async function waysFor(orderNo: string, token: string, headers: Record<string, string> = {}) {
  const { data } = await theatre.test.call('payInfo', { id: orderNo }, { token, headers });
  return data.channels.filter((channel) => ['sandbox', 'stripe'].includes(channel.channel));
}
const names = (ways: { channel: string }[]) => ways.map((way) => way.channel);

const pay = (orderNo: string, channel: string, token = member) =>
  theatre.test.call(
    'paying',
    { id: orderNo, channel, ...(channel === 'stripe' ? { cardholder } : {}) },
    {
      ...{ token, key: newKey() },
    },
  );

beforeEach(async () => {
  await sql`UPDATE channel_setting SET place = 50, only_currencies = '{}', only_countries = '{}', only_levels = '{}', only_partners = '{}',
    failed_at = '{}', trouble_since = NULL, trouble_until = NULL`.execute(house());
});

describe('§3 pay channels: the owner says which buyers and orders a way is for', () => {
  it('in the owner’s order, with how long until the money is certain', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    expect(names(await waysFor(orderNo, member))).toEqual(['sandbox', 'stripe']);
    await set('stripe', { place: 1 });
    const ways = await waysFor(orderNo, member);
    expect(names(ways)).toEqual(['stripe', 'sandbox']);
    expect(ways[0]).toMatchObject({ certain: 'now', trouble: false });
    const { list } = (await theatre.test.call('consoleChannels', {}, { token: finance })).data;
    expect(list[0]).toMatchObject({ channel: 'stripe', place: 1 });
  });

  it('by the order’s currency and the buyer’s country; a country that is not known limits nothing', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    await set('sandbox', { only: { currencies: ['USD'] } });
    expect(names(await waysFor(orderNo, member))).toEqual(['stripe']);
    expect((await pay(orderNo, 'sandbox')).code).toBe(refusals.channelNotOffered);
    await set('sandbox', { only: { currencies: ['MYR', 'USD'], countries: ['TH', 'MY'] } });
    const from = (country: string) => waysFor(orderNo, member, { 'cf-ipcountry': country });
    expect(names(await from('TH'))).toEqual(['sandbox', 'stripe']);
    expect(names(await from('FR'))).toEqual(['stripe']);
    expect(names(await waysFor(orderNo, member))).toEqual(['sandbox', 'stripe']);
  });

  it('by price level or partner, also for top-ups; a partner of another owner is refused by field', async () => {
    const [ofAgent, ofMember] = [await placeOrder(theatre.test, agent), await placeOrder(theatre.test, member)];
    const found = await sql<{ partner_id: number; level: number }>`SELECT p.partner_id, p.level FROM partner p
      JOIN account a USING (owner_id, partner_id) WHERE p.owner_id = 1 AND a.email = 'agent@one.example'`.execute(
      house(),
    );
    const { partner_id: partnerId = 0, level = 0 } = found.rows[0] ?? {};
    const amount = { amount: 5000 };
    for (const only of [{ partnerIds: [String(partnerId)] }, { levels: [level] }]) {
      await set('sandbox', { only });
      expect(names(await waysFor(ofAgent, agent))).toEqual(['sandbox', 'stripe']);
      expect(names(await waysFor(ofMember, member))).toEqual(['stripe']);
      expect((await pay(ofMember, 'sandbox')).code).toBe(refusals.channelNotOffered);
    }
    await set('sandbox', { only: { levels: [(level + 1) % 10 || 9] } });
    const cashier = (await theatre.test.call('cashier', amount, { token: agent })).data;
    expect(names(cashier.channels)).not.toContain('sandbox');
    await expect(set('sandbox', { only: { partnerIds: ['999999'] } })).rejects.toThrow('only.partnerIds');
  });
});

describe('§3 pay channels: a way that fails', () => {
  it('three times in five minutes moves it last with a note to finance, and it is back when it works', async () => {
    const mend = cutSandbox();
    const orders = await Promise.all([1, 2, 3].map(() => placeOrder(theatre.test, member)));
    const [first = ''] = orders;
    for (const order of orders.slice(0, 2)) expect((await pay(order, 'sandbox')).code).toBe(refusals.gatewaySilent);
    expect((await waysFor(first, member))[0]).toMatchObject({ channel: 'sandbox', trouble: false });
    expect((await pay(orders[2] ?? '', 'sandbox')).code).toBe(refusals.gatewaySilent);
    const ways = await waysFor(first, member);
    expect(ways.map(({ channel, trouble, blocked }) => [channel, trouble, blocked])).toEqual([
      ['stripe', false, null],
      ['sandbox', true, null],
    ]);
    const queues = async () => (await theatre.test.call('consoleQueues', {}, { token: finance })).data.list;
    const noted = async () => (await queues()).find((queue) => queue.key === 'channelTrouble')?.count;
    expect(await noted()).toBe(1);
    mend();
    expect((await pay(first, 'sandbox')).code).toBe(200);
    expect((await waysFor(first, member))[0]).toMatchObject({ channel: 'sandbox', trouble: false });
    expect(await noted()).toBe(0);
  });

  it('does not keep its buyers from another way, whether its server is silent or its settings are broken', async () => {
    const mend = cutSandbox();
    const silent = await placeOrder(theatre.test, member);
    expect((await pay(silent, 'sandbox')).code).toBe(refusals.gatewaySilent);
    const restart = theatre.stageOf('sandbox').lose(() => true);
    expect((await pay(silent, 'stripe')).code).toBe(200);
    restart();
    mend();
    const broken = await placeOrder(theatre.test, member);
    const spoil = (sealed: string | null) =>
      sql`UPDATE channel_setting SET keys_sealed = ${sealed} WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
        house(),
      );
    await spoil('nothing that could be opened');
    try {
      expect(names(await waysFor(broken, member))).toEqual(['sandbox', 'stripe']);
      expect((await pay(broken, 'sandbox')).code).toBe(refusals.gatewaySilent);
      expect((await pay(broken, 'stripe')).code).toBe(200);
    } finally {
      await spoil(null);
    }
  });

  it('is counted under its row’s lock: of three failures at once none is lost, and one begins the trouble', async () => {
    const owner = theatre.test.database.forOwner(1);
    const failures = async () => {
      const found = await sql<{ count: number }>`SELECT cardinality(failed_at) AS count FROM channel_setting
        WHERE owner_id = 1 AND channel = 'sandbox'`.execute(house());
      return found.rows[0]?.count;
    };
    // As it would be without the guard: read, then written.
    const ready = Promise.withResolvers<void>();
    let read = 0;
    const unguarded = () =>
      inTransaction(owner, async (owner) => {
        const seen = await sql<{ failed_at: Date[] }>`SELECT failed_at FROM channel_setting
          WHERE owner_id = 1 AND channel = 'sandbox'`.execute(owner);
        read += 1;
        if (read === 3) ready.resolve();
        await ready.promise;
        const next = [...(seen.rows[0]?.failed_at ?? []), new Date()].map((at) => at.toISOString());
        await sql`UPDATE channel_setting SET failed_at = ${next}::timestamptz[]
          WHERE owner_id = 1 AND channel = 'sandbox'`.execute(owner);
      });
    await Promise.all([unguarded(), unguarded(), unguarded()]);
    expect(await failures()).toBe(1);
    await sql`UPDATE channel_setting SET failed_at = '{}'`.execute(house());
    const begun = await Promise.all(Array.from({ length: 3 }, () => noteFailedStart(owner, 'sandbox')));
    expect(await failures()).toBe(3);
    expect(begun.filter(Boolean)).toHaveLength(1);
    const more = await Promise.all(Array.from({ length: 20 }, () => noteFailedStart(owner, 'sandbox')));
    expect(more.filter(Boolean)).toHaveLength(0);
  });
});
