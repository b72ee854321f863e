// The answer of another company's server, read only up to a limit: one without end, or a packed one that grows when it is opened, must not
// fill the memory of a process that serves a shop. Redirects, times and whom to ask are for the caller.
const mebibyte = 1024 * 1024;

/** Far above any answer that is not a file, and few enough that all questions of a process may have one at once. */
export const mostAnswerBytes = 4 * mebibyte;

/** The answer was left before its end. It says nothing: neither that something happened nor that it was refused. */
export class AnswerTooLong extends Error {
  constructor(mostBytes: number) {
    super(`the answer is longer than ${mostBytes} bytes`);
  }
}

/** As `fetch`, with an answer that is here already. Throws AnswerTooLong, and what the network throws. */
export async function fetchOutside(
  url: string | URL,
  init: RequestInit,
  mostBytes = mostAnswerBytes,
): Promise<Response> {
  const answer = await fetch(url, init);
  const { status, headers } = answer;
  const bytes = await readAtMost(answer, mostBytes);
  // An answer without content may not be made with any, not even with none.
  return new Response(bytes.length ? bytes : null, { status, headers });
}

async function readAtMost({ body }: Response, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const part of body ?? []) {
    size += part.length;
    if (size > mostBytes) throw new AnswerTooLong(mostBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
