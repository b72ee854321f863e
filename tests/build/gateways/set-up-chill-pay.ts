// Sets up the stand-in for ChillPay.
import type { Transaction } from '../../../sandbox/chill-pay/run-fake.ts';
import { describeNotice, signNotice } from '../../../sandbox/chill-pay/send-notices.ts';
import { serveChillPay } from '../../../sandbox/chill-pay/serve-chill-pay.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';
import { controlFake, controlToken } from './control-fake.ts';

const keysOf = (shop: number) => ({
  merchantCode: `M00000${shop}`,
  apiKey: `api-key-of-shop-${shop}`,
  md5Secret: `md5-secret-of-shop-${shop}`,
  routeNo: '1',
});
export const chillPayKeys = { one: keysOf(1), two: keysOf(2) };
/** `notifyUrl` and `returnUrl` are what the owner enters in ChillPay's dashboard. */
export const openChillPay = (notifyUrl = '', returnUrl = '') =>
  serveChillPay({ port: 0, ...chillPayKeys.one, controlToken, notifyUrl, returnUrl, retrySeconds: [0.2, 0.5] });

export const setUpChillPay: Cast = {
  channel: 'chillPay',
  timed: false,
  keys: chillPayKeys,
  async open(notifyUrl) {
    const fake = await openChillPay(notifyUrl);
    return { url: fake.url, play: playChillPay(fake.url), close: fake.close };
  },
};

/** Where a short number is wanted of a payment that is no additional one, it is the same. */
const orderNoOf = ({ paymentNo }: Pick<Attempt, 'paymentNo'>) => paymentNo;
const numbers: Record<string, string> = { THB: '764', MYR: '458', USD: '840' };

function playChillPay(url: string): Play {
  type Known = { payment: Transaction | null };
  const find = (attempt: Attempt) => controlFake<Known>(url, `payments/${orderNoOf(attempt)}`);
  const act = (attempt: Attempt, outcome: string) =>
    controlFake<Known>(url, `payments/${orderNoOf(attempt)}`, { outcome });
  const write = async (attempt: Attempt, status: 0 | 1, bend: Bend): Promise<Raw> => {
    const { payment } = await find(attempt);
    if (!payment) throw new Error(`no payment ${attempt.paymentNo}`);
    const fake = { keys: chillPayKeys.one, noticeValues: 16 as const };
    const fields = describeNotice(fake, { ...payment, status }, Date.now());
    if (bend.amountMinor !== undefined) fields.Amount = String(bend.amountMinor);
    if (bend.currency) fields.Currency = numbers[bend.currency] ?? '';
    if (bend.merchant) fields.MerchantCode = bend.merchant;
    if (bend.paymentNo) fields.OrderNo = orderNoOf({ paymentNo: bend.paymentNo });
    const raw = signNotice(fields, chillPayKeys[bend.forged ? 'two' : 'one'].md5Secret);
    return { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  };
  return {
    channel: 'chillPay',
    timed: false,
    staysOpen: true,
    partsByHand: true,
    received: 'OK',
    async pay(attempt, options) {
      await act(attempt, options?.silent ? 'pay-silent' : 'pay');
    },
    async fail(attempt) {
      await act(attempt, 'decline');
    },
    notice: async (attempt, bend = {}) => write(attempt, 0, bend),
    failNotice: (attempt) => write(attempt, 1, {}),
    count: async (attempt) => ((await find(attempt)).payment ? 1 : 0),
    isOpen: async (attempt) => (await find(attempt)).payment?.status === 9,
    refundsOf: async (attempt) => ((await find(attempt)).payment?.back ?? []).map((one) => Number(one.amount)),
    hush: async () => async () => undefined,
    isRefund: (path) => /\/api\/v1\/(void|refund)\/request$/.test(path),
  };
}
