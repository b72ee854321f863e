// Files of products for tests: uploads them like a browser, waits for the import, and reads them back.
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import type { OutputOf } from '../../contract/index.ts';
import type { Answer, As, TestHouse } from './open-house.ts';

type View = OutputOf<'consoleImport'>;
type Cell = string | number | boolean | null;
export type Book = Record<string, Cell[][]>;

export type Porter = {
  send(bytes: Uint8Array | string, name?: string): Promise<{ code: number; msg: string; data: { id: string } }>;
  /** Sent and checked. */
  check(bytes: Uint8Array | string): Promise<View>;
  run(id: string, mode?: 'each' | 'all'): Promise<View>;
  /** Waits until nothing is under way. */
  rest(id: string): Promise<View>;
  rows(
    id: string,
    show?: 'all' | 'changes' | 'removed' | 'bad',
    language?: string,
  ): Promise<OutputOf<'consoleImportRows'>['list']>;
  fetch(path: string): Promise<Response>;
};

export function makePorter(test: TestHouse, as: As & { token: string }): Porter {
  const { token, host = 'one.test' } = as;
  const view = async (id: string) => (await test.call('consoleImport', { id }, as)).data;
  /** Waits as the screen does, for as long as thousands of products may take. */
  const atRest = async (id: string): Promise<View> => {
    for (let tries = 0; ; tries += 1) {
      const one = await view(id);
      if (!['reading', 'checking', 'running'].includes(one.state) || tries > 1500) return one;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const send: Porter['send'] = async (bytes, name = 'products') => {
    const answer = await test.fetch(`/api/console/imports?name=${name}`, {
      method: 'POST',
      host,
      headers: { token, l: 'en', 'content-type': 'application/octet-stream' },
      body: bytes as BodyInit,
    });
    return answer.json();
  };
  return {
    send,
    rest: atRest,
    async check(bytes) {
      const answer = await send(bytes);
      if (answer.code !== 200) throw new Error(`not taken: ${answer.msg}`);
      return atRest(answer.data.id);
    },
    async run(id, mode = 'each') {
      const answer = await test.call('consoleImportRun', { id, mode }, as);
      if (answer.code !== 200) throw new Error(`not run: ${answer.msg}`);
      return atRest(id);
    },
    async rows(id, show = 'all', language = 'en') {
      const list: OutputOf<'consoleImportRows'>['list'] = [];
      for (let after: number | null = -1; after !== null; ) {
        const { data }: Answer<'consoleImportRows'> = await test.call(
          'consoleImportRows',
          { id, show, after, size: 100 },
          { ...as, language },
        );
        list.push(...data.list);
        after = data.next;
      }
      return list;
    },
    fetch: (path) => test.fetch(path, { host, headers: { token, l: 'en' } }),
  };
}

export function makeBook(book: Book): Promise<Buffer> {
  const sheets = Object.entries(book).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map((value) => (value === null ? null : { value }))) as SheetData,
  }));
  return writeWorkbook(sheets).toBuffer();
}
