// Receives an uploaded file as a stream: never more than a piece in memory, never more than the limit on the disk, and deleted
// after its check. The first bytes decide its type; its name and content type are not trusted.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ImportView, uploadQuery } from '../../contract/porting.ts';
import { Refusal } from '../../domain/errors.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { startWork } from './background.ts';
import { checkImport } from './check-import.ts';
import { insertImport } from './import.sql.ts';
import { mostBytes, mostListBytes } from './port-limits.ts';
import { openUploadFolder } from './upload-folder.ts';

/** Accounts whose file is arriving at this process: one each, because each may take the limit on the disk. */
const receiving = new Set<string>();

export async function receiveFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const account = `${context.owner.id} ${staffOf(context).accountId}`;
  if (receiving.has(account)) throw new Refusal('importBusy');
  receiving.add(account);
  try {
    return await receiveOne(context, request, reply);
  } finally {
    receiving.delete(account);
  }
}

async function receiveOne(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { name } = uploadQuery.safeParse(request.query).data ?? { name: '' };
  const folder = await openUploadFolder(context.now);
  const drop = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    const hash = await storeStream(request.body as Readable, path, mostListBytes);
    const kind = await kindOf(path);
    if (kind === 'xlsx' && (await stat(path)).size > mostBytes) refuseLarge(mostBytes);
    const which = { accountId: staffOf(context).accountId, id: randomUUID() };
    const file = { name: nameFile(name), kind, hash };
    if ((await inTransaction(context.owner, (owner) => insertImport(owner, which, file))) !== 1)
      throw new Refusal('importBusy');
    startWork(context.log, () => checkImport(context, which, path, kind).finally(drop));
    return reply.send({ code: 200, msg: '', data: { id: which.id } });
  } catch (error) {
    await drop();
    throw error;
  }
}

/** The file's own name without folders and without what no list can show. */
export const nameFile = (name: string) => (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '').slice(0, 120);

function refuseLarge(most: number): never {
  throw new Refusal('importTooLarge', { data: { megabytes: most / 1024 / 1024 } });
}

export async function storeStream(body: Readable, path: string, most: number): Promise<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        size += piece.length;
        if (size > most) refuseLarge(most);
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return hash.digest();
}

export async function kindOf(path: string): Promise<ImportView['kind']> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === 'PK\x03\x04' ? 'xlsx' : 'json';
  } finally {
    await file.close();
  }
}
