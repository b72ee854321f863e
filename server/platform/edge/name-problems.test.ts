// What a caller reads about each field that is not as its call takes it (§5 required, dates; rules §2), the same at calls and at files.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;
let agent: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

type Answer = { code: number; data: { fields?: Record<string, string> } | null };

async function ask(method: string, path: string, body?: string | object, more: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    l: 'en',
    token: agent,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  const answer = await test.fetch(path, { method, headers, ...(body === undefined ? {} : { body: text }) });
  return { http: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

const fieldsOf = ({ text }: { text: string }) => (JSON.parse(text) as Answer).data?.fields;

const required = 'This field is required';
const form = 'This does not have the expected form';
const date = 'Please enter a date such as 2026-03-15';
const choose = 'Please choose one';

describe('§5: a field of a call', () => {
  it.each<[string, string, object | undefined, Record<string, string>]>([
    ['POST', '/api/product/inventories', {}, { packageId: required, from: required, to: required }],
    [
      'POST',
      '/api/product/inventories',
      { packageId: '1', from: null, to: '2026-02-30' },
      { from: required, to: date },
    ],
    ['GET', '/api/order/list?playFrom=1/2/2026', undefined, { playFrom: date }],
    ['GET', '/api/order/list?page=0', undefined, { page: 'At least 1' }],
    ['GET', '/api/order/list?size=51', undefined, { size: 'At most 50' }],
    ['GET', '/api/order/list?size=many', undefined, { size: form }],
    ['GET', '/api/order/list?sort=best', undefined, { sort: choose }],
    ['POST', '/api/product', { page: '1', sort: 'best' }, { page: form, sort: choose }],
    ['POST', '/api/product', { colour: 'red' }, { colour: 'There is no such field' }],
    ['POST', '/api/product', { query: 'x'.repeat(81) }, { query: 'At most 80 characters' }],
    ['POST', '/api/product', { ids: [] }, { ids: required }],
    ['POST', '/api/basic/regionarea/search_in_area', { lat: 91, lng: 0, areaIds: [] }, { lat: 'At most 90' }],
    ['GET', '/api/order/LKJHGFDS/payInfo?currency=XXX', undefined, { currency: choose }],
    ['GET', '/api/order/detail/1', undefined, { id: form }],
  ])('%s %s %j: %j', async (method, path, body, fields) => {
    expect(fieldsOf(await ask(method, path, body))).toEqual(fields);
  });

  it('names a key that is too short as wrong, and one that is missing as required', async () => {
    const pay = (more: Record<string, string>) =>
      ask('POST', '/api/order/LKJHGFDS/paying', { channel: 'deposit' }, more);
    expect(fieldsOf(await pay({}))).toEqual({ 'Idempotency-Key': required });
    expect(fieldsOf(await pay({ 'Idempotency-Key': 'short' }))).toEqual({ 'Idempotency-Key': form });
  });
});

describe('§7: a file', () => {
  it('is a CSV file unless its address says otherwise, for orders as for the statement', async () => {
    for (const path of ['/api/order/export', '/api/pay/bill/export'])
      expect(await ask('GET', path)).toMatchObject({ http: 200, type: expect.stringContaining('text/csv') });
  });

  it.each([
    ['GET', '/api/pay/bill/export?format=pdf', { format: choose }],
    ['GET', '/api/pay/bill/export?from=yesterday', { from: date }],
    ['GET', '/api/order/export?format=pdf', { format: choose }],
    ['GET', '/api/order/export?page=1', { page: 'There is no such field' }],
    ['GET', '/api/product/netrates?from=yesterday', { from: date }],
    ['POST', '/api/export/exportQuote', { language: required, currency: required, percent: required, lines: required }],
  ])('%s %s: %j', async (method, path, fields) => {
    expect(fieldsOf(await ask(method, path))).toEqual(fields);
  });
});
