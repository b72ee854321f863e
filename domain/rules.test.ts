// The pure rules: tables exhausted, properties over generated cases.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coupon, discountOf, outsideWindow } from './coupon.ts';
import { currencies } from './currencies.ts';
import { addDays, isDay, todayIn, weekdayOf } from './dates.ts';
import { isQuantity } from './limits.ts';
import { convertMoney, decimalOf, formatMoney, money, moneyFromDecimal, percentOf, spreadMoney } from './money.ts';
import {
  actionsFor,
  actors,
  allowsAction,
  type OrderActionName,
  OrderStatus,
  type OrderStatusCode,
  orderActions,
  rollUpStatus,
} from './order-status.ts';
import { isEmail, isPassword } from './passwords.ts';
import { buildLadders } from './price.ts';
import { carSeats, carTypes, ticketTypes } from './product-types.ts';
import { safeMobilePath, safePath, safeStaffPath, signInFor } from './safe-path.ts';
import { indexWords, queryWords } from './search-words.ts';
import { checkField } from './traveller-fields.ts';

describe('money', () => {
  it('spreads to the last unit in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.integer({ min: -5_000_000, max: 5_000_000 }),
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 12 }),
        (currency, amount, weights) => {
          const parts = spreadMoney(money(amount, currency), weights);
          return parts.reduce((sum, part) => sum + part.amountMinor, 0) === amount;
        },
      ),
    );
  });

  it('reads what it writes, with the digits of each currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.integer({ min: 0, max: 9_000_000 }),
        (currency, minor) => moneyFromDecimal(decimalOf(money(minor, currency)), currency).amountMinor === minor,
      ),
    );
    expect(decimalOf(money(5, 'KWD'))).toBe('0.005');
    expect(decimalOf(money(1500, 'JPY'))).toBe('1500');
    expect(() => moneyFromDecimal('1.5', 'JPY')).toThrow('too many digits');
  });

  it('converts exactly and rounds half away from zero', () => {
    expect(convertMoney(money(10_000, 'MYR'), 'JPY', '34.25')).toEqual(money(3425, 'JPY'));
    expect(convertMoney(money(1, 'USD'), 'MYR', '0.5')).toEqual(money(1, 'MYR'));
    expect(percentOf(money(105, 'MYR'), '10')).toEqual(money(11, 'MYR'));
    expect(percentOf(money(-105, 'MYR'), '10')).toEqual(money(-11, 'MYR'));
  });

  it('shows two decimals and the currency in every language', () => {
    for (const locale of ['en', 'zh-CN', 'th-u-ca-gregory', 'fr-FR', 'id']) {
      expect(formatMoney(money(1_234_500, 'JPY'), locale)).toMatch(/1.?234.?500[.,]00/);
      expect(formatMoney(money(1_234_500, 'JPY'), locale)).toContain('JPY');
    }
  });
});

describe('price', () => {
  it('ladders add up to what is paid, whatever the discount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 0, max: 100 }),
        (amounts, percent) => {
          const total = amounts.reduce((sum, amount) => sum + amount, 0);
          const discount = Math.floor((total * percent) / 100);
          const built = buildLadders(
            amounts.map((amount) => ({ listed: money(amount, 'KRW'), partner: money(amount, 'KRW') })),
            discount,
          );
          const summed = built.ladders.map((steps) => steps.reduce((sum, step) => sum + step.amountMinor, 0));
          return (
            built.total.amountMinor === total - discount &&
            summed.every((sum, at) => sum === built.lineTotals[at]?.amountMinor)
          );
        },
      ),
    );
  });

  it.each([
    [1, '500', 10_000, 500],
    [1, '500', 300, 300],
    [2, '10', 10_000, 1000],
    [3, '500', 10_000, 500],
    [4, '50', 10_000, 2000],
  ])('promo code of type %i worth %s takes from %i: %i', (type, typeValue, amount, taken) => {
    const coupon: Coupon = {
      type: type as Coupon['type'],
      typeValue,
      orderMinMinor: 5000,
      maxMinor: type === 4 ? 2000 : null,
      currency: 'MYR',
      startsAt: null,
      endsAt: null,
    };
    expect(discountOf(coupon, money(amount, 'MYR')).amountMinor).toBe(taken);
    if (type > 2) expect(() => discountOf(coupon, money(4999, 'MYR'))).toThrow('couponMinimum');
    if (type > 2) expect(discountOf(coupon, money(5000, 'MYR')).amountMinor).toBe(type === 3 ? 500 : 2000);
    else expect(discountOf(coupon, money(0, 'MYR')).amountMinor).toBe(0);
    // In another currency percent counts as it is, and amounts need a rate: 30 yen for one ringgit.
    const yen = money(amount * 30, 'JPY');
    const inYen = (rate?: string) =>
      discountOf({ ...coupon, currency: 'MYR' }, money(yen.amountMinor / 100, 'JPY'), rate);
    expect(inYen('30').amountMinor).toBe((taken * 30) / 100);
    if (type === 2) expect(inYen().amountMinor).toBe((taken * 30) / 100);
    else expect(() => inYen()).toThrow('couponCurrency');
    const [before, at, after] = [1, 2, 3].map((ms) => new Date(ms)) as [Date, Date, Date];
    const window = { startsAt: at, endsAt: after };
    expect([before, at, after].map((now) => outsideWindow(window, now))).toEqual(['early', undefined, 'over']);
  });
});

