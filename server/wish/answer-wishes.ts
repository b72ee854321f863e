// An account's wish list, merged with that of the device (decision 0421).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { limits } from '../../domain/limits.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { deleteWishes, insertWishes, listWishes, lockWishes, trimWishes } from './wish.sql.ts';

export async function answerWishes(
  context: Context,
  { add, remove }: ParsedInputOf<'wishes'>,
): Promise<OutputOf<'wishes'>> {
  const { accountId } = buyerOf(context);
  const { owner, now } = context;
  if (!add.length && !remove.length) return { ids: await listWishes(owner, accountId) };
  return inTransaction(owner, async (owner) => {
    await lockWishes(owner, accountId);
    await insertWishes(owner, accountId, add, now);
    await deleteWishes(owner, accountId, remove);
    await trimWishes(owner, accountId, limits.wishes);
    return { ids: await listWishes(owner, accountId) };
  });
}
