// Pairs that meet at money that is limited: a deposit, a credit line, a gift card, a promo code, what an order may give back.
import { DealType } from '../../../domain/payment-status.ts';
import {
  asOf,
  dataOf,
  fillForm,
  notBoth,
  type OrderInput,
  one,
  oneWins,
  ordering,
  orderLock,
  paying,
  place,
  withoutChecks,
} from '../act.ts';
import type { Act, DroppedGuard, Pair, Stage, Without } from '../pair.ts';

const agencyOf = async (stage: Stage, owner: 1 | 2) =>
  (
    await one<{ id: string }>(
      stage,
      `SELECT partner_id::text AS id FROM partner WHERE owner_id = $1 AND name = 'Agency'`,
      [owner],
    )
  ).id;

/** Of the second owner's agency: what the account holds, credit included. */
async function adjustTo(stage: Stage, id: string, kind: 'deposit' | 'credit', wanted: number): Promise<void> {
  const found = await stage.read<{ available: string }>(
    `SELECT (balance_minor + credit_limit_minor)::text AS available FROM ledger_account
      WHERE owner_id = 2 AND partner_id = $1 AND kind = $2 AND currency = 'MYR'`,
    [id, kind],
  );
  const more = wanted - Number(found[0]?.available ?? 0);
  if (more === 0) return;
  const { raiseDeposit, lowerDeposit, raiseLine, lowerLine } = DealType;
  const [raise, lower] = kind === 'deposit' ? [raiseDeposit, lowerDeposit] : [raiseLine, lowerLine];
  const input = { id, dealType: more > 0 ? raise : lower, amountMinor: Math.abs(more), reason: 'a race' };
  dataOf('consoleAdjust', await stage.doors[0]('consoleAdjust', input, asOf(stage, 'finance2')));
}

const ledgerGuard: Without = {
  guards: [
    ['payment/ledger.sql.ts', 'AND balance_minor + credit_limit_minor + ${movement.amountMinor}::bigint >= 0', ''],
  ],
  tables: [withoutChecks('ledger_account')],
};

const lastMoney = (kind: 'deposit' | 'credit'): Pair => ({
  name: `two orders paid by the last of one ${kind === 'deposit' ? 'deposit' : 'credit line'}`,
  law: 'rules §8',
  async open(stage) {
    const id = await agencyOf(stage, 2);
    await stage.read(`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (2, 'credit', true, '0')
      ON CONFLICT DO NOTHING`);
    await stage.read('UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 2');
    const input = await fillForm(stage, {}, 'agent2');
    return async () => {
      const orders = [await place(stage, input, 'agent2'), await place(stage, input, 'agent2')];
      await adjustTo(stage, id, kind, input.seenTotal.amountMinor);
      const [first = '', second = ''] = orders;
      const pay = (order: string) => paying(stage, order, { channel: kind }, 'agent2');
      return { acts: [pay(first), pay(second)], judge: oneWins };
    };
  },
  without: ledgerGuard,
});

async function newCard(stage: Stage, valueMinor: number): Promise<string> {
  await stage.read('DELETE FROM attempt');
  // After many rounds of one day, a second person would have to release what one issues (decision 0721).
  await stage.read("UPDATE gift_card SET created_at = created_at - interval '2 days'");
  const card = { valueMinor, count: 1, currency: 'MYR' as const, endsOn: null, note: '' };
  const { codes } = dataOf('card', await stage.doors[0]('consoleGiftCardIssue', card, asOf(stage, 'finance')));
  return codes[0] ?? '';
}

const lastOfCard: Pair = {
  name: 'two orders paid by one gift card',
  law: '§3 payment channels',
  async open(stage) {
    const input = await fillForm(stage, {}, 'member');
    return async () => {
      const orders = [await place(stage, input, 'member'), await place(stage, input, 'member')];
      const code = await newCard(stage, input.seenTotal.amountMinor);
      const [first = '', second = ''] = orders;
      const pay = (order: string) => paying(stage, order, { channel: 'giftCard', code }, 'member');
      return { acts: [pay(first), pay(second)], judge: oneWins };
    };
  },
  without: {
    guards: [['payment/gift-card/gift-card.sql.ts', 'AND balance_minor >= ', 'AND 0 <= ']],
    tables: [withoutChecks('gift_card')],
  },
};

