// The daily feed over HTTP: rates that follow it are renewed once by all processes together, rates set by hand stay, and a feed
// that is silent, wrong or old never makes a price.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, todayIn } from '../../domain/dates.ts';
import { sampleRates, writeEcb } from '../../tests/build/ecb-sample.ts';
import { openFeed, type TestFeed } from '../../tests/build/open-feed.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { follow, hand, type KeptRates, setRates } from '../../tests/build/set-rates.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { download, followFeed } from './fetch-rates.ts';

let test: TestHouse;
let feed: TestFeed;
let rates: KeptRates;
beforeAll(async () => {
  feed = await openFeed();
  test = await openTestHouse({ env: { ECB_URL: feed.address } });
  rates = setRates(test, await test.signIn('finance@one.example', 'finance-2026'));
});
afterAll(async () => {
  await test?.close();
  await feed?.close();
});

const today = todayIn('Europe/Berlin', Date.now());
const house = () => test.database.house;
const show = () => rates.show();
const rowOf = (currency: string) => rates.rowOf(currency);
const save = (...given: Parameters<KeptRates['save']>) => rates.save(...given);
const fetchNow = () => rates.fetchNow();
const shown = (currency: string) => rates.shown(currency);
const offered = async () => (await test.call('webSettings', {})).data.currencies;

