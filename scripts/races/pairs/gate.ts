// Pairs that meet at a voucher at the gate, and at a refund that a person books.
import { OrderStatus } from '../../../domain/order-status.ts';
import { asOf, buy, fillForm, one, oneWins, onOrder, orderLock } from '../act.ts';
import type { Act, Pair, Stage } from '../pair.ts';
import { cancelling } from './cancelling.ts';

const redeeming =
  (stage: Stage, orderNo: string): Act =>
  (call) =>
    call('consoleVoucherRedeem', { text: `${orderNo}-1` }, asOf(stage, 'operations'));

const noScans = (stage: Stage) => stage.read('DELETE FROM attempt');

const redeemTwice: Pair = {
  name: 'one voucher redeemed twice',
  law: '§3 vouchers',
  open: onOrder(buy, {}, async (stage, id) => {
    await noScans(stage);
    return { acts: [redeeming(stage, id), redeeming(stage, id)], judge: oneWins };
  }),
  without: {
    guards: [orderLock, ['export/voucher.sql.ts', ' ON CONFLICT (owner_id, sub_order_no) DO NOTHING`,', '`,']],
    tables: ['ALTER TABLE redemption DROP CONSTRAINT redemption_pkey CASCADE'],
  },
};

const redeemAndCancel: Pair = {
  name: 'a voucher redeemed × its order applied to be cancelled',
  law: '§3 vouchers',
  open: onOrder(buy, {}, async (stage, id) => {
    await noScans(stage);
    return {
      acts: [redeeming(stage, id), cancelling(stage, id)],
      async judge() {
        const row = await one<{ used: boolean; status: number }>(
          stage,
          'SELECT redeemed_at IS NOT NULL AS used, status FROM sub_order WHERE order_no = $1',
          [id],
        );
        return row.used === (row.status === OrderStatus.confirmed) ? '' : `used ${row.used}, status ${row.status}`;
      },
    };
  }),
  without: { guards: [orderLock] },
};

const refundTwice: Pair = {
  name: 'one refund by hand booked twice',
  law: 'rules §8',
  async open(stage) {
    await stage.read(`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'offline', true, '0')
      ON CONFLICT DO NOTHING`);
    const input = await fillForm(stage);
    return async () => {
      const id = await buy(stage, input);
      const refundNo = `${id}-race`;
      await stage.read(
        `INSERT INTO refund (owner_id, refund_no, order_no, payment_no, currency, amount_minor, order_minor, reason, manual)
          SELECT owner_id, $2, order_no, payment_no, currency, 100, 100, 'race', true FROM payment WHERE order_no = $1`,
        [id, refundNo],
      );
      await stage.read(`UPDATE payment SET channel = 'offline' WHERE order_no = $1`, [id]);
      const done =
        (reference: string): Act =>
        (call) =>
          call('consoleRefundDone', { id: refundNo, reference, reason: 'by bank' }, asOf(stage, 'finance'));
      return {
        acts: [done('BANK 1'), done('BANK 2')],
        async judge(answers) {
          // What the set-up changed goes back, for the audit.
          await stage.read('DELETE FROM refund WHERE refund_no = $1', [refundNo]);
          await stage.read(`UPDATE payment SET channel = 'deposit' WHERE order_no = $1`, [id]);
          return oneWins(answers);
        },
      };
    };
  },
  without: {
    guards: [
      [
        'payment/payment.sql.ts',
        'FROM payment WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} FOR UPDATE`',
        'FROM payment WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}`',
      ],
      [
        'finance/refunds.sql.ts',
        'AND (f.status = ${refundCode.processing} AND f.manual OR f.status = ${refundCode.failed} AND NOT ${isFollowed})',
        '',
      ],
    ],
  },
};

export const gatePairs: readonly Pair[] = [redeemTwice, redeemAndCancel, refundTwice];
