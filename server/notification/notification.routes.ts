// Calls about mails that were written, and about what mails say (§3 settings, rules §10).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerAttachment, listSentMails, showMail } from './list-mails.ts';
import { notificationJobs } from './notification.jobs.ts';
import { previewText, saveText, showTexts } from './save-mail-texts.ts';
import { sendAgain } from './send-again.ts';
import { trySender } from './try-sender.ts';

const calls = {
  consoleMails: listSentMails,
  consoleMail: showMail,
  consoleMailAgain: sendAgain,
  consoleMailTry: trySender,
  consoleMailTexts: showTexts,
  consoleMailTextSave: saveText,
  consoleMailTextPreview: previewText,
} satisfies Partial<Handlers>;

export const notificationRoom = {
  calls,
  files: { mailAttachment: answerAttachment },
  jobs: notificationJobs,
} satisfies Room;
