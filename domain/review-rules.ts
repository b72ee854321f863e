// Reviews (decision 0420): their bounds, the mean that cards show, and the name that readers see.

export const reviewRules = {
  mostStars: 5,
  textLength: 2000,
  answerLength: 1000,
  whyLength: 300,
  mostPictures: 5,
  /** From the use to the mail that asks; older uses are not asked about. */
  askAfterHours: 24,
  askWithinDays: 14,
  linkDays: 60,
  pageSize: 10,
} as const;

export type ReviewState = 'waiting' | 'published' | 'hidden' | 'erased';

export const reportReasons = ['false', 'offensive', 'privacy', 'advertising'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Rounded to a tenth of a star; null without any review. */
export function ratingOf(count: number, sum: number): { mean: number; count: number } | null {
  return count ? { mean: Math.round((10 * sum) / count) / 10, count } : null;
}

const han = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** First name and initial: "Mei Tan" gives "Mei T.", "陈美丽" gives "陈**". */
export function shownName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  if (!last && han.test(first)) return [...first].map((letter, at) => (at ? '*' : letter)).join('');
  const initial = [...last][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}
