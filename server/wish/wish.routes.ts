// What brings people back: wish lists (decision 0421), and mails about lower prices and new places (decision 0422).
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerWishes } from './answer-wishes.ts';
import { answerProductNotice, askNotice, endNoticesByMail, showNotice } from './ask-notice.ts';
import { wishJobs } from './wish.jobs.ts';

const calls = {
  wishes: answerWishes,
  noticeAsk: askNotice,
  noticeOpen: showNotice,
  noticeAnswer: answerProductNotice,
} satisfies Partial<Handlers>;

export const wishRoom = {
  calls,
  files: { noticeEnd: { answer: endNoticesByMail, takes: 'bytes', mostBytes: 1024 } },
  jobs: wishJobs,
} satisfies Room;
