// What brings people back: wish lists (decision 0421), and mails about lower prices and new places (decision 0422).
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { answerWishes } from './answer-wishes.ts';
import { answerProductNotice, askNotice, showNotice } from './ask-notice.ts';
import { wishJobs } from './wish.jobs.ts';

const calls = {
  wishes: answerWishes,
  noticeAsk: askNotice,
  noticeOpen: showNotice,
  noticeAnswer: answerProductNotice,
} satisfies Partial<Handlers>;

export const wishRoom = { calls, jobs: wishJobs } satisfies Room;
