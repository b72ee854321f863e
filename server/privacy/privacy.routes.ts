// Personal data (decisions 0495 and 0496): exported and erased on request, retained for the owner's time and no longer.
import type { Handlers } from '../platform/bind.ts';
import type { Room, RoomParts } from '../platform/room.ts';
import { askErasure, showPersonalData, withdrawErasure } from './ask-erasure.ts';
import { eraseFound, refuseErasure, showPersons } from './decide-erasure.ts';
import { saveRetention, showRetention } from './edit-retention.ts';
import { answerOwnData, answerPersonData } from './export-person.ts';
import { retainAllForTerms } from './retain-for-terms.ts';

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
    hourly: () => retainAllForTerms(database, clock(), vault),
  }),
} satisfies Room;
