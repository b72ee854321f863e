// The log of single messages for staff (decision 0541).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import type { Context } from '../../platform/context.ts';
import { listChannelMessages } from './messages.sql.ts';

export async function showMessages(
  { owner, site }: Context,
  { query, source, refused, direction, page, size }: ParsedInputOf<'consoleChannelMessages'>,
): Promise<OutputOf<'consoleChannelMessages'>> {
  const { total, list } = await listChannelMessages(owner, {
    ...{ query: query.trim(), direction, refused: refused === '1', size, from: (page - 1) * size },
    source: source === '' ? null : Number(source),
  });
  return {
    ...{ total, page, pages: Math.max(1, Math.ceil(total / size)), zone: site.zone },
    list: list.map(({ message_id: id, at, is_good: good, order_no: orderNo, ...rest }) => ({
      ...{ id, at: at.toISOString(), good, orderNo },
      ...rest,
    })),
  };
}
