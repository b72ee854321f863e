// A package of a transfer is carried out by Mozio (decision 0685): staff choose its ends, and for each SKU the vehicle and what it may cost
// at most. What Mozio offers for a day is asked for beside it.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { isCurrency } from '../../../domain/currencies.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { money } from '../../../domain/money.ts';
import { countAttempt } from '../../account/account.sql.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { SupplierSilence, type SystemTarget, shownProblem } from '../ask-system.ts';
import { deleteOffer, findOctoLink } from '../links.sql.ts';
import { linkPurpose } from '../supply-step.ts';
import { askMozio } from './ask-mozio.ts';
import { readRides, readSearchId } from './read-mozio.ts';
import { pollsPerMinute } from './ride-step.ts';
import type { RideTie } from './ride-tie.ts';
import { listTransferPackages, saveTie } from './rides.sql.ts';
import { askingWith } from './save-mozio.ts';

const mostPeople = 60;

async function findLink(context: Context, id: string) {
  const link = await findOctoLink(context.owner, id);
  if (link?.speaks !== 'mozio') throw new NotHere();
  return link;
}

/** Refuses invalidInput by field: one end at least is given, and every SKU has a vehicle's size and a limit. */
export async function tieRide(
  context: Context,
  { id, packageId, from, to, currency, rides }: ParsedInputOf<'consoleMozioTie'>,
): Promise<Record<string, never>> {
  await findLink(context, id);
  await inTransaction(context.owner, async (owner) => {
    const [pack] = await listTransferPackages(owner, id, packageId);
    if (!pack) throw new NotHere();
    const fields: FieldProblems = {};
    const ends = { from: from.trim(), to: to.trim() };
    if (!ends.from && !ends.to) fields.from = { problem: 'required' };
    if (!isCurrency(currency)) throw new Refusal('invalidInput', { fields: { currency: { problem: 'choose' } } });
    const tie: RideTie = { ...ends, currency, skus: {} };
    for (const { sku_id: sku } of pack.skus) {
      const ride = rides[String(sku)];
      if (!ride || ride.mostMinor < 1) fields[`most.${sku}`] = { problem: 'required' };
      else if (ride.people < 1 || ride.people > mostPeople)
        fields[`people.${sku}`] = { problem: 'range', min: 1, max: mostPeople };
      else tie.skus[String(sku)] = { ...ride, vehicle: ride.vehicle.trim() };
    }
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    if ((await saveTie(owner, packageId, id, tie)) !== 1)
      throw new Refusal('invalidInput', { fields: { packageId: { problem: 'takenOver' } } });
    const subject = `product ${pack.product_id}`;
    await logAction(owner, context, {
      act: 'mozio-tied',
      subject,
      before: pack.ride ?? {},
      after: { packageId, ...tie },
    });
  });
  return {};
}

/** Its orders are confirmed by hand from now on; its places are the owner's and stay. What is booked at Mozio stays booked. */
export async function untieRide(
  context: Context,
  { id, packageId }: ParsedInputOf<'consoleMozioUntie'>,
): Promise<Record<string, never>> {
  await findLink(context, id);
  await inTransaction(context.owner, async (owner) => {
    if (!(await deleteOffer(owner, id, packageId))) throw new NotHere();
    await logAction(owner, context, { act: 'mozio-untied', subject: `supplier ${id}`, before: { packageId } });
  });
  return {};
}

type Input = ParsedInputOf<'consoleMozioAsk'>;
type Answer = OutputOf<'consoleMozioAsk'>;

const nothing: Omit<Answer, 'searchId'> = { more: false, rides: [], problem: '', answer: '' };

/** Screens leave a third of the polls to orders. */
const pollsOfScreens = Math.floor((pollsPerMinute * 2) / 3);

/** The first call begins a search, the next ones poll it. What went wrong is in the answer, for the form to show. */
export async function askRides(context: Context, input: Input): Promise<Answer> {
  const { owner, vault } = context;
  const { id, searchId } = input;
  const { endpoint, key_sealed: sealed } = await findLink(context, id);
  const target = askingWith(context, id, { endpoint, key: vault.open(sealed, linkPurpose(owner)) });
  try {
    return searchId ? await pollRides(context, target, input) : await beginSearch(target, input);
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    if (error.problem === 'busy')
      return { ...nothing, searchId, more: searchId !== '', problem: searchId ? '' : 'silent' };
    return { ...nothing, searchId, problem: shownProblem(error) };
  }
}

async function beginSearch(target: SystemTarget, { from, to, on, time, people, currency }: Input): Promise<Answer> {
  const reply = await askMozio(target, 'POST', '/v2/search/', {
    ...{ start_address: from.trim(), end_address: to.trim(), mode: 'one_way', pickup_datetime: `${on} ${time}` },
    ...{ num_passengers: people, currency },
  });
  if ('status' in reply) return { ...nothing, searchId: '', problem: 'rideRefused', answer: reply.message };
  const searchId = readSearchId(reply.body);
  if (!searchId) throw new SupplierSilence('odd');
  return { ...nothing, searchId, more: true };
}

async function pollRides({ owner }: Context, target: SystemTarget, { id, searchId, currency }: Input): Promise<Answer> {
  const count = await countAttempt(owner, `mozio ${id}`, 60);
  if (count > pollsOfScreens) throw new SupplierSilence('busy');
  const reply = await askMozio(target, 'GET', `/v2/search/${encodeURIComponent(searchId)}/poll/`);
  if ('status' in reply) return { ...nothing, searchId: '', problem: 'expired', answer: reply.message };
  const read = readRides(reply.body, currency);
  if (!read) throw new SupplierSilence('odd');
  const rides = read.rides
    .toSorted((left, other) => left.minor - other.minor)
    .map(({ minor, ...ride }) => ({ ...ride, price: money(minor, currency) }));
  return { ...nothing, searchId, more: read.more, rides };
}
