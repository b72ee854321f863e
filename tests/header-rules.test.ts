// What the header shows, route by route (§2).
import { expect, it } from 'vitest';
import { headerOf } from '../web/screens/shop/header-rules.ts';

const shown = (path: string) =>
  Object.entries(headerOf(...(path.split('?') as [string, string?])))
    .filter(([, on]) => on)
    .map(([part]) => part)
    .join(' ');

it.each([
  ['/', 'logo account language currency'],
  ['/search', 'logo search account language currency'],
  ['/tours/malaysia/kuala-lumpur/7', 'logo search account language currency'],
  ['/booking', 'logo account language'],
  ['/booking/order', 'logo account language'],
  ['/booking/pay', 'logo account language'],
  ['/booking/complete', 'logo search account language currency'],
  ['/calPrice/7', 'currency'],
  ['/calPrice/7/3', 'currency'],
  ['/completion', 'language'],
  ['/completion/list', 'language'],
  ['/completed', ''],
  ['/wechat/order', 'logo language currency'],
  ['/wechat/wlogin', 'logo language currency'],
  ['/wechat', 'logo language currency'],
  ['/wechats', 'logo search account language currency'],
  ['/booking/wechat', 'logo language currency'],
  ['/login/reset?token=1', 'logo search account language currency'],
  ['/login/reset?token=1&staff=1', 'language'],
  ['/login/complete?of=first&staff=1', 'language'],
])('%s shows %s (§2 header)', (path, wanted) => {
  expect(shown(path)).toBe(wanted);
});
