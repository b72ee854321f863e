// The page that posts a buyer to a channel which takes posted forms only (§3 pay channels): it alone may post to that one host, so the
// policy of all other pages stays strict (decision 0341). It posts once by script; a buyer who comes back chooses again.
import { randomBytes } from 'node:crypto';
import { languageTags } from '../../domain/languages.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { findRecharge } from './balance/recharge.sql.ts';
import type { ChannelData } from './channels/channel.ts';
import { findPayment, isRecharge, type PaymentRow } from './payment.sql.ts';

export async function showForm(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { paymentNo } = request.params as { paymentNo: string };
  const payment = await findPayment(context.owner, paymentNo);
  const form = payment?.channel_data.go?.form;
  if (!payment || !form || !(await isOfBuyer(context, payment))) return reply.redirect(paths.home(), 303);
  const back = pathBefore(payment);
  if (!payment.live) return reply.redirect(back, 303);
  const nonce = randomBytes(18).toString('base64url');
  reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action ${new URL(form.action).origin}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  return reply.type('text/html; charset=utf-8').send(drawForm(context, payment, { ...form, back, nonce }));
}

/** Readers of the order, and the partner who tops up, may pay. */
async function isOfBuyer(context: Context, payment: PaymentRow): Promise<boolean> {
  const { owner } = context;
  const found = isRecharge(payment)
    ? await findRecharge(owner, buyerOf(context).partnerId, payment.recharge_no)
    : await findOrder(owner, payment.order_no, limitVisibility(context));
  return found !== undefined;
}

function pathBefore(payment: PaymentRow): string {
  if (isRecharge(payment)) return paths.balance();
  return paths.payment('pay', payment.order_no, { supplement: payment.supplement_no ?? undefined });
}

type Shown = NonNullable<ChannelData['form']> & { back: string; nonce: string };

function drawForm(
  { language }: Context,
  { payment_no: paymentNo, channel }: PaymentRow,
  { action, fields, back, nonce }: Shown,
): string {
  const say = (key: string, values = {}) => clean(translate(language, key, values));
  const title = say('payment.form.title', { channel: translate(language, `payment.channel.${channel}`) });
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${clean(name)}" value="${clean(value)}">`,
  );
  return `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;text-align:center}
h1{font-size:1.4rem}
button,a{display:inline-block;min-height:44px;padding:.6rem 1.4rem;border-radius:.6rem;font:inherit}
button{border:0;background:#0b5d66;color:#fff;font-weight:600}[hidden]{display:none}</style></head>
<body><main><h1>${title}</h1>
<form method="post" action="${clean(action)}">${inputs.join('')}<p>${say('payment.form.text')}</p>
<button>${say('payment.pay.openPage')}</button></form>
<p><a href="${clean(back)}">${say('payment.transfer.otherWay')}</a></p></main>
<script nonce="${nonce}">(function(){var form=document.forms[0],key='gone ${clean(paymentNo)}';
function once(){try{if(sessionStorage.getItem(key)){form.hidden=true;return}sessionStorage.setItem(key,'1')}catch(e){return}form.submit()}
addEventListener('pageshow',once)})()</script></body></html>`;
}

function clean(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
