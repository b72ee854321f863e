// Who acts for a platform that signs its messages (decisions 0432, 0462).
import type { OctoAsking } from '../../octo/route.ts';
import type { Context } from '../../platform/context.ts';
import { hashToken } from '../../platform/make-ids.ts';
import { findPayer } from '../book-platform-order.ts';
import { askingOf } from '../channel-order.ts';
import { type ChannelAccountRow, noteAccountUsed } from './channel-accounts.sql.ts';

/** Of the vault. */
export const accountPurpose = ({ owner }: Pick<Context, 'owner'>) => `ctrip ${owner.id}`;

/** As the main account of the partner that represents the platform; rights are read for each request. Undefined if it has none. */
export async function actForAccount(
  context: Context,
  { account, partner_id: partnerId, source }: ChannelAccountRow,
  root: string,
): Promise<OctoAsking | undefined> {
  const [visitor] = await Promise.all([
    findPayer(context, String(partnerId), hashToken(`ctrip ${account}`)),
    noteAccountUsed(context.owner, source),
  ]);
  return visitor && askingOf({ ...context, visitor, byApp: true }, source, context.origin + root);
}
