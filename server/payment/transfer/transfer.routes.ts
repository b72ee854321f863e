// Calls about bank transfers (§7 offlinepay, rules §10).

import { transferRules } from '../../../domain/transfer-rules.ts';
import type { Handlers } from '../../platform/bind.ts';
import { bytesOf, sendFile } from '../../platform/bind-files.ts';
import type { Context } from '../../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../../platform/http.ts';
import type { Room } from '../../platform/room.ts';
import { changeCurrency, showTransfer, submitPaid } from './pay-offline.ts';
import { dropTransferFile, readFile, readOwnFile, storeTransferFile } from './store-transfer-file.ts';
import { decideOne, listQueue } from './verify-transfer.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

export const transferCalls = {
  offlineInfo: showTransfer,
  offlineCurrency: changeCurrency,
  offlineEvaluation: submitPaid,
  offlineWithdraw: withdrawTopUp,
  offlineFileDelete: dropTransferFile,
  consoleTransfers: listQueue,
  consoleTransferDecide: decideOne,
} satisfies Partial<Handlers>;

export const transferFiles = {
  transferFile: answerFile,
  transferFileByPost: answerFile,
  consoleTransferFile: answerFile,
  transferUpload: {
    answer: takeFile,
    takes: 'bytes',
    mostBytes: transferRules.mostFileBytes + 1,
    tooLarge: 'voucherRefused',
  },
} satisfies Room['files'];

async function takeFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  return reply.send({ code: 200, msg: '', data: await storeTransferFile(context, request.query, bytesOf(request)) });
}

/** The buyer's file by `fileId`; for finance, any of the owner's. */
async function answerFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id?: string };
  const { fileId } = (request.method === 'POST' ? (request.body ?? {}) : request.query) as { fileId?: unknown };
  const file = id ? await readFile(context, id) : await readOwnFile(context, typeof fileId === 'string' ? fileId : '');
  return sendFile(reply.header('x-content-type-options', 'nosniff'), file.name, file.type, file.bytes);
}
