/**
 * Whether the last day of a span in a filter comes before its first, so that nothing can be found: `to` beside `from`, `playTo` beside
 * `playFrom`. `values` hold days as 2026-12-31.
 */
export function isReversed(values: Partial<Record<string, unknown>>, name: string): boolean {
  const first = values[name.replace(/To$/, 'From').replace(/^to$/, 'from')];
  const last = values[name];
  return typeof first === 'string' && typeof last === 'string' && last !== '' && last < first;
}
