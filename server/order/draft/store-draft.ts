// A booking form continues on the person's other devices (§2 booking, decision 0465). Sessions by a mailed code alone and staff who act
// as a partner have no draft; for visitors the calls do nothing, so that an expired session does not interrupt the typing.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { isDocument } from '../../../domain/traveller-fields.ts';
import type { Context } from '../../platform/context.ts';
import { deleteDraft, findDraft, insertDraft } from './booking-draft.sql.ts';

function drafterOf({ visitor }: Context): number | null {
  return visitor?.verAuthFlag && visitor.partnerId !== null && !visitor.actingStaff ? visitor.accountId : null;
}

const withoutDocuments = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isDocument(name)));

export async function storeDraft(
  context: Context,
  { id, typed }: ParsedInputOf<'bookingDraftKeep'>,
): Promise<OutputOf<'bookingDraftKeep'>> {
  const accountId = drafterOf(context);
  if (accountId === null) return {};
  const { owner, now } = context;
  if (typed === null) await deleteDraft(owner, accountId, id);
  else {
    const { orderFields, travellers, ...others } = typed;
    const stored = {
      ...others,
      orderFields: withoutDocuments(orderFields),
      travellers: travellers.map(withoutDocuments),
    };
    await insertDraft(owner, { accountId, id, typed: stored, now });
  }
  return {};
}

export async function showDraft(
  context: Context,
  { id }: ParsedInputOf<'bookingDraft'>,
): Promise<OutputOf<'bookingDraft'>> {
  const accountId = drafterOf(context);
  const found = accountId === null ? undefined : await findDraft(context.owner, { accountId, id, now: context.now });
  return { typed: found?.typed ?? null };
}
