// One look at what an order has at a supplier: what is known of it, and the calls about its booking.
import { listLines } from '../order/read.sql.ts';
import type { Clock } from '../platform/context.ts';
import type { Owner, Owners } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Vault } from '../platform/vault.ts';
import { askOcto, type OctoAnswer, type OctoTarget } from './ask-octo.ts';
import { SupplierSilence } from './ask-system.ts';
import type { OurSide } from './follow-supplier.ts';
import { readBooking, type TheirBooking } from './read-octo.ts';
import type { ClaimedSupply, SupplyState } from './supplies.sql.ts';

export type Supplying = {
  owner: Owner;
  owners: Owners;
  jobs: Jobs;
  vault: Vault;
  clock: Clock;
  privately: boolean;
  answerSeconds: number;
};

export const linkPurpose = (owner: Owner) => `octo link ${owner.id}`;

export type SupplyStep = OurSide & {
  target: OctoTarget;
  clock: Clock;
  /** What is known now; saved also when the next call gets no answer. */
  state: SupplyState;
  uuid: string;
  wasSent: boolean;
  reference: string;
  netMinor: number | null;
  expiresAt: Date | null;
  problem: string;
  answer: string;
  /** The supplier answered something in this turn. */
  heard: boolean;
  seconds: number | null;
};

export async function beginStep(
  { owner, owners, jobs, vault, clock, privately, answerSeconds }: Supplying,
  row: ClaimedSupply,
): Promise<SupplyStep> {
  const numbers = new Set(row.items.map((item) => item.line));
  const lines = (await listLines(owner, [row.order_no])).filter((line) => numbers.has(line.sub_order_no));
  const key = vault.open(row.key_sealed, linkPurpose(owner));
  const noting = { owner, owners, clock, supplierId: row.supplier_id, orderNo: row.order_no };
  const target: OctoTarget = { endpoint: row.endpoint, key, prefixed: row.prefixed, privately, answerSeconds, noting };
  const step: SupplyStep = {
    ...{ owner, jobs, clock, row, lines, target, now: clock(), netMinor: null, answer: '', seconds: null },
    ...{ state: row.state, uuid: row.uuid, wasSent: row.was_sent, reference: row.reference, expiresAt: row.expires_at },
    ...{ problem: '', heard: false },
  };
  step.target.onAnswer = () => {
    step.heard = true;
  };
  return step;
}

export const callBooking = (step: SupplyStep, what: string, body?: object): Promise<OctoAnswer> =>
  askOcto(step.target, body ? 'POST' : 'GET', `/bookings/${step.uuid}${what}`, body);

/** The booking as the supplier has it; undefined where it has none. */
export async function look(step: SupplyStep): Promise<TheirBooking | undefined> {
  const reply = await callBooking(step, '');
  if ('error' in reply) {
    if (reply.error === 'INVALID_BOOKING_UUID') return undefined;
    throw new SupplierSilence('odd');
  }
  return understand(reply.body);
}

export function understand(body: unknown): TheirBooking {
  const booking = readBooking(body);
  if (!booking) throw new SupplierSilence('odd');
  return booking;
}