describe('the feed', () => {
  const now = () => new Date();
  const lines: string[] = [];
  const look = (at = now()) =>
    followFeed({
      database: test.database,
      log: makeLog('info', { write: (line) => lines.push(line) }),
      address: feed.address,
      now: at,
    });
  /** Friday 16:40 in Frankfurt in the week before last, so that all days are gone by. */
  let friday: string;
  const at = (day: string, time: string) => new Date(`${day}T${time}Z`);
  beforeAll(() => {
    friday = addDays(today, -8);
    while (new Date(friday).getUTCDay() !== 5) friday = addDays(friday, -1);
  });
  beforeEach(async () => {
    feed.answer(writeEcb({ day: today }));
    feed.asked = 0;
    await sql`DELETE FROM attempt WHERE bucket LIKE 'rates%'`.execute(house());
  });

  it('is left alone while no rate follows it', async () => {
    await look(at(friday, '16:40:00'));
    expect(feed.asked).toBe(0);
  });

  it('asked by staff fills the table’s references and changes nothing by itself', async () => {
    const usd = await rowOf('USD');
    expect((await fetchNow()).data).toEqual({ day: today, added: 29, changed: 0 });
    expect((await fetchNow()).data).toEqual({ day: today, added: 0, changed: 0 });
    expect(await show()).toMatchObject({ feedDay: today, feedAge: 'ok', feedHasOwn: true });
    expect(await rowOf('USD')).toEqual({
      ...usd,
      reference: { rate: '4.087006246151', on: today, age: 'ok' },
    });
    expect((await rowOf('TWD'))?.reference).toBeNull();
  });

  it('gives what follows it, with the margin against the buyer; others stay by hand', async () => {
    const result = await save([follow('USD'), follow('THB'), hand('CNY', '0.62')], { feed: true, margin: 250 });
    expect(result.code).toBe(200);
    expect(await rowOf('USD')).toMatchObject({ source: 'feed', on: today, age: 'ok', rate: '4.189181402305' });
    expect(await rowOf('CNY')).toMatchObject({ source: 'hand', rate: '0.62' });
    // 1.1367 / 4.6457 with 2.5 % on top.
    const myrToUsd = Number((await shown('USD')).rate);
    expect(myrToUsd).toBeCloseTo((1.1367 / 4.6457) * 1.025, 9);
    expect((await save([follow('TWD')])).data).toEqual({
      fields: { 'rates.TWD': 'The daily rates do not have this currency; please enter a rate by hand' },
    });
    expect((await save([], { margin: 0 })).code).toBe(200);
    expect((await rowOf('USD'))?.rate).toBe('4.087006246151');
    expect(Number((await shown('USD')).rate)).toBeCloseTo(1.1367 / 4.6457, 9);
  });

  it('does not overwrite a stored day', async () => {
    feed.answer(writeEcb({ day: today, rates: { ...sampleRates, USD: '9.9999' } }));
    expect((await fetchNow()).data).toEqual({ day: today, added: 0, changed: 0 });
    expect((await rowOf('USD'))?.rate).toBe('4.087006246151');
  });

  it.each<[string, string | ((response: ServerResponse) => void)]>([
    ['with a page about maintenance', '<!DOCTYPE html><html><body>Back soon</body></html>'],
    ['with half a document', writeEcb({ day: today }).slice(0, 700)],
    ['with a failure', (response) => response.writeHead(500).end('no')],
    ['that it lies elsewhere', (response) => response.writeHead(302, { location: feed.address }).end()],
    ['and hangs up', (response) => response.destroy()],
    ['with far too much', (response) => response.end('x'.repeat(1_200_000))],
  ])('that answers %s is reported to staff in words and changes nothing', async (_, answer) => {
    const before = await show();
    feed.answer(answer);
    const result = await fetchNow();
    expect(result.code).toBe(200801);
    expect(result.msg).toContain('cannot be fetched');
    expect(feed.asked).toBe(1);
    expect(await show()).toEqual(before);
  });

  it('that does not answer is not waited for', async () => {
    feed.answer(() => undefined);
    await expect(download(feed.address, 150)).rejects.toThrow('no answer');
    feed.answer((response) => response.write('<'));
    await expect(download(feed.address, 150)).rejects.toThrow('no answer');
    await expect(download('http://127.0.0.1:9/daily.xml')).rejects.toThrow('no answer');
  });

  it('may be asked by staff twenty times an hour', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, fetchNow));
    expect(answers.filter((answer) => answer.http === 503)).toHaveLength(4);
  });

  describe('by the clock', () => {
    beforeEach(async () => {
      await sql`DELETE FROM feed_rate`.execute(house());
      lines.length = 0;
    });
    const renewed = () =>
      sql<{ currency: string; on: string }>`SELECT currency, on_day AS on FROM exchange_rate
        WHERE owner_id = 1 AND source = 'feed' ORDER BY currency`
        .execute(house())
        .then((found) => found.rows);

    it('is asked once by all processes together on a working day after half past four, and renews who follows', async () => {
      await sql`UPDATE exchange_rate SET on_day = ${addDays(friday, -1)} WHERE owner_id = 1 AND source = 'feed'`.execute(
        house(),
      );
      feed.answer(writeEcb({ day: addDays(friday, -1) }));
      await look(at(friday, '13:00:00'));
      expect(feed.asked).toBe(1);
      await sql`DELETE FROM attempt WHERE bucket LIKE 'rates%'`.execute(house());
      await look(at(friday, '13:10:00'));
      expect(feed.asked).toBe(1);
      feed.answer(writeEcb({ day: friday, rates: { ...sampleRates, USD: '1.2' } }));
      await Promise.all(Array.from({ length: 20 }, () => look(at(friday, '15:40:00'))));
      expect(feed.asked).toBe(2);
      await look(at(friday, '15:45:00'));
      expect(await renewed()).toEqual([
        { currency: 'THB', on: friday },
        { currency: 'USD', on: friday },
      ]);
      expect((await rowOf('USD'))?.rate).toBe('3.871416666667');
      expect(await rowOf('CNY')).toMatchObject({ rate: '0.62', source: 'hand' });
      await look(at(addDays(friday, 1), '20:00:00'));
      await look(at(addDays(friday, 3), '09:00:00'));
      expect(feed.asked).toBe(2);
    });

    it('is asked again every hour while it is silent, without more than a line in the log', async () => {
      feed.answer((response) => response.destroy());
      for (const time of ['15:40:00', '15:50:00', '16:20:00', '16:31:00', '17:00:00', '17:35:00'])
        await look(at(friday, time));
      expect(feed.asked).toBe(3);
      expect(lines).toHaveLength(3);
      expect(lines.every((line) => line.includes('"level":40'))).toBe(true);
      expect((await rowOf('USD'))?.source).toBe('feed');
    });

    it('too long silent is warned of, then not used: the price stays as it is sold', async () => {
      const last = async (age: number) => {
        feed.answer(writeEcb({ day: addDays(today, -age) }));
        expect((await fetchNow()).code).toBe(200);
      };
      await last(8);
      expect(await rowOf('USD')).toMatchObject({ age: 'blocked', on: addDays(today, -8) });
      expect((await show()).feedAge).toBe('blocked');
      expect(await shown('USD')).toEqual({ currency: 'MYR', rate: '1' });
      expect((await shown('CNY')).currency).toBe('CNY');
      expect(await offered()).toContain('CNY');
      expect(await offered()).not.toContain('USD');
      await last(7);
      expect(await offered()).toContain('USD');
      expect((await rowOf('USD'))?.age).toBe('warn');
      expect((await shown('USD')).currency).toBe('USD');
      await last(5);
      expect((await rowOf('USD'))?.age).toBe('ok');
      feed.answer(writeEcb({ day: today }));
      await fetchNow();
      expect((await shown('USD')).currency).toBe('USD');
    });

    it('switched off leaves its last rates as if set by hand', async () => {
      await fetchNow();
      expect((await save([follow('USD')], { feed: false })).code).toBe(200);
      expect(await renewed()).toEqual([]);
      expect(await rowOf('USD')).toMatchObject({ rate: '4.087006246151', source: 'hand', age: 'ok' });
      expect(await show()).toMatchObject({ feed: false });
    });
  });
});
