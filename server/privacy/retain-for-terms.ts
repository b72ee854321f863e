// The clock of personal data (decision 0496): hourly, for each owner by its own terms, in small transactions of which each can be killed.
import { addDays } from '../../domain/dates.ts';
import {
  type Retention,
  type RetentionName,
  readRetention,
  retentionNames,
  retentionTerms,
} from '../../domain/privacy/retention.ts';
import { inTransaction, type Owner, type Owners } from '../platform/db.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomParts } from '../platform/room.ts';
import { listOwnerIds } from '../site/site.sql.ts';
import { erasePerson, StandsInTheWay } from './erase-person.ts';
import {
  deleteFarewells,
  deleteOldInvoices,
  deleteOldMails,
  deleteOldSources,
  eraseFromOrders,
  findTerms,
  listDueGuests,
  listDueOrders,
  noteRun,
  stages,
} from './retention.sql.ts';

const batch = 100;
/** Of one kind in one hour and for one owner: the work never fills the database. */
const mostBatches = 50;
const farewellDays = 7;
const dayMilliseconds = 86_400_000;

/** `after`: the last guest of the batch before. */
type Turn = { owner: Owner; before: string; today: string; now: Date; vault: RoomParts['vault']; after: number };
type Done = { count: number; more: boolean; last?: number };

/** One batch of a kind; how many were erased, and whether more may be due. */
const works: Record<RetentionName, (turn: Turn) => Promise<Done>> = {
  documents: (turn) => eraseStage(turn, stages.documents),
  travellers: (turn) => eraseStage(turn, stages.travellers),
  contacts: eraseGuests,
  mails: ({ owner, before }) => counted(deleteOldMails(owner, before, batch)),
  signIns: ({ owner, before }) => counted(deleteOldSources(owner, before, batch)),
  invoices: ({ owner, before, today }) => counted(deleteOldInvoices(owner, today, before, batch)),
};

const counted = async (done: Promise<number>) => {
  const count = await done;
  return { count, more: count >= batch };
};

async function eraseStage({ owner, before, now }: Turn, stage: (typeof stages)[keyof typeof stages]) {
  const orders = await listDueOrders(owner, stage, before, batch);
  if (!orders.length) return { count: 0, more: false };
  const count = await inTransaction(owner, (trx) => eraseFromOrders(trx, stage, orders, now));
  return { count, more: count > 0 && orders.length === batch };
}

async function eraseGuests({ owner, before, now, vault, after }: Turn) {
  const guests = await listDueGuests(owner, before, after, batch);
  let count = 0;
  for (const { account_id: accountId, email } of guests)
    try {
      await inTransaction(owner, (trx) =>
        erasePerson(trx, { email, accountId, reviews: 'nameless', by: '', now, vault }),
      );
      count += 1;
    } catch (error) {
      // Money of another booking in which the guest is the contact: later.
      if (!(error instanceof StandsInTheWay)) throw error;
    }
  // Guests whose money or journey is in the way stay in the list: those after them must get their turn.
  return { count, more: guests.length === batch, last: guests.at(-1)?.account_id ?? after };
}

/** The day before which something is too old. */
function dayBefore(today: string, name: RetentionName, terms: Retention): string {
  const { unit } = retentionTerms[name];
  const value = terms[name];
  if (unit === 'days') return addDays(today, -value);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const months = unit === 'years' ? value * 12 : value;
  // A day that the earlier month does not have is its last one.
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10);
}

export async function retainForTerms(owner: Owner, now: Date, vault: RoomParts['vault']): Promise<void> {
  const terms = readRetention((await findTerms(owner)).terms);
  const today = now.toISOString().slice(0, 10);
  for (const kind of retentionNames) {
    const turn = { owner, now, today, vault, before: dayBefore(today, kind, terms) };
    let done: Done = { count: 0, more: true };
    let count = 0;
    for (let round = 0; done.more && round < mostBatches; round += 1) {
      done = await works[kind]({ ...turn, after: done.last ?? 0 });
      count += done.count;
    }
    await noteRun(owner, { kind, at: now, count });
  }
  await deleteFarewells(owner, new Date(now.getTime() - farewellDays * dayMilliseconds));
}

export async function retainAllForTerms(
  { house, forOwner }: Owners,
  now: Date,
  vault: RoomParts['vault'],
): Promise<void> {
  await workThrough(await listOwnerIds(house), (ownerId) => retainForTerms(forOwner(ownerId), now, vault));
}
