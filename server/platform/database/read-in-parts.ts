/** Rows of a whole catalogue by their products' ids, some at a time, so that they are never in memory together (decision 0735). */
export async function* readInParts<Row extends { product_id: number }>(
  size: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let after = 0; ; ) {
    const list = await read(after);
    yield list;
    const last = list.at(-1);
    if (!last || list.length < size) return;
    after = last.product_id;
  }
}
