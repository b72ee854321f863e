// Takes the days out of a typed text (§2 search): "tomorrow singapore", "31 December Bangkok", "12月30日-1月2日 京都". What is left is looked
// for; the days become the filter of days. Words of the reader's language and of English count.

import { addDays, type Day, isDay, weekdayOf } from '../dates.ts';
import { formatLocale, type Language } from '../languages.ts';
import { foldWord } from '../search-words.ts';
import { type DayMeaning, dayMeanings, dayWords, untilWords } from './date-words.ts';

type DayRange = { from: Day; to: Day };
export type ReadDates = DayRange & { rest: string };

type Span = DayRange & { start: number; end: number };
type Rules = {
  months: Map<string, number>;
  relative: Map<string, DayMeaning>;
  patterns: { regex: RegExp; read(groups: Record<string, string | undefined>, today: Day): DayRange | null }[];
  until: RegExp;
};

const known = new Map<Language, Rules>();
const longestMonthAlone = 5;

/** The first day or range of days in a text; null where there is none. `today` is the owner's. */
export function readDates(typed: string, language: Language, today: Day): ReadDates | null {
  const text = typed.normalize('NFKC');
  const rules = known.get(language) ?? writeRules(language);
  known.set(language, rules);
  const spans = listSpans(text, rules, today);
  const [first, second] = spans;
  if (!first) return null;
  const joined =
    second && rules.until.test(text.slice(first.end, second.start)) && second.to >= first.from ? second : first;
  const rest = `${text.slice(0, first.start)} ${text.slice(joined.end)}`.replace(/\s+/g, ' ').trim();
  return { from: first.from, to: joined.to, rest: trimMarks(rest) };
}

/** "on", "for" and marks that belonged to a date. */
function trimMarks(text: string): string {
  return text
    .replace(/^(?:[\s,、，·\-–]+|(?:on|from|am|le|el|il|em|pada|tanggal|ngày|vào|วันที่)\s+)+/iu, '')
    .replace(/(?:[\s,、，·\-–]+|\s(?:on|from|for|in|le|el|il|em|pada|tanggal|ngày|vào|วันที่|の|に))+$/iu, '');
}

/** Days in the text, leftmost first; of those that begin at one place the longest. */
function listSpans(text: string, { patterns }: Rules, today: Day): Span[] {
  const all: Span[] = [];
  for (const { regex, read } of patterns)
    for (const match of text.matchAll(regex)) {
      const days = read(match.groups ?? {}, today);
      if (days) all.push({ ...days, start: match.index, end: match.index + match[0].length });
    }
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  return all.filter((span, at) => !all.some((other, place) => place < at && other.end > span.start));
}

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (words: Iterable<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escapeText)
    .join('|');
/** Words of scripts with spaces begin and end at no other letter. */
const alone = (pattern: string) =>
  `(?<![\\p{Script=Latin}\\p{M}\\d])(?:${pattern})(?![\\p{Script=Latin}\\p{Script=Hangul}\\p{M}\\d])`;

