// The prose of /developers. It is in English, the language of the calls themselves; the page's frame is in the reader's language
// (decision 0387).
import { hookRules, hookTypes, keyRules, testRules } from '../../../domain/systems.ts';

/** `example`: a file of docs/examples, which a test runs. */
type Section = { id: string; title: string; text: string[]; example?: string };

const perMinute = keyRules.perMinute.start;

export const sections: Section[] = [
  {
    id: 'start',
    title: 'From nothing to a first booking',
    text: [
      '1. Ask the shop to open its interface to your company. You then find API keys in your account, under Company.',
      '2. Make a key and choose the environment Test. Copy it: it is shown this one time.',
      `3. Install the client from this shop (npm install with the address of the TypeScript client above), or use curl. Set KEMBARA_URL to
        the address of this shop, KEMBARA_KEY to your key and KEMBARA_QUERY to words of a ticket.`,
      '4. Run the example below. It searches, reads the form, books, pays from the deposit and loads the voucher.',
      '5. Find the order under Test orders in your account. When all works, make a live key with the rights that your system needs.',
    ],
    example: 'book.ts',
  },
  {
    id: 'curl',
    title: 'The same with curl',
    text: ['Every call is one HTTPS request with JSON. This script needs curl and jq.'],
    example: 'book.sh',
  },
  {
    id: 'keys',
    title: 'Keys and rights',
    text: [
      'Send the key with each request: Authorization: Bearer kb_live_… or kb_test_….',
      'A key has rights, and each call below names the one that it needs. Without that right the answer has code 200120.',
      'A key may be bound to addresses. Replace it from time to time: the previous one works on for as long as you choose.',
      'Never put a key into a web page or an app: anyone who has it books at your prices and from your deposit.',
    ],
  },
  {
    id: 'test',
    title: 'Test mode',
    text: [
      'A test key takes the same calls and gives the same answers. Its orders hold no places, move no money and notify no one.',
      `Their numbers begin with T, every answer has the header Kembara-Mode: test, and documents say that they are not valid.`,
      `Deposit and credit line hold ${testRules.balanceMinor / 100} of each currency. Orders, quotations and money end after
        ${testRules.keptDays} days, and when the shop is upgraded.`,
      'No one answers a test order: what a person would confirm or decide stays pending. Cancelling such an order refunds it at once.',
      'Test orders send no web hooks.',
    ],
  },
  {
    id: 'answers',
    title: 'Answers and errors',
    text: [
      `Every call answers { code, msg, data }. Code 200 is success. Any other code under HTTP 200 is a refusal: msg says why in the
        language of the header l, data.fields names wrong fields. The codes are listed below and never change their meaning.`,
      `HTTP 401: no valid key. HTTP 421: not available to you, whether it is missing or forbidden. HTTP 503: retry after the seconds of
        Retry-After. After a time-out or 503 the call may or may not have been carried out: repeat it with the same Idempotency-Key.`,
      `Amounts are whole minor units with their currency: { amountMinor: 10000, currency: "MYR" } is MYR 100.00. Days are
        yyyy-MM-dd at the place of the product, instants are UTC.`,
      'Do not depend on the order of fields, and ignore fields that you do not know.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    text: [
      `A key may call ${perMinute} times a minute unless the shop allowed it more. RateLimit-Limit, RateLimit-Remaining and
        RateLimit-Reset say how much is left; beyond it the answer is HTTP 503 with Retry-After.`,
      'Request availability when a customer looks at a product, and cache the catalogue: web hooks report changed products and prices.',
    ],
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    text: [
      `Calls that book or pay require the header Idempotency-Key: 8 to 80 letters, digits, _ or -. The same key with the same body
        gets the first answer again for seven days; with another body it is refused with code 200006.`,
      'Make the key before you send, save it with your booking, and use it for every retry.',
    ],
  },
  {
    id: 'hooks',
    title: 'Web hooks',
    text: [
      `You make up to ${hookRules.mostHooks} web hooks in your account. Types: ${hookTypes.join(', ')}.`,
      `A message is { type, timestamp, data } with the number of the order or the id of the product; read the rest with your key.
        Messages about one order, or one product, arrive in order. The same webhook-id may arrive twice: carry it out once.`,
      'Answer 2xx within ten seconds. A failed message is sent again for three days; 410 pauses the hook. Redirects are not followed.',
      `Replace a secret in your account: until the former one ends, webhook-signature has a signature of each, with a space between; one
        that matches is enough.`,
      'Changes of products are collected for some seconds and reported once. Low stock is checked every minute.',
    ],
    example: 'hook.ts',
  },
  {
    id: 'versions',
    title: 'Versions and their end',
    text: [
      `This is version 1 (since 2026-11-23). Within it we only add: calls, optional fields of requests, fields of answers,
        refusals, types of messages.`,
      `A change that breaks clients gets a new version beside this one. Version 1 then works for at least twelve months more; its
        end is dated in the list of changes below, and every answer
        carries the headers Deprecation and Sunset from that day on. No end is planned.`,
    ],
  },
].map((section) => ({ ...section, text: section.text.map((one) => one.replace(/\s+/g, ' ')) }));

/** What integrators notice, newest first. */
export const changes = [
  {
    on: '2026-11-23',
    text: 'Test keys. Messages stock.low, price.changed and product.changed. This page and the TypeScript client.',
  },
  { on: '2026-11-22', text: 'Keys for partners’ systems, web hooks for orders, the OpenAPI document.' },
];
