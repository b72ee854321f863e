// The mail with a completion link (§4): it goes to a traveller, so it names products and days only, no price and no buyer. The link is
// made when the mail is written, so that only the mail holds it.
import { formatInstant } from '../../domain/dates.ts';
import { formatLocale, type Language, languageOf, textIn } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { insertCompletionLink } from '../completion/completion.sql.ts';
import { completionPath } from '../completion/make-completion-link.ts';
import { type OrderToFill, readOrders } from '../completion/read-completion.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines } from '../order/read.sql.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findOwner } from '../site/site.sql.ts';
import { composeMail } from './compose-order-mail.ts';
import { findMailText, listRecipients } from './mail-text.sql.ts';
import { describeLines } from './order/describe-lines.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

/** A link that could not be mailed within a week must be requested again. */
const sealedSeconds = 7 * 86_400;

export async function writeCompletionMail(writing: MailParts, data: JobData['completion.mail']): Promise<void> {
  const { owner } = writing;
  const { orderNos, accountId, email, request, reminder } = data;
  const kind = reminder ? 'completionReminder' : 'completion';
  const language = languageOf(data.language);
  const [company, lines, ownText, orders] = await Promise.all([
    findOwner(owner),
    listLines(owner, orderNos),
    findMailText(owner, kind, language),
    readOrders(owner, orderNos, new Date(0)),
  ]);
  const trips = orderNos.map((orderNo) => lines.filter((line) => line.order_no === orderNo)).filter((of) => of.length);
  const first = trips[0]?.[0];
  // Never the Host of a request: without a configured address of the owner there is no link to send (security rule 48).
  if (!first || !company.address) return;
  // Cancelled or completed since: nothing is left to fill in.
  if (!orders.some(({ state }) => state === 'open')) return;
  const token = makeToken();
  const letter = composeMail({
    language,
    occasion: kind,
    company,
    values: {
      name: '',
      product: textIn(first.terms.names, language),
      orderNo: first.order_no,
      owner: company.name,
      amount: '',
    },
    facts: [
      ...trips.map((of) => ({ label: of[0]?.order_no ?? '', value: nameTrip(of, language) })),
      ...showDue(orders, language),
    ],
    button: {
      label: translate(language, 'completion.fill'),
      href: `${company.address}${completionPath(token, orderNos.length)}&l=${language}`,
    },
    texts: ownText,
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

function nameTrip(lines: LineOfOrder[], language: Language): string {
  return `${textIn(lines[0]?.terms.names ?? {}, language)} · ${describeLines(lines, language).when}`;
}

/** The first deadline of several. */
function showDue(orders: OrderToFill[], language: Language): { label: string; value: string }[] {
  const [first] = orders.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const zone = first?.lines[0]?.terms.zone;
  if (!first || !zone) return [];
  const value = formatInstant(first.dueAt, formatLocale(language), zone);
  return [{ label: translate(language, 'completion.due'), value }];
}

/** The reminder to every recipient of the order's messages, each with a link of its own in its language. */
export async function queueReminders({ owner, jobs }: MailParts, orderNo: string, mark: string): Promise<void> {
  const order = await findOrder(owner, orderNo, everyOrder());
  if (!order) return;
  const list = await listRecipients(owner, [orderNo]);
  await inTransaction(owner, async (owner) => {
    for (const { email, language } of list) {
      const request = `reminder ${orderNo} ${mark} ${email}`;
      const mail = { orderNos: [orderNo], accountId: order.account_id, email, language, request, reminder: true };
      await jobs.send(owner, 'completion.mail', mail);
    }
  });
}