const twoShares: Pair = {
  name: 'two gift cards that pay a share of one order',
  law: '§3 payment channels',
  async open(stage) {
    const input = await fillForm(stage, {}, 'member');
    const part = Math.round(input.seenTotal.amountMinor * 0.6);
    return async () => {
      const id = await place(stage, input, 'member');
      const codes = [await newCard(stage, part), await newCard(stage, part)];
      const pay = (code = '') =>
        paying(stage, id, { channel: 'giftCard', code, share: { amountMinor: part } }, 'member');
      return {
        acts: [pay(codes[0]), pay(codes[1])],
        async judge() {
          const { shared, payable } = await one<{ shared: number; payable: number }>(
            stage,
            'SELECT shared_minor::int AS shared, payable_minor::int AS payable FROM purchase WHERE order_no = $1',
            [id],
          );
          return shared < payable ? '' : `shares of ${shared} on a price of ${payable}`;
        },
      };
    };
  },
  without: {
    guards: [
      ['order/part/shares.sql.ts', ' AND p.shared_minor + s.order_minor < p.payable_minor', ''],
      [
        'payment/pay-supplement.ts',
        "if (order.shared_minor !== due.shared_minor) throw new Refusal('changedMeanwhile');",
        '',
      ],
      orderLock,
    ],
    tables: [withoutChecks('purchase'), 'DROP INDEX payment_one_live'],
  },
};

/** The price with the code of the pair: 5 off. */
const reduced = (input: OrderInput, promoCode: string): OrderInput => ({
  ...input,
  promoCode,
  seenTotal: { ...input.seenTotal, amountMinor: input.seenTotal.amountMinor - 500 },
});

const addCode = (stage: Stage, code: string, limit: string) =>
  stage.read(
    `INSERT INTO coupon (owner_id, code, type, type_value, currency, ${limit}) VALUES (1, $1, 1, 500, 'MYR', 1)`,
    [code],
  );

const couponGuard = (text: string): Without => ({
  guards: [['order/place/insert-orders.sql.ts', text, 'true']],
  tables: [withoutChecks('coupon')],
});

const lastUse: Pair = {
  name: 'two orders with the last use of a promo code',
  law: '§3 promo codes',
  async open(stage) {
    const input = await fillForm(stage);
    return async (round) => {
      const code = `LAST${round}`;
      await addCode(stage, code, 'use_limit');
      const acts = [ordering(stage, reduced(input, code)), ordering(stage, reduced(input, code), 'open')] as [Act, Act];
      return { acts, judge: oneWins };
    };
  },
  without: couponGuard('(use_limit IS NULL OR used < use_limit)'),
};

const lastOwnUse: Pair = {
  name: 'two orders of one account with its last use of a promo code',
  law: '§3 promo codes',
  async open(stage) {
    const input = await fillForm(stage);
    return async (round) => {
      const code = `OWN${round}`;
      await addCode(stage, code, 'user_limit');
      const act = ordering(stage, reduced(input, code));
      return { acts: [act, act], judge: oneWins };
    };
  },
  without: couponGuard('(user_limit IS NULL OR user_limit > ${usesOf(owner, accountId)})'),
};

const decided: DroppedGuard = [
  'payment/balance/balances.sql.ts',
  "adjustment_id = ${id} AND state = 'waiting' AND",
  'adjustment_id = ${id} AND',
];

const adjustment: Pair = {
  name: 'a change of a deposit refused by two at once',
  law: 'rules §8',
  async open(stage) {
    const id = await agencyOf(stage, 1);
    await stage.read('UPDATE owner SET four_eyes_minor = 100 WHERE owner_id = 1');
    return async () => {
      const input = { id, dealType: DealType.raiseDeposit, amountMinor: 5000, reason: 'a race' };
      const made = dataOf('consoleAdjust', await stage.doors[0]('consoleAdjust', input, asOf(stage, 'finance')));
      const refuse =
        (person: 'admin' | 'finance', approve: boolean): Act =>
        (call) =>
          call('consoleAdjustmentDecide', { id: made.id, approve, reason: 'no' }, asOf(stage, person));
      return { acts: [refuse('admin', true), refuse('finance', false)], judge: oneWins };
    };
  },
  without: { guards: [decided] },
};

const transfer: Pair = {
  name: 'a bank transfer verified × refused',
  law: '§4 offline payment',
  async open(stage) {
    await stage.read(`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'offline', true, '0')
      ON CONFLICT DO NOTHING`);
    const input = await fillForm(stage, {}, 'member');
    return async () => {
      const id = await place(stage, input, 'member');
      const begun = dataOf('paying', await paying(stage, id, { channel: 'offline' }, 'member')(stage.doors[0], 0));
      const { paymentNo } = begun as { paymentNo: string };
      await stage.read(`UPDATE transfer SET state = 'submitted', submitted_at = now() WHERE payment_no = $1`, [
        paymentNo,
      ]);
      const decide =
        (verified: boolean): Act =>
        (call) =>
          call(
            'consoleTransferDecide',
            { id: paymentNo, verified, seen: 'submitted', reason: 'no' },
            asOf(stage, 'finance'),
          );
      return { acts: [decide(true), decide(false)], judge: notBoth };
    };
  },
  without: {
    guards: [orderLock, ['payment/transfer/transfer.sql.ts', " AND state = ${row.from} AND state <> 'verified'`", '`']],
  },
};

export const moneyPairs: readonly Pair[] = [
  lastMoney('deposit'),
  lastMoney('credit'),
  lastOfCard,
  twoShares,
  lastUse,
  lastOwnUse,
  adjustment,
  transfer,
];
