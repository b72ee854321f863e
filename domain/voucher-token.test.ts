// What a scanner reads at the gate: nothing else may pass for a voucher.
import { expect, it } from 'vitest';
import { readFacts, readScan, splitToken, voucherAddress, writeFacts } from './voucher-token.ts';

const facts = {
  ...{ subOrderNo: '261123ABCDEFGH-1', productId: '77', playOn: '2026-12-24', session: '20:30' },
  ...{ untilOn: '2026-12-26', validUntil: null, quantity: 3, byDay: false },
};
const written = '1~261123ABCDEFGH-1~77~20261224~2030~20261226~~3';
const signature = 'A'.repeat(86);

it('§3 vouchers: the facts that are signed are those that are read again', () => {
  expect(writeFacts(facts)).toBe(written);
  expect(readFacts(writeFacts(facts))).toEqual(facts);
  // A scanner of an earlier version reads the same but the end.
  expect(writeFacts({ ...facts, byDay: true })).toBe(`${written}~d`);
  expect(readFacts(`${written}~d`)).toEqual({ ...facts, byDay: true });
  const open = { ...facts, session: '', untilOn: null, validUntil: '2027-01-31', quantity: 999 };
  expect(readFacts(writeFacts(open))).toEqual(open);
});

it.each([
  ['another version', written.replace('1~', '2~')],
  ['no day', written.replace('20261224', '')],
  ['a day of seven figures', written.replace('20261224', '2026122')],
  ['no line of an order', written.replace('261123ABCDEFGH-1', 'ABC-1')],
  ['no quantity', written.replace(/3$/, '')],
  ['a quantity of four figures', written.replace(/3$/, '1000')],
])('§3 vouchers: facts with %s are none', (_, text) => {
  expect(readFacts(text)).toBeUndefined();
});

it('§3 vouchers: the signed content is separate from its signature', () => {
  expect(splitToken(`${written}.${signature}`)).toEqual({ facts: written, signature });
  for (const text of ['', written, `${written}.${signature}A`, `${written}.${signature.slice(1)}`, `.${signature}`])
    expect(splitToken(text)).toBeUndefined();
});

it('§3 vouchers: the QR code leads to the site, and what is read of it is the code with its token', () => {
  const token = `${written}.${signature}`;
  const address = voucherAddress('https://shop.example.com//', 'GZ0V7YCNF7KY', token);
  expect(address).toMatch(/^https:\/\/shop\.example\.com\/[a-z]/);
  expect(readScan(address)).toEqual({ code: 'GZ0V7YCNF7KY', token, subOrderNo: '' });
  expect(readScan(` ${address.split('?')[0]} `)).toEqual({ code: 'GZ0V7YCNF7KY', token: '', subOrderNo: '' });
});

it('§3 vouchers: a typed code, with the letters that are mistaken for digits, and the number of a line', () => {
  expect(readScan('gzov 7ycn-f7ki')).toEqual({ code: 'GZ0V7YCNF7K1', token: '', subOrderNo: '' });
  expect(readScan('261123abcdefgh-12')).toEqual({ code: '', token: '', subOrderNo: '261123ABCDEFGH-12' });
  // A code of eight letters at least.
  for (const text of ['', 'ABC123', 'https://elsewhere.example', '261123ABCDEFGHJKLMNOPQ-12'])
    expect(readScan(text)).toBeUndefined();
});
