// Qunar's one address (decision 0462): a form names the method and carries a signed XML message. A message whose signature is wrong is
// refused unread; every other answer is HTTP 200 with one of their codes, signed by the same key.
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
import { isSoldOut, refusalIn } from '../viator-problem.ts';
import { accountPurpose, actForAccount } from './act-for-account.ts';
import { type ChannelAccountRow, findAccountOf } from './channel-accounts.sql.ts';
import { SkuProblem } from './choose-skus.ts';
import { askForQunar, createForQunar, endForQunar, payForQunar, QunarProblem, qunarInputs } from './qunar.ts';
import { isSignedByQunar, type QunarReply, readQunar, writeQunar } from './qunar-message.ts';

type Method = {
  schema: z.ZodType;
  answer(asking: OctoAsking, input: never): Promise<Record<string, string | number>>;
};
const methods: Record<string, Method> = {
  createOrderForBeforePaySync: { schema: qunarInputs.create, answer: createForQunar },
  payOrderForBeforePaySync: { schema: qunarInputs.pay, answer: payForQunar },
  getOrderByQunar: { schema: qunarInputs.ask, answer: askForQunar },
  noticeOrderRefundedByQunar: { schema: qunarInputs.refunded, answer: endForQunar },
};

const mostPerMinute = 600;
const param = z.object({ data: z.string().max(200_000), signed: z.string().max(100) });
const header = z.object({ supplierIdentity: z.string().max(100) });

export function bindQunar(app: App, { makeContext }: RoomParts): void {
  app.register(async (scope) => {
    const routes = scope as unknown as App;
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    routes.post(channelRoots.qunar, (request, reply) => answer(request, reply, makeContext));
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, makeContext: RoomParts['makeContext']) {
  reply.header('cache-control', 'no-store');
  const context: Context = { ...(await makeContext(request, reply)), language: 'en' };
  await limitAttempts(context, [{ bucket: `qunar:${context.source}`, most: mostPerMinute, windowSeconds: 60 }]);
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const parsed = param.safeParse(readJson(form.get('requestParam') ?? ''));
  const account = await findAccountOf(context.owner, OrderSource.qunar);
  const name = form.get('method') ?? '';
  const line = { source: OrderSource.qunar, kind: name };
  if (!parsed.success || !account) {
    noteUnsigned(context, { ...line, code: '401' });
    return reply.code(401).send('');
  }
  const { signKey } = JSON.parse(context.vault.open(account.secret_sealed, accountPurpose(context))) as {
    signKey: string;
  };
  const { data, signed } = parsed.data;
  if (!isSignedByQunar(data, signed, signKey)) {
    noteUnsigned(context, { ...line, code: '401' });
    return reply.code(401).send('');
  }
  const bodyType = `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/\W/g, '')}ResponseBody`;
  const message = readQunar(data);
  const call = { account, name, message };
  const response = await carryOut(context, call).catch((error: unknown) => describe(error, context));
  const { code, order: output } = response;
  noteAnswered(context, { ...line, code, isGood: code === done, input: message?.body, output });
  return reply.send(writeQunar({ bodyType, ...response }, signKey, context.now));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type QunarCall = { account: ChannelAccountRow; name: string; message: ReturnType<typeof readQunar> };

async function carryOut(
  context: Context,
  { account, name, message }: QunarCall,
): Promise<Omit<QunarReply, 'bodyType'>> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new QunarProblem('1', 'This method is not offered');
  if (header.safeParse(message?.header).data?.supplierIdentity !== account.account)
    throw new QunarProblem('1', 'The supplierIdentity is not known');
  const input = method.schema.safeParse(message?.body);
  if (!input.success) throw new QunarProblem('1', `Wrong at: ${input.error.issues[0]?.path.join('.') || 'body'}`);
  checkTexts(input.data, true);
  const asking = await actForAccount(context, account, channelRoots.qunar);
  if (!asking) throw new QunarProblem('1', 'The account is closed');
  const order = await inLane('qunar', true, () => method.answer(asking, input.data as never));
  return { code: done, describe: 'SUCCESS', order };
}

const done = '1000';
/** 12001: a product that is not there. */
const productMissing = '12001';

function describe(error: unknown, context: Context): Omit<QunarReply, 'bodyType'> {
  if (error instanceof SkuProblem)
    return { code: error.reason === 'missing' ? productMissing : '1', describe: error.message };
  if (error instanceof QunarProblem) return { code: error.code, describe: error.message };
  if (isSoldOut(error)) return { code: '1', describe: 'No places are left' };
  const name = refusalIn(error);
  if (name) return { code: '1', describe: `Refused: ${name}` };
  if (!(error instanceof Refusal)) context.log.error({ err: error }, 'a message of Qunar failed');
  return { code: '1', describe: 'The system failed' };
}
