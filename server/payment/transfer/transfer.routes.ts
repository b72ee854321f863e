// Calls about bank transfers (§7 offlinepay, decisions §10).
import type { Handlers } from '../../platform/bind.ts';
import { dropTransferFile } from './keep-transfer-file.ts';
import { changeCurrency, showTransfer, submitPaid } from './pay-offline.ts';
import { decideOne, listQueue } from './verify-transfer.ts';

export const transferHandlers = {
  offlineInfo: showTransfer,
  offlineCurrency: changeCurrency,
  offlineEvaluation: submitPaid,
  offlineFileDelete: dropTransferFile,
  consoleTransfers: listQueue,
  consoleTransferDecide: decideOne,
} satisfies Partial<Handlers>;
