// Sets up the stand-in for WeChat Pay. The first owner fetches the platform's certificates, the second has the same one in its settings.
import { createPublicKey } from 'node:crypto';
import { makePlatformKey, newKey } from '../../../sandbox/wechat/run-fake.ts';
import { serveWechat, type WechatFake } from '../../../sandbox/wechat/serve-wechat.ts';
import { answerText, signText } from '../../../sandbox/wechat/sign-messages.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

const merchantKey = newKey();
const platformKey = makePlatformKey();
const stranger = newKey();

export const wechatKeys = {
  one: {
    mchId: '1900000001',
    appId: 'wx0000000000000001',
    apiV3Key: 'apiV3KeyOfShopOne000000000000001',
    merchantSerial: '7700000000000000000000000000000000000001',
    merchantKey: merchantKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
  },
  two: {
    mchId: '1900000002',
    appId: 'wx0000000000000002',
    apiV3Key: 'apiV3KeyOfShopTwo000000000000002',
    merchantSerial: '7700000000000000000000000000000000000002',
    merchantKey: stranger.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    platformKeys: platformKey.certificate.trim(),
  },
};

/** The first owner's official account, for payment inside WeChat. */
export const appSecret = '0123456789abcdef0123456789abcdef';

/** The fake that serves the first owner, telling of refunds where its portal would say. */
export function openWechat(notifyUrl?: string): Promise<WechatFake> {
  const { mchId, appId, apiV3Key, merchantSerial: serial } = wechatKeys.one;
  return serveWechat({
    port: 0,
    merchant: { mchId, appId, apiV3Key, serial, appSecret, publicKey: createPublicKey(merchantKey) },
    platformKey,
    ...(notifyUrl ? { refundNotifyUrl: notifyUrl } : {}),
    retrySeconds: [0.2, 0.5],
  });
}

export const setUpWechat: Cast = {
  channel: 'wechat',
  timed: true,
  keys: wechatKeys,
  async open(notifyUrl) {
    const fake = await openWechat(notifyUrl);
    return { url: fake.url, play: playWechat(fake.url), close: fake.close };
  },
};

export type KeptOrder = {
  way: string;
  out_trade_no: string;
  trade_state: string;
  transaction_id: string | null;
  total: number;
  description: string;
  notify_url: string;
};
type KeptRefund = { out_trade_no: string; out_refund_no: string; amount: number; status: string };

/** Control of the fake. */
export async function controlWechat<Answer>(url: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${url}/control/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${wechatKeys.one.apiV3Key}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const given = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(`control ${path}: ${JSON.stringify(given)}`);
  return given;
}

type Wish = { type: string; kind: 'transaction' | 'refund'; told: object; seconds?: number; serial?: string };

export async function signedBy(url: string, wish: Wish): Promise<Raw> {
  const { body: raw, headers } = await controlWechat<{ body: string; headers: Record<string, string> }>(
    url,
    'sign',
    wish,
  );
  return { raw, headers };
}

/** The content of a notice about money. */
export function saleOf(
  attempt: Pick<Attempt, 'paymentNo' | 'amountMinor'>,
  bend: Bend = {},
  more: object = {},
): object {
  const { mchId: mchid, appId: appid } = wechatKeys.one;
  const total = bend.amountMinor ?? attempt.amountMinor;
  const currency = bend.currency ?? 'CNY';
  return {
    mchid: bend.merchant ?? mchid,
    appid,
    out_trade_no: bend.paymentNo ?? attempt.paymentNo,
    attach: attempt.paymentNo,
    transaction_id: `4200${attempt.paymentNo}`,
    trade_type: 'NATIVE',
    trade_state: 'SUCCESS',
    trade_state_desc: '支付成功',
    bank_type: 'OTHERS',
    success_time: '2026-11-21T10:00:00+08:00',
    payer: { openid: 'oStandInForWeChatPay00000001' },
    amount: { total, payer_total: total, currency, payer_currency: currency },
    ...more,
  };
}

/** Signed by an unknown key. */
export function forge({ raw, headers }: Raw): Raw {
  const { 'wechatpay-timestamp': at = '', 'wechatpay-nonce': nonce = '' } = headers;
  return { raw, headers: { ...headers, 'wechatpay-signature': signText(answerText(at, nonce, raw), stranger) } };
}

function playWechat(url: string): Play {
  const list = async ({ paymentNo }: Attempt) => {
    const { orders, refunds } = await controlWechat<{ orders: KeptOrder[]; refunds: KeptRefund[] }>(url, 'orders');
    const own = <Row extends { out_trade_no: string }>(rows: Row[]) =>
      rows.filter((one) => one.out_trade_no === paymentNo);
    return { orders: own(orders), refunds: own(refunds) };
  };
  const act = async ({ paymentNo }: Attempt, outcome: string) => {
    await controlWechat(url, `orders/${paymentNo}`, { outcome });
  };
  const write = async (attempt: Attempt, bend: Bend, more: object = {}) => {
    const told = saleOf(attempt, bend, more);
    const wish: Wish = { type: 'TRANSACTION.SUCCESS', kind: 'transaction', told };
    const notice = await signedBy(url, bend.at === undefined ? wish : { ...wish, seconds: bend.at });
    return bend.forged ? forge(notice) : notice;
  };
  return {
    channel: 'wechat',
    timed: true,
    received: '{"code":"SUCCESS","message":"OK"}',
    pay: (attempt, options) => act(attempt, options?.silent ? 'pay-silent' : 'pay'),
    fail: (attempt) => act(attempt, 'close'),
    notice: (attempt, bend = {}) => write(attempt, bend),
    // WeChat sends no notices of failures today; such a notice would be read like its answers.
    failNotice: (attempt) => write(attempt, {}, { trade_state: 'CLOSED', transaction_id: undefined }),
    count: async (attempt) => (await list(attempt)).orders.length,
    isOpen: async (attempt) => (await list(attempt)).orders.some((one) => one.trade_state === 'NOTPAY'),
    refundsOf: async (attempt) => (await list(attempt)).refunds.map((one) => one.amount),
    async hush() {
      await controlWechat(url, 'notices', { silent: true });
      return async () => {
        await controlWechat(url, 'notices', { silent: false });
      };
    },
    isRefund: (path) => path === '/v3/refund/domestic/refunds',
  };
}
