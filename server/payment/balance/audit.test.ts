// The invariants of deposit, credit and recharges find what breaks them: each is shown able to fail.
import { expect, it } from 'vitest';
import { openGateway } from '../../../tests/build/open-gateway.ts';
import { openTestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { adjust, findAgency, offerCredit } from '../../../tests/build/set-balances.ts';
import { sql } from '../../platform/db.ts';
import { auditHouse } from '../../upkeep/audit-house.ts';

it('the audit names every way in which deposit and credit can go wrong', async () => {
  const test = await openTestHouse();
  const gateway = await openGateway(test);
  const { house } = test.database;
  await offerCredit(test);
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const id = await findAgency(test, finance);
  for (const [dealType, amountMinor] of [
    [5, 20_000],
    [9, 100],
    [9, 900_000],
    [10, 700_000],
  ] as const)
    await adjust(test, finance, { id, dealType, amountMinor });
  const orderNo = await placeOrder(test, agent);
  await test.call('paying', { id: orderNo, channel: 'credit' }, { token: agent, key: newKey() });
  await test.call('cashierInfo', { channel: 'sandbox', amount: 5_000 }, { token: agent, key: newKey() });
  const found = async () =>
    (await auditHouse(test.database))
      .filter((finding) => finding.violations.length)
      .map((finding) => finding.invariant);
  expect(await found()).toEqual([]);

  const wrong: [string, ReturnType<typeof sql>, ReturnType<typeof sql>][] = [
    [
      'ledger: a credit line is the sum of its changes',
      sql`UPDATE ledger_account SET credit_limit_minor = credit_limit_minor + 1 WHERE kind = 'credit'`,
      sql`UPDATE ledger_account SET credit_limit_minor = credit_limit_minor - 1 WHERE kind = 'credit'`,
    ],
    [
      'ledger: a change by hand is in the journal when it is done, and only then',
      sql`UPDATE adjustment SET state = 'done' WHERE amount_minor = 900000`,
      sql`UPDATE adjustment SET state = 'waiting' WHERE amount_minor = 900000`,
    ],
    [
      'ledger: a change by hand is in the journal when it is done, and only then',
      sql`UPDATE adjustment SET amount_minor = 101 WHERE amount_minor = 100`,
      sql`UPDATE adjustment SET amount_minor = 100 WHERE amount_minor = 101`,
    ],
    [
      'recharge: a successful one raised its deposit once, others never',
      sql`UPDATE recharge SET status = 1`,
      sql`UPDATE recharge SET status = 0`,
    ],
    [
      'ledger: money paid from deposit or credit is in the journal',
      sql`UPDATE payment SET channel = 'deposit' WHERE channel = 'credit'`,
      sql`UPDATE payment SET channel = 'credit' WHERE channel = 'deposit'`,
    ],
    [
      'ledger: money given back to deposit or credit is in the journal',
      sql`INSERT INTO refund (owner_id, refund_no, order_no, payment_no, currency, amount_minor, order_minor, reason, status)
        SELECT owner_id, 'X', order_no, payment_no, currency, 1, 1, '', 1 FROM payment WHERE channel = 'credit'`,
      sql`DELETE FROM refund WHERE refund_no = 'X'`,
    ],
    [
      'ledger: a balance is the sum of its entries',
      sql`UPDATE ledger_account SET balance_minor = balance_minor + 1 WHERE kind = 'deposit'`,
      sql`UPDATE ledger_account SET balance_minor = balance_minor - 1 WHERE kind = 'deposit'`,
    ],
  ];
  for (const [name, bend, mend] of wrong) {
    await bend.execute(house);
    expect(await found(), name).toContain(name);
    await mend.execute(house);
    expect(await found(), name).toEqual([]);
  }
  await sql`ALTER TABLE adjustment DROP CONSTRAINT adjustment_check`.execute(house);
  await sql`UPDATE adjustment SET decided_by = asked_by, decided_at = created_at + interval '1 minute' WHERE amount_minor = 100`.execute(
    house,
  );
  expect(await found()).toEqual(['ledger: no one approved their own change above the limit']);
  await gateway.close();
  await expect(test.close()).rejects.toThrow('no one approved their own');
});
