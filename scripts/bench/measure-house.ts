// The server as a whole: time until ready, memory, bytes sent.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPageScripts } from '../../tests/build/list-page-scripts.ts';
import { type Connection, openConnection, type Request } from './ask-house.ts';
import { asSearch } from './gather-questions.ts';
import { type Bench, type Group, plainRow } from './measure.ts';
import {
  asking,
  homePage,
  judgeCall,
  judgePage,
  onConnection,
  productPage,
  productRequest,
} from './measure-reading.ts';
import { readMetric } from './read-processor.ts';
import { runLoad } from './run-load.ts';
import { short } from './write-table.ts';

export const start: Group = {
  name: 'start',
  references: [],
  async measure(bench) {
    const { side, questions } = bench;
    await side.end();
    const second = await side.start();
    // Killed in the middle of work; requests that fail then are what is wanted.
    const load = runLoad(
      { clients: 8, seconds: 2 },
      asking(side.port, () => asSearch(questions.next()), judgeCall),
    );
    await sleep(1000);
    await side.end('SIGKILL');
    await load;
    const again = await side.start();
    const how = 'process and database are there; from the start of the process until /ready';
    return [
      plainRow(bench, 'ready at the second start', `${short(second / 1000)} s`, how),
      plainRow(
        bench,
        'ready after kill -9',
        `${short(again / 1000)} s`,
        'killed while 8 clients searched; the database goes on',
      ),
    ];
  },
};

const quietMilliseconds = 12_000;

/** Of ten requests: pages from the cache, searches, products, a page for a signed-in buyer. */
const mix = 'cscpcsdscd';

function mixedRequest(bench: Bench, turn: number): { request: Request; judge: typeof judgeCall } {
  const kind = mix[turn % mix.length];
  if (kind === 'c') return { request: homePage, judge: judgePage };
  if (kind === 's') return { request: asSearch(bench.questions.next()), judge: judgeCall };
  if (kind === 'd') return { request: productRequest(bench), judge: judgeCall };
  return { request: productPage(bench), judge: judgePage };
}

export const memory: Group = {
  name: 'memory',
  references: [],
  async measure(bench) {
    const { side, options } = bench;
    await side.end();
    await side.start();
    const read = async () => Math.round((await readMetric(side.port, 'process_resident_memory_bytes')) / 1_000_000);
    /** After a while without requests (decision 0761). */
    const readQuiet = () => sleep(quietMilliseconds).then(read);
    const ready = await read();
    const readyQuiet = await readQuiet();
    let turn = 0;
    const work = async (connection: Connection) => {
      turn += 1;
      const { request, judge } = mixedRequest(bench, turn);
      judge(await connection.ask(request));
    };
    const begin = () => onConnection(side.port, work);
    const first = await runLoad({ clients: 16, times: options.requests / 2 }, begin);
    const half = await read();
    const second = await runLoad({ clients: 16, times: options.requests / 2 }, begin);
    const count = options.requests.toLocaleString('en');
    const varies =
      '4 of 10 from the cache of pages, 3 searches, 2 products, 1 page for somebody signed in; all but the first kind another each';
    const after = plainRow(bench, `resident memory after ${count} mixed requests`, `${await read()} MB`, varies);
    const quiet = `${quietMilliseconds / 1000} s later, without a request`;
    return [
      plainRow(bench, 'resident memory at ready', `${ready} MB`, 'right after the start'),
      plainRow(bench, 'resident memory at ready, quiet', `${readyQuiet} MB`, quiet),
      plainRow(bench, 'resident memory after half of them', `${half} MB`, varies),
      { ...after, failed: first.failed + second.failed, reasons: [...first.reasons, ...second.reasons] },
      plainRow(bench, 'resident memory after all, quiet', `${await readQuiet()} MB`, quiet),
    ];
  },
};

export const sizes: Group = {
  name: 'sizes',
  references: [],
  async measure(bench) {
    const kilobytes = (bytes: number) => `${short(bytes / 1024)} KB`;
    const page = await readPage(bench, '/search?query=ticket&l=en');
    const what = 'scripts that the page loads by itself, words of its language included';
    return [
      plainRow(bench, 'HTML of a list page, plain', kilobytes(page.length), '20 products of one word, for a visitor'),
      plainRow(bench, 'scripts of the home page, Brotli', kilobytes(await sizeOfScripts(bench, '/?l=en')), what),
      plainRow(
        bench,
        'scripts of a product page, Brotli',
        kilobytes(await sizeOfScripts(bench, `/search/${bench.lines[0]?.productId}?l=en`)),
        what,
      ),
    ];
  },
};

async function readPage({ side }: Bench, path: string): Promise<Buffer> {
  const connection = openConnection(side.port);
  const answer = await connection.ask({ path, headers: { cookie: 'c=MYR; lang=en' } });
  connection.close();
  judgePage(answer);
  return answer.body;
}

/** Throws where a script has no packed copy: a smaller sum would be no smaller page. */
async function sizeOfScripts(bench: Bench, path: string): Promise<number> {
  const page = (await readPage(bench, path)).toString();
  return listPageScripts(page).reduce((sum, name) => {
    const packed = join(bench.side.root, 'build', 'client', `${name}.br`);
    if (!existsSync(packed)) throw new Error(`${name} is not packed`);
    return sum + readFileSync(packed).length;
  }, 0);
}
