// Lists that may be longer than memory are written as they are read; the standard has no pages.
import { Readable } from 'node:stream';
import { inLane } from '../platform/db.ts';

/**
 * A JSON array of what `show` makes of each batch. A problem with the first one is answered as any other; a later one ends the connection:
 * a part never looks like the whole. `lane` is the name of the call: each further batch is read in its share of the connections.
 */
export async function writeList<Row>(
  lane: string,
  batches: AsyncGenerator<Row[], void>,
  show: (rows: Row[]) => Promise<unknown[]> | unknown[],
): Promise<Readable> {
  const read = async () => {
    const { done, value } = await batches.next();
    return done ? undefined : await show(value);
  };
  const first = await read();
  return Readable.from(
    write(first, () => inLane(lane, false, read)),
    { objectMode: false },
  );
}

async function* write(
  first: unknown[] | undefined,
  read: () => Promise<unknown[] | undefined>,
): AsyncGenerator<string> {
  yield '[';
  let between = '';
  for (let batch = first; batch; batch = await read())
    for (const item of batch) {
      yield between + JSON.stringify(item);
      between = ',';
    }
  yield ']';
}
