// The reason of a failed payment for its buyer (§2 result). Gateways answer with their own codes or English texts; an answer of no known
// kind counts as declined, and only the bank knows why.
const kinds: readonly [kind: string, pattern: RegExp][] = [
  ['noMoney', /insufficient|not.?sufficient|not enough|balance/i],
  ['cardExpired', /expired.?card|card.{0,8}expired/i],
  ['cancelled', /cancel|abandon|revoked by (the )?(buyer|user)/i],
  ['late', /expire|time.?out|timed out|closed|given up|never ?(started|shown)|untouched/i],
  ['limit', /limit|exceed|too (large|high|many)/i],
  ['notProved', /authenticat|3d.?s|secure|verif|password|\bpin\b|\botp\b|cv[cv]2?/i],
];

/** The end of the locale key. */
export function classifyDecline(reason: string): string {
  return kinds.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'declined';
}
