// What the log of an order's details says (§4): old and new values, and never a whole number of a document.
import { expect, it } from 'vitest';
import { compareDetails, compareTravellers } from './order-changes.ts';

it('names each field that differs, with what it said', () => {
  const before = { name: 'Ann', email: 'ann@example.com', phone: '1' };
  expect(
    compareDetails('contact', Object.keys(before), before, { ...before, email: 'bea@example.com', phone: '' }),
  ).toEqual([
    { path: 'contact.email', from: 'ann@example.com', to: 'bea@example.com' },
    { path: 'contact.phone', from: '1', to: '' },
  ]);
  expect(compareDetails('contact', Object.keys(before), before, before)).toEqual([]);
});

it.each(['201', '202', '203', '204', '205', '206', '207'])('masks field %s of travellers’ documents', (name) => {
  const [change] = compareTravellers([name], [{ [name]: 'E12345678' }], [{ [name]: 'K98765432' }]);
  expect(change?.path).toBe(`travellers.0.${name}`);
  expect(`${change?.from}${change?.to}`).not.toMatch(/\d{3}|E|K/);
  const [first] = compareTravellers([name], [{}], [{ [name]: '1234' }]);
  expect(first).toMatchObject({ from: '', to: '••••' });
});
