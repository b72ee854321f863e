// If no product matches all terms (§2 empty result): the largest set of terms that finds something. Among sets of one size, the set that
// finds the fewest products: a rare word is more specific.
import type { Term } from '../../../domain/search/read-terms.ts';
import type { Context } from '../../platform/context.ts';
import { pricingOf } from '../pricing.sql.ts';
import type { AskedWords } from '../search.sql.ts';
import { countMatches } from '../suggest.sql.ts';
import { expandTerms } from '../write-query.ts';

export async function findNearest(context: Context, terms: Term[]): Promise<AskedWords | null> {
  const expanded = await expandTerms(context.owner, terms);
  const known = expanded.filter((one) => one !== null);
  if (!known.length) return null;
  const choices = listChoices(known);
  const queries = choices.map((choice) => choice.join(' & '));
  const counts = await countMatches(context.owner, pricingOf(context), queries);
  for (const size of new Set(choices.map((choice) => choice.length))) {
    const found = choices.flatMap((choice, at) =>
      choice.length === size && (counts[at] ?? 0) > 0 ? [{ query: queries[at] ?? '', count: counts[at] ?? 0 }] : [],
    );
    const [rarest] = found.sort((a, b) => a.count - b.count);
    if (rarest) return { query: rarest.query, best: null, title: null, name: rarest.query };
  }
  return null;
}

/** All of them, all but one, each pair of neighbours, each alone. */
function listChoices(known: string[]): string[][] {
  const fewer = known.length > 2 ? known.map((_, at) => known.filter((__, other) => other !== at)) : [];
  const pairs = known.length > 3 ? known.slice(0, -1).map((one, at) => [one, known[at + 1] as string]) : [];
  const alone = known.length > 1 ? known.map((one) => [one]) : [];
  return [known, ...fewer, ...pairs, ...alone];
}
