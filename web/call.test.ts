// How the browser's side of a call handles an answer that ends the session (§8).
import { afterEach, expect, it, vi } from 'vitest';
import { CallFailed, send } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

it('a 401 redirects to the sign-in and back, except for the booking form’s own query (§8 401)', async () => {
  const acts: string[] = [];
  const assign = vi.fn(() => acts.push('assign'));
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => acts.push(type));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('location', { pathname: '/booking/order', search: '?lines=7', assign });
  vi.stubGlobal('fetch', async () => new Response('{"code":401,"msg":"","data":null}', { status: 401 }));
  await expect(send('bookProducts', { lines: '7:2027-01-01::1' })).rejects.toThrow(CallFailed);
  expect(assign).not.toHaveBeenCalled();
  await expect(send('getUserInfo', {})).rejects.toThrow(CallFailed);
  expect(assign).toHaveBeenCalledWith('/login?go=%2Fbooking%2Forder%3Flines%3D7');
  // What was typed is stored before the page is left (decision 0766).
  expect(acts).toEqual(['sessionover', 'assign']);
});
