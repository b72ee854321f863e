// Ctrip's one address (decision 0432): the message names the service, is encrypted, and its signature shows which account sent it.
// Every answer is HTTP 200 with one of their codes.

import { z } from '../../../contract/call.ts';
import { channelRoots } from '../../../contract/calls.ts';
import { Refusal } from '../../../domain/errors.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import { limitAttempts } from '../../account/limit-attempts.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { checkTexts } from '../../platform/bind.ts';
import type { Context } from '../../platform/context.ts';
import { inLane } from '../../platform/db.ts';
import type { App, FastifyReply, FastifyRequest } from '../../platform/http.ts';
import type { RoomParts } from '../../platform/room.ts';
import { noteAnswered, noteUnsigned } from '../messages/note-messages.ts';
import { refusalIn } from '../viator-problem.ts';
import { accountPurpose, actForAccount } from './act-for-account.ts';
import { type ChannelAccountRow, findChannelAccount } from './channel-accounts.sql.ts';
import { SkuProblem } from './choose-skus.ts';
import {
  CtripProblem,
  cancelCtrip,
  cancelHoldCtrip,
  createCtrip,
  createPaidCtrip,
  ctripInputs,
  payCtrip,
  queryCtrip,
  verifyCtrip,
} from './ctrip.ts';
import { type CtripSecret, decryptCtrip, encryptCtrip, isSignedByCtrip } from './ctrip-crypto.ts';

type Service = { schema: z.ZodType; answer(asking: OctoAsking, input: never): Promise<object> };
const services: Record<string, Service> = {
  VerifyOrder: { schema: ctripInputs.verify, answer: verifyCtrip },
  CreatePreOrder: { schema: ctripInputs.create, answer: createCtrip },
  PayPreOrder: { schema: ctripInputs.pay, answer: payCtrip },
  CancelPreOrder: { schema: ctripInputs.cancelHold, answer: cancelHoldCtrip },
  CreateOrder: { schema: ctripInputs.create, answer: createPaidCtrip },
  CancelOrder: { schema: ctripInputs.cancel, answer: cancelCtrip },
  QueryOrder: { schema: ctripInputs.query, answer: queryCtrip },
};

const word = z.string().max(100);
const message = z.object({
  header: z.object({ accountId: word, serviceName: word, requestTime: word, version: word, sign: word }),
  body: z.string().max(200_000),
});
type Message = z.output<typeof message>;

const mostPerMinute = 600;

export function bindCtrip(app: App, { makeContext }: RoomParts): void {
  app.register(async (scope) => {
    const routes = scope as unknown as App;
    routes.setErrorHandler((_error, _request, reply) => {
      reply.code(200).send(describe(new CtripProblem('0001', 'The message cannot be read')));
    });
    routes.post(channelRoots.ctrip, (request, reply) => answer(request, reply, makeContext));
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, makeContext: RoomParts['makeContext']) {
  reply.header('cache-control', 'no-store');
  let context: Context | undefined;
  try {
    context = { ...(await makeContext(request, reply)), language: 'en' };
    const bucket = `ctrip:${context.source}`;
    await limitAttempts(context, [{ bucket, most: mostPerMinute, windowSeconds: 60 }]);
    const parsed = message.safeParse(request.body);
    if (!parsed.success) throw new CtripProblem('0001', 'The message cannot be read');
    const entered = await enter(context, parsed.data);
    const response = await carryOut(context, entered, parsed.data);
    return await reply.send(response);
  } catch (error) {
    return reply.code(200).send(describe(error, context));
  }
}

type Entered = { account: ChannelAccountRow; secret: CtripSecret };

/** Finds the account and compares the signature before anything of the message is decrypted. */
async function enter(context: Context, { header, body }: Message): Promise<Entered> {
  const { owner, vault } = context;
  const account = await findChannelAccount(owner, header.accountId);
  if (!account) {
    noteUnsigned(context, { source: OrderSource.ctrip, kind: header.serviceName, code: '0003' });
    throw new CtripProblem('0003', 'The account is not known');
  }
  const secret: CtripSecret = JSON.parse(vault.open(account.secret_sealed, accountPurpose({ owner })));
  if (isSignedByCtrip(header, body, secret.signKey)) return { account, secret };
  noteUnsigned(context, { source: account.source, kind: header.serviceName, code: '0002' });
  throw new CtripProblem('0002', 'The sign is wrong');
}

/** What is signed is noted, however it ends. */
async function carryOut(
  context: Context,
  { account, secret }: Entered,
  { header: { serviceName: kind }, body }: Message,
) {
  const line = { source: account.source, kind };
  let input: unknown;
  try {
    const service = Object.hasOwn(services, kind) ? services[kind] : undefined;
    if (!service) throw new CtripProblem('0004', 'This service is not offered');
    input = readBody(service, body, secret);
    const asking = await actAs(context, account);
    const output = await inLane('ctrip', true, () => service.answer(asking, input as never));
    noteAnswered(context, { ...line, code: '0000', isGood: true, input, output });
    const header = { resultCode: '0000', resultMessage: 'success' };
    return { header, body: encryptCtrip(JSON.stringify(output), secret) };
  } catch (error) {
    const reply = describe(error, context);
    noteAnswered(context, { ...line, code: reply.header.resultCode, isGood: false, input });
    return reply;
  }
}

function readBody({ schema }: Service, body: string, secret: CtripSecret): unknown {
  const opened = decryptCtrip(body, secret);
  const parsed = schema.safeParse(readJson(opened));
  if (!parsed.success) throw new CtripProblem('0001', `Wrong at: ${parsed.error.issues[0]?.path.join('.') || 'body'}`);
  checkTexts(parsed.data, true);
  return parsed.data;
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

async function actAs(context: Context, row: ChannelAccountRow): Promise<OctoAsking> {
  const asking = await actForAccount(context, row, channelRoots.ctrip);
  if (!asking) throw new CtripProblem('0003', 'The account is closed');
  return asking;
}

const codesOfSku = { missing: '1001', offSale: '1002', full: '1003', limit: '1004', day: '1009' } as const;

const codes: Record<string, string> = {
  ...{ noStock: '1003', skuLimited: '1003', dateNotSold: '1009', tooLate: '1009', productGone: '1002' },
  ...{ groupTooSmall: '1004', groupTooLarge: '1004', idempotencyConflict: '1100' },
};

function describe(error: unknown, context?: Context) {
  if (error instanceof SkuProblem)
    return { header: { resultCode: codesOfSku[error.reason], resultMessage: error.message } };
  if (error instanceof CtripProblem) return { header: { resultCode: error.code, resultMessage: error.message } };
  const name = refusalIn(error);
  if (name) return { header: { resultCode: codes[name] ?? '1100', resultMessage: `Refused: ${name}` } };
  if (!(error instanceof Refusal)) context?.log.error({ err: error }, 'a message of Ctrip failed');
  return { header: { resultCode: '0005', resultMessage: 'The system failed' } };
}
