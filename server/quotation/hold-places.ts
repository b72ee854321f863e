// Holding places for a quotation until its end (decision 0312): by its agent within what the partner's level allows, and by the owner's
// staff. Given back by hand, by the clock, and by every change that ends the quotation or its lines.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { holdableStatuses, type QuotationActor } from '../../domain/quotation-status.ts';
import { buyerOf, type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { insertQuotationEvent } from './events.sql.ts';
import { type Holding, lockHolding, releaseHold, takeHold } from './hold.sql.ts';
import type { QuotationReader } from './quotation.sql.ts';
import { readerOf } from './save-quotation.ts';

type Input = { id: string; revision: number };
type By = { actor: QuotationActor | 'owner'; name: string };
type Holder = { reader: QuotationReader; by: By };

const agentOf = (context: Context): Holder => ({
  reader: readerOf(context),
  by: { actor: 'agent', name: buyerOf(context).name },
});
const ownerOf = (context: Context): Holder => ({
  reader: 'staff',
  by: { actor: 'owner', name: staffOf(context).name },
});

/** Staff hold as long as the quotation is valid, and at most so long. */
const staffHours = 30 * 24;
const hour = 3_600_000;

export function holdPlaces(context: Context, input: ParsedInputOf<'quotationHold'>) {
  return hold(context, input, agentOf(context));
}

export function releasePlaces(context: Context, input: ParsedInputOf<'quotationRelease'>) {
  return release(context, input, agentOf(context));
}

export function holdForPartner(context: Context, input: ParsedInputOf<'consoleQuotationHold'>) {
  return hold(context, input, ownerOf(context));
}

export function releaseForPartner(context: Context, input: ParsedInputOf<'consoleQuotationRelease'>) {
  return release(context, input, ownerOf(context));
}

/** Refuses actionNotAllowed, changedMeanwhile, quotationIncomplete, holdLimited (with the limits) and noStock: all places or none. */
async function hold(
  context: Context,
  { id, revision }: Input,
  { reader, by }: Holder,
): Promise<OutputOf<'quotationHold'>> {
  const { site, now } = context;
  return inTransaction(context.owner, async (owner) => {
    const held = await lockHolding(owner, { id, reader }, site.zone);
    if (!held) throw new NotHere();
    if (!holdableStatuses.includes(held.status)) throw new Refusal('actionNotAllowed');
    if (held.revision !== revision) throw new Refusal('changedMeanwhile');
    if (held.total_minor === null) throw new Refusal('quotationIncomplete');
    const { until, places } = limitsOf(held, by, now);
    await releaseHold(owner, id);
    if (until <= now || !(await takeHold(owner, held, until, places)))
      throw new Refusal('holdLimited', { data: { places: held.places, hours: held.hours } });
    await note(owner, context, held, { action: 'hold', by, text: until.toISOString() });
    return { revision: revision + 1, until: until.toISOString() };
  });
}

/** The hours run from the first hold on, so that holding again gives no more of them. */
function limitsOf({ held_at, ends_at, places, hours }: Holding, { actor }: By, now: Date) {
  const most = actor === 'owner' ? now.getTime() + staffHours * hour : (held_at ?? now).getTime() + hours * hour;
  return { until: new Date(Math.min(most, ends_at.getTime())), places: actor === 'owner' ? null : places };
}

async function release(
  context: Context,
  { id, revision }: Input,
  { reader, by }: Holder,
): Promise<OutputOf<'quotationRelease'>> {
  return inTransaction(context.owner, async (owner) => {
    const held = await lockHolding(owner, { id, reader }, context.site.zone);
    if (!held) throw new NotHere();
    if (held.revision !== revision) throw new Refusal('changedMeanwhile');
    if (!(await releaseHold(owner, id))) throw new Refusal('actionNotAllowed');
    await note(owner, context, held, { action: 'release', by, text: '' });
    return { revision };
  });
}

type Noted = { action: 'hold' | 'release'; by: By; text: string };

async function note(
  owner: OwnerTrx,
  context: Context,
  { quotation_id: id, version }: Holding,
  { action, by, text }: Noted,
): Promise<void> {
  await insertQuotationEvent(owner, id, { version, action, actor: by.actor, actor_name: by.name, text });
  if (by.actor === 'owner')
    await logAction(owner, context, {
      act: action === 'hold' ? 'quotation-held' : 'quotation-released',
      subject: `quotation ${id}`,
      after: text ? { until: text } : {},
    });
}
