// Sets up the stand-in for GB Prime Pay. Its notices carry no signature, so a test falsifies the gateway's answer instead of the notice.
import type { Payment } from '../../../sandbox/gb-pay/run-fake.ts';
import { describeNotice, serveGbPay } from '../../../sandbox/gb-pay/serve-gb-pay.ts';
import { toFifteen } from '../../../server/payment/channels/short-number.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';
import { controlFake, controlToken } from './control-fake.ts';

const keysOf = (shop: number) => ({ token: `token-of-shop-${shop}`, secretKey: `secret-of-shop-${shop}` });
export const gbPayKeys = { one: keysOf(1), two: keysOf(2) };

export const openGbPay = () => serveGbPay({ port: 0, ...gbPayKeys.one, controlToken, retrySeconds: [0.2, 0.5] });

export const setUpGbPay: Cast = {
  channel: 'gbPay',
  timed: false,
  keys: gbPayKeys,
  async open() {
    const fake = await openGbPay();
    return { url: fake.url, play: playGbPay(fake.url), close: fake.close };
  },
};

const baht = (satang: number) => (satang / 100).toFixed(2);

function playGbPay(url: string): Play {
  type Known = { payment: Payment | null };
  const act = ({ paymentNo }: Pick<Attempt, 'paymentNo'>, body?: object) =>
    controlFake<Known>(url, `payments/${toFifteen(paymentNo)}`, body);
  const write = async (attempt: Attempt, bend: Bend): Promise<Raw> => {
    const { payment } = await act(attempt);
    if (!payment) throw new Error(`no payment ${attempt.paymentNo}`);
    const change = {
      ...{
        status: 'S',
        amount: baht(bend.amountMinor ?? attempt.amountMinor),
        currencyCode: bend.currency ? '840' : '764',
      },
      reference: bend.merchant ? 'ANOTHERACCOUNT1' : toFifteen(bend.paymentNo ?? attempt.paymentNo),
    };
    // A forged notice changes nothing at the gateway, and neither does one that speaks of another order.
    if (!bend.forged && !bend.paymentNo) await act(attempt, { change });
    return describeNotice({ ...payment, ...change }, 'json');
  };
  return {
    channel: 'gbPay',
    timed: false,
    unsigned: true,
    staysOpen: true,
    neverFails: true,
    refundsByHand: true,
    received: 'OK',
    async pay(attempt, options) {
      await act(attempt, { outcome: options?.silent ? 'pay-silent' : 'pay' });
    },
    async fail() {},
    notice: (attempt, bend = {}) => write(attempt, bend),
    failNotice: async (attempt) => describeNotice((await act(attempt)).payment as Payment, 'form'),
    count: async (attempt) => ((await act(attempt)).payment ? 1 : 0),
    isOpen: async (attempt) => (await act(attempt)).payment?.status === '',
    refundsOf: async () => [],
    hush: async () => async () => undefined,
    isRefund: () => false,
  };
}
