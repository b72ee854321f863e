// Mails about quotations (§2 onlinequotation): the link to the customer, who reads no price of the agent in it; and every change of status
// and every question to the agent who made the quotation.
import { formatDay } from '../../domain/dates.ts';
import { formatLocale, languageOf } from '../../domain/languages.ts';
import { formatMoney, money } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { questionAction } from '../../domain/quotation-status.ts';
import { translate } from '../../locales/translate.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { listQuotationEvents } from '../quotation/events.sql.ts';
import { insertQuotationLink } from '../quotation/links.sql.ts';
import { findMaker, findQuotation, type QuotationRow } from '../quotation/quotation.sql.ts';
import { quotationPath } from '../quotation/send-quotation.ts';
import { findOwner } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

/** A link that could not be mailed within a week must be sent again. */
const sealedSeconds = 7 * 86_400;

/** To the customer. Written only while the quotation is with the customer; never with the Host of a request (security rule 48). */
export async function writeQuotationMail(writing: MailParts, data: JobData['quotation.mail']): Promise<void> {
  const { quotationId, email, request } = data;
  const [company, row] = await Promise.all([findOwner(writing.owner), findQuotation(writing.owner, quotationId, null)]);
  const maker = row && (await findMaker(writing.owner, row));
  const current = row?.status === 'sent' || row?.status === 'opened' || row?.status === 'accepted';
  if (!row || !maker || !current || !company.address) return;
  const { language } = row;
  const say = (key: string, values?: Record<string, string>) => translate(language, key, values);
  const token = makeToken();
  const values = { name: row.customer_name, agent: maker.name, number: row.number };
  const title = say('quotation.mail.link.title', values);
  const { html, body } = drawMail({
    language,
    company,
    title,
    intro: row.greeting || say('quotation.mail.link.intro', values),
    facts: listFacts(row, language),
    button: { label: say('quotation.mail.button'), href: company.address + quotationPath(token, language) },
    small: say('quotation.mail.link.small', values),
  });
  const again = { name: 'quotation.mail', data } as const;
  const secret = { words: [token], lifeSeconds: sealedSeconds, again };
  const mail = { occasion: `quotation ${request}`, recipient: email, subject: oneLine(title), html, body };
  await inTransaction(writing.owner, async (owner) => {
    if (!(await storeMail(owner, writing, { ...mail, attachments: [], secret }))) return;
    await insertQuotationLink(owner, quotationId, hashToken(token));
  });
}

/** To the account of the agent that reads it, in its language. */
export async function writeQuotationChange(writing: MailParts, data: JobData['quotation.changed']): Promise<void> {
  const { owner } = writing;
  const [company, row] = await Promise.all([findOwner(owner), findQuotation(owner, data.quotationId, null)]);
  const event = (await listQuotationEvents(owner, data.quotationId)).find((event) => event.event_id === data.eventId);
  const maker = row && (await findMaker(owner, row));
  if (!row || !event || !maker) return;
  const language = languageOf(maker.language);
  const say = (key: string, values?: Record<string, string>) => translate(language, key, values);
  const values = { name: maker.reader, customer: event.actor_name || '–', number: row.number };
  const title = say(`quotation.mail.${event.action}.title`, values);
  const label = say(event.action === questionAction ? 'quotation.question' : 'quotation.orders');
  const text = event.text ? [{ label, value: event.text }] : [];
  const { html, body } = drawMail({
    language,
    company,
    title,
    intro: say('quotation.mail.intro', values),
    facts: [...listFacts(row, language), ...text],
    button: company.address
      ? { label: say('quotation.mail.button'), href: company.address + paths.savedQuotation(String(row.quotation_id)) }
      : undefined,
    small: say('quotation.mail.small'),
  });
  const occasion = `quotation ${row.quotation_id} ${event.event_id}`;
  const mail = { occasion, recipient: maker.email, subject: oneLine(title), html, body, attachments: [], secret: null };
  await inTransaction(owner, async (owner) => {
    await storeMail(owner, writing, mail);
  });
}

/** A line break in a name must not end the header (security rule 59). */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function listFacts(row: QuotationRow, language: QuotationRow['language']) {
  const locale = formatLocale(language);
  const say = (key: string) => translate(language, key);
  const total = row.total_minor === null ? '–' : formatMoney(money(row.total_minor, row.currency), locale);
  return [
    { label: say('quotation.number'), value: row.number },
    ...(row.title ? [{ label: say('quotation.field.title'), value: row.title }] : []),
    ...(row.customer_name ? [{ label: say('quotation.customer'), value: row.customer_name }] : []),
    { label: say('quotation.total'), value: total },
    { label: say('quotation.field.validUntil'), value: formatDay(row.valid_until, locale) },
  ];
}
