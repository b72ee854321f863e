// The stand-in for Alipay without a server: the channel is called as the server would call it.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { alipay } from '../../../server/payment/channels/alipay/alipay.ts';
import type { ChannelConfig, PaymentRef, StartInput } from '../../../server/payment/channels/channel.ts';
import { alipayKeys, alipayUrl, controlAlipay, setUpAlipay } from './set-up-alipay.ts';

/** Opens the fake for a test file and keeps it from telling. */
export function openAlipay(): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ close } = await setUpAlipay.open('http://127.0.0.1:9/'));
    await controlAlipay('settings', { muted: true });
  });
  afterAll(() => close());
  beforeEach(() => controlAlipay('settings', { aheadSeconds: 0, withheld: [] }));
}

export const configOf = (more: Partial<ChannelConfig> = {}): ChannelConfig => ({
  keys: alipayKeys.one,
  options: {},
  baseUrl: alipayUrl(),
  ...more,
});

export const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
let count = 0;
export function startInput(agent = desktop, more: Partial<StartInput> = {}): StartInput {
  count += 1;
  return {
    paymentNo: `2611211234ABCD${count}-1PXYZW`,
    amount: { amountMinor: 16_129, currency: 'CNY' },
    description: 'One & Co=Tours, 海/岛 26112112',
    returnUrl: 'http://one.test/booking/complete?order=26112112',
    cancelUrl: 'http://one.test/booking/pay?order=26112112',
    notifyUrl: 'http://one.test/api/pay/notify/alipay',
    landingUrl: '',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'en',
    buyer: { email: '', phone: '', source: '127.0.0.1', agent },
    ...more,
  };
}
export const askedOf = ({ paymentNo, amount, startedAt }: StartInput): PaymentRef => ({
  ...{ paymentNo, amount, startedAt },
  providerRef: null,
  transactionId: null,
});
export const outNo = ({ paymentNo }: { paymentNo: string }) => paymentNo.replaceAll('-', '_');
export const act = (input: StartInput, outcome: string) => controlAlipay(`trades/${outNo(input)}`, { outcome });
export const start = (input: StartInput, config = configOf()) => alipay.start(config, input, new Date());
export const query = (input: StartInput, config = configOf(), now = new Date()) =>
  alipay.query(config, askedOf(input), now);
export async function paid(): Promise<StartInput> {
  const input = startInput();
  await start(input);
  await act(input, 'pay');
  return input;
}
