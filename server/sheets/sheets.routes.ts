// Lists of the back office as files (rules §10).
import type { Room } from '../platform/room.ts';
import { answerGuestsFile } from './write-guests.ts';
import {
  answerLinesFile,
  answerOrdersFile,
  answerPartnersFile,
  answerPaymentsFile,
  answerRefundsFile,
} from './write-lists.ts';

export const sheetsRoom = {
  files: {
    consoleOrdersFile: answerOrdersFile,
    consoleLinesFile: answerLinesFile,
    consoleGuestsFile: answerGuestsFile,
    consolePaymentsFile: answerPaymentsFile,
    consoleRefundsFile: answerRefundsFile,
    consolePartnersFile: answerPartnersFile,
  },
} satisfies Room;
