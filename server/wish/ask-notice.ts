// Asking for a mail once a product costs less or can be booked again (decision 0422), confirming the address by its link, and ending it.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import { paths } from '../../domain/paths.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { hashToken, makeLetters } from '../platform/make-ids.ts';
import { confirmNotice, endNotices, findNotice, insertProductNotice, type NoticeRow } from './notice.sql.ts';

const windowSeconds = 3600;
const asksPerSourceHour = 20;
const asksPerEmailHour = 10;

/** Refuses invalidInput for what is no address, actionNotAllowed where nothing is to be waited for. */
export async function askNotice(
  context: Context,
  { id, kind, email: typed }: ParsedInputOf<'noticeAsk'>,
): Promise<OutputOf<'noticeAsk'>> {
  const { visitor, source, language, now, jobs } = context;
  // A signed-in visitor has shown that the mailbox is theirs, unless it is a sub-account that was opened with the address; staff who look
  // at the shop as a partner have not.
  const isSelf = visitor !== null && !visitor.actingStaff;
  const email = (isSelf && visitor.email) || normalEmail(typed);
  const confirmed = isSelf && visitor.email !== '' && visitor.emailProved;
  if (!email || !isEmail(email))
    throw new Refusal('invalidInput', { fields: { email: { problem: email ? 'emailFormat' : 'required' } } });
  await limitAttempts(context, [
    { bucket: `notice:${source}`, most: asksPerSourceHour, windowSeconds },
    { bucket: `notice-to:${email}`, most: asksPerEmailHour, windowSeconds },
  ]);
  return inTransaction(context.owner, async (owner) => {
    const made = await insertProductNotice(owner, { id, kind, email, language, confirmed, now });
    if (!made) throw new Refusal('actionNotAllowed');
    if (made.state === 'asked')
      await jobs.send(owner, 'notice.mail', { noticeId: made.notice_id, about: 'confirm', request: makeLetters(12) });
    // The answer does not reveal whether the entered address waits already.
    return { state: confirmed ? 'waiting' : 'asked' };
  });
}

async function openNotice({ owner, now }: Context, token: string): Promise<NoticeRow> {
  const found = await findNotice(owner, { hash: hashToken(token) }, now);
  if (!found) throw new NotHere();
  return found;
}

export async function showNotice(
  context: Context,
  { token }: ParsedInputOf<'noticeOpen'>,
): Promise<OutputOf<'noticeOpen'>> {
  const { kind, state, names, city, country_key: country, product_id: id } = await openNotice(context, token);
  return { kind, state, productName: textIn(names, context.language), path: paths.product({ country, city, id }) };
}

/** stop: this address gets no more notices. */
export async function answerProductNotice(
  context: Context,
  { token, act }: ParsedInputOf<'noticeAnswer'>,
): Promise<OutputOf<'noticeAnswer'>> {
  const { owner, now } = context;
  const { notice_id: id, email } = await openNotice(context, token);
  if (act === 'confirm') await confirmNotice(owner, id, now);
  else await endNotices(owner, email);
  return {};
}

/**
 * Ends them for mail programs, which show no page and may ask again (RFC 8058): the answer is the same where nothing waits any more. Only
 * POST ends anything, because programs that check mails open their links.
 */
export async function endNoticesByMail(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.query as { token?: unknown };
  const { owner, now } = context;
  const found = typeof token === 'string' ? await findNotice(owner, { hash: hashToken(token) }, now) : undefined;
  if (found) await endNotices(owner, found.email);
  return reply.code(204).send();
}
