// Renders a whole page to text: the server inserts the nonce afterwards and may cache the page for seconds.

import { existsSync, readdirSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router';
import { isFirstPage } from '../domain/paths.ts';
import { reportError, visitor } from './call.ts';
import { delayScripts, pageScripts } from './start-scripts.ts';
import { loadWords, type WordPart, wordPartsOf } from './words.ts';

export { CallFailed, CallRefused, openServerDoor } from './call.ts';

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { language, nonce, path } = visitor();
  // The texts of the back office are half of all texts, and a process that serves the shop need not hold them in 13 languages.
  const parts = wordPartsOf(path);
  await loadWords(language, parts);
  const { serverHandoffStream, ...atOnce } = context;
  const page = renderToString(<ServerRouter context={atOnce} url={request.url} nonce={nonce} />);
  const data = context.renderMeta?.didRenderScripts && serverHandoffStream ? await readStream(serverHandoffStream) : '';
  headers.set('content-type', 'text/html; charset=utf-8');
  const words = wordFiles(language, parts).map((file) => `/assets/${file}`);
  // The server takes the text directly, instead of through a stream of bytes.
  const answer = new Response(null, { status, headers });
  return Object.assign(answer, {
    wholePage: finishPage(page, { words, data: handOver(data, nonce), nonce, isRead: isFirstPage(path) }),
  });
}

/** Errors that the router caught. An address without a route is an ordinary 404, even with a line break in it. */
export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  reportError(isRouteErrorResponse(error) ? ((error as { error?: Error }).error ?? error) : error);
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  return text;
}

const escapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * The copy of the data that the browser starts from, as React Router's client reads it. The router itself would send it as a part of a
 * stream that is rendered later; a page that is ready at once costs less. In single quotes, because the data is full of double ones.
 */
function handOver(data: string, nonce: string | undefined): string {
  if (!data) return '';
  const literal = data.replace(/[\\'\n\r<>&\u2028\u2029]/g, (character) => escapes[character] ?? character);
  const controller = 'window.__reactRouterContext.streamController';
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>${controller}.enqueue('${literal}');${controller}.close();</script>`;
}

type Finish = { words: string[]; data: string; nonce: string | undefined; isRead: boolean };

/**
 * Pages can be read before their scripts run: styles, fonts and pictures come first on a slow network. On reading pages the
 * scripts wait for the first paint; on other pages, usually forms, they are fetched in parallel, at low priority. Scripts of our
 * own address need no nonce to be preloaded. The first script waits for the texts, so they are preloaded with it.
 */
function finishPage(page: string, { words, data, nonce, isRead }: Finish): string {
  const [headEnd, end] = [page.indexOf('</head>'), page.lastIndexOf('</body>')];
  const scripts = Math.max(headEnd, page.lastIndexOf('<script'));
  const files: string[] = [];
  const head = page.slice(0, headEnd).replace(/<link rel="modulepreload" href="([^"]*)"[^>]*>/g, (_, file: string) => {
    files.push(file);
    return '';
  });
  files.push(...words);
  const ahead = isRead
    ? ''
    : files.map((file) => `<link fetchpriority="low" rel="modulepreload" href="${file}"/>`).join('');
  // The route data that the browser needs is formatted for people: remove blanks and default values.
  const routes = page
    .slice(scripts, end)
    .replace(/\n */g, '')
    .replace(/"has\w+": false,/g, '')
    .replace(/": /g, '":');
  const start = isRead && files.length > 0 ? delayScripts(routes, files, nonce) : routes;
  // Before the styles, because a script after them would wait for them.
  const begun = head.replace('<head>', `<head>${pageScripts(nonce)}`);
  return `<!DOCTYPE html>${begun}${ahead}${page.slice(headEnd, scripts)}${start}${data}${page.slice(end)}`;
}

/** Built files by name, for example "shop-en"; none during development. */
let built: Map<string, string> | undefined;

function wordFiles(language: string, parts: readonly WordPart[]): string[] {
  built ??= new Map(
    listAssets().flatMap((file) => {
      const [, holds] = /^((?:shop|customer|console)-[a-zA-Z_]+?)-[\w-]{8}\.js$/.exec(file) ?? [];
      return holds ? [[holds, file]] : [];
    }),
  );
  return parts.flatMap((part) => built?.get(`${part}-${language}`) ?? []);
}

function listAssets(): string[] {
  // This file may be in a separate chunk, one folder deeper.
  const up = import.meta.url.includes('/server/assets/') ? '../../' : '../';
  const folder = new URL(`${up}client/assets/`, import.meta.url);
  return import.meta.env.PROD && existsSync(folder) ? readdirSync(folder) : [];
}
