// Sets up the stand-in for Telr.
import { checkOf, type Order } from '../../../sandbox/telr/run-fake.ts';
import { serveTelr } from '../../../sandbox/telr/serve-telr.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

const keysFor = (shop: number) => ({
  storeId: `1234${shop}`,
  authKey: `authKey-of-${shop}-x`,
  remoteKey: `remoteKey-of-${shop}-x`,
  adviceSecret: `adviceSecret-of-${shop}`,
});
export const telrKeys = { one: keysFor(1), two: keysFor(2) };
const controlToken = 'control-of-the-fake';

type Found = { order: Order; advice: Record<string, string>; error?: string };

/** Where the fake last started really lies, for tests that control it. */
let lastUrl = '';
export const telrUrl = () => lastUrl;
export async function controlTelr<Answer = Found>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${lastUrl}/control/${path}`, init)).json()) as Answer;
}

export const setUpTelr: Cast = {
  channel: 'telr',
  timed: false,
  keys: telrKeys,
  options: { environment: 'sandbox' },
  async open(adviceUrl) {
    const fake = await serveTelr({ port: 0, ...telrKeys.one, adviceUrl, controlToken, retrySeconds: [0.2, 0.5] });
    lastUrl = fake.url;
    return { url: fake.url, play: playTelr, close: fake.close };
  },
};

const pathOf = ({ paymentNo }: Pick<Attempt, 'paymentNo'>) => `orders/${encodeURIComponent(paymentNo)}`;
const act = (attempt: Attempt, outcome: string, more: object = {}) =>
  controlTelr(pathOf(attempt), { outcome, ...more });

/** Signed with the shop's secret, or with somebody else's. */
export function signAdvice(fields: Record<string, string>, forged = false): Raw {
  const { adviceSecret } = forged ? telrKeys.two : telrKeys.one;
  const raw = new URLSearchParams({ ...fields, tran_check: checkOf(adviceSecret, fields) }).toString();
  return { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

async function write(attempt: Attempt, change: Record<string, string>, bend: Bend): Promise<Raw> {
  const { advice } = await controlTelr(pathOf(attempt));
  const fields = {
    ...{ ...advice, ...change },
    ...(bend.amountMinor === undefined ? {} : { tran_amount: (bend.amountMinor / 100).toFixed(2) }),
    ...(bend.currency ? { tran_currency: bend.currency } : {}),
    ...(bend.merchant ? { tran_store: bend.merchant } : {}),
    ...(bend.paymentNo ? { tran_cartid: bend.paymentNo } : {}),
  };
  return signAdvice(fields, bend.forged);
}

const playTelr: Play = {
  channel: 'telr',
  timed: false,
  received: 'OK',
  async pay(attempt, options) {
    await act(attempt, 'pay', { silent: options?.silent === true });
  },
  async fail(attempt) {
    await act(attempt, 'decline');
  },
  notice: (attempt, bend = {}) => write(attempt, { tran_status: 'A', tran_authmessage: 'Authorised' }, bend),
  failNotice: (attempt) => write(attempt, { tran_status: 'D', tran_authmessage: 'Not authorised' }, {}),
  // The page of a lost answer has another number after the point, and no one knows its address.
  count: async (attempt) => ((await controlTelr(pathOf(attempt))).order ? 1 : 0),
  isOpen: async (attempt) => (await controlTelr(pathOf(attempt))).order.code === 1,
  staysOpen: true,
  // Advices that were held back are sent afterwards: only the advice reports the result of a refund without an answer.
  async hush() {
    await controlTelr('settings', { held: true });
    return async () => void (await controlTelr('settings', { held: false }));
  },
  async refundsOf(attempt) {
    const { order } = await controlTelr(pathOf(attempt));
    return order.refunds.filter(({ status }) => status === 'A').map(({ amount }) => Math.round(Number(amount) * 100));
  },
  isRefund: (path) => path.endsWith('/remote.xml'),
};
