// The page of a stand-in where the customer pays, declines or gives up, in the language of the browser; and the form that takes a customer
// back, for gateways that sign what the browser brings.
import { randomBytes } from 'node:crypto';
import type { Reply } from './serve-fake.ts';

const words = {
  en: {
    mark: 'Stand-in: no real money moves',
    pay: 'Pay now',
    decline: 'Let the payment be declined',
    cancel: 'Cancel and go back',
    back: 'Back to the shop',
    open: 'You pay',
    paid: 'Paid',
    failed: 'The payment was declined',
    over: 'This payment has ended',
    missing: 'There is no such payment',
  },
  zh: {
    mark: '模拟网关：不会产生真实扣款',
    pay: '立即付款',
    decline: '模拟付款被拒',
    cancel: '取消并返回',
    back: '返回商店',
    open: '应付金额',
    paid: '付款成功',
    failed: '付款被拒绝',
    over: '该付款已结束',
    missing: '没有这笔付款',
  },
  th: {
    mark: 'ระบบจำลอง ไม่มีการตัดเงินจริง',
    pay: 'ชำระเงิน',
    decline: 'จำลองการปฏิเสธการชำระเงิน',
    cancel: 'ยกเลิกและกลับไป',
    back: 'กลับไปที่ร้าน',
    open: 'ยอดที่ต้องชำระ',
    paid: 'ชำระเงินแล้ว',
    failed: 'การชำระเงินถูกปฏิเสธ',
    over: 'รายการชำระเงินนี้สิ้นสุดแล้ว',
    missing: 'ไม่พบรายการชำระเงินนี้',
  },
  ms: {
    mark: 'Simulasi: tiada wang sebenar terlibat',
    pay: 'Bayar sekarang',
    decline: 'Simulasi bayaran ditolak',
    cancel: 'Batal dan kembali',
    back: 'Kembali ke kedai',
    open: 'Jumlah perlu dibayar',
    paid: 'Telah dibayar',
    failed: 'Bayaran ditolak',
    over: 'Pembayaran ini telah tamat',
    missing: 'Pembayaran ini tidak wujud',
  },
  id: {
    mark: 'Tiruan: tidak ada uang sungguhan yang berpindah',
    pay: 'Bayar sekarang',
    decline: 'Buat pembayaran ditolak',
    cancel: 'Batalkan dan kembali',
    back: 'Kembali ke toko',
    open: 'Jumlah tagihan',
    paid: 'Sudah dibayar',
    failed: 'Pembayaran ditolak',
    over: 'Pembayaran ini sudah berakhir',
    missing: 'Pembayaran ini tidak ada',
  },
  ar: {
    mark: 'بوابة تجريبية: لا تُحوَّل أموال حقيقية',
    pay: 'ادفع الآن',
    decline: 'رفض الدفع للتجربة',
    cancel: 'إلغاء والعودة',
    back: 'العودة إلى المتجر',
    open: 'المبلغ المطلوب',
    paid: 'تم الدفع',
    failed: 'رُفضت عملية الدفع',
    over: 'انتهت عملية الدفع هذه',
    missing: 'لا توجد عملية دفع كهذه',
  },
};
type Language = keyof typeof words;

export type Cashier = {
  brand: string;
  amount: string;
  about: string;
  state: 'open' | 'paid' | 'failed' | 'over' | 'missing';
  /** Whether the customer may try again after a refusal. */
  again?: boolean;
  /** Where the customer goes from a page that is over. */
  back?: string;
  /** Where the form is posted, if not to the page itself. */
  action?: string;
};

/** Of a page that there is not. */
export const drawMissing = (brand: string, acceptLanguage: string | undefined): Reply =>
  drawCashier({ brand, amount: '', about: '', state: 'missing' }, acceptLanguage);

function chooseLanguage(accepted = ''): Language {
  const tags = accepted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return tags.find((tag): tag is Language => Object.hasOwn(words, tag)) ?? 'en';
}

const clean = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export function drawCashier(cashier: Cashier, acceptLanguage: string | undefined): Reply {
  const { brand, amount, about, state, again, back, action = '' } = cashier;
  const language = chooseLanguage(acceptLanguage);
  const say = words[language];
  const button = (outcome: 'pay' | 'decline' | 'cancel') =>
    `<button name="outcome" value="${outcome}">${say[outcome]}</button>`;
  const to = action && ` action="${clean(action)}"`;
  const form = `<form method="post"${to}>${button('pay')}${button('decline')}${button('cancel')}</form>`;
  const sum = amount ? `<p class="sum">${clean(amount)}</p><p>${clean(about)}</p>` : '';
  const link = back && state !== 'open' ? `<p><a href="${clean(back)}">${say.back}</a></p>` : '';
  const body = `<h1>${say[state]}</h1>${sum}${state === 'open' || again ? form : ''}${link}`;
  return drawPage({ brand, language, body, status: state === 'missing' ? 404 : 200 });
}

/** Posts itself to the shop. */
export function drawReturn(
  brand: string,
  acceptLanguage: string | undefined,
  action: string,
  fields: Record<string, string>,
): Reply {
  const language = chooseLanguage(acceptLanguage);
  const inputs = Object.entries(fields).map(
    ([key, value]) => `<input type="hidden" name="${clean(key)}" value="${clean(value)}">`,
  );
  const nonce = randomBytes(12).toString('base64');
  const script = `<script nonce="${nonce}">document.forms[0].submit()</script>`;
  const button = `<button>${words[language].back}</button>`;
  const form = `<form method="post" action="${clean(action)}">${inputs.join('')}${button}</form>`;
  return drawPage({ brand, language, body: form + script, policy: `; script-src 'nonce-${nonce}'` });
}

type Drawn = { brand: string; language: Language; body: string; status?: number; policy?: string };

function drawPage({ brand, language, body, status = 200, policy = '' }: Drawn): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'${policy}`,
    },
    body: `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${clean(brand)}</title><link rel="icon" href="data:,">
<style>body{font:16px/1.5 system-ui;max-width:24rem;margin:2rem auto;padding:0 1rem;color:#14213d;overflow-wrap:anywhere}
button{font:inherit;width:100%;min-height:48px;margin:.3rem 0;border:1px solid #b4bdcc;border-radius:10px;background:#fff}
button[value=pay]{background:#1f4fd8;color:#fff}.sum{font-size:2rem;font-weight:700;margin:.5rem 0}
.mark{background:#fff3d1;color:#6b4a00;padding:.5rem .75rem;border-radius:8px}</style>
<main><p class="mark" role="note">${words[language].mark}</p><p>${clean(brand)}</p>${body}</main></html>`,
  };
}
