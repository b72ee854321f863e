// Paying inside WeChat (JSAPI): its page returns a code for the buyer at the owner's official account, the code is exchanged for
// the openid with the account's secret, and WeChat's script gets its parameters, signed each time. The openid never leaves the server.

import { randomBytes } from 'node:crypto';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import { type ChannelConfig, ChannelRefused, type InsideApp } from '../channel.ts';
import { payText, readMerchantKey, signPay } from './wechat-signing.ts';

const timeoutMilliseconds = 8000;
const mostLetters = 8000;

/** WeChat's browser; WeChat for companies identifies itself similarly but cannot pay. */
export function isInsideWechat(agent: string): boolean {
  return /MicroMessenger/i.test(agent) && !/wxwork/i.test(agent);
}

/** The code is invalid, used, or expired. */
const badCodes = new Set([40029, 40163, 41008, 42003]);
/** The account's number or secret is not accepted. */
const badAccount = new Set([40001, 40013, 40125, 41002, 41004]);

type AccessReply = { openid?: unknown; errcode?: unknown; is_snapshotuser?: unknown };

/** Errors contain neither the request nor the answer: the address has the secret, the answer the person. */
async function exchange({ keys, otherUrls }: ChannelConfig, code: string): Promise<AccessReply> {
  const { appId = '', appSecret = '' } = keys;
  const query = new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' });
  try {
    const answer = await fetchOutside(
      `${otherUrls?.api ?? 'https://api.weixin.qq.com'}/sns/oauth2/access_token?${query}`,
      {
        redirect: 'error',
        headers: { accept: 'application/json', 'user-agent': 'Kembara' },
        signal: AbortSignal.timeout(timeoutMilliseconds),
      },
    );
    // The content type is text/plain in every case.
    const text = await answer.text();
    const result: unknown = answer.ok && text.length <= mostLetters ? JSON.parse(text) : undefined;
    if (result && typeof result === 'object') return result as AccessReply;
  } catch (error) {
    throw new Error(`WeChat did not identify the payer (${error instanceof Error ? error.name : 'unknown'})`);
  }
  throw new Error('the answer of WeChat about the payer is unreadable');
}

export const wechatInside: InsideApp = {
  isHere: ({ keys }, agent) => Boolean(keys.appSecret) && isInsideWechat(agent),
  // WeChat requires the parameters in this order.
  askAddress({ keys, otherUrls }, { returnUrl, state }) {
    const parameters = [
      ['appid', keys.appId ?? ''],
      ['redirect_uri', returnUrl],
      ['response_type', 'code'],
      ['scope', 'snsapi_base'],
      ['state', state],
    ];
    const query = parameters.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
    return `${otherUrls?.open ?? 'https://open.weixin.qq.com'}/connect/oauth2/authorize?${query}#wechat_redirect`;
  },
  async whoIs(config, code) {
    const { openid, errcode, is_snapshotuser: preview } = await exchange(config, code);
    if (badCodes.has(Number(errcode))) throw new ChannelRefused(`the code is not taken: ${errcode}`);
    if (badAccount.has(Number(errcode))) throw new ChannelRefused(`appId or appSecret is not taken: ${errcode}`);
    if (errcode) throw new Error(`WeChat did not identify the payer: ${Number(errcode)}`);
    // A visitor who only previews the page gets a number that belongs to no user.
    if (preview === 1) throw new ChannelRefused('a preview of the page pays nothing');
    if (typeof openid !== 'string' || !/^[\w-]{10,128}$/.test(openid)) throw new Error('WeChat named no payer');
    return openid;
  },
  handOver({ keys }, { prepayId = '' }, now) {
    const { appId = '', merchantKey = '' } = keys;
    const timeStamp = String(Math.floor(now.getTime() / 1000));
    const nonceStr = randomBytes(16).toString('hex').toUpperCase();
    const pack = `prepay_id=${prepayId}`;
    const paySign = signPay(readMerchantKey(merchantKey), payText(appId, timeStamp, nonceStr, pack));
    return { appId, timeStamp, nonceStr, package: pack, signType: 'RSA', paySign };
  },
};
