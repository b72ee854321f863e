// Sets up the stand-in for Billion Connect. Starting places the order there, which pays it: the first query about each order gets no
// answer, so that it still waits when notices arrive. Agents pay by it, for SKUs that are plans.
import {
  describeDelivery,
  type SupplierOrder,
  serveBillionConnect,
  signTrade,
} from '../../../sandbox/billion-connect/serve-billion-connect.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import { sql } from '../../../server/platform/db.ts';
import type { TestHouse } from '../open-house.ts';
import type { Cast } from '../set-up-channels.ts';
import { controlFake, controlToken } from './control-fake.ts';

const keysOf = (shop: number) => ({ appKey: `shop-${shop}`, appSecret: `secret-of-shop-${shop}-0123456789` });
export const billionKeys = { one: keysOf(1), two: keysOf(2) };
export const planOfTests = 'plan-7';

export const openBillion = (notifyUrl: string, more: { balance?: number; currency?: string } = {}) =>
  serveBillionConnect({
    ...{ port: 0, ...billionKeys.one, notifyUrl, controlToken, retrySeconds: [0.2, 0.5], ...more },
    plans: { [planOfTests]: 4 },
  });

/** Every SKU is a plan there. */
async function makePlans({ database }: TestHouse): Promise<void> {
  await sql`UPDATE sku SET plan_kind = 'eSim', plan_sku = ${planOfTests}, plan_copies = 1`.execute(database.house);
}

export const setUpBillionConnect: Cast = {
  channel: 'billionConnect',
  timed: false,
  keys: billionKeys,
  only: { levels: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
  prepare: makePlans,
  async open(notifyUrl) {
    const fake = await openBillion(notifyUrl);
    await controlFake(fake.url, 'settings', { delivers: false, shy: true });
    return { url: fake.url, play: playBillion(fake.url), close: fake.close };
  },
};

function playBillion(url: string): Play {
  type Known = { order: SupplierOrder | null };
  const act = ({ paymentNo }: Pick<Attempt, 'paymentNo'>, body?: object) =>
    controlFake<Known>(url, `orders/${paymentNo}`, body);
  const ship = async (attempt: Attempt, change: object): Promise<SupplierOrder> => {
    const { order } = await act(attempt, { change: { askCount: 1, orderStatus: '1', ...change } });
    if (!order) throw new Error(`no order ${attempt.paymentNo}`);
    return order;
  };
  const write = async (attempt: Attempt, bend: Bend): Promise<Raw> => {
    const amount = ((bend.amountMinor ?? attempt.amountMinor) / 100).toFixed(2);
    const order = bend.forged ? (await act(attempt)).order : await ship(attempt, { totalAmount: amount });
    if (!order) throw new Error(`no order ${attempt.paymentNo}`);
    const lines = order.lines.map((line, at) => ({ ...line, iccid: [`8986001201${order.orderId.slice(-8)}${at}`] }));
    const keys = bend.forged ? { ...billionKeys.one, appSecret: 'secret-of-nobody-0123456789' } : billionKeys.one;
    const notifyUrl = '';
    const { raw, headers } = describeDelivery(
      { options: { ...keys, port: 0, notifyUrl, controlToken } },
      { ...order, lines },
    );
    return { raw, headers: { ...headers, 'x-sign-value': signTrade(keys.appSecret, raw) } };
  };
  return {
    channel: 'billionConnect',
    timed: false,
    byAgent: true,
    isQueried: true,
    staysOpen: true,
    partsByHand: true,
    received: '{"tradeCode":"1000","tradeMsg":"成功"}',
    // An existing order is paid; none is refused afterwards, and no notice contains money or an account.
    leavesOut: [
      'out of order: the failure that comes after the money changes nothing',
      'out of order: money that comes after a failure counts',
      'another currency',
      'another merchant',
      "another order's reference",
      "another order's reference with a genuine small payment",
      'another way first closes the attempt at the channel',
    ],
    async pay(attempt, options) {
      await (options?.silent ? ship(attempt, {}) : act(attempt, { outcome: 'deliver', change: { askCount: 1 } }));
    },
    async fail(attempt) {
      await act(attempt, { outcome: 'cancel', change: { askCount: 1 } });
    },
    notice: (attempt, bend = {}) => write(attempt, bend),
    failNotice: () => Promise.reject(new Error('there is none')),
    count: async (attempt) => ((await act(attempt)).order ? 1 : 0),
    isOpen: async () => false,
    refundsOf: async (attempt) => ((await act(attempt)).order?.orderStatus === '2' ? [attempt.amountMinor] : []),
    hush: async () => async () => undefined,
    async silence(attempt) {
      await act(attempt, { change: { silent: true } });
      return async () => void (await act(attempt, { change: { silent: false } }));
    },
    isRefund: () => true,
  };
}
