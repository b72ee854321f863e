// The owner's exchange rates while they are edited (§9, rules §10): numbers are text; the amounts
// beside them are computed by the same rules as prices.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { type Currency, exponentOf } from '../../../../domain/currencies.ts';
import { homeRate, largestMargin, readRate, shownRate, withMargin } from '../../../../domain/exchange-rate.ts';
import { convertMoney, type Money, money } from '../../../../domain/money.ts';
import { type Problems, sameDraft } from '../../../console-kit/merge-drafts.ts';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import type { Words } from '../../../parts/use-words.ts';

export type Rates = OutputOf<'consoleRates'>;
export type RateRow = Rates['list'][number];
export type TypedRate = { source: 'hand' | 'feed'; rate: string };
export type RatesDraft = { feed: boolean; margin: string; rates: Record<string, TypedRate> };

export type RatesPart = { rates: Rates; form: DraftForm<RatesDraft> };

export function ratesDraftOf({ feed, margin, list }: Rates): RatesDraft {
  return {
    feed,
    margin: String(margin / 100),
    rates: Object.fromEntries(list.map((row) => [row.currency, { source: row.source, rate: row.rate ?? '' }])),
  };
}

export function typedRateOf(draft: RatesDraft, row: RateRow): TypedRate {
  return draft.rates[row.currency] ?? { source: row.source, rate: row.rate ?? '' };
}

/** Whether a row followsFeed the feed in the draft: not while the feed is off. */
export function followsFeed(draft: RatesDraft, row: RateRow): boolean {
  return draft.feed && typedRateOf(draft, row).source === 'feed';
}

/** Hundredths of a percent, or undefined if it is no margin. */
function marginOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text)) return undefined;
  const margin = Math.round(Number(text) * 100);
  return margin <= largestMargin ? margin : undefined;
}

/** Units of the owner's currency for one unit in the draft; undefined if it is no rate. */
export function rateOf(draft: RatesDraft, row: RateRow): string | undefined {
  if (!followsFeed(draft, row)) return readRate(typedRateOf(draft, row).rate);
  return row.reference ? withMargin(row.reference.rate, marginOf(draft.margin) ?? 0) : (row.rate ?? undefined);
}

/** The displayed value of 100 units of the owner's currency. */
export function exampleOf(draft: RatesDraft, row: RateRow, ofOwner: Currency): { from: Money; to: Money } | undefined {
  const rate = rateOf(draft, row);
  const source = followsFeed(draft, row) ? 'feed' : 'hand';
  if (!rate || (source === 'feed' && ageOfRow(row) === 'blocked')) return undefined;
  const shown = shownRate(homeRate, { rate, source }, marginOf(draft.margin) ?? 0);
  const from = money(100 * 10 ** exponentOf(ofOwner), ofOwner);
  return shown ? { from, to: convertMoney(from, row.currency, shown) } : undefined;
}

/** The age of the feed's rate for a row. */
export function ageOfRow(row: RateRow): RateRow['age'] {
  return row.reference?.age ?? row.age;
}

export function judgeRates(rates: Rates, draft: RatesDraft, { say }: Words): Problems {
  const problems: Problems = {};
  if (marginOf(draft.margin) === undefined)
    problems.margin = say('ui.field.range', { min: 0, max: largestMargin / 100 });
  for (const row of rates.list) {
    const { rate } = typedRateOf(draft, row);
    if (followsFeed(draft, row)) continue;
    if (rate.trim() && !readRate(rate)) problems[`site.rate.${row.currency}`] = say('ui.field.rate');
    if (!rate.trim() && row.selling) problems[`site.rate.${row.currency}`] = say('ui.field.required');
  }
  return problems;
}

export function ratesInput(rates: Rates, draft: RatesDraft, revision: number): InputOf<'consoleRatesSave'> {
  return {
    revision,
    feed: draft.feed,
    margin: marginOf(draft.margin) ?? 0,
    rates: rates.list.map((row) =>
      followsFeed(draft, row)
        ? { currency: row.currency, source: 'feed' }
        : { currency: row.currency, source: 'hand', rate: typedRateOf(draft, row).rate.trim() },
    ),
  };
}

/** A rate and its source are one field. Fields changed since `base` keep the typed value; all others get the saved value. */
export function mergeRates(base: RatesDraft, mine: RatesDraft, saved: RatesDraft): RatesDraft {
  const rates = Object.entries(saved.rates).map(([code, newest]) => {
    const typed = mine.rates[code];
    return [code, typed && !sameDraft(typed, base.rates[code]) ? typed : newest];
  });
  return {
    feed: mine.feed === base.feed ? saved.feed : mine.feed,
    margin: mine.margin === base.margin ? saved.margin : mine.margin,
    rates: Object.fromEntries(rates),
  };
}
