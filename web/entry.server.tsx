// Renders a whole page to text: the house puts the nonce in afterwards and may keep the page for seconds.

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { visitor } from './call.ts';
import { loadWords } from './words.ts';

export { CallFailed, CallRefused, openServerDoor } from './call.ts';

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { language, nonce } = visitor();
  await loadWords(language);
  let failed = false;
  const page = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        const through = new PassThrough();
        text(through).then(resolve, reject);
        pipe(through);
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(afterPainting(page), { status: failed ? 500 : status, headers });
}

/** Pages can be read before their scripts run: styles, letters and pictures come first on a slow network. */
const afterPainting = (page: string) =>
  page.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');
