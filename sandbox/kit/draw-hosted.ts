// A hosted payment page for stand-ins: amount, what for, a button to pay, one to fail and one to go back; in the reader's language.
import { randomBytes } from 'node:crypto';
import type { Told } from './serve-fake.ts';

const words = {
  en: {
    test: 'Stand-in: no real money moves',
    pay: 'Pay',
    fail: 'Let the bank decline it',
    cancel: 'Cancel and go back',
    over: 'This payment is over.',
    missing: 'This payment does not exist.',
    back: 'Back to the shop',
  },
  th: {
    test: 'ระบบจำลอง ไม่มีการตัดเงินจริง',
    pay: 'ชำระเงิน',
    fail: 'จำลองธนาคารปฏิเสธ',
    cancel: 'ยกเลิกและกลับไป',
    over: 'รายการชำระเงินนี้สิ้นสุดแล้ว',
    missing: 'ไม่พบรายการชำระเงินนี้',
    back: 'กลับไปที่ร้าน',
  },
  zh: {
    test: '模拟页面，不会产生真实扣款',
    pay: '付款',
    fail: '模拟银行拒付',
    cancel: '取消并返回',
    over: '此付款已结束。',
    missing: '找不到此付款。',
    back: '返回商店',
  },
  ms: {
    test: 'Simulasi: tiada wang sebenar terlibat',
    pay: 'Bayar',
    fail: 'Simulasi bank menolak',
    cancel: 'Batal dan kembali',
    over: 'Pembayaran ini telah tamat.',
    missing: 'Pembayaran ini tidak wujud.',
    back: 'Kembali ke kedai',
  },
};
export type HostedLanguage = keyof typeof words;

/** The first language of the browser that the page has, else English. */
export function hostedLanguage(acceptLanguage = ''): HostedLanguage {
  const tags = acceptLanguage.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return (tags.find((tag) => tag in words) as HostedLanguage | undefined) ?? 'en';
}

type Hosted = {
  name: string;
  language: HostedLanguage;
  amount: string;
  description: string;
  reference: string;
  /** Where the form is posted, and the shop where the buyer ends: browsers hold the redirect after a form against the policy too. */
  action: string;
  shop: string;
};

export function drawHosted({ name, language, amount, description, reference, action, shop }: Hosted): Told {
  const { test, pay, fail, cancel } = words[language];
  const button = (outcome: string, text: string) => `<button name="outcome" value="${outcome}">${text}</button>`;
  return page(
    name,
    language,
    `<p role="note">${test}</p><p>${clean(name)}</p><h1>${clean(amount)}</h1><p>${clean(description)}</p><p>${clean(reference)}</p>
    <form method="post" action="${clean(action)}">${button('pay', pay)}${button('fail', fail)}${button('cancel', cancel)}</form>`,
    shop,
  );
}

export function drawOver(name: string, language: HostedLanguage, back?: string): Told {
  const { over, missing } = words[language];
  const link = back ? `<p><a href="${clean(back)}">${words[language].back}</a></p>` : '';
  return page(name, language, `<h1>${back ? over : missing}</h1>${link}`);
}

/** Takes the buyer back by a form that posts itself, as gateways do that sign what the browser brings. */
export function drawReturn(
  name: string,
  language: HostedLanguage,
  action: string,
  fields: Record<string, string>,
): Told {
  const inputs = Object.entries(fields).map(
    ([key, value]) => `<input type="hidden" name="${clean(key)}" value="${clean(value)}">`,
  );
  const nonce = randomBytes(12).toString('base64');
  const script = `<script nonce="${nonce}">document.forms[0].submit()</script>`;
  const form = `<form method="post" action="${clean(action)}">${inputs.join('')}<button>${words[language].back}</button></form>`;
  return page(name, language, form + script, action, nonce);
}

function page(name: string, language: string, body: string, shop = '', nonce = ''): Told {
  const target = shop ? ` ${new URL(shop).origin}` : '';
  const script = nonce ? `; script-src 'nonce-${nonce}'` : '';
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'${target}${script}`,
    },
    body: `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>${clean(name)} (stand-in)</title><link rel="icon" href="data:,">
      <style>body{font:16px system-ui;max-width:24rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
      button{font:inherit;width:100%;padding:.7rem;margin:.4rem 0}</style><main>${body}</main></html>`,
  };
}

function clean(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
