// A buyer who pays at the test gateway, whose notice is sent again under the same number until a process acknowledges it, as gateways do.
import { PaymentStatus } from '../../domain/payment-status.ts';
import { signNotice } from '../../tests/build/open-gateway.ts';
import { host, type Rig } from '../soak/open-rig.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** `underWay` is true while a notice is being sent. */
export type Notifying = { underWay: number; sent: number; acknowledged: number };

/** Begins a payment of the order and sends its notice; resolves when the notice was acknowledged. */
export async function payByNotice(rig: Rig, orderNo: string, state: Notifying): Promise<void> {
  const due = await untilDone(() => begin(rig, orderNo));
  const { raw, headers } = signNotice({
    ...{ eventId: `evt-${orderNo}`, type: 'payment.paid', merchant: 'shop-one', paymentId: `ref_${orderNo}` },
    ...{ transactionId: `txn-${orderNo}`, reference: `${orderNo}PKILL`, currency: due.currency },
    amountMinor: Number(due.minor),
  });
  for (;;) {
    const { port } = rig.members[Math.floor(Math.random() * rig.members.length)] ?? { port: 0 };
    state.underWay += 1;
    state.sent += 1;
    const done = await fetch(`http://127.0.0.1:${port}/api/pay/notify/sandbox`, {
      method: 'POST',
      body: raw,
      headers: { ...headers, 'x-forwarded-host': host },
      signal: AbortSignal.timeout(20_000),
    }).then(
      (answer) => answer.ok,
      () => false,
    );
    state.underWay -= 1;
    if (done) break;
    await pause(200);
  }
  state.acknowledged += 1;
}

/** An attempt as starting one writes it, past the processes: what is tried here is the notice. */
async function begin(rig: Rig, orderNo: string): Promise<{ minor: string; currency: string }> {
  const client = await rig.owner.pool.connect();
  try {
    await client.query(`SET app.owner_id = '0'`);
    await client.query(
      `WITH o AS (UPDATE purchase SET pay_status = $3 WHERE order_no = $1 RETURNING owner_id, currency, payable_minor)
        INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, order_minor, rate,
          provider_ref, expires_at) SELECT owner_id, $2, $1, 'sandbox', $3, true, currency, payable_minor, payable_minor, 1,
          'ref_' || $1, now() + interval '1 hour' FROM o ON CONFLICT DO NOTHING`,
      [orderNo, `${orderNo}PKILL`, PaymentStatus.paying],
    );
    const { rows } = await client.query<{ minor: string; currency: string }>(
      'SELECT amount_minor::text AS minor, currency FROM payment WHERE payment_no = $1',
      [`${orderNo}PKILL`],
    );
    if (!rows[0]) throw new Error(`no payment of ${orderNo}`);
    return rows[0];
  } finally {
    client.release(true);
  }
}

/** The server may be away at this moment. */
async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(300);
    }
  }
}
