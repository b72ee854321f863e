// Sets up the stand-in for Alipay. Both shops trust the same Alipay key, as real ones may: only the application id differs.
import { generateKeyPairSync } from 'node:crypto';
import type { Trade, Wish } from '../../../sandbox/alipay/run-fake.ts';
import { serveAlipay } from '../../../sandbox/alipay/serve-alipay.ts';
import { signNotice } from '../../../sandbox/alipay/sign-messages.ts';
import { describeNotice } from '../../../sandbox/alipay/write-notices.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

function makePair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
/** As Alipay's key tool gives them out. */
const bare = (key: string) => key.replace(/-----[^-]+-----|\s/g, '');

const ofAlipay = makePair();
const ofOne = makePair();
const ofTwo = makePair();

const keysFor = (shop: number, privateKey: string) => ({
  appId: `202100000000000${shop}`,
  sellerId: `208800000000000${shop}`,
  privateKey: bare(privateKey),
  alipayPublicKey: bare(ofAlipay.publicKey),
});
export const alipayKeys = { one: keysFor(1, ofOne.privateKey), two: keysFor(2, ofTwo.privateKey) };
const controlToken = 'control-of-the-fake';

async function control<Answer>(url: string, path: string, body?: object): Promise<Answer & { error?: string }> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${url}/control/${path}`, init)).json()) as Answer & { error?: string };
}

/** Where the fake last started really lies, for tests that control it. */
let lastUrl = '';
export const controlAlipay = <Answer = unknown>(path: string, body?: object) => control<Answer>(lastUrl, path, body);
export const alipayUrl = () => lastUrl;

export const setUpAlipay: Cast = {
  channel: 'alipay',
  timed: false,
  keys: alipayKeys,
  async open() {
    const { appId, sellerId } = alipayKeys.one;
    const fake = await serveAlipay({
      ...{ port: 0, appId, sellerId, controlToken },
      appPublicKey: ofOne.publicKey,
      ownPrivateKey: ofAlipay.privateKey,
      retrySeconds: [0.2, 0.5],
    });
    lastUrl = fake.url;
    return { url: fake.url, play: playAlipay(fake.url), close: fake.close };
  },
};

type Known = { wish: Wish | null; trade: Trade | null };

export const outNoOf = ({ paymentNo }: Pick<Attempt, 'paymentNo'>) => paymentNo.replaceAll('-', '_');
const yuan = (cents: number) => (cents / 100).toFixed(2);

/** Signed by Alipay, or by somebody else. */
export function signAs(fields: Record<string, string>, forged = false): Raw {
  const raw = signNotice(fields, forged ? ofTwo.privateKey : ofAlipay.privateKey);
  return { raw, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
}

function playAlipay(url: string): Play {
  const find = (attempt: Attempt) => control<Known>(url, `trades/${outNoOf(attempt)}`);
  const act = (attempt: Attempt, outcome: string) =>
    control<{ trade?: Trade }>(url, `trades/${outNoOf(attempt)}`, { outcome });
  const write = async (attempt: Attempt, change: Partial<Trade>, bend: Bend) => {
    await act(attempt, 'scan');
    const { wish, trade } = await find(attempt);
    if (!wish || !trade) throw new Error(`no trade for ${attempt.paymentNo}`);
    const { appId, sellerId } = alipayKeys.one;
    const fields = describeNotice({ appId, sellerId, aheadSeconds: 0 }, wish, { ...trade, ...change });
    if (bend.amountMinor !== undefined) fields.total_amount = yuan(bend.amountMinor);
    if (bend.currency) fields.trans_currency = bend.currency;
    if (bend.merchant) fields.seller_id = bend.merchant;
    if (bend.paymentNo) fields.out_trade_no = outNoOf({ paymentNo: bend.paymentNo });
    return signAs(fields, bend.forged);
  };
  return {
    channel: 'alipay',
    timed: false,
    received: 'success',
    async pay(attempt, options) {
      await act(attempt, options?.silent ? 'pay-silent' : 'pay');
    },
    async fail(attempt) {
      await act(attempt, 'expire');
    },
    notice: (attempt, bend = {}) => write(attempt, { status: 'TRADE_SUCCESS', paidAt: Date.now() }, bend),
    failNotice: (attempt) => write(attempt, { status: 'TRADE_CLOSED', paidAt: null, closedAt: Date.now() }, {}),
    count: async (attempt) => ((await find(attempt)).wish ? 1 : 0),
    // A buyer with the code in front of the camera: may it still be paid?
    isOpen: async (attempt) => (await act(attempt, 'scan')).trade?.status === 'WAIT_BUYER_PAY',
    refundsOf: async (attempt) => ((await find(attempt)).trade?.refunds ?? []).map((one) => one.cents),
    async hush() {
      await control(url, 'settings', { muted: true });
      return async () => void (await control(url, 'settings', { muted: false }));
    },
    isRefund: (path) => /[?&]method=alipay\.trade\.refund(&|$)/.test(path),
  };
}
