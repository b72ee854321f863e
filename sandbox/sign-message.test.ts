import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isNoticeSigned, isRequestSigned, signNotice, signRequest } from './sign-message.ts';

const secret = 'a-secret-for-the-test';
const request = { method: 'POST', path: '/v1/payments?x=1', rawBody: '{"a":"é"}' };

test('a request signature is the documented one', () => {
  const expected = createHmac('sha256', secret).update('1700000000.POST./v1/payments?x=1.{"a":"é"}').digest('hex');
  expect(signRequest(secret, request, 1_700_000_000)).toBe(`t=1700000000,v1=${expected}`);
});

test('a notice signature is the documented one and is checked on raw bytes', () => {
  const expected = createHmac('sha256', secret).update('1700000000.{"a":1}').digest('hex');
  const header = signNotice(secret, '{"a":1}', 1_700_000_000);
  expect(header).toBe(`t=1700000000,v1=${expected}`);
  expect(isNoticeSigned(secret, Buffer.from('{"a":1}'), header, 1_700_000_000)).toBe(true);
  expect(isNoticeSigned(secret, Buffer.from('{"a": 1}'), header, 1_700_000_000)).toBe(false);
});

test('each signed part counts', () => {
  const header = signRequest(secret, request, 1000);
  expect(isRequestSigned(secret, request, header, 1000)).toBe(true);
  expect(isRequestSigned('another-secret', request, header, 1000)).toBe(false);
  expect(isRequestSigned(secret, { ...request, method: 'GET' }, header, 1000)).toBe(false);
  expect(isRequestSigned(secret, { ...request, path: '/v1/payments' }, header, 1000)).toBe(false);
  expect(isRequestSigned(secret, { ...request, rawBody: '{"a":"e"}' }, header, 1000)).toBe(false);
  expect(isRequestSigned(secret, request, header.replace('t=1000', 't=1001'), 1000)).toBe(false);
});

test('five minutes either way are the limit', () => {
  const header = signRequest(secret, request, 1000);
  expect(isRequestSigned(secret, request, header, 1300)).toBe(true);
  expect(isRequestSigned(secret, request, header, 1301)).toBe(false);
  expect(isRequestSigned(secret, request, header, 700)).toBe(true);
  expect(isRequestSigned(secret, request, header, 699)).toBe(false);
});

test.each([undefined, '', 't=1000', 't=1000,v1=00', 't=x,v1=y', `t=1000,v1=${'g'.repeat(64)}`])(
  'a malformed header is refused: %s',
  (header) => expect(isRequestSigned(secret, request, header, 1000)).toBe(false),
);

test('the check values of the README hold', () => {
  const message = { method: 'POST', path: '/v1/payments', rawBody: '{"a":1}' };
  expect(signRequest(secret, message, 1_700_000_000)).toBe(
    't=1700000000,v1=e3e2de5707536087a2d4ce5976338e4ba95910d00e6027d9dc8e548a512d4df1',
  );
  expect(signNotice(secret, message.rawBody, 1_700_000_000)).toBe(
    't=1700000000,v1=ce50c3dc0d1dfaa6489f97ffb15fa94c316b1654a29abf9360259f5d470e73b2',
  );
});
