// Draws the hosted page: the amount, the merchant, the remaining time, and the buttons that decide the outcome.
// Works without script; the script only counts down and notices that the payment was decided on another device.

import type { Payment } from '../book/describe-records.ts';
import type { Language, Words } from './choose-language.ts';
import { fillWords, LANGUAGE_TAGS, WORDS } from './choose-language.ts';
import { formatAmount } from './format-amount.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './style-page.ts';

type PageView = { payment: Payment; returnUrl: string; language: Language; nonce: string; nowMs: number };
type Icon = 'check' | 'cross' | 'clock' | 'lock' | 'flask';

const ICONS: Readonly<Record<Icon, string>> = {
  check: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  cross: '<path d="M6 6l12 12M18 6L6 18"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  flask: '<path d="M9 3.5h6M10 3.5v6L4.8 18a1.7 1.7 0 0 0 1.5 2.5h11.4a1.7 1.7 0 0 0 1.5-2.5L14 9.5v-6M7.5 14.5h9"/>',
};

const STATE_LOOKS: Readonly<Record<Payment['status'], { icon: Icon; tone: string }>> = {
  open: { icon: 'clock', tone: 'wait' },
  unknown: { icon: 'clock', tone: 'wait' },
  paid: { icon: 'check', tone: 'good' },
  failed: { icon: 'cross', tone: 'bad' },
  expired: { icon: 'clock', tone: 'still' },
  closed: { icon: 'cross', tone: 'still' },
};

export function drawPage(view: PageView): string {
  const { payment, language, nowMs } = view;
  const words = WORDS[language];
  const isOpen = payment.status === 'open' && payment.plan === null;
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(payment.expiresAt) - nowMs) / 1000));
  const isMoving = payment.status === 'open' || payment.status === 'unknown';
  const reloadAfter = isOpen ? secondsLeft + 1 : 5;
  return drawDocument(view, {
    title: fillWords(words.title, { merchant: payment.merchant }),
    // Without script the page reloads automatically: when the time is over, or until an outcome is known.
    head: isMoving ? `<noscript><meta http-equiv="refresh" content="${reloadAfter}"></noscript>` : '',
    body: `<div class="card" data-id="${payment.id}" data-status="${payment.status}">
      ${drawSummary(payment, words, isOpen ? secondsLeft : null)}
      <div class="act">${isOpen ? drawButtons(payment, words, language) : drawState(view, words)}</div>
    </div>
    ${drawLanguages(language, payment.id)}`,
    script: isMoving ? PAGE_SCRIPT : '',
  });
}

export function drawMessage(view: {
  language: Language;
  nonce: string;
  message: 'missing' | 'foreign' | 'invalid';
}): string {
  const words = WORDS[view.language];
  return drawDocument(view, {
    title: words[view.message],
    head: '',
    body: `<div class="card lone"><div class="state still">${drawIcon('cross')}
      <h1>${words[view.message]}</h1><p>${words.missingHint}</p></div></div>`,
    script: '',
  });
}

function drawSummary(payment: Payment, words: Words, secondsLeft: number | null): string {
  const time = payment.expiresAt.slice(0, 16).replace('T', ' ');
  const countdown =
    secondsLeft === null
      ? ''
      : `<div class="left">${drawIcon('clock')}<span>${words.timeLeft}</span>
      <strong id="left" role="timer" data-seconds="${secondsLeft}">${formatLeft(secondsLeft)}</strong>
      <small>${fillWords(words.until, { time })}</small></div>`;
  const line = (label: string, value: string) => (value === '' ? '' : `<dt>${label}</dt><dd>${escapeText(value)}</dd>`);
  return `<section class="summary">
    <p class="label">${words.payTo}</p>
    <h1>${escapeText(payment.merchant)}</h1>
    <p class="amount">${formatAmount(payment.currency, payment.amountMinor)}</p>
    <dl>${line(words.description, payment.description)}${line(words.reference, payment.reference)}${line(words.paymentNo, payment.id)}</dl>
    ${countdown}
  </section>`;
}

function drawButtons(payment: Payment, words: Words, language: Language): string {
  const button = (outcome: string, text: string, look: string) =>
    `<button class="${look}" name="outcome" value="${outcome}">${text}</button>`;
  return `<form method="post" action="${payment.id}?l=${language}">
    ${button('pay', `${words.payNow} <span>${formatAmount(payment.currency, payment.amountMinor)}</span>`, 'main')}
    ${button('decline', words.decline, 'plain')}
    <fieldset><legend>${words.testHeading}</legend><p class="hint">${words.testHint}</p>
      ${button('pay-late', words.payLate, 'plain')}
      ${button('pay-silent', words.paySilent, 'plain')}
      ${button('unknown', words.unknown, 'plain')}
    </fieldset>
    ${button('cancel', words.cancel, 'quiet')}
  </form>
  <aside class="qr"><img src="${payment.id}/qr.svg" width="132" height="132" loading="lazy" alt="${words.qrAlt}">
    <div><strong>${words.qrHeading}</strong><p class="hint">${words.qrHint}</p></div></aside>`;
}

function drawState({ payment, returnUrl, language }: PageView, words: Words): string {
  const look = STATE_LOOKS[payment.status];
  const [heading, text] = words.states[payment.status];
  const isMoving = payment.status === 'open' || payment.status === 'unknown';
  const reload = isMoving ? `<a class="plain" href="${payment.id}?l=${language}">${words.reload}</a>` : '';
  return `<div class="state ${look.tone}" role="status">${drawIcon(look.icon)}<h2>${heading}</h2><p>${text}</p></div>
    ${reload}
    <a class="main" href="${escapeText(returnUrl)}">${fillWords(words.back, { merchant: escapeText(payment.merchant) })}</a>`;
}

function drawLanguages(current: Language, address: string): string {
  const links = (Object.keys(WORDS) as Language[]).map((language) =>
    language === current
      ? `<span aria-current="true">${WORDS[language].name}</span>`
      : `<a href="${address}?l=${language}" lang="${LANGUAGE_TAGS[language]}">${WORDS[language].name}</a>`,
  );
  return `<nav class="languages" aria-label="Language">${links.join('')}</nav>`;
}

function drawDocument(
  view: { language: Language; nonce: string },
  parts: { title: string; head: string; body: string; script: string },
): string {
  const words = WORDS[view.language];
  const script = parts.script === '' ? '' : `<script nonce="${view.nonce}">${parts.script}</script>`;
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[view.language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light">
<title>${escapeText(parts.title)}</title><link rel="icon" href="data:,">${parts.head}
<style nonce="${view.nonce}">${PAGE_STYLE}</style></head>
<body><p class="test" role="note">${drawIcon('flask')}<span>${words.testMark}</span></p>
<header>${drawIcon('lock')}<strong>${words.provider}</strong></header>
<main>${parts.body}</main>
${script}</body></html>
`;
}

function drawIcon(icon: Icon): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" stroke-linejoin="round">${ICONS[icon]}</svg>`;
}

/** Minutes and seconds, with hours when there are any; the page's script counts on in the same form. */
function formatLeft(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function escapeText(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '');
}