describe('order life', () => {
  const allowed: Record<string, string> = {
    'pay 1001': 'channel',
    'expire 1001': 'clock',
    'withdraw 1001': 'buyer owner',
    'confirm 1002': 'owner supplier',
    'reject 1002': 'owner supplier',
    'cancelPending 1002': 'buyer owner',
    'applyToCancel 1003': 'buyer owner supplier',
    'lapse 1002': 'clock',
    'lapse 1003': 'clock',
    'complete 1003': 'clock',
    'approveCancel 1004': 'owner',
    'approvePart 1004': 'owner',
    'rejectCancel 1004': 'owner',
    'payLate 4006': 'channel',
    'payLate 4007': 'channel',
  };
  it('allows exactly what the table of decisions says, for every state, action and actor', () => {
    for (const action of Object.keys(orderActions) as OrderActionName[]) {
      for (const status of Object.values(OrderStatus)) {
        for (const actor of actors) {
          const wanted = (allowed[`${action} ${status}`] ?? '').split(' ').includes(actor);
          expect(allowsAction(action, status, actor), `${action} ${status} ${actor}`).toBe(wanted);
          expect(actionsFor(status, actor).includes(action)).toBe(wanted);
        }
      }
    }
  });

  it.each([
    [[1003, 1003], 1003],
    [[1001, 1003], 1001],
    [[1003, 1002], 1002],
    [[1004, 1003], 1004],
    [[1005, 4005], 1005],
    [[4007, 4006], 4006],
  ])('rolls %j up to %i', (statuses, wanted) => {
    expect(rollUpStatus(statuses as OrderStatusCode[])).toBe(wanted);
  });
});

