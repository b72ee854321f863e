// The hosted page: amount, a field for one of the published test cards, a button. It replaces the page that Stripe shows.

import { declineCard, findSession, paySession } from './open-sessions.ts';
import type { Fake } from './run-fake.ts';
import type { Session } from './store-objects.ts';

const declined = new Set(['4000000000000002', '4000000000009995']);

export type PageAnswer = { status: number; headers: Record<string, string>; body: string };

const html = (status: number, body: string): PageAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Checkout (fake)</title>
    <style>body{font:16px system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}
    input,button{font:inherit;width:100%;padding:.7rem;margin:.4rem 0;box-sizing:border-box}</style>
    <main>${body}</main></html>`,
});

export function answerPage(fake: Fake, id: string, method: string, body: string): PageAnswer {
  if (!fake.objects.sessions.has(id)) return html(404, '<h1>No such page</h1>');
  const session = findSession(fake, id);
  if (session.status !== 'open')
    return html(
      200,
      `<h1>This page is ${session.status}</h1><p><a href="${escapeHtml(session.success_url)}">Back to the shop</a></p>`,
    );
  if (method !== 'POST') return html(200, drawForm(session, ''));
  const card = (new URLSearchParams(body).get('card') ?? '').replace(/\s/g, '');
  if (declined.has(card)) {
    declineCard(fake, id);
    return html(200, drawForm(session, 'Your card was declined.'));
  }
  if (!/^\d{13,19}$/.test(card)) return html(200, drawForm(session, 'Your card number is incomplete.'));
  const paid = paySession(fake, id, { silent: false });
  const to = paid.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
  return { status: 303, headers: { location: to }, body: '' };
}

function drawForm(
  { amount_total: amount, currency, customer_email: email, cancel_url: back }: Session,
  problem: string,
): string {
  return `<h1>Pay ${currency.toUpperCase()} ${amount}</h1><p>in the smallest unit; no real money moves</p><p>${escapeHtml(email ?? '')}</p>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post"><label>Test card number<input name="card" inputmode="numeric" value="4242424242424242"></label>
<button>Pay</button></form>${back ? `<p><a href="${escapeHtml(back)}">Back</a></p>` : ''}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
