// An order that a system placed is paid from the partner's own accounts (§3 channels 1 and 4).
import { Refusal, type RefusalName } from '../../domain/errors.ts';
import { startPayment } from '../payment/start-payment.ts';
import type { Context } from '../platform/context.ts';
import { undoneAlone } from './bookings.sql.ts';

/** The account that does not pay, for the other one to be tried. */
const unpaidBy: readonly RefusalName[] = ['balanceTooLow', 'zeroBalance', 'creditTooLow', 'channelNotOffered'];

/** From the deposit, else from the credit line, several orders from the same one; the refusal is the deposit's. */
export async function payFromAccounts(context: Context, ...orderNos: string[]): Promise<void> {
  try {
    await payAllFrom(context, orderNos, 'deposit');
  } catch (error) {
    if (!(error instanceof Refusal) || !unpaidBy.includes(error.refusal)) throw error;
    await payAllFrom(context, orderNos, 'credit').catch((other: unknown) => {
      throw other instanceof Refusal && unpaidBy.includes(other.refusal) ? error : other;
    });
  }
}

/** Several orders are paid all or not at all: they need the caller's transaction. */
async function payAllFrom(context: Context, orderNos: string[], channel: 'deposit' | 'credit'): Promise<void> {
  const { owner } = context;
  const [only, ...more] = orderNos;
  if (only && !more.length) return payFrom(context, only, channel);
  if (!owner.joins) throw new Error('several orders are paid in one transaction');
  await undoneAlone(owner, async () => {
    for (const id of orderNos) await payFrom(context, id, channel);
  });
}

async function payFrom(context: Context, id: string, channel: 'deposit' | 'credit'): Promise<void> {
  const { owner } = context;
  const pay = () => startPayment({ ...context, idempotencyKey: `octo-${channel}-${id}` }, { id, channel });
  try {
    await (owner.joins ? undoneAlone(owner, pay) : pay());
  } catch (error) {
    // Another request was faster with the same.
    if (error instanceof Refusal && error.refusal === 'alreadyPaid') return;
    throw error;
  }
}
