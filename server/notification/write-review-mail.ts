// The mail that asks for a review (decision 0420): to the first recipient of the order's messages, in its language. The link is made when
// the mail is written, so that only the mail holds it; it opens this one review and nothing of the order.
import { languageOf, textIn } from '../../domain/languages.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findAsk, storeAskToken } from '../review/ask.sql.ts';
import { findOwner } from '../site/site.sql.ts';
import { composeMail } from './compose-order-mail.ts';
import { findMailText, listRecipients } from './mail-text.sql.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

/** A link that could not be mailed within a week is not mailed any more. */
const sealedSeconds = 7 * 86_400;

export async function writeReviewMail(writing: MailParts, data: JobData['review.mail']): Promise<void> {
  const { owner } = writing;
  const { orderNo, productId, request } = data;
  const [company, order, lines, [recipient], ask] = await Promise.all([
    findOwner(owner),
    findOrder(owner, orderNo, everyOrder()),
    listLines(owner, [orderNo]),
    listRecipients(owner, [orderNo]),
    findAsk(owner, orderNo, productId),
  ]);
  const line = lines.find((line) => line.sub_order_no === ask?.sub_order_no);
  // Never the Host of a request: without a configured address of the owner there is no link to send (security rule 48).
  if (!order || !line || !recipient || !company.address) return;
  const language = languageOf(recipient.language);
  const token = makeToken();
  const letter = composeMail({
    language,
    occasion: 'review',
    company,
    values: {
      name: order.contact.name,
      product: textIn(line.terms.names, language),
      orderNo,
      owner: company.name,
      amount: '',
    },
    facts: [
      { label: translate(language, 'notification.mail.product'), value: textIn(line.terms.names, language) },
      { label: translate(language, 'notification.mail.orderNo'), value: orderNo },
    ],
    button: {
      label: translate(language, 'review.write'),
      href: company.address + paths.review({ token, l: language }),
    },
    texts: await findMailText(owner, 'review', language),
  });
  await inTransaction(owner, async (owner) => {
    const secret = { words: [token], lifeSeconds: sealedSeconds, again: { name: 'review.mail', data } as const };
    const occasion = `review ${orderNo} ${productId} ${request}`.trim();
    if (await storeMail(owner, writing, { occasion, recipient: recipient.email, ...letter, attachments: [], secret }))
      await storeAskToken(owner, orderNo, productId, hashToken(token));
  });
}
