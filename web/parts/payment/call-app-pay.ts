// Calls WeChat's script, which exists only inside WeChat, to take a payment. Its answer is shown but not trusted.

import { send } from '../../call.ts';

export type AppAnswer = 'ok' | 'cancel' | 'fail' | 'silent';

type Bridge = {
  invoke(
    name: string,
    parameters: Record<string, string>,
    done: (answer: { err_msg?: string } | undefined) => void,
  ): void;
};

const bridgeOf = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
/** The script arrives some time after the page. */
const patienceMilliseconds = 10_000;

/** WeChat's browser; WeChat for companies identifies itself similarly but cannot pay. */
export function isInsideApp(): boolean {
  return (
    typeof navigator !== 'undefined' &&
    /MicroMessenger/i.test(navigator.userAgent) &&
    !/wxwork/i.test(navigator.userAgent)
  );
}

/** A payment for the order: an additional payment, or only its first part; without both, all of it. */
type DueInput = { supplement: string | undefined; part: boolean | undefined };

/** Redirects through WeChat, which identifies the payer and returns; false if the next step is paying. */
export async function leaveForApp(orderNo: string, of: DueInput): Promise<boolean> {
  return follow(await send('payEntry', { id: orderNo, ...of, channel: 'wechat' }));
}

/** The same for a top-up of a number of minor units of the owner's currency. */
export async function leaveToTopUp(amountMinor: number): Promise<boolean> {
  return follow(await send('cashierEntry', { channel: 'wechat', amount: amountMinor }));
}

function follow({ redirectUrl }: { redirectUrl: string | null }): boolean {
  if (redirectUrl) location.assign(redirectUrl);
  return redirectUrl !== null;
}

function awaitBridge(): Promise<Bridge | undefined> {
  const found = bridgeOf();
  if (found) return Promise.resolve(found);
  return new Promise((resolve) => {
    const look = () => {
      clearTimeout(timer);
      document.removeEventListener('WeixinJSBridgeReady', look);
      resolve(bridgeOf());
    };
    const timer = setTimeout(look, patienceMilliseconds);
    document.addEventListener('WeixinJSBridgeReady', look);
  });
}

/** `silent`: there is no such script, so nothing was requested. */
export async function callAppPay(client: Record<string, string>): Promise<AppAnswer> {
  const bridge = await awaitBridge();
  if (!bridge) return 'silent';
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', client, (answer) => {
      const [, word] = /^get_brand_wcpay_request:\s*(ok|cancel)\b/i.exec(answer?.err_msg ?? '') ?? [];
      resolve(word ? (word.toLowerCase() as AppAnswer) : 'fail');
    });
  });
}
