// Short payment numbers mean what the long ones mean, and nothing else.
import { describe, expect, it } from 'vitest';
import { makeLetters, makeOrderNo } from '../../platform/make-ids.ts';
import { fromFifteen, fromTwenty, toFifteen, toTwenty } from './short-number.ts';

const now = new Date('2026-11-22T10:00:00Z');
/** Whose day is the next one already. */
const site = { zone: 'Pacific/Kiritimati' };
const numbers = Array.from({ length: 300 }, (_, at) => {
  const orderNo = makeOrderNo({ site, now: new Date(now.getTime() - at * 9 * 86_400_000) });
  return [
    `${orderNo}P${makeLetters(4)}`,
    `R${orderNo}P${makeLetters(4)}`,
    `${orderNo}S${1 + (at % 20)}P${makeLetters(4)}`,
  ];
}).flat();

describe('§3 pay channels: numbers for channels that take few letters', () => {
  it('20 and 15 letters, back to the same, no two alike', () => {
    for (const number of numbers) {
      expect(toTwenty(number)).toMatch(/^[0-9A-Z]{19,20}$/);
      expect(fromTwenty(toTwenty(number))).toBe(number);
      expect(toFifteen(number)).toMatch(/^[0-9A-Z]{15}$/);
      expect(fromFifteen(toFifteen(number), now)).toBe(number);
    }
    expect(new Set(numbers.map(toTwenty)).size).toBe(numbers.length);
    expect(new Set(numbers.map(toFifteen)).size).toBe(numbers.length);
  });

  it('refuses what does not fit, and what is none of ours', () => {
    const number = makeOrderNo({ site, now });
    expect(() => toFifteen(`${number}S21PABCD`)).toThrow(RangeError);
    expect(() => toFifteen('../etc')).toThrow(RangeError);
    expect(() => toTwenty(`${number}S40PABCD`)).toThrow(RangeError);
    for (const other of ['ZZZZZZZZZZZZZZZ', 'REF0000001', '', "' OR 1=1 --"])
      expect(fromFifteen(other, now)).toBeUndefined();
  });
});
