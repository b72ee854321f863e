// The page of a stand-in where the customer pays, declines or gives up, in the language of the browser.
import type { Told } from './serve-fake.ts';

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
  back?: string;
};

function chooseLanguage(accepted = ''): Language {
  const tags = accepted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return tags.find((tag): tag is Language => Object.hasOwn(words, tag)) ?? 'en';
}

const clean = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export function drawCashier(cashier: Cashier, acceptLanguage: string | undefined): Told {
  const { brand, amount, about, state, again, back } = cashier;
  const language = chooseLanguage(acceptLanguage);
  const say = words[language];
  const button = (outcome: 'pay' | 'decline' | 'cancel') =>
    `<button name="outcome" value="${outcome}">${say[outcome]}</button>`;
  const form = `<form method="post">${button('pay')}${button('decline')}${button('cancel')}</form>`;
  const sum = amount ? `<p class="sum">${clean(amount)}</p><p>${clean(about)}</p>` : '';
  const link = back && state !== 'open' ? `<p><a href="${clean(back)}">${say.back}</a></p>` : '';
  return {
    status: state === 'missing' ? 404 : 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
    body: `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${clean(brand)}</title>
<style>body{font:16px/1.5 system-ui;max-width:24rem;margin:2rem auto;padding:0 1rem;color:#14213d;overflow-wrap:anywhere}
button{font:inherit;width:100%;min-height:48px;margin:.3rem 0;border:1px solid #b4bdcc;border-radius:10px;background:#fff}
button[value=pay]{background:#1f4fd8;color:#fff}.sum{font-size:2rem;font-weight:700;margin:.5rem 0}
.mark{background:#fff3d1;color:#6b4a00;padding:.5rem .75rem;border-radius:8px}</style>
<main><p class="mark">${say.mark}</p><p>${clean(brand)}</p><h1>${say[state]}</h1>${sum}${
      state === 'open' || again ? form : ''
    }${link}</main></html>`,
  };
}
