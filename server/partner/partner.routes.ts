// Calls of the back office about partners (rules §3, §10).
import type { Room } from '../platform/room.ts';
import { decideChange, listChanges } from './decide-change.ts';
import {
  decidePartner,
  freezeOneAccount,
  freezePartner,
  levelPartner,
  listPartners,
  showOnePartner,
  signInAs,
} from './decide-partner.ts';
import {
  documentFiles,
  dropDocument,
  dropOwnDocument,
  showDocuments,
  showOwnDocuments,
} from './documents/edit-documents.ts';
import { createPartner, savePartner } from './edit-partner.ts';
import { saveLevels, showLevels } from './name-levels.ts';
import { changeEmail, sendAccountLink } from './reach-account.ts';

export const partnerRoom = {
  calls: {
    consolePartners: listPartners,
    consolePartner: showOnePartner,
    consolePartnerCreate: createPartner,
    consolePartnerSave: savePartner,
    consolePartnerChanges: listChanges,
    consolePartnerChangeDecide: decideChange,
    consoleAccountLink: sendAccountLink,
    consoleAccountEmail: changeEmail,
    consolePartnerDocuments: showDocuments,
    consoleDocumentDelete: dropDocument,
    partnerDocuments: showOwnDocuments,
    partnerDocumentDelete: dropOwnDocument,
    consolePartnerDecide: decidePartner,
    consolePartnerLevel: levelPartner,
    consolePartnerFreeze: freezePartner,
    consoleAccountFreeze: freezeOneAccount,
    consoleSignInAs: signInAs,
    consoleLevels: showLevels,
    consoleLevelsSave: saveLevels,
  },
  files: documentFiles,
} satisfies Room;
