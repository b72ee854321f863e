// The page that replaces the WeChat app: of an H5 order under its own address, of a QR code under /scan with the code's content.
import { payOrder } from './open-orders.ts';
import { WechatNo } from './refuse-call.ts';
import type { Fake, Order } from './run-fake.ts';
import type { Sender } from './send-notices.ts';

export type Page = { status: number; headers: Record<string, string>; body: string };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const cleanText = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] as string);

function draw(status: number, body: string): Page {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
    body: `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>WeChat Pay (fake)</title>
      <style>body{font:1rem system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}
      button{font:inherit;padding:.75rem 2rem;background:#07773d;color:#fff;border:0;border-radius:.5rem}</style>
      ${body}`,
  };
}

function findShown(fake: Fake, path: string): Order | undefined {
  const { searchParams } = new URL(path, 'http://own.invalid');
  const address = searchParams.get('pr') ?? searchParams.get('prepay_id')?.replace(/^wx/, '');
  return [...fake.orders.values()].find((order) => order.address === address);
}

export function answerPage(fake: Fake, sender: Sender, path: string, method: string): Page {
  const order = findShown(fake, path);
  if (!order) return draw(404, '<h1>订单不存在</h1>');
  if (method === 'POST') {
    try {
      sender.sold(payOrder(fake, order.out_trade_no));
    } catch (error) {
      if (error instanceof WechatNo) return draw(409, `<h1>${cleanText(error.message)}</h1>`);
      throw error;
    }
    const back = new URL(path, 'http://own.invalid').searchParams.get('redirect_url');
    if (back && /^https?:\/\//.test(back)) return { status: 303, headers: { location: back }, body: '' };
  }
  if (order.trade_state !== 'NOTPAY') return draw(200, `<h1>${order.trade_state}</h1>`);
  const amount = `¥${(order.total / 100).toFixed(2)}`;
  return draw(
    200,
    `<h1>${amount}</h1><p>${cleanText(order.description)}</p><form method="post"><button>支付</button></form>`,
  );
}
