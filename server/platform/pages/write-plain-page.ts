// The page shown when no other can be: it needs neither scripts, styles nor the database.
import { type Language, languageTags } from '../../../domain/languages.ts';
import { paths } from '../../../domain/paths.ts';
import type { Translate } from '../edge/write-envelope.ts';

type Failure = { status: number /** Replaces the usual text; '' for the usual text. */; message: string };

export function writePlainPage(language: Language, { status, message }: Failure, translate: Translate): string {
  const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const say = (key: string) => safe(translate(language, key));
  const missing = status === 404 || status === 421;
  const title = say(missing ? 'ui.missing.title' : 'ui.problem.title');
  const text = message ? safe(message) : say(missing ? 'ui.missing.text' : 'ui.problem.server');
  return `<!doctype html>
<html lang="${languageTags[language]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${paths.home()}">${say('ui.missing.home')}</a></p>
</body>
</html>
`;
}
