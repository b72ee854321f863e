// R4: React's renderToString of a page's own tree with its data at hand. The page is made once by the screens' build, with data from the
// running house; what React Router then hands to React is rendered again and again. Left out is the copy of the data at the end of a page.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRequestHandler, type EntryContext, type ServerBuild, ServerRouter } from 'react-router';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { fillPath } from '../../domain/write-address.ts';
import { readTimes } from './run-load.ts';

export type RenderedTree = { perSecond: number; p50: number; p99: number; processor: number; characters: number };
type Wanted = { root: string; base: string; token: string; path: string; seconds: number };
type Entry = { default(...args: [Request, number, Headers, EntryContext]): Promise<Response & { wholePage?: string }> };

const wanted = JSON.parse(process.argv[2] ?? '{}') as Wanted;
const build = (await import(pathToFileURL(join(wanted.root, 'build', 'server', 'index.js')).href)) as ServerBuild;
openDoor(build, wanted);
process.send?.(measure(await captureTree(build, wanted), wanted));
process.disconnect?.();

function openDoor(build: ServerBuild, { base, token, path }: Wanted): void {
  const entry = build.entry.module as unknown as { openServerDoor(door: object): void };
  const headers = { 'content-type': 'application/json', l: 'en', c: 'MYR', token };
  entry.openServerDoor({
    async send(name: CallName, input: Record<string, unknown>) {
      const row: CallRow = calls[name];
      const { path: filled, rest } = fillPath(row.path, input);
      const isGet = row.method === 'GET';
      const query = isGet && Object.keys(rest).length ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
      const init = isGet ? { headers } : { method: 'POST', headers, body: JSON.stringify(rest) };
      const answer = (await (await fetch(base + filled + query, init)).json()) as { code: number; data: unknown };
      if (answer.code !== 200) throw new Error(`${name} answered ${answer.code}`);
      return answer.data;
    },
    visitor: () => ({
      ...{ configured: true, language: 'en', currency: 'MYR', nonce: 'bench', origin: base, path },
      ...{ signedIn: true, staff: false, now: Date.now() },
    }),
    report(error: unknown) {
      throw error;
    },
  });
}

/** What the screens' own entry is given to render, and proof that the page is the one that was wanted. */
async function captureTree(build: ServerBuild, { base, path }: Wanted): Promise<EntryContext> {
  let captured: EntryContext | undefined;
  const entry = build.entry.module as unknown as Entry;
  const catching = async (...args: Parameters<Entry['default']>) => {
    captured = args[3];
    return entry.default(...args);
  };
  const module = { ...build.entry.module, default: catching } as unknown as ServerBuild['entry']['module'];
  const answer = await createRequestHandler({ ...build, entry: { module } }, 'production')(new Request(base + path));
  if (answer.status !== 200 || !captured) throw new Error(`the page ${path} could not be made: ${answer.status}`);
  // A stream can be read once; it holds the copy of the data.
  return { ...captured, serverHandoffStream: undefined };
}

function measure(context: EntryContext, { base, path, seconds }: Wanted): RenderedTree {
  const render = () => renderToString(createElement(ServerRouter, { context, url: base + path, nonce: 'bench' }));
  const repeat = (until: number, times: number[]) => {
    while (performance.now() < until) {
      const from = performance.now();
      render();
      times.push(performance.now() - from);
    }
  };
  repeat(performance.now() + Math.min(2000, seconds * 300), []);
  const times: number[] = [];
  const [began, before] = [performance.now(), process.cpuUsage()];
  repeat(began + seconds * 1000, times);
  const elapsed = (performance.now() - began) / 1000;
  const used = process.cpuUsage(before);
  const processor = (used.user + used.system) / 1000 / times.length;
  return { perSecond: times.length / elapsed, ...readTimes(times), processor, characters: render().length };
}
