// JSON bodies with limited depth, so that no recursive code overflows the stack.
import { RequestRefused } from './answer-errors.ts';
import type { App } from './fastify-types.ts';

/** Products in the editor are about ten levels deep. */
const deepest = 40;

/** True when brackets outside of texts are nested deeper. Checks characters only: the text need not be valid JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (quoted) {
      if (letter === 0x5c) at += 1;
      else if (letter === 0x22) quoted = false;
    } else if (letter === 0x22) quoted = true;
    else if (letter === 0x5b || letter === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (letter === 0x5d || letter === 0x7d) depth -= 1;
  }
  return false;
}

/** The same for a parsed value, without recursion. */
export function isValueTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((one) => (one && typeof one === 'object' ? Object.values(one) : []));
  }
  return false;
}

/** Texts are refused as every other kind is (415), and a body that is announced and empty is none: many calls take nothing (§7). */
export function parseJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (!text) return done(null, undefined);
    if (isTooDeep(text)) return done(new RequestRefused(400));
    return parse(request, text, done);
  });
}
