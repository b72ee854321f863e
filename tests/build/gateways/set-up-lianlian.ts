// Sets up the stand-in for LianLian, with either product. Both shops trust the same key of LianLian.
import { generateKeyPairSync } from 'node:crypto';
import { type Payment, writeNotice } from '../../../sandbox/lianlian/run-fake.ts';
import { serveLianLian } from '../../../sandbox/lianlian/serve-lianlian.ts';
import type { Body } from '../../../sandbox/lianlian/sign-messages.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

function makePair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
const bare = (key: string) => key.replace(/-----[^-]+-----|\s/g, '');
const ofLianLian = makePair();
const ofOne = makePair();
const ofTwo = makePair();
const keysFor = (shop: number, { privateKey }: { privateKey: string }) => ({
  merchantId: `20200000000000000${shop}`,
  privateKey: bare(privateKey),
  publicKey: bare(ofLianLian.publicKey),
});
export const lianLianKeys = { one: keysFor(1, ofOne), two: keysFor(2, ofTwo) };
const controlToken = 'control-of-the-fake';

type Found = { payment: Payment; notice: Body; error?: string };

/** Where the fake last started really lies, for tests that control it. */
let lastUrl = '';
export const lianLianUrl = () => lastUrl;
export async function controlLianLian<Answer = Found>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${lastUrl}/control/${path}`, init)).json()) as Answer;
}

/** Signed by LianLian, or by somebody else. */
export function signLianLian(product: Payment['product'], body: Body, forged = false): Raw {
  return writeNotice(product, body, forged ? ofTwo.privateKey : ofLianLian.privateKey);
}

function castOf(product: Payment['product']): Cast {
  return {
    channel: 'lianLian',
    timed: false,
    keys: lianLianKeys,
    ...(product === 'wallet' ? { options: { wallet: true }, currency: 'CNY' } : {}),
    async open() {
      const { merchantId } = lianLianKeys.one;
      const own = { merchantKey: ofOne.publicKey, ownKey: ofLianLian.privateKey };
      const fake = await serveLianLian({ port: 0, merchantId, ...own, controlToken, retrySeconds: [0.2, 0.5] });
      lastUrl = fake.url;
      return { url: fake.url, play: playLianLian(product), close: fake.close };
    },
  };
}
export const setUpLianLian: Cast = castOf('global');
export const setUpWallet: Cast = castOf('wallet');

const pathOf = ({ paymentNo }: Pick<Attempt, 'paymentNo'>) => `payments/${encodeURIComponent(paymentNo)}`;
const act = (attempt: Attempt, outcome: string, more: object = {}) =>
  controlLianLian(pathOf(attempt), { outcome, ...more });
const decimals = (minor: number) => (minor / 100).toFixed(2);

async function write(product: Payment['product'], attempt: Attempt, status: string, bend: Bend): Promise<Raw> {
  const { notice } = await controlLianLian(pathOf(attempt));
  const { amountMinor, currency, merchant, paymentNo } = bend;
  if (product === 'wallet') {
    const body = {
      ...{ ...notice, result_pay: status },
      ...(amountMinor === undefined ? {} : { money_order: decimals(amountMinor) }),
      // Yuan have no field; another currency would be another partner's sale.
      ...(currency ? { oid_partner: 'another-currency' } : {}),
      ...(merchant ? { oid_partner: merchant } : {}),
      ...(paymentNo ? { no_order: paymentNo } : {}),
    };
    return signLianLian(product, body, bend.forged);
  }
  const data = {
    ...{ ...(notice.payment_data as Body), payment_status: status },
    ...(amountMinor === undefined ? {} : { payment_amount: decimals(amountMinor) }),
    ...(currency ? { payment_currency_code: currency } : {}),
  };
  const body = {
    ...{ ...notice, payment_data: data },
    ...(merchant ? { merchant_id: merchant } : {}),
    ...(paymentNo ? { merchant_transaction_id: paymentNo } : {}),
  };
  return signLianLian(product, body, bend.forged);
}

function playLianLian(product: Payment['product']): Play {
  const isWallet = product === 'wallet';
  return {
    channel: 'lianLian',
    timed: false,
    received: isWallet ? '{"ret_code":"0000","ret_msg":"ok"}' : '{"code":200,"msg":"success"}',
    async pay(attempt, options) {
      await act(attempt, 'pay', { silent: options?.silent === true });
    },
    async fail(attempt) {
      await act(attempt, 'decline');
    },
    notice: (attempt, bend = {}) => write(product, attempt, isWallet ? 'SUCCESS' : 'PS', bend),
    failNotice: (attempt) => write(product, attempt, isWallet ? 'FAILURE' : 'PF', {}),
    // The code of a lost answer has another number after ours, and no one knows it.
    count: async (attempt) => ((await controlLianLian(pathOf(attempt))).payment ? 1 : 0),
    isOpen: async (attempt) => (await controlLianLian(pathOf(attempt))).payment.state === 'open',
    ...(isWallet ? { staysOpen: true as const } : {}),
    async hush() {
      await controlLianLian('settings', { muted: true });
      return async () => void (await controlLianLian('settings', { muted: false }));
    },
    async refundsOf(attempt) {
      const { payment } = await controlLianLian(pathOf(attempt));
      return payment.refunds
        .filter(({ state }) => state !== 'failed')
        .map(({ amount }) => Math.round(Number(amount) * 100));
    },
    isRefund: (path) => path.endsWith('/refunds') || path.endsWith('/exchangerefund.htm'),
  };
}
