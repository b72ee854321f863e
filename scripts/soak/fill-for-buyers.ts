// The small catalogue, made large enough for buyers who never stop.
import type { Database } from '../../server/platform/db.ts';
import { loadSeed } from '../../server/upkeep/load-seed.ts';
import { smallSeed } from '../../tests/build/small-seed.ts';

/** `owner` works as the role that owns the tables. */
export async function fillForBuyers(owner: Database): Promise<void> {
  await loadSeed(owner, richSeed(), () => undefined, new Date());
  await owner.pool.query("SET app.owner_id = '0'; UPDATE departure SET capacity = 10000000 WHERE capacity = 20");
}

/** The agency has money for weeks; every seat of the usual packages may be sold again and again. */
function richSeed() {
  const seed = smallSeed();
  for (const owner of seed.owners)
    for (const partner of owner.partners) if (partner.deposit) partner.deposit = 90_000_000;
  return seed;
}
