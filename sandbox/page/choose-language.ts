// The words of the hosted page, and which language a visitor gets: ?l= first, then the browser's preference, then English.

export type Language = 'en' | 'zh_CN';

const en = {
  name: 'English',
  title: 'Pay {merchant}',
  testMark: 'Test gateway: no real money moves',
  provider: 'Sandbox Pay',
  payTo: 'You pay',
  reference: 'Reference',
  description: 'For',
  paymentNo: 'Payment number',
  timeLeft: 'Time left',
  until: 'until {time} UTC',
  payNow: 'Pay now',
  decline: 'Decline',
  testHeading: 'Rehearse a difficult case',
  testHint: 'For testing how the shop copes when the answer is late, missing or unclear.',
  payLate: 'Pay, but tell the shop 20 seconds later',
  paySilent: 'Pay, and never tell (shop must ask)',
  unknown: 'Answer “unknown” for 30 seconds, then paid',
  cancel: 'Cancel and go back',
  back: 'Back to {merchant}',
  reload: 'Look again',
  qrHeading: 'Pay on your phone',
  qrHint: 'Scan with the camera to open this page there.',
  qrAlt: 'QR code that opens this payment page',
  missing: 'This payment does not exist',
  missingHint: 'Check the link or go back to the shop.',
  foreign: 'This payment was not started from this page',
  invalid: 'Please choose one of the buttons on the payment page',
  states: {
    open: ['Being processed', 'The outcome is decided and will show in a moment.'],
    paid: ['Paid', 'The payment has gone through. You can go back to the shop.'],
    failed: ['Declined', 'The payment was declined. Nothing was charged.'],
    expired: ['Expired', 'The time to pay is over. Nothing was charged.'],
    closed: ['Cancelled', 'This payment was cancelled. Nothing was charged.'],
    unknown: ['Being checked', 'The bank has not answered yet. Do not pay again; look again in half a minute.'],
  },
};

const zh: typeof en = {
  name: '简体中文',
  title: '向 {merchant} 付款',
  testMark: '测试支付网关：不会产生真实扣款',
  provider: '沙盒支付',
  payTo: '收款方',
  reference: '订单参考号',
  description: '内容',
  paymentNo: '支付单号',
  timeLeft: '剩余时间',
  until: '截止 {time}（UTC）',
  payNow: '立即支付',
  decline: '拒绝支付',
  testHeading: '演练特殊情况',
  testHint: '用于检验商户在结果延迟、缺失或不明确时的处理。',
  payLate: '支付成功，20 秒后才通知商户',
  paySilent: '支付成功，但不通知商户（须由商户查询）',
  unknown: '30 秒内返回“未知”，之后支付成功',
  cancel: '取消并返回',
  back: '返回 {merchant}',
  reload: '重新查看',
  qrHeading: '用手机支付',
  qrHint: '用相机扫码，在手机上打开本页。',
  qrAlt: '打开本支付页面的二维码',
  missing: '该支付单不存在',
  missingHint: '请检查链接，或返回商户页面。',
  foreign: '该操作不是从本页面发起的',
  invalid: '请在支付页面上选择一个按钮',
  states: {
    open: ['处理中', '结果已确定，稍后即可显示。'],
    paid: ['支付成功', '付款已完成，可以返回商户页面。'],
    failed: ['支付被拒绝', '本次付款被拒绝，未产生扣款。'],
    expired: ['已过期', '付款时间已过，未产生扣款。'],
    closed: ['已取消', '本次付款已取消，未产生扣款。'],
    unknown: ['核实中', '银行尚未答复。请勿重复付款，半分钟后再查看。'],
  },
};

export type Words = typeof en;
export const WORDS: Readonly<Record<Language, Words>> = { en, zh_CN: zh };
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh_CN: 'zh-CN' };

export function chooseLanguage(wanted: string | null, acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const tag of [wanted ?? '', ...wishes.map((wish) => wish.tag)]) {
    if (/^zh([-_]|$)/i.test(tag)) return 'zh_CN';
    if (/^en([-_]|$)/i.test(tag)) return 'en';
  }
  return 'en';
}

export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
