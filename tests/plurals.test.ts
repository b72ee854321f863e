// Counts use the plural categories of each language (CLDR), and words before or after a number are in the right place.
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { formatLocale, languages } from '../domain/languages.ts';
import { wordsIn } from '../locales/index.ts';

/** Blanks that hold how many there are; other figures name something ("Version 3") or measure it ("12 %"). */
const counts = ['count', 'days', 'hours', 'minutes', 'nights', 'left', 'seats', 'listed', 'added', 'orders', 'rows'];
const bounds = ['min', 'max', 'most', 'least', 'total', 'fresh', 'changes', 'bad'];
const counting = new Set([...counts, ...bounds]);

/** Messages in which no word depends on the count: it is alone, beside a unit that never changes, or is an amount of money. */
const alone = new Set([
  ...['payment.balance.amountRange', 'desk.refundHint', 'site.setting.contrast'],
  ...['marketing.banner.slide', 'desk.progress', 'site.setting.chosen', 'partner.toApprove', 'catalog.product.total'],
  ...[
    'ui.field.phoneFormat',
    'ui.field.quantity',
    'ui.field.range',
    'ui.field.atLeast',
    'ui.field.atMost',
    'ui.field.tooMany',
    'payment.transfer.vouchersHint',
  ],
  ...[
    'porting.why.atLeast',
    'porting.why.atMost',
    'refusal.groupTooSmall',
    'order.list.requestedOf',
    'catalog.calendar.few',
    'desk.guests.figures',
    'desk.guests.more',
    'supplier.payment.more',
  ],
]);
/** The same for some languages only. */
const aloneIn: Record<string, readonly string[]> = {
  en: [
    ...['editing.soldCount', 'order.cancelledPart', 'order.list.cancelledOf', 'desk.queue.left'],
    ...[
      'refusal.groupTooLarge',
      'inventory.held',
      'inventory.inUse',
      'inventory.sold',
      'porting.runText',
      'ui.field.ageFrom',
      'ui.field.ageBetween',
    ],
  ],
  fr_FR: ['refusal.groupTooLarge'],
};

type Part = { type: number; value?: string; options?: Record<string, { value: Part[] }> };
const argument = new Set([1, 2]);
const plural = 6;

const partsOf = (text: string, locale: string) => new IntlMessageFormat(text, locale).getAst() as unknown as Part[];
/** Counting blanks that no plural decides about, and the plurals themselves. */
function walk(parts: Part[]): { bare: string[]; plurals: Part[] } {
  const found = { bare: [] as string[], plurals: [] as Part[] };
  // "4–12 years", "3 of 10 rows": the word goes with the figure that the plural decides about.
  const ranged = parts.some((part) => part.type === plural);
  for (const part of parts) {
    if (argument.has(part.type) && counting.has(part.value ?? '') && !ranged) found.bare.push(part.value ?? '');
    if (part.type !== plural) continue;
    found.plurals.push(part);
    for (const option of Object.values(part.options ?? {})) {
      const inner = walk(option.value);
      found.plurals.push(...inner.plurals);
    }
  }
  return found;
}

describe.each(languages)('%s', (language) => {
  const locale = formatLocale(language);
  const rules = new Intl.PluralRules(locale);
  const reached = new Set(Array.from({ length: 10_000 }, (_, n) => rules.select(n)));
  const words = Object.entries(wordsIn(language));

  it('each count has a plural form if the language distinguishes one from many', () => {
    if (reached.size === 1) return;
    const bare = words.filter(
      ([key, text]) =>
        !alone.has(key) && !aloneIn[language]?.includes(key) && walk(partsOf(text, locale)).bare.length > 0,
    );
    expect(bare).toEqual([]);
  });

  it('each plural has the categories of the language and no other', () => {
    const wrong = words.filter(([, text]) =>
      walk(partsOf(text, locale)).plurals.some((part) => {
        const given = Object.keys(part.options ?? {}).filter((one) => !one.startsWith('='));
        return given.sort().join() !== [...reached].sort().join();
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('says one day, two days and none at all', () => {
    const say = (key: string, values: Record<string, number>) =>
      String(new IntlMessageFormat(wordsIn(language)[key] ?? '', locale).format(values));
    const [one, two] = [1, 2].map((days) => say('catalog.policy.ruleFree', { days }));
    if (reached.has('one')) expect(one?.replace('1', '')).not.toBe(two?.replace('2', ''));
    expect(say('catalog.policy.ruleFree', { days: 0 })).not.toMatch(/[{}]/);
  });
});

it('the word "from" is on the right side of a price, and a starting time has another word', () => {
  const after = ['zh_CN', 'zh_TW', 'ja_JP', 'ko_KR'];
  for (const language of languages) {
    const {
      'catalog.card.from': from = '',
      'editing.fromPrice': desk = '',
      'console.start': start,
    } = wordsIn(language);
    for (const text of [from, desk])
      expect(text.trim(), language).toMatch(after.includes(language) ? /^\{price\}.*\S$/ : /^\S.*\{price\}$/);
    expect(from.replace('{price}', '').trim().toLowerCase(), language).not.toBe(start?.toLowerCase());
  }
});

it('no ending is left open: Korean particles follow a known word, Romance endings follow the count', () => {
  for (const language of languages) {
    const left = Object.entries(wordsIn(language)).filter(([, text]) => /\((를|가|는|과|으|s|e|es|i)\)/.test(text));
    expect(left, language).toEqual([]);
  }
});