function writeRules(language: Language): Rules {
  const months = readMonths(language);
  const relative = readRelative(language);
  const weekdays = readWeekdays(language);
  const month = `(?<month>${anyOf(months.keys())})`;
  const year = '(?:\\s*(?:de |del |,|năm )?\\s*(?<year>20\\d\\d))?';
  const day = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|º|°|ª|\\.)?';
  const before = `(?:(?<first>\\d{1,2})\\s*(?:[-–~]|${anyOf(untilWords.split('|'))})\\s*)?`;
  const monthsAlone = [...months.keys()].filter((name) => name.length >= longestMonthAlone || /\d/.test(name));
  const monthDayFirst = ['zh_CN', 'zh_TW', 'ja_JP', 'ko_KR'].includes(language);
  const of = (pattern: string) => new RegExp(alone(pattern), 'giu');
  const inMonth: Rules['patterns'][number]['read'] = (groups, today) =>
    rangeIn(groups, today, months.get((groups.month ?? '').toLowerCase()) ?? Number(groups.number));
  const patterns: Rules['patterns'] = [
    { regex: of('(?<year>20\\d\\d)[-/.](?<number>\\d{1,2})[-/.](?<day>\\d{1,2})'), read: inMonth },
    {
      regex: of('(?<one>\\d{1,2})(?:/|\\.(?=\\d{1,2}\\.))(?<two>\\d{1,2})(?:[/.](?<year>20\\d\\d))?'),
      read: slashed(monthDayFirst),
    },
    {
      regex: new RegExp(
        '(?:(?<year>20\\d\\d)[年년]\\s*)?(?<!\\d)(?<number>\\d{1,2})[月월]\\s*(?<day>\\d{1,2})[日号號일]?(?!\\d)' +
          '(?:\\s*(?:[-–~〜]|至|到|から|부터)\\s*(?<last>\\d{1,2})[日号號일](?:까지)?)?',
        'gu',
      ),
      read: inMonth,
    },
    { regex: /(?<!\d)(?<number>\d{1,2})[月월](?!\s*\d)(?:份|에)?/gu, read: inMonth },
    { regex: of(`${before}(?:ngày )?${day}\\s*(?:de |d’|d'|of )?${month}${year}`), read: inMonth },
    {
      regex: of(`(?<month>${anyOf(readMonths('en').keys())})\\s+${day}${year}(?!\\s*(?:days?|hours?))`),
      read: inMonth,
    },
    { regex: of(`(?:in |en |em |au |a |di |bulan |tháng )?(?<month>${anyOf(monthsAlone)})${year}`), read: inMonth },
    {
      regex: spaced(relative.keys()),
      read: ({ word = '' }, today) => relativeDays(relative.get(word.toLowerCase()), today),
    },
    {
      regex: spaced(weekdays.keys()),
      read: ({ word = '' }, today) => nextWeekday(weekdays.get(word.toLowerCase()) ?? 0, today),
    },
  ];
  const until = new RegExp(`^\\s*(?:[-–—~〜]|${anyOf(untilWords.split('|'))})?\\s*$`, 'iu');
  return { months, relative, patterns, until };
}

/** Words that are separate where their script has spaces. In Thai, Chinese and Japanese they may be anywhere. */
function spaced(words: Iterable<string>): RegExp {
  const list = [...words];
  const unspaced = list.filter((word) => /[\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}]/u.test(word));
  const others = list.filter((word) => !unspaced.includes(word));
  // "por la mañana" is a time of day.
  return new RegExp(
    `(?<!\\bla )(?<word>${[...(unspaced.length ? [anyOf(unspaced)] : []), alone(anyOf(others))].join('|')})`,
    'giu',
  );
}

/** With accents and without. */
function bothForms(word: string): string[] {
  const lower = word.normalize('NFKC').toLowerCase();
  return /\p{Script=Latin}/u.test(lower) ? [lower, foldWord(lower)] : [lower];
}

function readMonths(language: Language): Map<string, number> {
  const months = new Map<string, number>();
  for (const spoken of ['en', language] as const)
    for (let month = 1; month <= 12; month += 1)
      for (const style of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(formatLocale(spoken), { month: style, day: 'numeric', timeZone: 'UTC' });
        const parts = format.formatToParts(Date.UTC(2024, month - 1, 10));
        const name = parts.find((part) => part.type === 'month')?.value ?? '';
        for (const form of bothForms(name))
          if (/\p{L}/u.test(form)) for (const value of [form, form.replace(/\.$/, '')]) months.set(value, month);
      }
  return months;
}

function readRelative(language: Language): Map<string, DayMeaning> {
  const words = new Map<string, DayMeaning>();
  for (const spoken of ['en', language] as const)
    dayMeanings.forEach((meaning, at) => {
      for (const word of (dayWords[spoken][at] ?? '').split('|'))
        for (const form of [...bothForms(word), word.replace('’', "'")]) words.set(form, meaning);
    });
  return words;
}

