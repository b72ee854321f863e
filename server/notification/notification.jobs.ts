// Jobs that write and deliver mails.
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { makeDeliver } from './deliver-mail.ts';
import { forgetExpiredSecrets } from './notification.sql.ts';
import { writeAccountMail } from './write-account-mails.ts';
import { writeBalanceMail } from './write-balance-mail.ts';
import { writeCompletionMail } from './write-completion-mail.ts';
import { writeCodeMail } from './write-mails.ts';
import { writeOrderMail } from './write-order-mails.ts';

export function notificationJobs({ database, jobs, vault, config, showMail }: RoomParts): RoomJobs {
  const deliver = makeDeliver({ smtpUrl: config.smtpUrl, from: config.mailFrom, vault, show: showMail });
  const writing = (ownerId: number) => ({ db: database.forOwner(ownerId), jobs, vault });
  return {
    queue: {
      'code.mail': (data) => writeCodeMail(writing(data.ownerId), data),
      'account.mail': (data) => writeAccountMail(writing(data.ownerId), data),
      'balance.mail': (data) => writeBalanceMail(writing(data.ownerId), data),
      'completion.mail': (data) => writeCompletionMail(writing(data.ownerId), data),
      'order.changed': (data) => writeOrderMail(writing(data.ownerId), data),
      'mail.deliver': (data) => deliver(database.forOwner(data.ownerId), data.ownerId, data.mailId),
    },
    hourly: () => forgetExpiredSecrets(database.house),
  };
}
