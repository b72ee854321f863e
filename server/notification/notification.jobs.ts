// Jobs that write and deliver mails.
import type { Owner } from '../platform/db.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { makeDeliver, makeDeliverAll } from './deliver-mail.ts';
import { countErasures, forgetExpiredSecrets } from './notification.sql.ts';
import { writeAccountMail } from './write-account-mails.ts';
import { writeBalanceMail } from './write-balance-mail.ts';
import { writeCompletionMail } from './write-completion-mail.ts';
import { writeCodeMail } from './write-mails.ts';
import { writeNoticeMail } from './write-notice-mail.ts';
import { writeOrderMails } from './write-order-mails.ts';
import { writeQuotationChange, writeQuotationMail } from './write-quotation-mails.ts';
import { writeReviewMail } from './write-review-mail.ts';
import { mailLateSuppliers, writeSupplyMail } from './write-supply-mail.ts';

export function notificationJobs({ database, jobs, vault, config, showMail, clock }: RoomParts): RoomJobs {
  const { smtpUrl, mailFrom: from, mailSeconds: seconds } = config;
  const delivery = { smtpUrl, from, vault, seconds, show: showMail };
  const deliver = makeDeliver(delivery);
  const deliverAll = makeDeliverAll(delivery, deliver, jobs);
  const writing = async (owner: Owner) => ({ owner, jobs, vault, erasures: await countErasures(owner) });
  return {
    queue: {
      'code.mail': async (owner, data) => writeCodeMail(await writing(owner), data),
      'account.mail': async (owner, data) => writeAccountMail(await writing(owner), data),
      'balance.mail': async (owner, data) => writeBalanceMail(await writing(owner), data),
      'completion.mail': async (owner, data) => writeCompletionMail(await writing(owner), data),
      'quotation.changed': async (owner, data) => writeQuotationChange(await writing(owner), data),
      'quotation.mail': async (owner, data) => writeQuotationMail(await writing(owner), data),
      'notice.mail': async (owner, data) => writeNoticeMail(await writing(owner), data, clock()),
      'review.mail': async (owner, data) => writeReviewMail(await writing(owner), data),
      'supply.mail': async (owner, data) => writeSupplyMail(await writing(owner), data, clock()),
      'mail.deliver': (owner, { mailId }) => deliver(owner, mailId),
      'mails.deliver': (owner, { mailIds }) => deliverAll(owner, mailIds),
    },
    batches: { 'order.changed': async (owner, list) => writeOrderMails(await writing(owner), list) },
    rounds: [
      {
        everyMilliseconds: 60_000,
        run: () => mailLateSuppliers({ house: database.house, forOwner: database.forOwner, jobs, now: clock() }),
        byClock: true,
      },
    ],
    hourly: () => forgetExpiredSecrets(database.house),
  };
}
