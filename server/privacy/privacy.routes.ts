// Personal data (decisions 0495 and 0496): exported and erased on request, kept for the owner's time and no longer.
import type { Handlers } from '../platform/bind.ts';
import type { Room, RoomParts } from '../platform/room.ts';
import { askErasure, showPersonalData, withdrawErasure } from './ask-erasure.ts';
import { eraseFound, refuseErasure, showPersons } from './decide-erasure.ts';
import { answerOwnData, answerPersonData } from './export-person.ts';
import { keepAllForTerms } from './keep-for-terms.ts';
import { saveRetention, showRetention } from './keep-retention.ts';

const calls = {
  personalData: showPersonalData,
  personalDataErase: askErasure,
  personalDataWithdraw: withdrawErasure,
  consolePersons: showPersons,
  consolePersonErase: eraseFound,
  consoleErasureRefuse: refuseErasure,
  consoleRetention: showRetention,
  consoleRetentionSave: saveRetention,
} satisfies Partial<Handlers>;

export const privacyRoom = {
  calls,
  files: { personalDataFile: answerOwnData, consolePersonFile: answerPersonData },
  jobs: ({ database, vault, clock }: RoomParts) => ({
    hourly: () => keepAllForTerms(database, clock(), vault),
  }),
} satisfies Room;
