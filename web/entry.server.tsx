// Renders a whole page to text: the house puts the nonce in afterwards and may keep the page for seconds.

import { existsSync, readdirSync } from 'node:fs';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router';
import { reportError, visitor } from './call.ts';
import { isDesk, loadWords } from './words.ts';

export { CallFailed, CallRefused, openServerDoor } from './call.ts';

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { language, nonce, path } = visitor();
  await loadWords(language, true);
  let failed = false;
  const page = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        pipe(collect(resolve));
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        reportError(error);
      },
    });
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  // The house takes the text as it is, instead of through a stream of bytes.
  const answer = new Response(null, { status: failed ? 500 : status, headers });
  return Object.assign(answer, { wholePage: afterPainting(page, wordFiles(language, isDesk(path))) });
}

/** Errors that the router caught. An address that no route takes is an ordinary 404, also with a line break in it. */
export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  reportError(isRouteErrorResponse(error) ? ((error as { error?: Error }).error ?? error) : error);
}

function collect(done: (page: string) => void): Writable {
  const parts: Buffer[] = [];
  return new Writable({
    write(part: Buffer, _, next) {
      parts.push(part);
      next();
    },
    final(next) {
      done(Buffer.concat(parts).toString());
      next();
    },
  });
}

/**
 * Pages can be read before their scripts run: styles, letters and pictures come first on a slow network. Scripts of our own address
 * need no nonce to be fetched ahead. The first script waits for the words, so they are on their way with it.
 */
function afterPainting(page: string, words: string[]): string {
  const low = '<link fetchpriority="low" rel="modulepreload"';
  return page
    .replace(/<link rel="modulepreload" href="([^"]*)"(?: nonce="[^"]*")?/g, `${low} href="$1"`)
    .replace('</head>', `${words.map((file) => `${low} href="/assets/${file}"/>`).join('')}</head>`);
}

/** Built files by what they hold, "shop-en" for one; none while developing. */
let built: Map<string, string> | undefined;

function wordFiles(language: string, withDesk: boolean): string[] {
  built ??= new Map(
    listAssets().flatMap((file) => {
      const [, holds] = /^((?:shop|desk)-[a-zA-Z_]+?)-[\w-]{8}\.js$/.exec(file) ?? [];
      return holds ? [[holds, file]] : [];
    }),
  );
  const asked = [`shop-${language}`, ...(withDesk ? [`desk-${language}`] : [])];
  return asked.flatMap((name) => built?.get(name) ?? []);
}

function listAssets(): string[] {
  const folder = new URL('../client/assets/', import.meta.url);
  return import.meta.env.PROD && existsSync(folder) ? readdirSync(folder) : [];
}