describe('input', () => {
  it.each([
    ['abc123', true],
    ['abcde!', true],
    ['abcdef', false],
    ['123456', false],
    ['a1', false],
    ['密码12345', true],
    [`a1${'x'.repeat(19)}`, false],
  ])('password %s: %s (§5 passwords; §9 lengths)', (value, fine) => {
    expect(isPassword(value)).toBe(fine);
  });
  it.each([
    ['a@b.co', true],
    ['a@b', false],
    ['a b@c.de', false],
    ['a@b.co\nBcc: x@y.z', false],
    ['<a@b.co>', false],
  ])('e-mail %j: %s (§5 e-mail)', (value, fine) => {
    expect(isEmail(value)).toBe(fine);
  });
  it.each([
    [1, true],
    [999, true],
    [0, false],
    [1000, false],
    [-1, false],
    [1.5, false],
    ['2', false],
    [Number.NaN, false],
    [1e9, false],
  ])('quantity %s: %s', (value, fine) => {
    expect(isQuantity(value)).toBe(fine);
  });
  it.each([
    ['/uc/order?page=2#x', '/uc/order?page=2#x'],
    ['//evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\nb', '/'],
    [undefined, '/'],
    ['', '/'],
  ])('go %j leads to %s', (value, path) => {
    expect(safePath(value)).toBe(path);
  });
  it.each([
    ['/console/orders?status=1002&page=2', '/console/orders?status=1002&page=2'],
    ['/console?queue=lowStock#low-stock', '/console?queue=lowStock#low-stock'],
    ['/console', '/console'],
    ['/uc/order', '/console'],
    ['/consoles', '/console'],
    ['/console/../uc/order', '/console'],
    ['/console/login?go=/console/orders', '/console'],
    ['https://evil.example/console', '/console'],
    ['//evil.example/console', '/console'],
    ['/\\evil.example/console', '/console'],
    [undefined, '/console'],
  ])('for staff go %j leads to %s', (value, path) => {
    expect(safeStaffPath(value)).toBe(path);
  });
  it.each([
    ['/wechat/user?l=en#x', '/wechat/user?l=en#x'],
    ['/uc/balance', '/uc/balance'],
    ['/wechat/wloginX', '/wechat/wloginX'],
    ['/', '/wechat/order'],
    ['/?l=en', '/wechat/order'],
    ['/wechat/', '/wechat/order'],
    ['/wechat/wlogin/?go=/uc', '/wechat/order'],
    ['/wechat/../wechat/wlogin', '/wechat/order'],
    ['https://evil.example/wechat/user', '/wechat/order'],
    ['//evil.example/wechat/user', '/wechat/order'],
    ['/\\evil.example/wechat/user', '/wechat/order'],
    [undefined, '/wechat/order'],
  ])('in the mobile group go %j leads to %s (§2 wechat wlogin)', (value, path) => {
    expect(safeMobilePath(value)).toBe(path);
  });
  it.each([
    ['/uc/order?page=2', '/login?go=%2Fuc%2Forder%3Fpage%3D2'],
    ['/console/orders?page=2', '/console/login?go=%2Fconsole%2Forders%3Fpage%3D2'],
    ['/console', '/console/login'],
    ['/console/login?go=%2Fconsole', '/console/login'],
    ['/consoles', '/login?go=%2Fconsoles'],
    ['/wechat/order?page=2', '/wechat/wlogin?go=%2Fwechat%2Forder%3Fpage%3D2'],
    ['/wechat', '/wechat/wlogin?go=%2Fwechat%2Forder'],
    ['/wechat/wlogin?go=%2Fwechat%2Fuser&code=1', '/wechat/wlogin?go=%2Fwechat%2Forder'],
    ['/wechats', '/login?go=%2Fwechats'],
    ['/booking/wechat?order=1', '/wechat/wlogin?go=%2Fbooking%2Fwechat%3Forder%3D1'],
  ])(
    'whoever asks for %s signs in at %s (§2 login address; §2 page that needs a session; §6 without sign-in; §6 need a session)',
    (path, address) => {
      expect(signInFor(path)).toBe(address);
    },
  );
  it('who signed in by password comes back to that form, also from a page where guests use a code', () => {
    expect(signInFor('/booking/order?lines=1', 'member')).toBe('/login?go=%2Fbooking%2Forder%3Flines%3D1&way=member');
    expect(signInFor('/uc/order', 'member')).toBe('/login?go=%2Fuc%2Forder&way=member');
  });
  it.each([
    [102, 'Mei Tan', undefined],
    [102, '王', 'latinOnly'],
    [102, '', 'required'],
    [102, 'x'.repeat(51), 'tooLong'],
    [406, 'MH 123', undefined],
    [406, 'MH-123', 'format'],
  ] as const)('field %i %j: %s', (code, value, problem) => {
    expect(checkField(code, value)).toBe(problem);
  });
  it('knows real days only, and today by zone', () => {
    expect(isDay('2028-02-29')).toBe(true);
    for (const text of ['2027-02-29', '2027-2-9', '0000-01-01', 'x']) expect(isDay(text), text).toBe(false);
    expect([addDays('2026-12-31', 1), weekdayOf('2026-11-22')]).toEqual(['2027-01-01', 0]);
    expect([addDays('9999-12-31', 1), addDays('0001-01-02', -5)]).toEqual(['9999-12-31', '0001-01-01']);
    const now = Date.parse('2026-11-21T10:30:00Z');
    expect([todayIn('Pacific/Kiritimati', now), todayIn('Pacific/Honolulu', now)]).toEqual([
      '2026-11-22',
      '2026-11-21',
    ]);
  });
});

describe('what is sold', () => {
  it('has ticket types, car types and seats in one order (§9 order on screen)', () => {
    expect(ticketTypes).toEqual([10001, 10005, 10002, 10006, 10007, 10003, 10004]);
    expect(carTypes).toEqual([8003, 8001, 8002, 8004, 8005, 8006]);
    expect(Object.keys(carSeats).map(Number)).toEqual(Array.from({ length: 9 }, (_, at) => 15_001 + at));
  });
});

describe('search words', () => {
  it.each([
    ['吉隆坡双子塔观景门票', '双子塔'],
    ['東京スカイツリー 展望デッキ', 'スカイツリー'],
    ['ทัวร์ครึ่งวัน พระบรมมหาราชวัง', 'พระบรมมหาราชวัง'],
    ['Tháp đôi Petronas Đà Nẵng', 'da nang'],
    ['Torres Petronas: bilhete da ponte aérea', 'ponte aerea'],
    ['도쿄 스카이트리 전망 데크', '스카이트리'],
    ["L'Île d’Okinawa", 'ile okinawa'],
  ])('%s is found by %s', (text, query) => {
    const words = indexWords(text);
    for (const asked of queryWords(query))
      expect(
        words.some((word) => word.startsWith(asked)),
        asked,
      ).toBe(true);
  });
});
