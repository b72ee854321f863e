// Search, products and pages.

import { languages } from '../../domain/languages.ts';
import { type Answer, type Connection, openConnection, type Request } from './ask-house.ts';
import { asListPage, asSearch } from './gather-questions.ts';
import { type Bench, type Group, type Measured, measureWork } from './measure.ts';
import { renewSearch } from './read-catalogue.ts';
import { readMetric } from './read-processor.ts';
import { type Load, runLoad, type Work } from './run-load.ts';
import { referToBare, referToSelects, referToTree } from './run-references.ts';

/** Asks on a connection of its own and judges the answer. */
export function asking(port: number, next: () => Request, judge: (answer: Answer) => void): () => Work {
  return () => onConnection(port, async (connection) => judge(await connection.ask(next())));
}

/** Work on a connection that is closed when the time is over. */
export function onConnection(port: number, work: (connection: Connection) => Promise<void>): Work {
  const connection = openConnection(port);
  return Object.assign(() => work(connection), { close: connection.close });
}

const accepted = Buffer.from('{"code":200,');

/** `of` names the call where several are one piece of work. */
export function judgeCall({ status, body }: Answer, of = ''): void {
  if (status !== 200 || !body.subarray(0, accepted.length).equals(accepted))
    throw new Error(`${of} ${status} ${body.toString('utf8', 0, 120)}`.trim());
}

export function judgePage({ status, body }: Answer): void {
  // A whole page is packed or ends as a document does.
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  if (status !== 200 || !(isPacked || body.includes('</html>'))) throw new Error(`a page of ${status}`);
}

export function productRequest({ products }: Bench): Request {
  const { id, language } = products.next();
  return { path: `/api/product/${id}`, headers: { l: language, c: 'MYR' } };
}

export function productPage({ products, member }: Bench): Request {
  const { id, language } = products.next();
  const cookie = `kb=${member}; c=MYR`;
  return { path: `/search/${id}?l=${language}`, headers: { cookie, 'accept-encoding': 'gzip' } };
}

const listPage = ({ questions, member }: Bench): Request => asListPage(questions.next(), member);

export const homePage: Request = {
  path: '/?l=en',
  headers: { cookie: 'c=MYR; lang=en', 'accept-encoding': 'gzip' },
};

const ownHomePage = ({ member }: Bench, turn: number): Request => ({
  path: `/?l=${languages[turn % languages.length]}`,
  headers: { cookie: `kb=${member}; c=MYR`, 'accept-encoding': 'gzip' },
});

const searchClients = [1, 8, 32];
/** Milliseconds between two changes of the catalogue, of which each makes the process find everything anew. */
const changeMilliseconds = 50;

export const search: Group = {
  name: 'search',
  references: searchClients.map((clients) => referToSelects(clients)),
  async measure(bench) {
    const rows: Measured[] = [];
    for (const clients of searchClients) rows.push(await measureSearch(bench, clients));
    const changing = setInterval(() => renewSearch(bench.side.database), changeMilliseconds);
    rows.push(
      await measureSearch(bench, 32, ', while the catalogue changes 20 times a second').finally(() =>
        clearInterval(changing),
      ),
    );
    return rows;
  },
};

async function measureSearch(bench: Bench, clients: number, how = ''): Promise<Measured> {
  const { side, options, questions } = bench;
  let empty = 0;
  const judge = (answer: Answer) => {
    judgeCall(answer);
    if (answer.body.includes('"total":0,')) empty += 1;
  };
  const before = await countPages(side.port);
  const measured = await measureWork(
    bench,
    {
      name: `search with filters and counts, ${clients} client${clients > 1 ? 's' : ''}${how}`,
      pace: { clients, seconds: options.seconds },
      against: `R2 at ${clients}`,
      varies: () =>
        `every one another: ${questions.count} of ${questions.size} asked so far, ${questions.basis} of them with other words, filters, ` +
        `pages or order; ${empty} found nothing`,
    },
    asking(side.port, () => asSearch(questions.next()), judge),
  );
  const after = await countPages(side.port);
  const [fromCache, all] = [after.fromCache - before.fromCache, after.all - before.all];
  // A commit that keeps nothing counts nothing.
  const share = all
    ? `; the hits of ${Math.round((100 * fromCache) / all)} % were known, from the same words with another filter, page or order`
    : '';
  return { ...measured, varies: measured.varies + share };
}

