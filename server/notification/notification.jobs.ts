// Jobs that write and deliver mails.
import type { Owner } from '../platform/db.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { makeDeliver, makeDeliverAll } from './deliver-mail.ts';
import { forgetExpiredSecrets } from './notification.sql.ts';
import { writeAccountMail } from './write-account-mails.ts';
import { writeBalanceMail } from './write-balance-mail.ts';
import { writeCompletionMail } from './write-completion-mail.ts';
import { writeCodeMail } from './write-mails.ts';
import { writeNoticeMail } from './write-notice-mail.ts';
import { writeOrderMails } from './write-order-mails.ts';
import { writeQuotationChange, writeQuotationMail } from './write-quotation-mails.ts';
import { writeReviewMail } from './write-review-mail.ts';
import { writeSupplyMail } from './write-supply-mail.ts';

export function notificationJobs({ database, jobs, vault, config, showMail, clock }: RoomParts): RoomJobs {
  const delivery = { smtpUrl: config.smtpUrl, from: config.mailFrom, vault, show: showMail };
  const deliver = makeDeliver(delivery);
  const deliverAll = makeDeliverAll(delivery, deliver, jobs);
  const writing = (owner: Owner) => ({ owner, jobs, vault });
  return {
    queue: {
      'code.mail': (owner, data) => writeCodeMail(writing(owner), data),
      'account.mail': (owner, data) => writeAccountMail(writing(owner), data),
      'balance.mail': (owner, data) => writeBalanceMail(writing(owner), data),
      'completion.mail': (owner, data) => writeCompletionMail(writing(owner), data),
      'quotation.changed': (owner, data) => writeQuotationChange(writing(owner), data),
      'quotation.mail': (owner, data) => writeQuotationMail(writing(owner), data),
      'notice.mail': (owner, data) => writeNoticeMail(writing(owner), data, clock()),
      'review.mail': (owner, data) => writeReviewMail(writing(owner), data),
      'supply.mail': (owner, data) => writeSupplyMail(writing(owner), data, clock()),
      'mail.deliver': (owner, { mailId }) => deliver(owner, mailId),
      'mails.deliver': (owner, { mailIds }) => deliverAll(owner, mailIds),
    },
    batches: { 'order.changed': (owner, list) => writeOrderMails(writing(owner), list) },
    hourly: () => forgetExpiredSecrets(database.house),
  };
}
