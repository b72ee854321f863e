// Sets up the stand-in for Midtrans.

import { signatureOf } from '../../../sandbox/midtrans/run-fake.ts';
import { serveMidtrans } from '../../../sandbox/midtrans/serve-midtrans.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

export const midtransKeys = {
  one: { merchantId: 'G000000001', serverKey: 'SB-Mid-server-ofShopOne0000001' },
  two: { merchantId: 'G000000002', serverKey: 'SB-Mid-server-ofShopTwo0000001' },
};
const controlToken = 'control-of-the-fake';

type Found = {
  pages: number;
  transaction: { id: string; status: string; refunds: { refund_amount: string }[] } | null;
};

/** Where the fake last started really lies, for tests that control it. */
let lastUrl = '';
export const midtransUrl = () => lastUrl;
export async function controlMidtrans<Answer = Found>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${lastUrl}/control/${path}`, init)).json()) as Answer;
}

export const setUpMidtrans: Cast = {
  channel: 'midtrans',
  timed: false,
  keys: midtransKeys,
  async open() {
    const fake = await serveMidtrans({ port: 0, ...midtransKeys.one, controlToken, retrySeconds: [0.2, 0.5] });
    lastUrl = fake.url;
    return { url: fake.url, play: playMidtrans, close: fake.close };
  },
};

const pathOf = ({ paymentNo }: Pick<Attempt, 'paymentNo'>) => `orders/${encodeURIComponent(paymentNo)}`;
const act = (attempt: Attempt, outcome: string, more: object = {}) =>
  controlMidtrans(pathOf(attempt), { outcome, ...more });

/** Signed with the shop's key, or with somebody else's. */
export function signMidtrans(fields: Record<string, unknown>, forged = false): Raw {
  const { serverKey } = forged ? midtransKeys.two : midtransKeys.one;
  const { order_id: order, status_code: code, gross_amount: gross } = fields as Record<string, string>;
  const signature = signatureOf(order ?? '', code ?? '', gross ?? '', serverKey);
  const raw = JSON.stringify({ ...fields, signature_key: signature });
  return { raw, headers: { 'content-type': 'application/json' } };
}

async function write(attempt: Attempt, status: string, code: string, bend: Bend): Promise<Raw> {
  await act(attempt, 'pick', { silent: true });
  const change = {
    ...{ transaction_status: status, status_code: code },
    ...(bend.amountMinor === undefined ? {} : { gross_amount: (bend.amountMinor / 100).toFixed(2) }),
    ...(bend.currency ? { currency: bend.currency } : {}),
    ...(bend.merchant ? { merchant_id: bend.merchant } : {}),
    ...(bend.paymentNo ? { order_id: bend.paymentNo } : {}),
  };
  const path = `notices/${encodeURIComponent(attempt.paymentNo)}`;
  return signMidtrans(await controlMidtrans<Record<string, unknown>>(path, { change }), bend.forged);
}

const playMidtrans: Play = {
  channel: 'midtrans',
  timed: false,
  received: 'OK',
  async pay(attempt, options) {
    await act(attempt, 'pay', { silent: options?.silent === true });
  },
  async fail(attempt) {
    await act(attempt, 'expire');
  },
  notice: (attempt, bend = {}) => write(attempt, 'settlement', '200', bend),
  failNotice: (attempt) => write(attempt, 'deny', '202', {}),
  async count(attempt) {
    const { pages, transaction } = await controlMidtrans(pathOf(attempt));
    return Math.max(pages, transaction ? 1 : 0);
  },
  // A buyer in front of the page chooses how to pay: may it still be paid?
  isOpen: async (attempt) => (await act(attempt, 'pick')).transaction?.status === 'pending',
  async hush() {
    await controlMidtrans('settings', { muted: true });
    return async () => void (await controlMidtrans('settings', { muted: false }));
  },
  async refundsOf(attempt) {
    const { transaction } = await controlMidtrans(pathOf(attempt));
    return (transaction?.refunds ?? []).map((one) => Math.round(Number(one.refund_amount) * 100));
  },
  isRefund: (path) => path.endsWith('/refund'),
};