async function countPages(port: number): Promise<{ fromCache: number; all: number }> {
  const [fromCache, database] = await Promise.all(
    ['kept', 'database'].map((hits) => readMetric(port, `search_pages_total{hits="${hits}"}`, 0)),
  );
  return { fromCache: fromCache ?? 0, all: (fromCache ?? 0) + (database ?? 0) };
}

const detailClients = 32;
/** Products of the row of those that were read before; their texts fit into the cache of a process. */
const mostReadBefore = 5000;

export const detail: Group = {
  name: 'detail',
  references: [referToSelects(detailClients)],
  async measure(bench) {
    const pace = { clients: detailClients, seconds: bench.options.seconds };
    const name = `product detail by the API, ${detailClients} clients`;
    const ask = (next: () => Request) => asking(bench.side.port, next, judgeCall);
    const first = await measureWork(
      bench,
      { name, pace, against: `R2 at ${detailClients}`, varies: () => sayProducts(bench) },
      ask(() => productRequest(bench)),
    );
    const times = Math.min(bench.products.basis, mostReadBefore);
    const requests = Array.from({ length: times }, () => productRequest(bench));
    let turn = 0;
    const next = () => requests[turn++ % times] as Request;
    await runLoad({ clients: detailClients, times }, ask(next));
    const wanted = {
      ...{ name: `${name}, each read before`, pace, against: `R2 at ${detailClients}` },
      varies: ({ done }: Load) =>
        `${times} products in turn, each in one of ${languages.length} languages and read once before, so the process has its texts; ` +
        `each came ${(done / times).toFixed(1)} times; prices, places and neighbours are read from the database each time`,
    };
    return [first, await measureWork(bench, wanted, ask(next))];
  },
};

function sayProducts({ products: { count, basis } }: Bench): string {
  const rounds = Math.ceil(count / basis);
  return `every one another: ${count} asked so far of ${basis} products${rounds > 1 ? `, in ${rounds} languages` : ''}`;
}

const pageClients = 16;

export const pages: Group = {
  name: 'pages',
  references: [
    referToTree('R4 product page', ({ lines }) => `/search/${lines[0]?.productId}?l=en`),
    referToTree('R4 list page', () => '/search?query=ticket&l=en'),
  ],
  async measure(bench) {
    const { side, options, questions } = bench;
    const pace = { clients: pageClients, seconds: options.seconds };
    const product = {
      ...{ name: `product page for somebody signed in, ${pageClients} clients`, pace, against: 'R4 product page' },
      varies: () => sayProducts(bench),
    };
    const list = {
      ...{ name: `list page for somebody signed in, ${pageClients} clients`, pace, against: 'R4 list page' },
      varies: () => `every one another, as in search: ${questions.count} asked so far`,
    };
    const home = {
      ...{ name: `home page for somebody signed in, ${pageClients} clients`, pace },
      varies: () => `one page in ${languages.length} languages in turn, which nothing keeps for somebody signed in`,
    };
    let turn = 0;
    return [
      await measureWork(
        bench,
        product,
        asking(side.port, () => productPage(bench), judgePage),
      ),
      await measureWork(
        bench,
        list,
        asking(side.port, () => listPage(bench), judgePage),
      ),
      await measureWork(
        bench,
        home,
        asking(side.port, () => ownHomePage(bench, turn++), judgePage),
      ),
    ];
  },
};

const visitors = 64;

export const cached: Group = {
  name: 'cached',
  references: [referToBare('R1 gzip', visitors, homePage)],
  async measure(bench) {
    const wanted = {
      name: `home page for a visitor, gzip, ${visitors} clients`,
      pace: { clients: visitors, seconds: bench.options.seconds },
      against: 'R1 gzip',
      varies: () => 'one address: answers come from the cache of pages, which is what is measured',
    };
    return [
      await measureWork(
        bench,
        wanted,
        asking(bench.side.port, () => homePage, judgePage),
      ),
    ];
  },
};
