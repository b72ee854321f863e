// Sets up the stand-in for iPay88. The control posts what the buyer's browser would post; gateways-2.e2e.test.ts uses a real browser.
import { describeResult, type Payment } from '../../../sandbox/ipay88/run-fake.ts';
import { serveIPay88 } from '../../../sandbox/ipay88/serve-ipay88.ts';
import { toTwenty } from '../../../server/payment/channels/short-number.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';
import { controlFake, controlToken } from './control-fake.ts';

const keysOf = (shop: number) => ({ merchantCode: `M0000${shop}`, merchantKey: `key-of-shop-${shop}` });
export const iPay88Keys = { one: keysOf(1), two: keysOf(2) };

export const openIPay88 = () => serveIPay88({ port: 0, ...iPay88Keys.one, controlToken, retrySeconds: [0.2, 0.5] });

export const setUpIPay88: Cast = {
  channel: 'iPay88',
  timed: false,
  keys: iPay88Keys,
  async open(notifyUrl) {
    const fake = await openIPay88();
    return { url: fake.url, play: playIPay88(fake.url, notifyUrl), close: fake.close };
  },
};

const ringgit = (sen: number) => (sen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

function playIPay88(url: string, backendUrl: string): Play {
  const act = async (attempt: Attempt, body: { outcome?: string; change?: Partial<Payment> } = {}) => {
    const { amountMinor, currency, paymentNo } = attempt;
    const change = { amount: ringgit(amountMinor), currency, backendUrl, ...body.change };
    return (await controlFake<{ payment: Payment }>(url, `payments/${toTwenty(paymentNo)}`, { ...body, change }))
      .payment;
  };
  const write = async (attempt: Attempt, status: string, bend: Bend): Promise<Raw> => {
    const one = await act(attempt);
    const { merchantCode, merchantKey } = iPay88Keys[bend.forged ? 'two' : 'one'];
    const keys = {
      merchantKey,
      merchantCode: bend.merchant ?? (bend.forged ? iPay88Keys.one.merchantCode : merchantCode),
    };
    const amount = ringgit(bend.amountMinor ?? attempt.amountMinor);
    const refNo = toTwenty(bend.paymentNo ?? attempt.paymentNo);
    const fields = describeResult(keys, { ...one, amount, refNo, status, currency: bend.currency ?? attempt.currency });
    return {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  };
  return {
    channel: 'iPay88',
    timed: false,
    startsInBrowser: true,
    staysOpen: true,
    refundsByHand: true,
    received: 'RECEIVEOK',
    async pay(attempt, options) {
      await act(attempt, { outcome: options?.silent ? 'pay-silent' : 'pay' });
    },
    async fail(attempt) {
      await act(attempt, { outcome: 'decline' });
    },
    notice: (attempt, bend = {}) => write(attempt, '1', bend),
    failNotice: (attempt) => write(attempt, '0', {}),
    count: async () => 1,
    isOpen: async (attempt) => (await act(attempt)).status === '',
    refundsOf: async () => [],
    hush: async () => async () => undefined,
    isRefund: () => false,
  };
}
