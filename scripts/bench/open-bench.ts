// A running side with all its requests.
import { gatherQuestions, seriesOfProducts } from './gather-questions.ts';
import type { Bench } from './measure.ts';
import { type Side, signIn } from './open-side.ts';
import { findLines, listProducts, raiseDeposit } from './read-catalogue.ts';
import type { Options } from './read-options.ts';

export async function openBench(side: Side, options: Options): Promise<Bench> {
  // The first start brings the copy up to this side's schema and may build the screens.
  await side.start();
  await raiseDeposit(side.database, 'agent@example.com', 5_000_000_000);
  return {
    side,
    options,
    questions: await gatherQuestions(side),
    products: seriesOfProducts(await listProducts(side.database)),
    lines: await findLines(side.database),
    member: await signIn(side, 'member@example.com', 'member-2026'),
    agent: await signIn(side, 'agent@example.com', 'agent-2026'),
  };
}
