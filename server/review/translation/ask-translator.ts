// A translator by the interface of LibreTranslate (decision 0620): which languages it knows, and one text from one into another.
import { type Language, languages } from '../../../domain/languages.ts';
import { hookRules } from '../../../domain/systems.ts';
import type { Context } from '../../platform/context.ts';
import { askOutside } from '../../platform/observe/ask-outside.ts';
import { exchangeText } from '../../systems/hooks/exchange-text.ts';

export type Translator = { address: string; key: string };
/** By our language, the translator's name of it. */
export type Codes = Partial<Record<Language, string>>;

/** It answered, but not what was asked for: no translator, or a key that it does not accept. */
export class NoTranslation extends Error {
  readonly problem: 'key' | 'odd';

  constructor(problem: 'key' | 'odd') {
    super(problem);
    this.problem = problem;
  }
}

/** Names that translators use for a language, the most exact first. */
const namesOf: Partial<Record<Language, string[]>> = {
  zh_CN: ['zh-Hans', 'zh'],
  zh_TW: ['zh-Hant', 'zt'],
  pt_PT: ['pt', 'pt-PT'],
  in: ['id'],
};

const mostBytes = 262_144;

/** Throws NoTranslation where no list of languages comes back. */
export async function listCodes(context: Context, translator: Translator): Promise<Codes> {
  const known = await ask(context, translator, 'GET', '/languages', '');
  if (!Array.isArray(known)) throw new NoTranslation('odd');
  const names = new Set(known.map((one: { code?: unknown } | null) => one?.code));
  const codes: Codes = {};
  for (const language of languages) {
    const name = (namesOf[language] ?? [language.slice(0, 2)]).find((one) => names.has(one));
    if (name) codes[language] = name;
  }
  return codes;
}

/** Throws NoTranslation, and what the network throws. */
export async function translateText(
  context: Context,
  translator: Translator,
  { text, source, target }: { text: string; source: string; target: string },
): Promise<string> {
  const key = translator.key ? { api_key: translator.key } : {};
  const body = JSON.stringify({ q: text, source, target, format: 'text', ...key });
  const answer = (await ask(context, translator, 'POST', '/translate', body)) as { translatedText?: unknown } | null;
  const translated = answer?.translatedText;
  if (typeof translated !== 'string' || !translated.trim()) throw new NoTranslation('odd');
  return translated.trim();
}

async function ask(
  { hooksPrivately: privately }: Context,
  { address }: Translator,
  method: 'GET' | 'POST',
  path: string,
  text: string,
): Promise<unknown> {
  const url = new URL(address.replace(/\/+$/, '') + path);
  const { answerSeconds } = hookRules;
  const request = { url, method, headers: { 'user-agent': 'Kembara' }, text, privately, answerSeconds, mostBytes };
  const answer = await askOutside('translator', path.slice(1), () => exchangeText(request));
  // Without a key LibreTranslate answers 400 where it wants one, and 403 to a wrong one.
  if (answer.status === 401 || answer.status === 403) throw new NoTranslation('key');
  if (answer.status !== 200) throw new NoTranslation('odd');
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    throw new NoTranslation('odd');
  }
}
