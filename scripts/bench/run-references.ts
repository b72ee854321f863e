// The references as rows: each is measured before and after what is compared with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../open-database.ts';
import { openConnection, type Request } from './ask-house.ts';
import type { Bench, Compared, Reference } from './measure.ts';
import { perWork } from './measure.ts';
import { readProcessor, readStat } from './read-processor.ts';
import type { RenderedTree } from './render-tree.ts';
import { runBookings, runSelects } from './run-driver.ts';
import { type Load, runLoad } from './run-load.ts';

export function referToSelects(clients: number): Reference {
  return {
    key: `R2 at ${clients}`,
    varies: `one prepared select by primary key, ${clients} connection${clients > 1 ? 's' : ''}, another key each time`,
    run: (bench) => onDriver(bench, (url) => runSelects(url, clients, bench.options.seconds)),
  };
}

export function referToBookings(key: string, clients: number, spread: boolean): Reference {
  return {
    key,
    varies: `BEGIN and the five statements, prepared, ${clients} connections, ${spread ? '10,000 rows' : 'one row'} of stock`,
    run: (bench) => onDriver(bench, (url) => runBookings(url, clients, bench.options.seconds, spread)),
  };
}

async function onDriver({ side }: Bench, run: (ownerUrl: string) => Promise<Load>): Promise<Compared> {
  const before = await readProcessor(side.port, side.postmaster);
  const load = await run(side.ownerUrl);
  const { postgres } = perWork(before, await readProcessor(side.port, side.postmaster), load.done);
  return { load, ...(postgres === undefined ? {} : { postgres }) };
}

/** R1: a bare answer of as many bytes as the house gives to `like`. */
export function referToBare(key: string, clients: number, like: Request): Reference {
  return {
    key,
    varies: `one answer of bare Fastify, of as many bytes, ${clients} clients`,
    async run({ side, options }) {
      const connection = openConnection(side.port);
      const { body } = await connection.ask(like);
      connection.close();
      const child = startScript('serve-bare.ts', [String(body.length), 'gzip']);
      try {
        const port = await hear<number>(child);
        const begin = () => {
          const connection = openConnection(port);
          const work = async () => {
            const answer = await connection.ask({ path: '/' });
            if (answer.status !== 200 || answer.body.length !== body.length)
              throw new Error(`R1 answered ${answer.status}`);
          };
          return Object.assign(work, { close: connection.close });
        };
        await runLoad({ clients, seconds: Math.min(1, options.seconds / 3) }, begin);
        const before = readStat(child.pid ?? 0)?.ticks;
        const load = await runLoad({ clients, seconds: options.seconds }, begin);
        const after = readStat(child.pid ?? 0)?.ticks;
        // Hundredths of a second.
        const house = before === undefined || after === undefined ? {} : { house: ((after - before) * 10) / load.done };
        return { load, ...house };
      } finally {
        child.kill('SIGKILL');
      }
    },
  };
}

/** R4: React alone with the tree of a page. */
export function referToTree(key: string, pathOf: (bench: Bench) => string): Reference {
  return {
    key,
    varies:
      "renderToString of the page's own tree with its data at hand, one process, without the copy of the data in the page",
    async run(bench) {
      const { side, options, member: token } = bench;
      const wanted = {
        root,
        base: `http://127.0.0.1:${side.port}`,
        token,
        path: pathOf(bench),
        seconds: options.seconds,
      };
      const tree = await hear<RenderedTree>(startScript('render-tree.ts', [JSON.stringify(wanted)]));
      const { perSecond, p50, p99, processor } = tree;
      const done = Math.round(perSecond * options.seconds);
      return { load: { done, failed: 0, reasons: [], perSecond, p50, p99 }, house: processor };
    },
  };
}

function startScript(name: string, args: string[]): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'bench', name), ...args],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
}

function hear<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message));
    child.once('exit', () => reject(new Error('a reference ended before it answered')));
  });
}
