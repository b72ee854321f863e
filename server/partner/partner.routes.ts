// Calls of the back office about partners (rules §3, §10).
import type { Room } from '../platform/room.ts';
import {
  decidePartner,
  freezeOneAccount,
  freezePartner,
  levelPartner,
  listPartners,
  showOnePartner,
  signInAs,
} from './decide-partner.ts';
import { saveLevels, showLevels } from './name-levels.ts';

export const partnerRoom = {
  calls: {
    consolePartners: listPartners,
    consolePartner: showOnePartner,
    consolePartnerDecide: decidePartner,
    consolePartnerLevel: levelPartner,
    consolePartnerFreeze: freezePartner,
    consoleAccountFreeze: freezeOneAccount,
    consoleSignInAs: signInAs,
    consoleLevels: showLevels,
    consoleLevelsSave: saveLevels,
  },
} satisfies Room;
