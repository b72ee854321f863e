// What people write into a field for a telephone number, and what becomes of it (§5 phones, decision 0412).
import { expect, it } from 'vitest';
import { parsePhone, readPhones } from './read-phone.ts';
import { stripNumber } from './strip-number.ts';
import { writePhone } from './write-phone.ts';

it.each([
  ['+60 12-345 6789', '', '60', '123456789'],
  ['0060 12 345 6789', '66', '60', '123456789'],
  ['012-345 6789', '60', '60', '123456789'],
  ['+84 (0)90 123 4567', '', '84', '901234567'],
  ['081 234 5678', '66', '66', '812345678'],
  ['＋８１ ９０ １２３４ ５６７８', '', '81', '9012345678'],
  // The zero belongs to Italian numbers.
  ['06 6988 3860', '39', '39', '0669883860'],
  ['242-555-1234', '1242', '1', '2425551234'],
  ['555 1234', '1242', '1', '2425551234'],
])('%s with the code "%s" is +%s %s (§5 phones)', (text, code, areaCode, phone) => {
  expect(parsePhone(text, code)).toEqual({ areaCode, phone });
});

it.each([
  ['12-34', '60'],
  ['012 345 6789', ''],
  ['+999 123', ''],
  ['call me', '60'],
])('%s with the code "%s" stays for the rule of the field (§5 phones)', (text, code) => {
  expect(parsePhone(text, code)).toBeUndefined();
  expect(readPhones({ phone: text, code }, [['phone', 'code']])).toEqual({ phone: text, code });
});

it('digits stay as they are, and a field without an area code keeps the code in front (§5 phones)', () => {
  expect(
    readPhones({ 405: '+66 2 123 4567', 301: '12345678' }, [
      ['405', ''],
      ['301', 'areaCode'],
    ]),
  ).toEqual({ 405: '6621234567', 301: '12345678' });
});

it('marks of direction that an app copies with a number are no part of it (decision 0797)', () => {
  expect(stripNumber('\u202a+60 12-345 6789\u202c')).toBe('+60123456789');
  expect(stripNumber('\u206812 345\u2069\u200e')).toBe('12345');
});

it('a stored number is written without a break between its code and its digits', () => {
  expect(writePhone({ areaCode: '60', phone: '123456789' })).toBe('+60\u00a0123456789');
  expect([writePhone({ phone: '123' }), writePhone({ areaCode: '60', phone: '' })]).toEqual(['123', '']);
});
