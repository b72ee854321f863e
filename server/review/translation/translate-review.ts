// A review in the reader's language, on request (decision 0620): made once by the owner's translator, then read from the database.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere } from '../../../domain/errors.ts';
import { type Language, languages } from '../../../domain/languages.ts';
import { limitAttempts } from '../../account/limit-attempts.ts';
import { pricingOf } from '../../catalog/pricing.sql.ts';
import type { Context } from '../../platform/context.ts';
import { type Translator, translateText } from './ask-translator.ts';
import { openTranslatorKey } from './keep-translator.ts';
import { findTranslatable, findTranslator, insertTranslation } from './translation.sql.ts';

const perSource = { most: 60, windowSeconds: 3600 };
/** What the owner may have to pay for is bounded, however many ask. */
const perOwner = { most: 5000, windowSeconds: 86_400 };

/** Languages from which reviews can be translated into the caller's; none without a translator that knows it. */
export async function listTranslatable({ owner, language }: Context): Promise<Language[]> {
  const codes = (await findTranslator(owner))?.codes ?? {};
  if (!codes[language]) return [];
  return languages.filter((one) => codes[one] && codes[one] !== codes[language]);
}

/** null where the translator gave no answer; the reader may try again. */
export async function translateReview(
  context: Context,
  { id }: ParsedInputOf<'reviewTranslate'>,
): Promise<OutputOf<'reviewTranslate'>> {
  const { owner, language: into, vault, now, source } = context;
  const [review, setting] = await Promise.all([
    findTranslatable(owner, pricingOf(context), id, into),
    findTranslator(owner),
  ]);
  const [from, to] = [review && setting?.codes[review.language], setting?.codes[into]];
  if (!review || !(review.body || review.answer) || !setting || !from || !to || from === to) throw new NotHere();
  const known = {
    text: review.body && review.translated,
    answer: review.answer && review.translatedAnswer,
  };
  if (known.text !== null && known.answer !== null) return known;
  await limitAttempts(context, [
    { bucket: `review-translate:${source}`, ...perSource },
    { bucket: 'review-translate', ...perOwner },
  ]);
  const translator = { address: setting.address, key: openTranslatorKey(owner, vault, setting.key_sealed) };
  const say = (text: string, source: string) => tryToTranslate(context, translator, { text, source, target: to });
  const [text, answer] = await Promise.all([
    known.text ?? say(review.body, from),
    known.answer ?? say(review.answer, anyLanguage),
  ]);
  if (text !== null) await insertTranslation(owner, { id, into, body: text, answer, answerOf: review.answer, now });
  return { text, answer };
}

/** In which language the owner answered is not stored: the translator finds out. */
const anyLanguage = 'auto';

async function tryToTranslate(context: Context, translator: Translator, request: Parameters<typeof translateText>[2]) {
  try {
    return await translateText(context, translator, request);
  } catch (error) {
    context.log.warn({ problem: (error as Error).message }, 'a review is not translated');
    return null;
  }
}
