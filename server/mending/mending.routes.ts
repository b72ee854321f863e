// Calls by which staff mend orders (§4): a line's day, session and number, money given back; and by which buyers move a booking.
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { deleteTemplate, saveTemplate, showAnswers, showAnswersFor, unreadRemark } from './answer-buyers.ts';
import { changeContact } from './change-contact.ts';
import { decideGiving, giveBack, listWaitingGoodwill, showGoodwill } from './give-back.ts';
import { moveLineOfOrder } from './move-line.ts';
import { moveOwnBooking } from './move-own-booking.ts';
import { addNote, showNotes } from './note-order.ts';
import { showLineQuote } from './quote-line.ts';
import { listOwnDays } from './quote-own-days.ts';

const calls = {
  consoleRemarkUnread: unreadRemark,
  consoleAnswers: showAnswers,
  consoleAnswersFor: showAnswersFor,
  consoleAnswerSave: saveTemplate,
  consoleAnswerDelete: deleteTemplate,
  consoleNotes: showNotes,
  consoleNoteAdd: addNote,
  consoleContact: changeContact,
  consoleGoodwill: showGoodwill,
  consoleGoodwillGive: giveBack,
  consoleGoodwills: listWaitingGoodwill,
  consoleGoodwillDecide: decideGiving,
  consoleLineQuote: showLineQuote,
  consoleLineMove: moveLineOfOrder,
  bookingDays: listOwnDays,
  bookingMove: moveOwnBooking,
} satisfies Partial<Handlers>;

export const mendingRoom = { calls } satisfies Room;
