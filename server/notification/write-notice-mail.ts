// Mails of notices (decision 0422): the one that confirms an address, and the one that says that a product costs less or can be booked
// again. Each has the link that ends all notices to the address. It is the same in all mails of a notice, so that an older one still works.
import { fileAddress } from '../../contract/file-address.ts';
import { formatInstant } from '../../domain/dates.ts';
import { formatLocale, languageOf, textIn } from '../../domain/languages.ts';
import { formatMoney, money } from '../../domain/money.ts';
import { offerAt } from '../../domain/offers.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { hashToken } from '../platform/make-ids.ts';
import { findOwner } from '../site/site.sql.ts';
import { findNotice, isStillTrue, storeNoticeToken } from '../wish/notice.sql.ts';
import { drawMail } from './draw-mail.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

const sealedSeconds = 7 * 86_400;

export async function writeNoticeMail(writing: MailParts, data: JobData['notice.mail'], now: Date): Promise<void> {
  const { owner } = writing;
  const { noticeId, about, request } = data;
  const [company, notice] = await Promise.all([findOwner(owner), findNotice(owner, { id: noticeId }, now)]);
  // Never the Host of a request: without a configured address of the owner there is no link to send (security rule 48).
  if (!notice || !company.address) return;
  const language = languageOf(notice.language);
  const occasion = about === 'confirm' ? 'noticeConfirm' : notice.kind === 'price' ? 'noticePrice' : 'noticeStock';
  const mailOccasion = `${occasion} ${noticeId} ${request}`;
  // The queue may have been late: a price that rose again, or places that were sold again, would be announced wrongly.
  if (about === 'told' && !(await isStillTrue(owner, noticeId, mailOccasion, now))) return;
  const values = { product: textIn(notice.names, language), owner: company.name };
  const say = (part: string) => translate(language, `notification.mail.${occasion}${part}`, values);
  const token = Buffer.from(writing.vault.mark(`${owner.id} ${noticeId}`, 'link of a notice'), 'hex').toString(
    'base64url',
  );
  const link = `${company.address}${paths.productNotice({ token, l: language })}`;
  const page = paths.product({ country: notice.country_key, city: notice.city, id: notice.product_id });
  const show = (minor: number) => formatMoney(money(Number(minor), notice.currency), formatLocale(language));
  const offer = offerAt(notice.offers, now.getTime());
  const prices = [
    { label: translate(language, 'notification.mail.noticeBefore'), value: show(notice.from_minor) },
    { label: translate(language, 'notification.mail.noticeNow'), value: show(notice.now_minor) },
    ...(offer
      ? [
          {
            label: translate(language, 'notification.mail.noticeUntil'),
            value: formatInstant(offer.until, formatLocale(language), company.zone),
          },
        ]
      : []),
  ];
  const { html, body } = drawMail({
    language,
    company,
    title: say('Title'),
    intro: say('Intro'),
    facts: occasion === 'noticePrice' ? prices : [],
    button: {
      label: translate(language, about === 'confirm' ? 'wish.notice.confirm' : 'notification.mail.noticeShow'),
      href: about === 'confirm' ? link : `${company.address}${page}?l=${language}`,
    },
    small: translate(language, 'notification.mail.noticeSmall', { link }),
  });
  const subject = say('Subject').replace(/\s+/g, ' ').trim();
  const secret = { words: [token], lifeSeconds: sealedSeconds, again: { name: 'notice.mail', data } as const };
  await inTransaction(owner, async (owner) => {
    const endAddress = `${company.address}${fileAddress('noticeEnd', { token })}`;
    const letter = { recipient: notice.email, subject, html, body, endAddress, attachments: [], secret };
    if (await storeMail(owner, writing, { occasion: mailOccasion, ...letter }))
      await storeNoticeToken(owner, noticeId, hashToken(token));
  });
}