function readWeekdays(language: Language): Map<string, number> {
  const days = new Map<string, number>();
  for (const spoken of ['en', language] as const) {
    const format = new Intl.DateTimeFormat(formatLocale(spoken), { weekday: 'long', timeZone: 'UTC' });
    for (let weekday = 0; weekday < 7; weekday += 1)
      for (const form of bothForms(format.format(Date.UTC(2023, 0, 1 + weekday)))) days.set(form, weekday);
  }
  return days;
}

const two = (value: number | string) => String(value).padStart(2, '0');

/** One day, several, or a whole month; without a year the next time it comes. */
function rangeIn(groups: Record<string, string | undefined>, today: Day, month: number): DayRange | null {
  const year = Number(groups.year ?? today.slice(0, 4));
  const dayText = (year: number, day: string | undefined) => `${year}-${two(month)}-${two(day ?? '')}`;
  if (!groups.day) return wholeMonth(year, month, today, groups.year !== undefined);
  const from = dayText(year, groups.first ?? groups.day);
  const to = dayText(year, groups.last ?? groups.day);
  if (!isDay(from) || !isDay(to) || to < from) return null;
  if (groups.year || to >= today) return { from, to };
  const next = {
    from: dayText(year + 1, groups.first ?? groups.day),
    to: dayText(year + 1, groups.last ?? groups.day),
  };
  return isDay(next.from) && isDay(next.to) ? next : null;
}

function wholeMonth(year: number, month: number, today: Day, isGiven: boolean): DayRange | null {
  if (!(month >= 1 && month <= 12)) return null;
  const first = `${year}-${two(month)}-01`;
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`;
  const last = addDays(next, -1);
  if (last < today) return isGiven ? { from: first, to: last } : wholeMonth(year + 1, month, today, true);
  return { from: first < today ? today : first, to: last };
}

/** 31/12 or 12/31: what can be a month is one; where both can, as the language writes it. */
function slashed(monthFirst: boolean) {
  return (groups: Record<string, string | undefined>, today: Day): DayRange | null => {
    const [one, other] = [Number(groups.one), Number(groups.two)];
    const isMonthFirst = one > 12 ? false : other > 12 ? true : monthFirst;
    const [month, day] = isMonthFirst ? [one, groups.two] : [other, groups.one];
    return rangeIn({ year: groups.year, day }, today, month);
  };
}

function nextWeekday(weekday: number, today: Day): DayRange {
  const day = addDays(today, (weekday - weekdayOf(today) + 7) % 7);
  return { from: day, to: day };
}

/** Weeks end on Sunday; a weekend is Saturday and Sunday, or what is left of it. */
function relativeDays(meaning: DayMeaning | undefined, today: Day): DayRange | null {
  const untilSunday = (7 - weekdayOf(today)) % 7;
  const sunday = addDays(today, untilSunday);
  const later = (from: number, to = from): DayRange => ({ from: addDays(today, from), to: addDays(today, to) });
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  switch (meaning) {
    case 'today':
      return later(0);
    case 'tomorrow':
      return later(1);
    case 'afterTomorrow':
      return later(2);
    case 'weekend':
      return later(Math.max(0, untilSunday - 1), untilSunday);
    case 'nextWeekend':
      return { from: addDays(sunday, 6), to: addDays(sunday, 7) };
    case 'week':
      return later(0, untilSunday);
    case 'nextWeek':
      return { from: addDays(sunday, 1), to: addDays(sunday, 7) };
    case 'month':
      return wholeMonth(year, month, today, true);
    case 'nextMonth':
      return month === 12 ? wholeMonth(year + 1, 1, today, true) : wholeMonth(year, month + 1, today, true);
    default:
      return null;
  }
}
