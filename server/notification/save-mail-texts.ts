// The owner's custom texts for mails about orders (§3 settings): subject and opening per occasion and language, plain text with known
// blanks. Without a custom text the standard text is used.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblem, type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { formatLocale, type Language } from '../../domain/languages.ts';
import {
  blanksOf,
  buyerOccasions,
  hasKnownBlanks,
  type MailBlank,
  type MailOccasion,
  mailTextLimits,
  staffOccasions,
} from '../../domain/mail-occasions.ts';
import { formatMoney, money } from '../../domain/money.ts';
import { wordsIn } from '../../locales/index.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { findOwner } from '../site/site.sql.ts';
import { composeMail } from './compose-order-mail.ts';
import { findMailText, listMailTexts, writeMailText } from './mail-text.sql.ts';

const occasions: MailOccasion[] = [...buyerOccasions, ...staffOccasions];

function occasionOf(name: string): MailOccasion {
  const occasion = occasions.find((occasion) => occasion === name);
  if (!occasion) throw new NotHere();
  return occasion;
}

export async function showTexts({ owner, site }: Context): Promise<OutputOf<'consoleMailTexts'>> {
  const standardOf = (language: Language) =>
    Object.fromEntries(
      occasions.map((occasion) => [
        occasion,
        {
          subject: wordsIn(language)[`notification.mail.${occasion}Subject`] ?? '',
          intro: wordsIn(language)[`notification.mail.${occasion}Intro`] ?? '',
        },
      ]),
    );
  return {
    occasions,
    blanks: Object.fromEntries(occasions.map((occasion) => [occasion, blanksOf(occasion)])),
    languages: site.languages,
    standard: Object.fromEntries(site.languages.map((language) => [language, standardOf(language)])),
    list: await listMailTexts(owner),
  };
}

type Limits = { max: number; blanks: readonly MailBlank[] };

function judge(text: string, { max, blanks }: Limits): { problem: FieldProblem; max?: number } | undefined {
  if (text.length > max) return { problem: 'tooLong', max };
  return hasKnownBlanks(text, blanks) ? undefined : { problem: 'unknownBlank' };
}

function readWords(occasion: MailOccasion, input: { subject: string; intro: string }) {
  const blanks = blanksOf(occasion);
  const subject = input.subject.replace(/\s+/g, ' ').trim();
  const intro = input.intro.replace(/\r\n?/g, '\n').trim();
  const fields: FieldProblems = {};
  const ofSubject = judge(subject, { max: mailTextLimits.subject, blanks });
  const ofIntro = judge(intro, { max: mailTextLimits.intro, blanks });
  if (ofSubject) fields.subject = ofSubject;
  if (ofIntro) fields.intro = ofIntro;
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { subject, intro };
}

/** Refuses invalidInput by field, changedMeanwhile when a newer text was saved since it was read. */
export async function saveText(
  context: Context,
  input: ParsedInputOf<'consoleMailTextSave'>,
): Promise<OutputOf<'consoleMailTextSave'>> {
  const { owner } = context;
  const { language, was } = input;
  const occasion = occasionOf(input.occasion);
  const words = readWords(occasion, input);
  if (!was && !words.subject && !words.intro) return {};
  await inTransaction(owner, async (owner) => {
    const before = await findMailText(owner, occasion, language);
    if ((await writeMailText(owner, { occasion, language, ...words }, was)) !== 1)
      throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'settings-saved',
      subject: `mail ${occasion} ${language}`,
      before: before && { subject: before.subject, intro: before.intro },
      after: words,
    });
  });
  return {};
}

/** The mail as it would look, about an order that does not exist. */
export async function previewText(
  { owner, site }: Context,
  input: ParsedInputOf<'consoleMailTextPreview'>,
): Promise<OutputOf<'consoleMailTextPreview'>> {
  const { language } = input;
  const occasion = occasionOf(input.occasion);
  const product = translate(language, 'notification.mailText.sample');
  const orderNo = '261121EXAMPLE1';
  const amount = formatMoney(money(12_800, site.currency), formatLocale(language));
  const { subject, html } = composeMail({
    language,
    occasion,
    company: await findOwner(owner),
    values: { name: 'Mei Tan', product, orderNo, owner: site.ownerName, amount },
    facts: [
      { label: translate(language, 'notification.mail.orderNo'), value: orderNo },
      { label: translate(language, 'notification.mail.product'), value: product },
    ],
    texts: readWords(occasion, input),
  });
  return { subject, html };
}
