// The days of a booking for the calendars of fellow travellers, by the key of their link (decision 0440).
import { NotHere } from '../../../domain/errors.ts';
import { isLanguage } from '../../../domain/languages.ts';
import { paths } from '../../../domain/paths.ts';
import { findOrder, listLines } from '../../order/read.sql.ts';
import type { Context } from '../../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../../platform/http.ts';
import { findOwner } from '../../site/site.sql.ts';
import { calendarOf, sendMade } from '../serve-documents.ts';
import { admitToPass } from './share-pass.ts';

export async function answerPassCalendar(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { owner, vault } = context;
  const { orderNo = '', key = '', l } = request.query as Record<string, string | undefined>;
  if (!/^[A-Z0-9]{8,20}$/.test(orderNo) || typeof key !== 'string') throw new NotHere();
  const { visible } = await admitToPass(context, { orderNo, key });
  const order = await findOrder(owner, orderNo, visible);
  if (!order) throw new NotHere();
  const [company, lines] = await Promise.all([findOwner(owner), listLines(owner, [orderNo])]);
  const language = isLanguage(l) ? l : context.language;
  return sendMade(
    reply,
    await calendarOf({ owner, vault, company, order, language }, lines, context, paths.pass(orderNo, key)),
  );
}
