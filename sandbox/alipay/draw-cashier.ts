// The page where the customer pays, for desktops and telephones alike, and the way back to the shop with a signed address that a
// shop must not believe.
import { plainHeaders, type Reply } from './answer-gateway.ts';
import { findWish, openTrade, payTrade } from './open-trades.ts';
import { AlipayRefusal } from './refuse-call.ts';
import { chinaTime, type Fake, nowOf, yuan } from './run-fake.ts';
import { signText, textToSign } from './sign-messages.ts';

const page = (body: string): Reply => ({
  status: 200,
  headers: { ...plainHeaders, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
  body: `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>收银台 (fake)</title>
    <style>body{font:16px system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}
    button{font:inherit;width:100%;padding:.7rem}</style>
    <main>${body}</main></html>`,
});

export function answerCashier(fake: Fake, outTradeNo: string, method: string): Reply {
  try {
    const wish = findWish(fake, outTradeNo);
    if (method === 'POST') {
      payTrade(fake, outTradeNo);
      return wish.returnUrl
        ? { status: 302, headers: { location: returnAddress(fake, outTradeNo) }, body: '' }
        : page('<h1>付款成功</h1>');
    }
    const trade = openTrade(fake, outTradeNo);
    if (trade.status !== 'WAIT_BUYER_PAY') return page(`<h1>${trade.status}</h1>`);
    return page(
      `<h1>¥ ${yuan(wish.cents)}</h1><p>${escapeHtml(wish.subject)}</p><p>演示，不会产生真实扣款 · no real money moves</p>
        <form method="post"><button>确认付款</button></form>`,
    );
  } catch (error) {
    if (error instanceof AlipayRefusal) return page(`<h1>${error.body.sub_msg}</h1>`);
    throw error;
  }
}

function returnAddress(fake: Fake, outTradeNo: string): string {
  const { cents, returnUrl, product } = findWish(fake, outTradeNo);
  const fields: Record<string, string> = {
    app_id: fake.appId,
    auth_app_id: fake.appId,
    charset: 'utf-8',
    method: `alipay.trade.${product === 'QUICK_WAP_WAY' ? 'wap' : 'page'}.pay.return`,
    out_trade_no: outTradeNo,
    seller_id: fake.sellerId,
    timestamp: chinaTime(nowOf(fake)),
    total_amount: yuan(cents),
    trade_no: openTrade(fake, outTradeNo).tradeNo,
    version: '1.0',
  };
  const to = new URL(returnUrl);
  const sign = signText(textToSign(fields), fake.ownPrivateKey);
  for (const [name, value] of Object.entries({ ...fields, sign_type: 'RSA2', sign })) to.searchParams.set(name, value);
  return to.href;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
