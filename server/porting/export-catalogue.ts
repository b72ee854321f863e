// The whole catalogue as a file: JSON, written while it is read, or a workbook to edit and give back. Drafts too, stock not.
import { Readable } from 'node:stream';
import { exportQuery, type PortedProduct } from '../../contract/porting.ts';
import { Refusal } from '../../domain/errors.ts';
import { findDocument } from '../editing/editing.sql.ts';
import { writeDocument } from '../editing/show-document.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { workbookType } from './list-problems.ts';
import { mostOfPart, mostProducts } from './port-limits.ts';
import { listAllIds } from './porting.sql.ts';
import { writeWorkbook } from './write-workbook.ts';

export async function answerCatalogue(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const parsed = exportQuery.safeParse(request.query);
  if (!parsed.success) throw new Refusal('invalidInput', { fields: { format: { problem: 'choose' } } });
  const { format, after } = parsed.data;
  const every = await listAllIds(context.owner);
  const start = after === undefined ? 0 : every.filter(({ id }) => BigInt(id) <= BigInt(after)).length;
  const all = after === undefined ? every : every.slice(start, start + mostOfPart);
  const part = after === undefined ? '' : `-${start + 1}-${start + all.length}`;
  const name = `catalogue-${context.now.toISOString().slice(0, 10)}${part}.${format}`;
  reply.header('content-disposition', `attachment; filename="${name}"`).header('x-content-type-options', 'nosniff');
  reply.header('x-total-rows', String(all.length));
  if (format === 'json')
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Readable.from(writeJson(context, all), { objectMode: false }));
  if (all.length > mostProducts) throw new Refusal('catalogueTooLarge', { data: { most: mostProducts } });
  // A workbook is sent once it is whole: until then nothing but its connection says that its reader has gone.
  const isWanted = () => !request.raw.socket.destroyed;
  return reply.header('content-type', workbookType).send(await writeWorkbook(readProducts(context, all, isWanted)));
}

async function* readProducts(
  { owner }: Context,
  all: { id: string }[],
  isWanted = () => true,
): AsyncGenerator<PortedProduct> {
  for (const { id } of all) {
    if (!isWanted()) return;
    const row = await findDocument(owner, id);
    if (row) yield { ...writeDocument(row), revision: row.revision };
  }
}

async function* writeJson(context: Context, all: { id: string }[]): AsyncGenerator<string> {
  let before = '[\n';
  for await (const product of readProducts(context, all)) {
    yield before + JSON.stringify(product);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
