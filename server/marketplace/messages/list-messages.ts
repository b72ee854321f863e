// The log of single messages for staff (decisions 0541, 0572).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import type { Context } from '../../platform/context.ts';
import { listChannelMessages, listConnected } from '../../platform/messages/messages.sql.ts';

export async function showMessages(
  { owner, site }: Context,
  { query, source, supplier, refused, direction, page, size }: ParsedInputOf<'consoleChannelMessages'>,
): Promise<OutputOf<'consoleChannelMessages'>> {
  const { total, list } = await listChannelMessages(owner, {
    ...{ query: query.trim(), direction, refused: refused === '1', size, from: (page - 1) * size },
    source: source === '' ? null : Number(source),
    supplierId: supplier === '' ? null : supplier,
  });
  return {
    ...{ total, page, pages: Math.max(1, Math.ceil(total / size)), zone: site.zone },
    suppliers: (await listConnected(owner)).map(({ id, name }) => ({ id, name })),
    list: list.map(
      ({ message_id: id, at, is_good: good, order_no: orderNo, supplier_name: supplierName, ...rest }) => ({
        ...{ id, at: at.toISOString(), good, orderNo, supplierName },
        ...rest,
      }),
    ),
  };
}
