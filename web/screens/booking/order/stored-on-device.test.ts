// What a browser stores, and for how long (§7 the client stores).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readTyped } from '../../../parts/form/store-typed.ts';
import { forgetRecent, readRecent, rememberRecent } from './store-recent.ts';

function makeStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', makeStorage());
  vi.stubGlobal('sessionStorage', makeStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

it('hotels and persons are stored for 60 days, by name, without their documents (§9 recent hotels)', () => {
  rememberRecent('hotels', 'Grand Hotel', { 403: 'Grand Hotel', 405: '12345' }, 'Hanoi');
  rememberRecent('persons', 'Mei Tan', { 102: 'Mei', 202: 'A1234567' });
  rememberRecent('persons', 'Mei Tan', { 102: 'Mei', 303: 'mei@example.com', 202: 'A1234567' });
  wait(5_183_999);
  expect(readRecent('hotels').map(({ name, city }) => [name, city])).toEqual([['Grand Hotel', 'Hanoi']]);
  expect(readRecent('persons').map(({ values }) => values)).toEqual([{ 102: 'Mei', 303: 'mei@example.com' }]);
  expect(forgetRecent('hotels', 'Grand Hotel')).toEqual([]);
  wait(1);
  expect(readRecent('persons')).toEqual([]);
});

it('typed values of a booking are stored for 3600 s (§9 booking data)', () => {
  const place = { key: 'booking', person: 'U1' };
  sessionStorage.setItem('booking', JSON.stringify({ at: Date.now(), person: 'U1', value: { name: 'Mei' } }));
  wait(3599);
  expect(readTyped(place)).toEqual({ name: 'Mei' });
  wait(1);
  expect(readTyped(place)).toBeNull();
});

it('typed values of a buyer are not read by another one, and those of before signing in are', () => {
  const keep = (person: string) =>
    sessionStorage.setItem('booking', JSON.stringify({ at: Date.now(), person, value: { name: 'Mei' } }));
  const read = (person: string) => readTyped({ key: 'booking', person });
  keep('U1');
  expect([read('U1'), read('U2'), read('')]).toEqual([{ name: 'Mei' }, null, null]);
  keep('');
  expect([read('U1'), read('')]).toEqual([{ name: 'Mei' }, { name: 'Mei' }]);
});
