// Every document in every language (§2 languages, §3 vouchers): its words are on the paper letter by letter, whatever the script, and no
// price is on what goes to customers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { readPdfText } from '../../tests/build/read-pdf.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { cutPieces } from './pick-font.ts';

let test: TestHouse;
let agent: string;
let orderNo: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  orderNo = await buy(test, agent, { quantity: 2 });
});
afterAll(() => test.close());

/** A Thai ำ is drawn as its two parts. */
const bare = (text: string) => text.replace(/\s/g, '').replaceAll('\u0e33', '\u0e4d\u0e32');
const words = {
  vouchers: [
    ...[
      'export.voucher.title',
      'export.voucher.date',
      'export.voucher.quantity',
      'export.voucher.contact',
      'export.voucher.provider',
    ],
    ...['export.voucher.voucherCode', 'export.voucher.howToUseText'],
  ],
  itinerary: ['export.document.itinerary', 'export.voucher.date', 'export.document.contacts', 'export.voucher.contact'],
  invoice: [
    'export.document.receipt',
    'export.document.from',
    'export.document.to',
    'quotation.total',
    'console.payments',
    'order.paid',
  ],
};

it.each(languages)('%s is read back from vouchers, itinerary and receipt', async (language) => {
  for (const [kind, keys] of Object.entries(words)) {
    const path = `/api/order/download/${kind}?orderNo=${orderNo}&l=${language}`;
    const answer = await test.fetch(path, { headers: { token: agent } });
    expect([kind, answer.headers.get('content-type')]).toEqual([kind, 'application/pdf']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = readPdfText(bytes);
    for (const key of [...keys, 'catalog.ticket.10001'])
      expect(bare(text), `${kind} ${key}`).toContain(bare(translate(language, key)));
    expect(text).not.toContain('\ufffd');
    if (kind !== 'invoice') expect(text).not.toMatch(/MYR|RM ?\d|200[.,]00|180[.,]00/);
    // Fonts are cut down to what is written.
    expect(bytes.length).toBeLessThan(400_000);
  }
});

it('brackets are as wide as Chinese and Japanese letters, on the voucher of what is to be cancelled in part (§3 vouchers)', async () => {
  const number = await buy(test, agent, { quantity: 3 });
  const token = await test.signIn('operations@one.example', 'operations-2026');
  const part = { id: number, subOrderNo: `${number}-1`, refundNum: 1, remark: 'Full' };
  expect((await test.call('consoleCancelApply', part, { token, key: newKey() })).code).toBe(200);
  for (const [language, pattern] of [
    ['zh_CN', /（共 3 份，1 份[^）]*）/],
    ['ja_JP', /（[^（]*3[^）]*1[^）]*）/],
    ['en', / \(Cancellation of 1 of 3 requested\)/],
  ] as const) {
    const path = `/api/order/download/vouchers?orderNo=${number}&l=${language}`;
    const answer = await test.fetch(path, { headers: { token: agent } });
    const text = readPdfText(Buffer.from(await answer.arrayBuffer()));
    expect(text, language).toMatch(pattern);
  }
});

it('a quantity stays beside its sign, and so does what follows any other no-break space', () => {
  expect(cutPieces('Adult ×\u00a012 and 1\u202f200\u00a0€')).toEqual([
    'Adult ',
    '×\u00a012 ',
    'and ',
    '1\u202f200\u00a0€',
  ]);
});

it('no line ends with an opening bracket or mark', () => {
  expect(cutPieces('the hall (floor 2), “gate” 7')).toEqual(['the ', 'hall ', '(floor ', '2), ', '“gate” ', '7']);
  expect(cutPieces('大厅（二层）').some((piece) => piece.endsWith('（'))).toBe(false);
});
