// Staff change an order's contact (§4): name, e-mail and telephone, under what they saw; the log has old and new. Messages that went to the
// old address go to the new one, and links that were mailed there, to the travellers' form and to a review, end.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { judgeContactAlone } from '../../domain/booking-rules.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { languages, preferredLanguage } from '../../domain/languages.ts';
import { compareDetails } from '../../domain/order-changes.ts';
import { contactPhone, loadReader } from '../../domain/phones/phone-fields.ts';
import { insertChanges } from '../completion/changes.sql.ts';
import { deleteLinksTo } from '../completion/completion.sql.ts';
import { tidyContact } from '../order/check-booking.ts';
import { insertEvent } from '../order/order.sql.ts';
import { lockOrder } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { endAsks, findTravellerLocales, saveContact } from './mending.sql.ts';

const names = ['name', 'email', 'areaCode', 'phone'] as const;

/** Refuses invalidInput by field, changedMeanwhile. */
export async function changeContact(
  context: Context,
  { id, seen, ...contact }: ParsedInputOf<'consoleContact'>,
): Promise<OutputOf<'consoleContact'>> {
  const read = await loadReader([contact, contactPhone]);
  const typed = { ...contact, ...read?.(contact, contactPhone) };
  const fields = judgeContactAlone(typed);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const next = tidyContact(typed);
  await inTransaction(context.owner, async (owner) => {
    const order = await lockOrder(owner, id);
    if (!order) throw new NotHere();
    const { contact: before, status } = order;
    if (names.some((name) => before[name] !== seen[name])) throw new Refusal('changedMeanwhile');
    if (names.every((name) => before[name] === next[name])) return;
    const locales = await findTravellerLocales(owner, id);
    const traveller = locales && (preferredLanguage(locales.join(','), languages) ?? context.language);
    await saveContact(owner, id, next, { oldEmail: before.email, traveller });
    if (before.email !== next.email) {
      await deleteLinksTo(owner, id, before.email);
      await endAsks(owner, id);
    }
    const by = { actor: 'owner', actorName: staffOf(context).name } as const;
    await insertChanges(owner, id, by, compareDetails('contact', names, before, next));
    const event = { action: 'contact', actor: 'owner', actorName: staffOf(context).name, from: status, to: status };
    await insertEvent(owner, id, event);
    await logAction(owner, context, { act: 'contact-changed', subject: `order ${id}`, before, after: next });
  });
  return {};
}
