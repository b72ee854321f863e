import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { type BookBatch, type BookCell, makeWorkbook } from './make-workbook.ts';

const sheets = [
  { name: 'one', columns: [{ heading: 'Text', width: 10 }] },
  { name: 'two', columns: [{ heading: 'Amount', width: 10 }] },
];

async function* give(...batches: BookBatch[]) {
  yield* batches;
}

const many = (rows: number, columns: number): BookCell[][] =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, at) => `Text ${row} ${at}`));

/** How often the event loop turns while something is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await work;
  isOver = true;
  return turns;
}

describe('a workbook', () => {
  it('has its sheets with their headings, texts as texts, amounts as numbers and empty cells', async () => {
    const rows: BookCell[][] = [['=1+1'], [''], [null]];
    const book = await makeWorkbook(sheets, give({ rows }, { rows: [[{ decimal: '12.50' }], [7]], sheet: 1 }));
    const [one, two] = (await readSheets(book)) as unknown as { data: unknown[][] }[];
    expect(one?.data.slice(0, 2)).toEqual([['Text'], ['=1+1']]);
    expect(two?.data).toEqual([['Amount'], [12.5], [7]]);
  });

  it('has days and moments as dates that a program can sort, filter and calculate with', async () => {
    const rows: BookCell[][] = [
      [{ time: '2026-12-12' }],
      [{ time: '2026-12-01 06:19' }],
      [{ time: '2026-12-01 06:19:07' }],
    ];
    const [one] = (await readSheets(await makeWorkbook(sheets, give({ rows })))) as unknown as { data: unknown[][] }[];
    const seconds = one?.data.slice(1).map(([time]) => Math.round((time as Date).getTime() / 1000));
    const times = ['2026-12-12T00:00:00Z', '2026-12-01T06:19:00Z', '2026-12-01T06:19:07Z'];
    expect(seconds).toEqual(times.map((time) => Date.parse(time) / 1000));
  });

  it('of thousands of rows leaves the process free to answer', async () => {
    const [sheet] = sheets as [(typeof sheets)[number]];
    const wide = { name: sheet.name, columns: Array.from({ length: 20 }, (_, at) => ({ heading: `${at}`, width: 9 })) };
    expect(await countTurns(makeWorkbook([wide], give({ rows: many(4000, 20) })))).toBeGreaterThan(1000);
  });

  it('whose rows cannot be read fails with that, and the next one is made', async () => {
    async function* broken(): AsyncGenerator<BookBatch> {
      yield { rows: [['one']] };
      throw new Error('the database is away');
    }
    await expect(makeWorkbook(sheets, broken())).rejects.toThrow('the database is away');
    expect((await makeWorkbook(sheets, give({ rows: [['one']] }))).length).toBeGreaterThan(100);
  });

  it('is refused once too many wait for theirs', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () => makeWorkbook(sheets, give({ rows: [['one']] }))),
    );
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(9);
  }, 60_000);
});
