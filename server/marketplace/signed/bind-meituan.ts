// Meituan's addresses (decision 0500): the path names the message, a header signs it, its content is encrypted. Who sent it is known before
// anything is decrypted. Every answer but that of a wrong signature is HTTP 200 with a code.
import type { z } from '../../../contract/call.ts';
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
import { isSoldOut, refusalIn } from '../viator-problem.ts';
import { accountPurpose, actForAccount } from './act-for-account.ts';
import { type ChannelAccountRow, findAccountOf } from './channel-accounts.sql.ts';
import { SkuProblem } from './choose-skus.ts';
import {
  askForMeituan,
  closeForMeituan,
  createForMeituan,
  endForMeituan,
  MeituanProblem,
  meituanCode,
  meituanInputs,
  payForMeituan,
  refundForMeituan,
} from './meituan.ts';
import { answerCalendar, answerLevels, calendarInput } from './meituan-calendar.ts';
import {
  isSignedByMeituan,
  type MeituanOpened,
  type MeituanReply,
  type MeituanSecret,
  readMeituan,
  writeMeituan,
} from './meituan-message.ts';

type Service = {
  schema: z.ZodType;
  answer(asking: OctoAsking, input: never): Promise<object | undefined>;
};
const services: Record<string, Service> = {
  '/order/create': { schema: meituanInputs.create, answer: createForMeituan },
  '/order/create/v2': { schema: meituanInputs.create, answer: createForMeituan },
  '/order/pay': { schema: meituanInputs.order, answer: payForMeituan },
  '/order/query': { schema: meituanInputs.order, answer: askForMeituan },
  '/order/refund': { schema: meituanInputs.refund, answer: refundForMeituan },
  '/order/refunded': { schema: meituanInputs.refunded, answer: endForMeituan },
  '/order/close': { schema: meituanInputs.order, answer: closeForMeituan },
  '/product/price/calendar': { schema: calendarInput, answer: answerCalendar },
  '/product/level/price/calendar/v2': { schema: calendarInput, answer: answerLevels },
};

const mostPerMinute = 600;
/** A header that was signed earlier opens nothing any more. */
const freshMilliseconds = 15 * 60_000;

export function bindMeituan(app: App, { makeContext }: RoomParts): void {
  app.register(async (scope) => {
    const routes = scope as unknown as App;
    // An encrypted body is sent as JSON, which it is not.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 300_000 }, (_request, body, done) =>
      done(null, body),
    );
    for (const [path, service] of Object.entries(services))
      routes.post(channelRoots.meituan + path, (request, reply) => answer(service, request, reply, makeContext));
  });
}

async function answer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  makeContext: RoomParts['makeContext'],
) {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  const context: Context = { ...(await makeContext(request, reply)), language: 'en' };
  await limitAttempts(context, [{ bucket: `meituan:${context.source}`, most: mostPerMinute, windowSeconds: 60 }]);
  const account = await findAccountOf(context.owner, OrderSource.meituan);
  const secret = account && readSecret(context, account);
  const line = { source: OrderSource.meituan, kind: request.url.slice(channelRoots.meituan.length) };
  if (!account || !secret || !isFromMeituan(request, account, secret, context.now)) {
    noteUnsigned(context, { ...line, code: String(meituanCode.key) });
    return reply.code(401).send(writeMeituan({ code: meituanCode.key, describe: 'The sign is wrong' }, '', undefined));
  }
  const opened = readMeituan(typeof request.body === 'string' ? request.body : '', secret.aesKey);
  const response = await carryOut(context, account, service, opened).catch((error: unknown) =>
    describe(error, context),
  );
  const { code, body: output } = response;
  const isGood = code === meituanCode.done || code === meituanCode.later;
  noteAnswered(context, { ...line, code: String(code), isGood, input: opened?.data, output });
  return reply.send(writeMeituan(response, account.account, opened));
}

const readSecret = (context: Context, { secret_sealed: sealed }: ChannelAccountRow): MeituanSecret =>
  JSON.parse(context.vault.open(sealed, accountPurpose(context)));

function isFromMeituan(
  { method, url, headers }: FastifyRequest,
  { account }: ChannelAccountRow,
  secret: MeituanSecret,
  now: Date,
): boolean {
  const { date = '', authorization = '', partnerid: partner } = headers;
  const age = Math.abs(now.getTime() - Date.parse(date));
  return (
    partner === account &&
    age <= freshMilliseconds &&
    isSignedByMeituan({ method, path: url, date, authorization }, secret)
  );
}

async function carryOut(
  context: Context,
  account: ChannelAccountRow,
  { schema, answer }: Service,
  opened: MeituanOpened | undefined,
): Promise<MeituanReply> {
  if (!opened) throw new MeituanProblem('wrong', 'The message cannot be decrypted');
  const input = schema.safeParse(opened.data);
  if (!input.success) throw new MeituanProblem('wrong', `Wrong at: ${input.error.issues[0]?.path.join('.') || 'body'}`);
  checkTexts(input.data, true);
  const asking = await actForAccount(context, account, channelRoots.meituan);
  if (!asking) throw new MeituanProblem('wrong', 'The account is closed');
  const body = await inLane('meituan', true, () => answer(asking, input.data as never));
  const { partnerDealId } = Array.isArray(body) ? (input.data as { partnerDealId?: string }) : {};
  return { code: meituanCode.done, describe: 'success', body, partnerDealId };
}

function describe(error: unknown, context: Context): MeituanReply {
  if (error instanceof SkuProblem) {
    const { reason } = error;
    const code = reason === 'full' ? 'full' : reason === 'missing' || reason === 'offSale' ? 'product' : 'wrong';
    return { code: meituanCode[code], describe: error.message };
  }
  if (error instanceof MeituanProblem) return { code: error.code, describe: error.message };
  if (isSoldOut(error)) return { code: meituanCode.full, describe: 'No places are left' };
  const name = refusalIn(error);
  if (name) return { code: meituanCode.state, describe: `Refused: ${name}` };
  if (!(error instanceof Refusal)) context.log.error({ err: error }, 'a message of Meituan failed');
  return { code: meituanCode.failed, describe: 'The system failed' };
}
