// The mail with a completion link (§4): it goes to a traveller, so it names products and days only, no price and no buyer. The link is
// made when the mail is written, so that only the mail holds it.
import { describeWhen, formatDay } from '../../domain/dates.ts';
import { formatLocale, type Language, languageOf, textIn } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { insertCompletionLink } from '../completion/completion.sql.ts';
import { completionPath } from '../completion/make-completion-link.ts';
import { type LineOfOrder, listLines } from '../order/read.sql.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findOwner } from '../site/site.sql.ts';
import { composeMail } from './compose-order-mail.ts';
import { findMailText } from './mail-text.sql.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

/** A link that could not be mailed within a week must be requested again. */
const sealedSeconds = 7 * 86_400;

export async function writeCompletionMail(writing: MailParts, data: JobData['completion.mail']): Promise<void> {
  const { owner } = writing;
  const { orderNos, accountId, email, request } = data;
  const language = languageOf(data.language);
  const [company, lines, own] = await Promise.all([
    findOwner(owner),
    listLines(owner, orderNos),
    findMailText(owner, 'completion', language),
  ]);
  const firsts = orderNos.flatMap((orderNo) => lines.find((line) => line.order_no === orderNo) ?? []);
  const [first] = firsts;
  // Never the Host of a request: without a configured address of the owner there is no link to send (security rule 48).
  if (!first || !company.address) return;
  const token = makeToken();
  const letter = composeMail({
    language,
    occasion: 'completion',
    company,
    values: {
      name: '',
      product: textIn(first.terms.names, language),
      orderNo: first.order_no,
      owner: company.name,
      amount: '',
    },
    facts: firsts.map((line) => ({ label: line.order_no, value: nameTrip(line, language) })),
    button: {
      label: translate(language, 'completion.fill'),
      href: `${company.address}${completionPath(token, orderNos.length)}&l=${language}`,
    },
    own,
    small: translate(language, 'notification.mail.approved.small', { owner: company.name }),
  });
  await inTransaction(owner, async (owner) => {
    const again = { name: 'completion.mail', data } as const;
    const secret = { words: [token], lifeSeconds: sealedSeconds, again };
    const mail = { occasion: `completion ${request}`, recipient: email, ...letter, attachments: [], secret };
    if (!(await storeMail(owner, writing, mail))) return;
    await insertCompletionLink(owner, { hash: hashToken(token), orderNos, accountId, sentTo: email });
  });
}

function nameTrip(line: LineOfOrder, language: Language): string {
  const when = describeWhen(
    { playOn: line.play_on, session: line.session, untilOn: line.until_on, validUntil: line.valid_until },
    (day) => formatDay(day, formatLocale(language)),
    (key, values) => translate(language, key, values),
  );
  return `${textIn(line.terms.names, language)} · ${when}`;
}
